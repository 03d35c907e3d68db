#include "scenario/scenario.h"

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>

#include "scenario/overrides.h"
#include "scenario/scene_builder.h"
#include "small_scenario.h"
#include "temporary.h"

TEST_CASE("a scenario is read with its defaults") {
  const Temporary temporary;
  const auto scenario = sandbox::read_scenario(temporary.write("slope.toml", good));
  CHECK(scenario.name == "slope");
  CHECK(scenario.rocks.size() == 1);
  CHECK(scenario.rocks[0].sizing == RF_SIZE_SCALE_TO_MASS);
  CHECK(scenario.settings.time_step == 0.002);
  CHECK(scenario.settings.scheme == RF_SCHEME_IMPLICIT);
  CHECK(scenario.settings.time_limit > 0);
  CHECK(scenario.ground.ground.mu_max == 2);
}

TEST_CASE("unknown keys of a scenario are refused with the line and the known keys") {
  const std::string complaint = refused_scenario(good + "heigth = 3\n");
  CHECK(says(complaint, "s.toml:14: release.heigth: unknown key"));
  CHECK(says(complaint, "height_min"));
  CHECK(says(refused_scenario(good + "[weather]\nrain = true\n"), "s.toml:14: weather: unknown key"));
}

TEST_CASE("bad values of a scenario are refused with line and key") {
  CHECK(says(refused_scenario(with("slope_deg = 40", "slope_deg = 95")),
             "s.toml:3: terrain.slope_deg: must be at least 0"));
  CHECK(says(refused_scenario(with("slope_deg = 40", "slope_deg = nan")),
             "s.toml:3: terrain.slope_deg: must be a finite"));
  CHECK(says(refused_scenario(with("slope_deg = 40", "slope_deg = \"steep\"")),
             "s.toml:3: terrain.slope_deg: must be a number"));
  CHECK(says(refused_scenario(with("eota221", "potato")), "'potato' is unknown; possible: box"));
  CHECK(says(refused_scenario(with("\"medium\"", "\"mud\"")), "possible: "));
  CHECK(says(refused_scenario(with("\"medium\"", "\"medium\"\nmu_min = -1")), "s.toml:11: ground.mu_min"));
  CHECK(says(refused_scenario(with("\"point\"", "\"line\"")), "a line needs at least 2 points, has 1"));
  CHECK(says(refused_scenario(with("[0.0, 0.0]", "[[0.0, 0.0], [1.0, 0.0]]")), "a point needs exactly 1 point, has 2"));
  CHECK(says(refused_scenario(with("[0.0, 0.0]", "[[0.0, 0.0, 1.0]]")), "release.points: must be a list of points"));
  CHECK(says(refused_scenario(with("[0.0, 0.0]", "[0.0, -1.1e9]")),
             "release.points: coordinates must be at most 1e+09 m in size"));
  CHECK(says(refused_scenario(good + "[settings]\ntime_step = 0\n"),
             "s.toml:15: settings.time_step: must be more than 0"));
  CHECK(says(refused_scenario(good + "[settings]\ngravity = 1e301\n"),
             "s.toml:15: settings.gravity: must be at least 0 and at most 1e+300, is 1e+301"));
  CHECK(says(refused_scenario(good + "orientation = [1.0, -1e301, 0.0, 0.0]\n"),
             "s.toml:14: release.orientation: must be at least -1e+300, is -1e+301"));
  CHECK(says(refused_scenario(good + "[settings]\nscheme = \"magic\"\n"), "possible: implicit, explicit"));
  CHECK(says(refused_scenario(good + "[run]\nrocks = -5\n"), "s.toml:15: run.rocks: must be a whole number"));
}

TEST_CASE("rocks have different names: a second one is numbered, and a name given twice is refused") {
  const std::string rock = "[[rock]]\nshape = \"box\"\nsize = [1, 1, 1]\n", named = rock + "name = \"block\"\n";
  const Temporary temporary;
  const auto scenario = sandbox::read_scenario(temporary.write("slope.toml", good + rock + rock + named));
  REQUIRE(scenario.rocks.size() == 4);
  CHECK(scenario.rocks[1].name == "box");
  CHECK(scenario.rocks[2].name == "box 2");
  CHECK(scenario.rocks[3].name == "block");
  CHECK(says(refused_scenario(good + named + named), "'block' is the name of another rock"));
  CHECK(says(refused_scenario(good + rock + rock + "name = \"box\"\n"), "two have the name 'box'"));
}

