// Values of a scenario that are valid but hardly meant.
#include <doctest/doctest.h>

#include "scenario/overrides.h"
#include "small_scenario.h"

namespace {

/** Warnings of the scene of `good` with more tables, a line each. */
std::string warnings_with(const std::string& more, const std::vector<sandbox::Assignment>& changes = {}) {
  const sandbox::BuiltScene built(sandbox::parse_scenario(good + more, "s.toml", changes));
  std::string all;
  for (const std::string& warning : built.warnings()) all += warning + "\n";
  return all;
}

}  // namespace

TEST_CASE("a time step of half a second is refused, in the file and on the command line") {
  CHECK(says(refused_scenario(good + "[settings]\ntime_step = 0.5\n"),
             "settings.time_step: must be more than 0 and at most 0.1"));
  const Temporary temporary;
  const auto file = temporary.write("s.toml", good).string();
  sandbox::ScenarioOverrides overrides;
  overrides.time_step = 0.5;
  CHECK(says(refusal([&] { sandbox::read_scenario(file, overrides); }),
             "the time step must be more than 0 and at most 0.1 s"));
}

TEST_CASE("a density in tonnes per cubic metre is warned of") {
  const auto scenario = sandbox::parse_scenario(with("density = 2700.0", "density = 2.7"), "s.toml");
  REQUIRE(scenario.warnings.size() == 1);
  CHECK(says(scenario.warnings[0], "is 2700 meant"));
  CHECK(sandbox::parse_scenario(good, "s.toml").warnings.empty());
}

TEST_CASE("a soil strength in megapascals and a rock in millimetres are warned of") {
  const auto warnings = [](const char* change) {
    return sandbox::parse_scenario(good, "s.toml", {sandbox::parse_assignment(change)}).warnings;
  };
  REQUIRE(warnings("ground.soil_strength=15").size() == 1);
  CHECK(says(warnings("ground.soil_strength=15")[0], "soil_strength is 15 Pa; is 1.5e+07 meant (15 MPa)?"));
  CHECK(warnings("ground.soil_strength=0").empty());
  CHECK(warnings("ground.soil_strength=1e5").empty());
  REQUIRE(warnings("ground.soil_strength=5000").size() == 1);
  CHECK(says(warnings("ground.soil_strength=5000")[0], "is 5e+06 meant (5000 kPa)?"));
  CHECK(says(warnings("ground.soil_strength=25000")[0], "is 2.5e+07 meant (25000 kPa)?"));
  REQUIRE(warnings("ground.soil_strength=1e-300").size() == 1);
  CHECK(says(warnings("ground.soil_strength=1e-300")[0], "usual values are 1e6 to 1e8 Pa"));
  CHECK(says(warnings("ground.soil_strength=1e10")[0], "soil_strength is 1e+10; usual values are"));
  CHECK(says(warnings("ground.soil_drag=1e10")[0], "soil_drag is 1e+10; usual values are"));
  CHECK(says(warnings("ground.soil_density=1e4")[0], "soil_density is 10000; usual values are"));
  CHECK(warnings("ground.soil_density=50").empty());  // fresh snow
}

TEST_CASE("a gravity above that of all planets is warned of") {
  CHECK(warnings_with("[settings]\ngravity = 981\n") == "settings.gravity is 981 m/s2; that of the Earth is 9.81\n");
  CHECK(warnings_with("[settings]\ngravity = 24.8\n") == "");
}

TEST_CASE("a rock of unusual size is warned of, however its size is given") {
  const auto warnings = [](const std::string& more) {
    return sandbox::BuiltScene(sandbox::parse_scenario(with("mass = 780.0\n", more), "s.toml")).warnings();
  };
  REQUIRE(warnings("size = [900, 900, 450]\n").size() == 1);
  CHECK(says(warnings("size = [900, 900, 450]\n")[0], "'eota221': a size of 900 x 900 x 450 m is unusual"));
  CHECK(warnings("size = [20, 3, 3]\n").empty());
  CHECK(warnings("mass = 780.0\nsize = [900, 900, 450]\n").empty());  // scaled to the mass
  REQUIRE(warnings("mass = 0.78\n").size() == 1);
  CHECK(says(warnings("mass = 0.78\n")[0], "masses in kilograms"));
}

