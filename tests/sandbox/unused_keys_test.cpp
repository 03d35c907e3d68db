// Keys of a scenario that have no effect are warned of with their line.
#include <doctest/doctest.h>

#include "captured_output.h"
#include "cli/commands.h"
#include "run/hazard.h"
#include "scenario/overrides.h"
#include "small_scenario.h"

namespace {

const std::string square = "polygon = [[4.0, -9.0], [9.0, -9.0], [9.0, 9.0], [4.0, 9.0]]\n";
const std::string rock = "shape = \"eota221\"\nmass = 780.0\ndensity = 2700.0\n";

/** The warnings of reading a scenario, a line each. */
std::string warnings_of_text(const std::string& text, const std::vector<sandbox::Assignment>& changes = {}) {
  std::string all;
  for (const std::string& warning : sandbox::parse_scenario(text, "s.toml", changes).warnings) all += warning + "\n";
  return all;
}

std::string warnings_of_rock(const std::string& keys) { return warnings_of_text(with(rock, keys)); }

std::string warnings_of_release(const std::string& keys) {
  return warnings_of_text(with("kind = \"point\"\npoints = [0.0, 0.0]\n", keys));
}

}  // namespace

TEST_CASE("keys of a rock that its shape or its sizing does not use are warned of") {
  CHECK(warnings_of_rock("shape = \"box\"\npoints = 50\n") ==
        "s.toml:7: rock.points: has no effect: only disc, ellipsoid and random have a number of points\n");
  CHECK(warnings_of_rock("shape = \"disc\"\nseed = 3\n") ==
        "s.toml:7: rock.seed: has no effect: only random has a seed\n");
  CHECK(warnings_of_rock("shape = \"box\"\nsizing = \"density\"\nmass = 900\n") ==
        "s.toml:8: rock.mass: has no effect: the mass follows from size and density (sizing = \"density\")\n");
  CHECK(warnings_of_rock("shape = \"box\"\nsizing = \"mass\"\nmass = 900\ndensity = 2600\n") ==
        "s.toml:9: rock.density: has no effect: the density follows from size and mass (sizing = \"mass\")\n");
  CHECK(warnings_of_rock("shape = \"random\"\npoints = 50\nseed = 3\n") == "");
  CHECK(warnings_of_rock("shape = \"ellipsoid\"\npoints = 50\nmass = 900\n") == "");
  CHECK(warnings_of_text(good, {{"rock.0.points", "50"}}) ==
        "command line: rock.0.points: has no effect: only disc, ellipsoid and random have a number of points\n");
}

TEST_CASE("a rock that no release uses is warned of") {
  const std::string another = "name = \"a\"\n" + rock + "[[rock]]\nname = \"b\"\nshape = \"box\"\n";
  const std::string text = with(rock, another);
  CHECK(warnings_of_text(text) == "");
  CHECK(warnings_of_text(text + "rocks = \"a\"\n") ==
        "s.toml:11: rock.name: has no effect: no [[release]] has the rock 'b' among its rocks\n");
}

TEST_CASE("keys of a terrain without coordinates, files or relief are warned of") {
  const std::string plane = "kind = \"plane\"\nslope_deg = 40\n";
  CHECK(warnings_of_text(with_terrain(plane + "crs = \"EPSG:2056\"\n")) ==
        "s.toml:4: terrain.crs: has no effect: a plane has no coordinates of a map\n");
  CHECK(warnings_of_text(with_terrain(good_terrain + "reproject = true\n")) ==
        "s.toml:5: terrain.reproject: has no effect: the scenario has no other rasters or vectors\n");
  CHECK(warnings_of_text(with_terrain(plane + "image = \"a.png\"\n")) ==
        "s.toml:4: terrain.image: has no effect: a plane has no extent\n");
  CHECK(warnings_of_text(with_terrain(good_terrain + "seed = 3\n")) ==
        "s.toml:5: terrain.seed: has no effect: roughness is 0\n");
  CHECK(warnings_of_text(with_terrain(good_terrain + "seed = 3\nroughness = 0.1\n")) == "");
  const std::string file = "kind = \"file\"\nfile = \"a.tif\"\nreproject = true\n";
  CHECK(says(warnings_of_text(with_terrain(file)), "s.toml:4: terrain.reproject: has no effect"));
  CHECK(warnings_of_text(with_terrain(file) + "[[line]]\nname = \"a\"\nfile = \"a.gpkg\"\n") == "");
}