TEST_CASE("a misspelt table or key is answered by the name that is meant") {
  CHECK(says(refused_scenario(with("[release]", "[relase]")), "s.toml:11: relase: unknown table; is [release] meant?"));
  CHECK(says(refused_scenario(with("[ground]", "[gruond]")), "is 'ground' meant?"));
  CHECK(says(refused_scenario(good + "heigth = 3\n"), "is 'height' meant?"));
}

TEST_CASE("clearances, numbers of points and sizes that cannot be used are refused with line and key") {
  const auto released = [](const std::string& lines) { return refused_scenario(good + lines); };
  CHECK(
      says(released("height = 1e300\n"), "s.toml:14: release.height: must be at least 0 and at most 1e+09, is 1e+300"));
  CHECK(says(released("height_min = 1.0\nheight_max = 1e12\n"),
             "s.toml:15: release.height_max: must be at least 1 and at most 1e+09"));
  const auto shaped = [](const std::string& lines) {
    return refused_scenario(with("shape = \"eota221\"\nmass = 780.0\ndensity = 2700.0\n", lines));
  };
  CHECK(says(shaped("shape = \"disc\"\npoints = 7\n"), "s.toml:7: rock.points: of a disc must be even, is 7"));
  CHECK(says(shaped("shape = \"random\"\npoints = 7\n"),
             "s.toml:7: rock.points: of this shape must be at least 8, is 7"));
  CHECK(says(shaped("shape = \"disc\"\nsize = [1e9, 1.0, 1.0]\n"),
             "s.toml:7: rock.size: rock 'disc': points lie in one plane"));
  CHECK(
      says(shaped("shape = \"box\"\nsize = [1e9, 1e9, 1e9]\ndensity = 1e299\n"), "s.toml:8: rock.density: rock 'box'"));
}

TEST_CASE("keys of a scenario are changed by assignments") {
  const auto parse = [](const char* change) {
    return sandbox::parse_scenario(good, "s.toml", {sandbox::parse_assignment(change)});
  };
  CHECK(parse("ground.mu_min=0.4").ground.ground.mu_min == 0.4);
  CHECK(parse("rock.0.density=2600").rocks[0].density == 2600);
  CHECK(parse("release.0.height=3").release.height == parse("release.height=3").release.height);
  CHECK(says(refusal([&] { parse("release.1.height=3"); }), "release.1"));
  CHECK(says(refusal([&] { parse("release.0.hight=3"); }), "is 'height' meant?"));
  CHECK(parse("settings.scheme=explicit").settings.scheme == RF_SCHEME_EXPLICIT);
  CHECK(parse("ground.preset=soft").ground.preset == "soft");
  CHECK(says(refusal([&] { parse("ground.mu_mim=0.4"); }), "is 'mu_min' meant?"));
  CHECK(refusal([&] { parse("ground.scar_length=3"); }) ==
        "command line: ground.scar_length: unknown key; is 'settings.scar_length' meant?");
  CHECK(says(refusal([&] { parse("settings.mu_min=1"); }), "is 'ground.mu_min' meant?"));
  CHECK(says(refusal([&] { parse("scar_length=3"); }), "is 'settings.scar_length' meant?"));
  CHECK(refusal([&] { parse("rock.density=2600"); }) ==
        "command line: rock.density: [[rock]] is a list, numbered from 0: give the number of one, such as rock.0");
  CHECK(refusal([&] { parse("rock.3.density=2600"); }) ==
        "command line: rock.3.density: the scenario has 1 table [[rock]], numbered from 0");
  CHECK(says(refusal([] { sandbox::parse_assignment("mu_min"); }), "must be KEY=VALUE"));
}