TEST_CASE("a mass in tonnes is warned of where the size is given as well") {
  const auto warnings = [](const std::string& mass) {
    const std::string text = with("shape = \"eota221\"\nmass = 780.0\ndensity = 2700.0\n",
                                  "shape = \"eota221\"\nsize = [0.6, 0.6, 0.5]\nmass = " + mass + "\n");
    return sandbox::BuiltScene(sandbox::parse_scenario(text, "s.toml")).warnings();
  };
  CHECK(warnings("340.0").empty());
  REQUIRE(warnings("0.34").size() == 1);
  CHECK(says(warnings("0.34")[0], "'eota221': mass and size give a density of "));
  CHECK(says(warnings("0.34")[0], "is 340 kg meant (0.34 t)?"));
  REQUIRE(warnings("2e6").size() == 1);
  CHECK(says(warnings("2e6")[0], "sizes are in metres, masses in kilograms"));
}

TEST_CASE("a number on the command line that the model does not use is warned of") {
  const auto warnings = [](const std::string& change, const char* model) {
    return warnings_with("", {{"settings.model", model}, sandbox::parse_assignment(change)});
  };
  const std::string unused = ": has no effect: the model ";
  CHECK(warnings("ground.mu_min=0.1", "rocfall_rigid") ==
        "command line: ground.mu_min" + unused + "rocfall_rigid does not use it\n");
  CHECK(warnings("ground.rocfall_friction=0.1", "hard_contact") ==
        "command line: ground.rocfall_friction" + unused + "hard_contact does not use it\n");
  CHECK(says(warnings("settings.rocfall_shape=hull", "hard_contact"), "settings.rocfall_shape" + unused));
  CHECK(says(warnings("settings.scheme=exact", "rocfall_rigid"), "settings.scheme" + unused));
  CHECK(says(warnings("settings.soil_law=face_pressure", "rocfall_lumped"), "settings.soil_law" + unused));
  CHECK(warnings("settings.rocfall_shape=hull", "rocfall_rigid").empty());
  CHECK(warnings("settings.scheme=exact", "hard_contact").empty());
}

TEST_CASE("soil strengths in megapascals and soil densities in tonnes are warned of wherever they are given") {
  const auto warnings = [](const std::string& more) { return warnings_with(more); };
  const std::string square = "[[soil]]\npolygon = [[4.0, -9.0], [9.0, -9.0], [9.0, 9.0], [4.0, 9.0]]\n";
  CHECK(says(warnings(square + "soil_strength = 20\n"),
             "s.toml:15: soil.polygon: soil_strength is 20 Pa; is 2e+07 meant (20 MPa)?"));
  CHECK(says(warnings(square + "soil_density = 1.8\n"), "soil_density is 1.8 kg/m3; is 1800 meant (1.8 t/m3)?"));
  CHECK(says(warnings("[scatter]\nsoil_strength = \"2:40:log\"\n"), "scatter: soil_strength is 40 Pa; is 4e+07 meant"));
  CHECK(warnings(square + "soil_strength = 2e7\nsoil_density = 1800\n[scatter]\nsoil_drag = \"2:40:log\"\n").empty());
}