TEST_CASE("relief without heights and heights without relief are warned of") {
  const std::string without = "roughness_70 = 0.0\nroughness_20 = 0.0\nroughness_10 = 0.0\n";
  CHECK(says(warnings_of_text(good + "[roughness]\n", {{"ground.preset", "ramms_medium"}}),
             "s.toml:14: roughness: has no effect: roughness_70, roughness_20 and roughness_10 of the ground are 0"));
  CHECK(warnings_of_text(good + "[roughness]\n") == "");
  CHECK(warnings_of_text(with("preset = \"medium\"\n", without) + "[roughness]\n[[soil]]\npreset = \"medium\"\n" +
                         square) == "");
  CHECK(warnings_of_text(good + "[ground.fields]\nroughness_20 = \"a.asc\"\n") ==
        "s.toml:15: ground.fields.roughness_20: has no effect: there is no table [roughness]\n");
  CHECK(warnings_of_text(good + "[[soil]]\npreset = \"hard\"\nroughness_20 = 0.1\n" + square) ==
        "s.toml:16: soil.roughness_20: has no effect: there is no table [roughness]\n");
}

TEST_CASE("keys of soils that other keys or the model make useless are warned of") {
  const auto soil = [](const std::string& keys) { return warnings_of_text(good + "[[soil]]\n" + keys); };
  CHECK(soil("file = \"a.gpkg\"\nattribute = \"b\"\npreset = \"hard\"\n") ==
        "s.toml:17: soil.preset: has no effect: attribute gives the class of every polygon\n");
  const std::string classes = "[soil.classes]\n1 = \"hard\"\n";
  CHECK(soil("file = \"a.tif\"\npreset = \"hard\"\n" + classes) ==
        "s.toml:16: soil.preset: has no effect: [soil.classes] gives the class of every cell\n");
  CHECK(soil("file = \"a.tif\"\nlayer = \"b\"\n" + classes) ==
        "s.toml:16: soil.layer: has no effect: a raster has no layers\n");
  CHECK(warnings_of_text(good + "[[soil]]\nmu_min = 0.3\n" + square, {{"settings.model", "rocfall_rigid"}}) ==
        "s.toml:15: soil.mu_min: has no effect: the model rocfall_rigid does not use it\n");
  CHECK(warnings_of_text(good + "[ground.fields]\nmu_min = \"a.asc\"\n", {{"settings.model", "rocfall_rigid"}}) ==
        "s.toml:15: ground.fields.mu_min: has no effect: the model rocfall_rigid does not use it\n");
}

TEST_CASE("keys of forests that have no effect are warned of") {
  const auto forest = [](const std::string& keys) { return warnings_of_text(good + "[[forest]]\n" + square + keys); };
  CHECK(forest("height = 0\n") == "s.toml:16: forest.height: has no effect: a forest of height 0 stops no rock\n");
  CHECK(forest("drag = 0\nheight = 0\n") == "");  // a clearing
  CHECK(forest("drag = 100\ndensity = \"open\"\n") ==
        "s.toml:17: forest.density: has no effect: drag is given as well\n");
  CHECK(warnings_of_text(good + "[[forest]]\n" + square, {{"settings.model", "rocfall_lumped"}}) ==
        "s.toml:15: forest.polygon: has no effect: the model rocfall_lumped has no drag of vegetation\n");
}

TEST_CASE("a model that the command line gives is known when keys without effect are looked for") {
  const Temporary temporary;
  temporary.write("s.toml", good + "[[forest]]\n" + square);
  sandbox::ScenarioOverrides overrides;
  overrides.model = "rocfall_rigid";
  const sandbox::Scenario scenario = sandbox::read_scenario((temporary.folder / "s.toml").string(), overrides);
  REQUIRE(scenario.warnings.size() == 1);
  CHECK(says(scenario.warnings[0], "forest.polygon: has no effect: the model rocfall_rigid has no drag of vegetation"));
}