TEST_CASE("a wrong value of an assignment is reported without a line of the file") {
  const auto refused = [](const std::string& text, const char* change) {
    return refusal([&] { sandbox::parse_scenario(text, "s.toml", {sandbox::parse_assignment(change)}); });
  };
  CHECK(refused(good, "ground..mu_min=0.3") == "command line: ground..mu_min: there is no such key");
  CHECK(refused(good, "ground.mu_min.=0.3") == "command line: ground.mu_min.: there is no such key");
  CHECK(refused(good, "ground.mu_min=abc") == "command line: ground.mu_min: must be a number");
  CHECK(refused(good, "ground.mu_min=.3") ==
        "command line: ground.mu_min: must be a number; in TOML '.3' is written 0.3");
  CHECK(refused(good, "ground.mu_min=3.") ==
        "command line: ground.mu_min: must be a number; in TOML '3.' is written 3");
  CHECK(refused(with("slope_deg = 40", "slope_deg = \"40\""), "rock.0.density=2600") ==
        "s.toml:3: terrain.slope_deg: must be a number; in TOML '40' is written 40");
  CHECK(refused(good, "rock.0.density=-3") == "command line: rock.0.density: must be more than 0, is -3");
  CHECK(says(refused(good, "run.seed=18446744073709551615"),
             "run.seed: must be a whole number from 0 to 9223372036854775807"));
  const std::string square = "[[soil]]\nmu_min = 0.3\npolygon = [[4.0, -9.0], [9.0, -9.0], [9.0, 9.0], [4.0, 9.0]]\n";
  CHECK(says(refused(good + square + square, "soil.1.soil_strength=-1"), "command line: soil.1.soil_strength: "));
  CHECK(says(refused(good, "settings.time_step=-3"), "command line: settings.time_step: must be more than 0"));
  CHECK(says(refused(good, "grund.mu_min=1"), "command line: grund: unknown key; is 'ground' meant?"));
  CHECK(says(refused(with("\"medium\"", "\"mud\""), "rock.0.density=2600"), "s.toml:10: ground.preset"));
  // Dotted keys of a file.
  CHECK(says(refused(good + "height = 1\n[settings]\nx.y = 1\n", "run.rocks=3"), "s.toml:16: settings.x: unknown key"));
  CHECK(says(refused("terrain.slope_deg = \"a\"\nterrain.kind = \"plane\"\n", "run.rocks=3"),
             "s.toml:1: terrain.slope_deg: must be a number"));
  CHECK(says(refused("terrain.kind = \"plane\"\n", "run.rocks=3"), "s.toml:1: terrain.slope_deg: is missing"));
}

TEST_CASE("rocks are shared among releases and classes by their shares") {
  std::string text = with("[ground]", "share = 3.0\n[[rock]]\nname = \"b\"\nshape = \"box\"\nshare = 1.0\n[ground]");
  text.replace(text.find("[release]"), 9, "[[release]]\nname = \"first\"\nshare = 1.0");
  text +=
      "[[release]]\nname = \"second\"\nshare = 4.0\nkind = \"area\"\npoints = [[5.0, 0.0], [9.0, 0.0], [7.0, 4.0]]\n";
  const sandbox::BuiltScene built(sandbox::parse_scenario(text, "s.toml"));
  int of_class[2] = {0, 0}, of_source[2] = {0, 0};
  for (std::uint32_t rock = 0; rock < 1000; ++rock) {
    ++of_class[built.class_of(built.start(rock, 1).rock)];
    ++of_source[built.run_of(rock)];
  }
  CHECK(std::abs(of_class[0] - 750) <= 3);
  CHECK(std::abs(of_source[0] - 200) <= 3);
  const auto again = sandbox::parse_scenario(sandbox::scenario_text(sandbox::parse_scenario(text, "s.toml")), "s.toml");
  CHECK(again.further_releases.size() == 1);
  CHECK(again.further_releases[0].share == 4);
}

TEST_CASE("files are found beside a scenario that lies behind a symbolic link to its folder") {
  const Temporary temporary;
  std::filesystem::create_directories(temporary.folder / "real/sub");
  std::filesystem::create_directory(temporary.folder / "links");
  std::filesystem::create_directory_symlink(temporary.folder / "real/sub", temporary.folder / "links/l");
  temporary.write("real/t.asc", "ncols 2\nnrows 2\nxllcenter -5\nyllcenter -5\ncellsize 10\n1 2\n3 4\n");
  temporary.write("real/sub/s.toml", "[terrain]\nfile = \"../t.asc\"\n" + good.substr(good.find("[[rock]]")));
  CHECK(std::filesystem::exists(sandbox::read_scenario(temporary.folder / "links/l/s.toml").terrain.file));
  const std::filesystem::path file = sandbox::read_scenario(temporary.folder / "real/sub/s.toml").terrain.file;
  CHECK(file == temporary.folder / "real/t.asc");
}