TEST_CASE("a scattered mu_min above mu_max is warned of, at any place of the terrain") {
  const auto warnings = [](const std::string& more) {
    return warnings_with(more, {{"ground.mu_min", "0.5"}, {"ground.mu_max", "0.7"}});
  };
  CHECK(warnings("[scatter]\nmu_min = \"0.3:0.9\"\n") ==
        "scatter: mu_min can be 0.9 where mu_max is 0.7; mu_max is then raised to mu_min\n");
  CHECK(says(warnings("[scatter]\nmu_max = \"0.4:2\"\n"), "mu_min can be 0.5 where mu_max is 0.4;"));
  CHECK(says(warnings("[scatter]\nmu_min = \"0.3:0.9\"\nmu_max = \"0.8:2\"\n"),
             "mu_min can be 0.9 where mu_max is 0.8;"));
  CHECK(warnings("[scatter]\nmu_min = \"0.3:0.7\"\n").empty());
  CHECK(warnings("[scatter]\nmu_min = \"0.3:0.8\"\nmu_max = \"0.8:2\"\n").empty());
  // A number that is rounded to float in a field is not below itself.
  const std::string square = "[[soil]]\npolygon = [[4.0, -9.0], [9.0, -9.0], [9.0, 9.0], [4.0, 9.0]]\n";
  CHECK(says(warnings(square + "mu_max = 0.55\n[scatter]\nmu_min = \"0.3:0.6\"\n"),
             "mu_min can be 0.6 where mu_max is 0.55;"));
  CHECK(warnings(square + "mu_max = 0.55\n[scatter]\nmu_min = \"0.3:0.55\"\n").empty());
  // What no rock meets is not compared: the model does not use it, or [[soil]] is everywhere.
  const std::string everywhere = "[[soil]]\npolygon = [[-99.0, -99.0], [999.0, -99.0], [999.0, 99.0], [-99.0, 99.0]]\n";
  CHECK_FALSE(says(warnings(everywhere + "mu_max = 1\n[scatter]\nmu_min = \"0.3:0.9\"\n"), "scatter"));
  CHECK(
      !says(warnings("[scatter]\nmu_min = \"0.3:0.9\"\n[settings]\nmodel = \"rocfall_lumped\"\n"), "raised to mu_min"));
}

TEST_CASE("a scattered parameter that the model does not use is warned of") {
  const std::string scatter = "[scatter]\nmu_min = \"0.3:0.4\"\nrocfall_friction = \"0.3:0.4\"\n";
  const std::string unused = ": has no effect: the model ";
  CHECK(warnings_with(scatter) == "s.toml:16: scatter.rocfall_friction" + unused + "hard_contact does not use it\n");
  CHECK(warnings_with(scatter, {{"settings.model", "rocfall_rigid"}}) ==
        "s.toml:15: scatter.mu_min" + unused + "rocfall_rigid does not use it\n");
}

TEST_CASE("a scattered parameter that others leave without effect is warned of") {
  const auto warnings = [](const std::string& keys, const std::vector<sandbox::Assignment>& changes = {}) {
    return warnings_with("[scatter]\n" + keys, changes);
  };
  const std::vector<sandbox::Assignment> rigid = {{"ground.soil_strength", "0"}};
  CHECK(warnings("soil_drag = \"1:3\"\n", rigid) ==
        "s.toml:15: scatter.soil_drag: without soil_strength it has no effect\n");
  CHECK(warnings("soil_drag = \"1:3\"\nsoil_strength = \"0:1e7\"\n", rigid).empty());
  CHECK(warnings("layer_drag = \"100:300\"\n") ==
        "s.toml:15: scatter.layer_drag: without layer_height it has no effect\n");
  CHECK(warnings("layer_drag = \"100:300\"\nlayer_height = \"1:3\"\n").empty());
  // A calibration gives other values to what it fits.
  CHECK(warnings("soil_drag = \"1:3\"\n[calibrate]\nsoil_strength = \"1e6:1e7\"\n", rigid).empty());
}

TEST_CASE("a soil law without a terminal speed is warned of where there is soil") {
  const std::string law = "settings.soil_law: face_pressure is for single impacts;";
  const std::string soil = "[settings]\nsoil_law = \"face_pressure\"\n";
  CHECK(says(warnings_with(soil), law));
  CHECK_FALSE(says(warnings_with(soil, {{"ground.soil_strength", "0"}}), law));
  CHECK(warnings_with("").empty());
  CHECK_FALSE(says(warnings_with(soil, {{"settings.model", "rocfall_rigid"}}), law));
}