TEST_CASE("settings of the soil layer that the command line gives are warned of where there is no soil") {
  const std::string because = ": has no effect: soil_strength is 0 everywhere\n";
  CHECK(warnings_of_text(good, {{"settings.scar_length", "3"}, {"ground.preset", "\"extra_hard\""}}) ==
        "command line: settings.scar_length" + because);
  CHECK(warnings_of_text(good, {{"settings.soil_law", "\"face_pressure\""}, {"ground.preset", "\"extra_hard\""}}) ==
        "command line: settings.soil_law" + because);
  CHECK(warnings_of_text(good, {{"settings.scar_length", "3"}, {"ground.soil_strength", "1e7"}}) == "");
  CHECK(warnings_of_text(good + "[[soil]]\npreset = \"medium\"\n" + square, {{"settings.scar_length", "3"}}) == "");
}

TEST_CASE("a ground of the command line that soils replace everywhere is warned of") {
  const auto warnings = [](const std::string& soil, const std::vector<sandbox::Assignment>& changes) {
    std::string all;
    const sandbox::BuiltScene built(sandbox::parse_scenario(good + soil, "s.toml", changes));
    for (const std::string& warning : built.warnings()) all += warning + "\n";
    return all;
  };
  const std::string everywhere =
      "[[soil]]\npolygon = [[-999.0, -999.0], [999.0, -999.0], [999.0, 999.0], [-999.0, 999.0]]\n";
  const std::vector<sandbox::Assignment> changes = {{"ground.preset", "\"hard\""}, {"ground.kappa", "2.0"}};
  const std::string because = ": has no effect: [ground.fields], [[soil]] or [[forest]] give it everywhere\n";
  CHECK(warnings(everywhere + "preset = \"soft\"\n", changes) ==
        "command line: ground.preset" + because + "command line: ground.kappa" + because);
  CHECK(warnings(everywhere + "kappa = 3.0\n", changes) == "command line: ground.kappa" + because);
  CHECK(warnings("[[soil]]\n" + square + "preset = \"soft\"\n", changes) == "");
  CHECK(warnings(everywhere + "preset = \"soft\"\n", {}) == "");
}

TEST_CASE("keys of a release that its kind or the model does not use are warned of") {
  CHECK(warnings_of_release("kind = \"raster\"\nfile = \"a.tif\"\nlayer = \"b\"\n") ==
        "s.toml:14: release.layer: has no effect: a raster has no layers\n");
  const std::string runs = "kind = \"runs\"\nfile = \"a.csv\"\nrun = \"a\"\nx = \"x\"\ny = \"y\"\n";
  const std::string speeds = "vx = \"u\"\nvy = \"v\"\nvz = \"w\"\n";
  CHECK(warnings_of_release(runs + "velocity = [1, 0, 0]\n") == "");
  CHECK(warnings_of_release(runs + speeds + "velocity = [1, 0, 0]\n") ==
        "s.toml:20: release.velocity: has no effect: vx, vy and vz name columns of the table\n");
  const std::string start = "kind = \"point\"\npoints = [0.0, 0.0]\n";
  std::string shared = with(rock, rock + "share = 2\n");
  shared.replace(shared.find(start), start.size(), runs + "rock = \"r\"\n");
  CHECK(warnings_of_text(shared) ==
        "s.toml:9: rock.share: has no effect: the table of the release names the rock of each run\n");
  const std::string text = with(start, start + "orientation = [1, 0, 0, 0]\nangular_velocity = [1, 0, 0]\n");
  CHECK(warnings_of_text(text) == "");
  CHECK(warnings_of_text(text, {{"settings.model", "rocfall_lumped"}}) ==
        "s.toml:14: release.orientation: has no effect: the model rocfall_lumped has no rotation\n"
        "s.toml:15: release.angular_velocity: has no effect: the model rocfall_lumped has no rotation\n");
}