TEST_CASE("heights that mark holes undeclared are refused") {
  const Temporary temporary;
  const auto refused = [&](const char* height, const char* keys) {
    temporary.write("t.asc",
                    std::string("ncols 2\nnrows 2\nxllcenter -5\nyllcenter -5\ncellsize 10\n1 2\n3 ") + height + "\n");
    const std::string terrain = "[terrain]\nfile = \"t.asc\"\n" + std::string(keys);
    return refusal([&] {
      sandbox::BuiltScene built(
          sandbox::read_scenario(temporary.write("s.toml", terrain + good.substr(good.find("[[rock]]")))));
    });
  };
  CHECK(says(refused("-3.4028235e38", ""), "t.asc: a height of -3.4028235e+38 m"));
  CHECK(says(refused("-32768000", ""), "terrain.nodata"));
  CHECK(refused("-32768000", "nodata = -32768000.0\n").empty());
  CHECK(refused("4000000", "z_scale = 0.001\n").empty());
}

TEST_CASE("a start over a hole is drawn again and counted") {
  const Temporary temporary;
  temporary.write("t.asc",
                  "ncols 4\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 10\nNODATA_value -1\n"
                  "9 8 -1 -1\n9 8 -1 -1\n");
  std::string text = with("kind = \"point\"\npoints = [0.0, 0.0]\n",
                          "kind = \"line\"\npoints = [[6.0, 10.0], [24.0, 10.0]]\nheight = 3.0\n");
  text.replace(text.find(good_terrain), good_terrain.size(), "file = \"t.asc\"\n");
  const sandbox::BuiltScene built(sandbox::read_scenario(temporary.write("s.toml", text)));
  std::uint32_t redrawn = 0;
  for (std::uint32_t rock = 0; rock < 200; ++rock) {
    const rf_state state = built.start(rock, 1, &redrawn);
    CHECK(state.position[0] + built.origin()[0] <= 15);
  }
  CHECK(redrawn > 100);
  CHECK(redrawn < 400);
}

TEST_CASE("a field of mu_min above mu_max is reported for its file and place") {
  const Temporary temporary;
  const std::string frame = "ncols 3\nnrows 2\nxllcorner 2600000\nyllcorner 0\ncellsize 10\n";
  temporary.write("t.asc", frame + "9 8 7 9 8 7\n");
  temporary.write("mu.asc", frame + "0.1 0.2 0.3 0.1 9.0 0.3\n");
  const std::string text = with_terrain("file = \"t.asc\"\n", "[15.0, 10.0]");
  const auto file = temporary.write("s.toml", text + "[ground.fields]\nmu_min = \"mu.asc\"\n");
  const std::string message = refusal([&] { sandbox::BuiltScene built(sandbox::read_scenario(file)); });
  CHECK(says(message, "mu.asc: at (2600015.00, 5.00): "));
  CHECK(says(message, "mu_m"));
}

TEST_CASE("a soil that gives one of two equal friction coefficients is not refused for the rounding of the other") {
  const std::string square = "[[soil]]\npolygon = [[4.0, -9.0], [9.0, -9.0], [9.0, 9.0], [4.0, 9.0]]\n";
  // 0.6 is rounded up, 0.9 down.
  const auto refused = [&](const std::string& ground, const std::string& value) {
    return refused_scenario(with("preset = \"medium\"\n", ground) + square + value);
  };
  CHECK(refused("", "mu_min = 0.3\n").empty());
  CHECK(refused("", "mu_max = 0.9\n").empty());
  CHECK(refused("mu_min = 0.9\nmu_max = 0.9\n", "mu_min = 0.3\n").empty());
  CHECK(refused("mu_min = 0.9\nmu_max = 0.9\n", "mu_max = 2.0\n").empty());
  CHECK(!refused("", "mu_min = 0.61\n").empty());
}

