#include <doctest/doctest.h>

#include "scenario/overrides.h"
#include "small_scenario.h"

TEST_CASE("messages say what a wrong key, kind or file should have been") {
  CHECK(says(refused_scenario(with("preset = \"medium\"", "preset = \"meduim\"")), "is 'medium' meant?"));
  CHECK(says(refused_scenario(with_terrain("kind = \"plane\"\nslope_deg = 40\nslope_length = 30.0\n")),
             "terrain.slope_length: is a key of kind = \"ramp\" only"));
  const auto changed = [](const char* change) {
    return refusal([&] { sandbox::parse_scenario(good, "s.toml", {sandbox::parse_assignment(change)}); });
  };
  CHECK(says(changed("mu_min=0.2"), "is 'ground.mu_min' meant?"));
  CHECK(says(changed("nothing=0.2"), "TABLE.KEY"));
  const auto fitted = [](const char* fit) { return refusal([&] { sandbox::parse_fit(fit); }); };
  CHECK(
      says(fitted("ground.mu_mn=0.1:0.2"), "'mu_mn' is not a ground parameter; is 'mu_min' meant? they are: mu_min, "));
  CHECK(says(fitted("rock.0.density=1:2"),
             "--fit rock.0.density: only numbers of [ground] and of a [[soil]] (soil.0.FIELD, ...) can be fitted: "
             "mu_min, mu_max, "));
  CHECK(says(fitted("soil.0.mu_min"), "(of a soil: soil.0.FIELD=...), not 'soil.0.mu_min'"));
  CHECK(says(fitted("soil.2.mu_min=0.4:0.2"), "--fit soil.2.mu_min: the bounds of mu_min, '0.4:0.2': "));
  const Temporary temporary;
  const std::string terrain = temporary.write("dem.asc", "ncols 2\nnrows 2\n").string();
  CHECK(says(refusal([&] { sandbox::read_scenario(terrain); }), "is a terrain, not a scenario"));
}

TEST_CASE("a message about what --set makes wrong elsewhere in the file names what is set") {
  const Temporary temporary;
  const std::string text = with("[ground]\n", "[ground]\nmu_max = 0.9\nmu_min = 0.3\n");
  const std::string file = temporary.write("s.toml", text).string();
  const auto refused = [&](const std::vector<std::string>& set) {
    sandbox::ScenarioOverrides overrides;
    overrides.set = set;
    return refusal([&] { sandbox::read_scenario(file, overrides); });
  };
  CHECK(refused({"run.seed=2", "ground.mu_min=1.5"}).rfind("with --set ground.mu_min=1.5: ", 0) == 0);
  CHECK(says(refused({"run.seed=2", "ground.mu_min=1.5"}), ": ground.mu_max: is 0.9, must be at least mu_min"));
  CHECK(refused({"ground.mu_max=0.1"}).rfind("command line: ground.mu_max: ", 0) == 0);
  CHECK(refused({"release.kind=runs"}).rfind("with --set release.kind=runs: ", 0) == 0);
  // An error that the file has without --set is reported as one of the file.
  temporary.write("s.toml", with("density = 2700.0", "density = -1"));
  CHECK(refused({"ground.mu_min=0.2"}).rfind(file + ":", 0) == 0);
}

TEST_CASE("a key that --set and another option give is refused") {
  const Temporary temporary;
  const std::string file = temporary.write("s.toml", good).string();
  sandbox::ScenarioOverrides overrides;
  overrides.rocks = 5;
  overrides.seed = 3;
  overrides.time_step = 0.001;
  overrides.model = "hard_contact";
  overrides.scheme = "exact";
  const std::pair<const char*, const char*> pairs[] = {{"run.rocks=6", "--rocks"},
                                                       {"run.seed=4", "--seed"},
                                                       {"settings.time_step=0.002", "--dt"},
                                                       {"settings.model=rocfall_rigid", "--model"},
                                                       {"settings.scheme=director", "--scheme"}};
  for (const auto& [set, option] : pairs) {
    overrides.set = {set};
    CHECK(says(refusal([&] { sandbox::read_scenario(file, overrides); }),
               std::string(": ") + option + " is given as well"));
  }
  overrides.set = {"ground.mu_min=0.2"};
  CHECK(refusal([&] { sandbox::read_scenario(file, overrides); }).empty());
}

TEST_CASE("a key that --set gives twice is refused") {
  const Temporary temporary;
  const std::string file = temporary.write("s.toml", good).string();
  const auto refused = [&](const std::string& first, const std::string& second) {
    sandbox::ScenarioOverrides overrides;
    overrides.set = {first, second};
    return refusal([&] { sandbox::read_scenario(file, overrides); });
  };
  CHECK(refused("ground.mu_min=0.2", "ground.mu_min=0.3") == "--set ground.mu_min is given twice");
  CHECK(refused("release.height=2", "release.0.height=3") == "--set release.0.height is given twice");
  // Only [release] may be given as the first of a list.
  CHECK(says(refused("ground.mu_min=0.2", "ground.0.mu_min=0.3"), "command line: ground.0"));
  CHECK(refused("ground.mu_min=0.2", "ground.mu_max=0.6").empty());
}