TEST_CASE("a lognormal distribution that is cut off before its median is warned of") {
  const auto warnings = [](const std::string& bounds) {
    const std::string volume = "[rock.volume]\ndistribution = \"lognormal\"\nmedian = 3.0\n" + bounds;
    return sandbox::parse_scenario(with("mass = 780.0\ndensity = 2700.0\n", volume), "s.toml").warnings;
  };
  REQUIRE(warnings("maximum = 1.0\n").size() == 1);
  CHECK(
      warnings("maximum = 1.0\n")[0] ==
      "rock 'eota221': the maximum of its volumes, 1 m3, is below their median, 3 m3: half of the distribution is cut "
      "off or more");
  REQUIRE(warnings("minimum = 4.0\n").size() == 1);
  CHECK(says(warnings("minimum = 4.0\n")[0], "the minimum of its volumes, 4 m3, is above their median, 3 m3"));
  CHECK(warnings("minimum = 1.0\nmaximum = 8.0\n").empty());
  CHECK(warnings("sigma = 0\nminimum = 1.0\nmaximum = 8.0\n").empty());
  CHECK(says(refusal([&] { warnings("sigma = 0\nminimum = 4.0\n"); }),
             "all volumes are the median, which is not between"));
  CHECK(says(refusal([&] { warnings("sigma = 0\nmaximum = 2.0\n"); }),
             "all volumes are the median, which is not between"));
}

TEST_CASE("a friction coefficient out of its range is named, also if it is the larger one") {
  const std::string square = "[[soil]]\npolygon = [[4.0, -9.0], [9.0, -9.0], [9.0, 9.0], [4.0, 9.0]]\n";
  CHECK(says(refused_scenario(good + square + "mu_max = -5.0\n"), "mu_max is -5"));
  CHECK(says(refused_scenario(good + square + "mu_min = -5.0\n"), "mu_min is -5"));
}

TEST_CASE("a calibrated ground says which of its numbers were changed afterwards") {
  const std::string text = with("preset = \"medium\"", "mu_max = 1.5\ncalibrated = \"mu_max to 18 runs\"");
  const auto calibrated = [&](const std::vector<sandbox::Assignment>& changes) {
    return sandbox::parse_scenario(text, "s.toml", changes).ground.calibrated;
  };
  CHECK(calibrated({}) == "mu_max to 18 runs");
  CHECK(calibrated({{"ground.mu_max", "1.7"}, {"run.rocks", "3"}}) ==
        "mu_max to 18 runs; changed since: ground.mu_max");
}

TEST_CASE("the message about a friction coefficient against the other one is about the key that it names") {
  const auto refused = [](const std::vector<sandbox::Assignment>& changes) {
    return refusal([&] { sandbox::parse_scenario(good, "s.toml", changes); });
  };
  CHECK(refused({{"ground.mu_min", "3"}}) ==
        "command line: ground.mu_min: is 3, must be at most mu_max, which is 2 in the preset medium");
  CHECK(refused({{"ground.mu_max", "0.2"}}) ==
        "command line: ground.mu_max: is 0.2, must be at least mu_min, which is 0.35 in the preset medium");
  CHECK(refused({{"ground.mu_max", "0.2"}, {"ground.mu_min", "0.3"}}) ==
        "command line: ground.mu_max: is 0.2, must be at least mu_min, which is 0.3");
  CHECK(says(refused({{"ground.mu_max", "-1"}}), "ground.mu_max: mu_max is -1, must be between 0"));
  const auto without_preset = [](const std::string& line) {
    return refused_scenario(with("preset = \"medium\"", line));
  };
  CHECK(says(without_preset("mu_min = 0.9"), "ground.mu_min: is 0.9, must be at most mu_max, which is 0.6 by default"));
  const std::string square = "[[soil]]\npolygon = [[4.0, -9.0], [9.0, -9.0], [9.0, 9.0], [4.0, 9.0]]\n";
  CHECK(says(refused_scenario(good + square + "preset = \"hard\"\nmu_min = 3.0\n"),
             "s.toml:17: soil.mu_min: is 3, must be at most mu_max, which is 2 in the preset hard"));
}