TEST_CASE("a scenario with missing parts is refused with their names") {
  CHECK(says(refused_scenario("[scenario]\nname = \"x\"\n"), "[terrain] is missing"));
  CHECK(
      says(refused_scenario(with("[[rock]]\nshape = \"eota221\"\nmass = 780.0\ndensity = 2700.0\n", "")), "[[rock]]"));
  CHECK(says(refused_scenario(with("slope_deg = 40\n", "")), "terrain.slope_deg: is missing"));
  CHECK(says(refused_scenario(with("slope_deg", "slope_degree")), "is missing; given are: kind, slope_degree"));
  CHECK(says(refused_scenario("[terrain\n"), "s.toml:1: not valid TOML"));
  CHECK(says(refused_scenario(with_terrain("file = \"no.asc\"\n")), "no such file"));
}

TEST_CASE("a release outside the terrain is refused") {
  const Temporary temporary;
  const auto file = temporary.write("s.toml", with("[0.0, 0.0]", "[1e6, 0.0]"));
  const sandbox::BuiltScene built(sandbox::read_scenario(file));
  CHECK(says(refusal([&] { built.start(0, 1); }),
             "s.toml:13: release.points: release of rock 0: position (1000000.00, 0.00) is not over ground"));
}

TEST_CASE("terrain in national grid coordinates gets a local origin") {
  const Temporary temporary;
  temporary.write("t.asc",
                  "ncols 3\nnrows 3\nxllcorner 2600000.5\nyllcorner 1200000.5\ncellsize 10\n9 8 7 9 8 7 9 8 7\n");
  const std::string text = with_terrain("file = \"t.asc\"\nz_scale = 2.0\n", "[2600015.0, 1200015.0]");
  const sandbox::BuiltScene built(sandbox::read_scenario(temporary.write("s.toml", text)));
  const rf_state state = built.start(0, 1);
  CHECK(built.origin()[0] == 2600005);
  CHECK(state.position[0] == doctest::Approx(10));
  CHECK(state.position[2] > 16);
}

TEST_CASE("ground fields are read from rasters with the nodes of the terrain") {
  const Temporary temporary;
  const std::string frame = "xllcorner 0\nyllcorner 0\ncellsize 10\n";
  temporary.write("t.asc", "ncols 3\nnrows 2\n" + frame + "9 8 7 9 8 7\n");
  temporary.write("mu.asc", "ncols 3\nnrows 2\n" + frame + "0.1 0.2 0.3 0.1 0.2 0.3\n");
  temporary.write("other.asc", "ncols 2\nnrows 2\n" + frame + "1 1 1 1\n");
  const std::string text = with_terrain("file = \"t.asc\"\n", "[15.0, 10.0]");
  const sandbox::BuiltScene built(
      sandbox::read_scenario(temporary.write("s.toml", text + "[ground.fields]\nmu_min = \"mu.asc\"\n")));
  rf_terrain_sample sample{};
  REQUIRE(rf_terrain_at(&built.scene().terrain, 15 - built.origin()[0], 10 - built.origin()[1], &sample) == RF_OK);
  CHECK(sample.ground.mu_min == doctest::Approx(0.2));
  const auto bad = temporary.write("b.toml", text + "[ground.fields]\nmu_min = \"other.asc\"\n");
  CHECK(says(refusal([&] { sandbox::BuiltScene other(sandbox::read_scenario(bad)); }), "same nodes"));
}

TEST_CASE("a ramp has the given slope and is level beyond its foot") {
  sandbox::TerrainSpec spec;
  spec.slope_deg = 45;
  spec.slope_length = 100;
  const sandbox::Raster ramp = sandbox::make_ramp(spec);
  const double foot = 100 * std::cos(45 * 3.14159265358979323846 / 180);
  CHECK(ramp.values[0] == doctest::Approx(foot - ramp.x0).epsilon(1e-9));
  CHECK(ramp.values[ramp.columns - 1] == 0);
  CHECK(sandbox::steady_tangent(45) == 1);
}

