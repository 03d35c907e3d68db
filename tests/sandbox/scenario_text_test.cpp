// Scenarios written as text.
#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "scenario/scenario.h"
#include "small_scenario.h"

namespace {

/** Checks that a list has two bounds, the first two of another. */
void check_two_bounds(const std::vector<sandbox::FitSpec>& list, const std::vector<sandbox::FitSpec>& expected) {
  REQUIRE(list.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(list[i].field == expected[i].field);
    CHECK(list[i].from == expected[i].from);
    CHECK(list[i].to == expected[i].to);
    CHECK(list[i].logarithmic == expected[i].logarithmic);
  }
}

}  // namespace

TEST_CASE("the text of a scenario contains its relief") {
  const auto scenario = sandbox::parse_scenario("[roughness]\nspacing = 0.1\nseed = 77\n" + good, "s.toml");
  const auto again = sandbox::parse_scenario(sandbox::scenario_text(scenario), "s.toml");
  REQUIRE(again.roughness.has_value());
  CHECK(again.roughness->spacing == 0.1);
  CHECK(again.roughness->seed == 77);
  CHECK_FALSE(sandbox::parse_scenario(sandbox::scenario_text(sandbox::parse_scenario(good, "s.toml")), "s.toml")
                  .roughness.has_value());
}

TEST_CASE("the text of a scenario contains its description, also quotes and more than one line") {
  const std::string header = "[scenario]\nname = \"s\"\ndescription = \"Sand \\\"A\\\"\\n\\tsecond \\u0001 line\"\n";
  const auto scenario = sandbox::parse_scenario(header + good, "s.toml");
  CHECK(scenario.description == "Sand \"A\"\n\tsecond \x01 line");
  CHECK(sandbox::parse_scenario(sandbox::scenario_text(scenario), "s.toml").description == scenario.description);
}

TEST_CASE("the text of a runnable scenario contains the fitted parameters of [ground]") {
  const std::string table = "[calibrate]\nmu_max = \"0.6:2.5\"\nsoil_strength = \"2e6:4e7:log\"\n";
  auto scenario = sandbox::parse_scenario(good + table, "s.toml");
  scenario.fits.push_back(sandbox::parse_fit("soil.0.mu_min=0.2:0.4"));
  const auto again = sandbox::parse_scenario(sandbox::runnable_text(scenario), "s.toml");
  check_two_bounds(again.fits, scenario.fits);
}

TEST_CASE("the text of a runnable scenario contains its lines, events and scattered parameters") {
  const std::string tables =
      "[[line]]\nname = \"dam\"\npoints = [[1.5, 2.0], [3.0, 4.0]]\n"
      "[[event]]\nreturn_period = 30\nblocks = 4\nprobability = 0.02\n"
      "[scatter]\nmu_min = \"0.3:0.4\"\nsoil_strength = \"1e6:2e7:log\"\n";
  const auto scenario = sandbox::parse_scenario(good + tables, "s.toml");
  const auto again = sandbox::parse_scenario(sandbox::runnable_text(scenario), "s.toml");
  REQUIRE(again.lines.size() == 1);
  CHECK(again.lines[0].name == "dam");
  CHECK(again.lines[0].points == scenario.lines[0].points);
  REQUIRE(again.events.size() == 1);
  CHECK(again.events[0].return_period == 30);
  CHECK(again.events[0].blocks == 4);
  CHECK(again.events[0].probability == 0.02);
  check_two_bounds(again.scatter, scenario.scatter);
}

TEST_CASE("the text of a scenario contains the coordinate system of its terrain, also of a ramp") {
  const std::string keys = "crs = \"EPSG:2056\"\nreproject = true\n";
  for (const std::string& terrain : {good_terrain, std::string("file = \"dem.asc\"\n")}) {
    const auto scenario = sandbox::parse_scenario(with(good_terrain, terrain + keys), "s.toml");
    const auto again = sandbox::parse_scenario(sandbox::scenario_text(scenario), "s.toml");
    CHECK(again.terrain.crs == "EPSG:2056");
    CHECK(again.terrain.reproject);
  }
}

TEST_CASE("a negative zero keeps its sign in the text of a scenario") {
  const auto scenario =
      sandbox::parse_scenario(with("[0.0, 0.0]", "[-0.0, 5.0]\nvelocity = [1.0, -0.0, 0.0]"), "s.toml");
  REQUIRE(std::signbit(scenario.release.points[0][0]));
  const std::string text = sandbox::scenario_text(scenario);
  const auto again = sandbox::parse_scenario(text, "s.toml");
  CHECK(std::signbit(again.release.points[0][0]));
  CHECK(std::signbit(again.release.velocity[1]));
  CHECK_FALSE(std::signbit(again.release.velocity[2]));
  CHECK(sandbox::scenario_text(again) == text);
}

TEST_CASE("a file name that is too long for the file system is kept in the text of a scenario") {
  const std::string name = std::string(300, 'a') + ".xyz";
  const auto scenario = sandbox::parse_scenario(with("shape = \"eota221\"", "file = \"" + name + "\""), "s.toml");
  CHECK(says(sandbox::scenario_text(scenario), name));
}