TEST_CASE("the relief is no key of [scatter], and is not offered as one") {
  const std::string unknown = refused_scenario(good + "[scatter]\nroughnes = \"0.1:0.2\"\n");
  CHECK(says(unknown, "scatter.roughnes: unknown key"));
  CHECK(says(unknown, "soil_density"));
  CHECK(!says(unknown, "roughness_"));
  CHECK(says(refused_scenario(good + "[scatter]\nroughness_20 = \"0.1:0.2\"\n"),
             "s.toml:15: scatter.roughness_20: cannot differ from rock to rock"));
}

TEST_CASE("a number of the ground on the command line that others leave without effect is warned of") {
  const auto warnings = [](const std::vector<std::string>& changes) {
    std::vector<sandbox::Assignment> assignments;
    for (const std::string& change : changes) assignments.push_back(sandbox::parse_assignment(change));
    return warnings_with("", assignments);
  };
  CHECK(warnings({"ground.preset=ramms_hard", "ground.soil_drag=3"}) ==
        "command line: ground.soil_drag: without soil_strength it has no effect\n");
  CHECK(warnings({"ground.preset=hard", "ground.soil_drag=3"}) == "");
  CHECK(says(warnings({"ground.mu_max=0.3", "ground.mu_min=0.3", "ground.kappa=3"}),
             "ground.kappa: where mu_max is mu_min"));
  CHECK(says(warnings({"settings.soil_law=face_pressure", "ground.soil_drag_rotation=3"}),
             "ground.soil_drag_rotation: has no effect: the soil law face_pressure does not use it"));
}

TEST_CASE("a preset for a ground of which every number is given is refused") {
  std::string numbers = "[ground]\n";
  const rf_ground ground = rf_ground_preset_find("hard")->ground;
  for (std::int32_t field = 0; field < RF_GROUND_FIELD_COUNT; ++field) {
    numbers += std::string(rf_ground_field_name(field)) + " = " + std::to_string((&ground.mu_min)[field]) + "\n";
  }
  const std::string text = with("[ground]\npreset = \"medium\"\n", numbers);
  const auto read = [&](const char* change) {
    return refusal([&] { (void)sandbox::parse_scenario(text, "s.toml", {sandbox::parse_assignment(change)}); });
  };
  CHECK(says(read("ground.preset=soft"), "command line: ground.preset: has no effect: [ground] gives every number"));
  CHECK(read("ground.mu_min=0.2") == "");
}

TEST_CASE("a start velocity above 1000 m/s in a table of runs is refused with its line") {
  const Temporary temporary;
  temporary.write("runs.csv", "id,x,y,u,v,w\na,0,0,1,0,0\nb,1,2,1e9,0,0\n");
  const auto file = temporary.write(
      "s.toml", with("kind = \"point\"\npoints = [0.0, 0.0]\n",
                     "kind = \"runs\"\nfile = \"runs.csv\"\nrun = \"id\"\nx = \"x\"\ny = \"y\"\nvx = \"u\"\n"
                     "vy = \"v\"\nvz = \"w\"\n"));
  CHECK(says(refusal([&] { sandbox::BuiltScene built(sandbox::read_scenario(file)); }),
             "runs.csv:3: u: a velocity must be at most 1000 m/s in size, is 1"));
}

TEST_CASE("a speed in km/h and a height above the sea are warned of in a release") {
  const auto warnings = [](const std::string& keys) {
    const std::string text =
        with("kind = \"point\"\npoints = [0.0, 0.0]\n", "kind = \"point\"\npoints = [0.0, 0.0]\n" + keys);
    return sandbox::parse_scenario(text, "s.toml").warnings;
  };
  CHECK(warnings("velocity = [0.0, -20.0, 0.0]\nheight = 20.0\n").empty());
  const auto fast = warnings("velocity = [0.0, -72.0, 0.0]\n");
  REQUIRE(fast.size() == 1);
  CHECK(says(fast[0], "release.points: the rocks start with 72 m/s; is 20 m/s (72 km/h) meant?"));
  const auto high = warnings("height = 2000.0\n");
  REQUIRE(high.size() == 1);
  CHECK(says(high[0], "release.points: the rocks start up to 2000 m over the ground"));
}