TEST_CASE("relief needs a table of its own and lies over the terrain with the obstacle heights of the ground") {
  const std::string obstacles =
      with("preset = \"medium\"", "roughness_70 = 0.2\nroughness_20 = 0.4\nroughness_10 = 0.8");
  const auto highest = [](const std::string& text) {
    const sandbox::BuiltScene built(sandbox::parse_scenario(text, "s.toml"));
    double largest = 0;
    for (int i = 0; i < 400; ++i) {
      rf_terrain_sample sample;
      REQUIRE(rf_terrain_at(&built.scene().terrain, 60 + i % 20, i / 20, &sample) == RF_OK);
      largest = std::fmax(largest, sample.height);
    }
    return largest;
  };
  CHECK(highest(obstacles) == 0);
  CHECK(highest("[roughness]\n" + with("preset = \"medium\"", "preset = \"ramms_medium\"")) == 0);
  const double of_preset = highest("[roughness]\n" + good);
  CHECK(of_preset > 0.05);
  CHECK(of_preset <= rf_ground_preset_find("medium")->ground.roughness_10);
  const double height = highest("[roughness]\n" + obstacles);
  CHECK(height > 0.3);
  CHECK(height <= 0.8);
  CHECK(highest("[roughness]\nseed = 2\n" + obstacles) != height);
  CHECK(refused_scenario("[roughness]\nspacing = 0.0\n" + obstacles).find("s.toml:2: roughness.spacing") !=
        std::string::npos);
  CHECK(refused_scenario("[roughness]\nheight = 1.0\n" + obstacles).find("roughness.height") != std::string::npos);
}

TEST_CASE("a missing data file that rockfall does not include is reported as such") {
  const char* before = std::getenv("ROCKFALL_DATA");
  const std::string kept = before == nullptr ? "" : before;
  setenv("ROCKFALL_DATA", "/nonexistent", 1);
  const std::string complaint = refusal([] { sandbox::resolve("x.toml", "data:some/file.csv"); });
  CHECK(says(complaint, "needs data that do not come with rockfall"));
  CHECK(says(complaint, "ROCKFALL_DATA"));
  kept.empty() ? unsetenv("ROCKFALL_DATA") : setenv("ROCKFALL_DATA", kept.c_str(), 1);
}

TEST_CASE("an unknown scenario name is refused with the one that is meant and the list of scenarios") {
  const auto complaint = [](const std::string& name) { return refusal([&] { sandbox::find_scenario(name); }); };
  const Temporary temporary;
  const WorkingFolder empty(temporary.folder);  // files of the names below would be found
  CHECK(says(complaint("mountains"), "is 'mountain' meant? scenarios that come with rockfall: mountain, "));
  CHECK(says(complaint("valley"), "'rockfall sample valley' writes one"));
  const std::string folder = temporary.folder.string();
  CHECK(complaint(folder) == folder + ": is a folder, not a scenario file");
  temporary.write("slope.toml", "");
  CHECK(complaint(folder) == folder + ": is a folder, not a scenario file; it holds " + folder + "/slope.toml");
  CHECK(sandbox::find_scenario("mountain").filename() == "mountain.toml");
}

TEST_CASE("characters for which the TOML parser has no defined behaviour are refused outside strings and comments") {
  // U+FCFF, the degree sign, U+2FFF and half a character
  for (const std::string sign : {"\xEF\xB3\xBF", "\xC2\xB0", "\xE2\xBF\xBF", "\xC3"}) {
    const bool whole = sign.size() > 1;
    CHECK(says(refused_scenario(sign + "%"), "s.toml:1: not valid TOML"));
    CHECK(says(refused_scenario(good + "a" + sign + " = 1\n"), "a character outside strings and comments"));
    CHECK(says(refused_scenario(good + "a = \"\\" + sign + "\"\n"), "a character outside strings and comments"));
    CHECK(says(refused_scenario(good + "a = 0.5\"" + sign + "\"\n"), "a character outside strings and comments"));
    CHECK(says(refused_scenario("# \" is no quote\n" + sign + good), "s.toml:2: not valid TOML"));
    CHECK(refused_scenario("# a comment: " + sign + "\n" + good).empty() == whole);
    CHECK(refused_scenario("[scenario]\nname = \"\\\"" + sign + "\"\n" + good).empty() == whole);
    CHECK(refused_scenario("[scenario]\ndescription = '''a\n" + sign + "'''\n" + good).empty() == whole);
    if (!whole) continue;
    const auto change = sandbox::parse_assignment("scenario.name=" + sign + "%");
    CHECK(sandbox::parse_scenario(good, "s.toml", {change}).name == sign + "%");
  }
  CHECK(refused_scenario("\xEF\xBB\xBF" + good).empty());  // a byte order mark
}