TEST_CASE("a scenario that the programs write has no keys without effect") {
  const auto again = [](const std::string& text, const std::vector<sandbox::Assignment>& changes = {}) {
    return warnings_of_text(sandbox::runnable_text(sandbox::parse_scenario(text, "s.toml", changes)));
  };
  CHECK(again(good) == "");
  for (const char* model : {"rocfall_rigid", "rocfall_lumped"}) CHECK(again(good, {{"settings.model", model}}) == "");
  for (const char* keys : {"shape = \"box\"\n", "shape = \"disc\"\nmass = 50\n", "file = \"a.pts\"\ndensity = 2500\n",
                           "shape = \"random\"\n[rock.volume]\ndistribution = \"lognormal\"\nmedian = 3.0\n"}) {
    CAPTURE(keys);
    CHECK(again(with(rock, keys)) == "");
  }
  const std::string runs = "kind = \"runs\"\nfile = \"a.csv\"\nrun = \"a\"\nx = \"x\"\ny = \"y\"\n";
  const std::string point = "kind = \"point\"\npoints = [0.0, 0.0]\n";
  CHECK(again(with(point, runs + "vx = \"u\"\nvy = \"v\"\nvz = \"w\"\n")) == "");
  CHECK(again(good + "[[soil]]\nfile = \"a.tif\"\n[soil.classes]\n1 = \"hard\"\n[[forest]]\n" + square) == "");
}

TEST_CASE("return periods are warned of where a run writes no rasters") {
  const Temporary temporary;
  sandbox::RunArguments arguments;
  arguments.scenario = temporary.write("s.toml", good + "[settings]\ntime_limit = 1\n[[event]]\nreturn_period = 30\n");
  arguments.out = (temporary.folder / "out").string();
  arguments.overrides.rocks = 2;
  arguments.quiet = arguments.no_map = true;
  const std::string warning = "s.toml:17: event.return_period: has no effect: intensities need --rasters";
  for (const bool rasters : {false, true}) {
    CAPTURE(rasters);
    arguments.rasters = rasters;
    arguments.force = true;
    std::string printed;
    {
      const CapturedOutput out;
      const CapturedErrors errors;
      sandbox::run_command(arguments);
      printed = errors.text.str();
    }
    CHECK(says(printed, warning) == !rasters);
    CHECK(says(read_all(temporary.folder / "out/summary.json"), warning) == !rasters);
  }
}

TEST_CASE("rasters of very few cells are warned of") {
  const Temporary temporary;
  const sandbox::Scenario scenario = sandbox::read_scenario(temporary.write("s.toml", good));
  const sandbox::BuiltScene built(scenario);
  for (const double cell : {2.0, 500.0}) {
    sandbox::HazardPlan plan;
    plan.cells = sandbox::cells_over(built, cell);
    const std::vector<std::string> warnings = sandbox::warnings_of_plan(scenario, built, plan);
    REQUIRE(warnings.size() == (cell > 2 ? 1 : 0));
    if (cell > 2)
      CHECK(says(warnings[0], "--raster-cell 500: the rasters have only 1 x 1 cells over the whole terrain"));
  }
}

TEST_CASE("numbers of the ground without what they need are warned of") {
  CHECK(warnings_of_text(good, {{"ground.roughness_70", "0.5"}}) ==
        "command line: ground.roughness_70: has no effect: there is no table [roughness]\n");
  CHECK(warnings_of_text(good, {{"ground.roughness_70", "0.5"}, {"roughness.spacing", "1"}}) == "");
  CHECK(warnings_of_text(good, {{"ground.layer_drag", "500"}}) ==
        "command line: ground.layer_drag: has no effect: layer_height is 0\n");
  CHECK(warnings_of_text(good, {{"ground.layer_height", "5"}}) ==
        "command line: ground.layer_height: has no effect: layer_drag is 0\n");
  CHECK(warnings_of_text(good, {{"ground.layer_drag", "500"}, {"ground.layer_height", "5"}}) == "");
}

TEST_CASE("rasters and soils of a number that is drawn for each rock are warned of") {
  const std::string scatter = "[scatter]\nsoil_strength = \"1e6:1e7\"\n";
  const std::string because = "soil_strength: has no effect: [scatter] draws it for each rock\n";
  CHECK(warnings_of_text(good + scatter + "[ground.fields]\nsoil_strength = \"a.asc\"\n") ==
        "s.toml:17: ground.fields." + because);
  CHECK(warnings_of_text(good + scatter + "[[soil]]\n" + square + "soil_strength = 1e6\n") ==
        "s.toml:18: soil." + because);
  CHECK(warnings_of_text(good + scatter + "[ground.fields]\nsoil_drag = \"a.asc\"\n") == "");
}
