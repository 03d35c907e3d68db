#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "captured_output.h"
#include "cli/commands.h"
#include "run/model_comparison.h"
#include "run/rock_rows.h"
#include "temporary.h"

namespace {

const std::string comparison_slope =
    "[terrain]\nkind = \"ramp\"\nslope_deg = 35\nslope_length = 30.0\nflat_length = 60.0\nroughness = 0.1\n"
    "[[rock]]\nshape = \"eota221\"\nmass = 780.0\ndensity = 2700.0\n"
    "[ground]\nrocfall_restitution_normal = 0.4\nrocfall_rolling_friction = 0.3\n"
    "[release]\nkind = \"line\"\npoints = [[0.0, -5.0], [0.0, 5.0]]\nheight_min = 0.5\nheight_max = 2.0\n"
    "[settings]\ntime_limit = 30.0\n";

sandbox::CompareArguments quiet_comparison(const Temporary& temporary, const std::string& scenario,
                                           std::uint32_t rocks) {
  sandbox::CompareArguments arguments;
  arguments.scenario = temporary.write("s.toml", scenario).string();
  arguments.out = (temporary.folder / "results").string();
  arguments.overrides.rocks = rocks;
  arguments.quiet = true;
  return arguments;
}

}  // namespace

TEST_CASE("a scenario sets its model and the contact shape of the rigid body") {
  const Temporary temporary;
  const std::string chosen = comparison_slope + "model = \"rocfall_rigid\"\nrocfall_shape = \"hull\"\n";
  const auto scenario = sandbox::read_scenario(temporary.write("s.toml", chosen));
  CHECK(scenario.settings.model == RF_MODEL_ROCFALL_RIGID);
  CHECK(scenario.settings.rocfall_shape == RF_ROCFALL_HULL);
  CHECK(scenario.ground.ground.rocfall_restitution_normal == 0.4);
  CHECK(sandbox::read_scenario(temporary.write("d.toml", comparison_slope)).settings.model == RF_MODEL_HARD_CONTACT);
  const auto bad = temporary.write("b.toml", comparison_slope + "model = \"rocfall\"\n");
  CHECK(says(refusal([&] { sandbox::read_scenario(bad); }), "possible: hard_contact, rocfall_rigid, rocfall_lumped"));
}

TEST_CASE("models are compared with the same releases and have different results") {
  const Temporary temporary;
  const auto scenario = sandbox::read_scenario(temporary.write("s.toml", comparison_slope));
  sandbox::RunOptions options;
  options.rocks = 20;
  options.threads = 2;
  options.quiet = true;
  const auto runs = sandbox::run_models(scenario, options);
  REQUIRE(runs.size() == RF_MODEL_COUNT);
  for (std::size_t rock = 0; rock < 20; ++rock) {
    for (int k = 0; k < 2; ++k) {
      CHECK(runs[1].result.rock_statistics[rock].start[k] == runs[0].result.rock_statistics[rock].start[k]);
      CHECK(runs[2].result.rock_statistics[rock].start[k] == runs[0].result.rock_statistics[rock].start[k]);
    }
    CHECK(runs[2].values[static_cast<std::size_t>(sandbox::Measure::rotation)][rock] == 0);
    CHECK(runs[1].values[static_cast<std::size_t>(sandbox::Measure::rotation)][rock] > 0);
  }
  // A sphere rolls farther than a point slides.
  CHECK(runs[1].statistics.runout.mean > 1.5 * runs[2].statistics.runout.mean);
  for (const auto& run : runs) CHECK(run.statistics.ended[RF_ENDED_FAULT - 1] == 0);
}

TEST_CASE("the compare command writes tables of every model and a plot") {
  const Temporary temporary;
  const sandbox::CompareArguments arguments = quiet_comparison(temporary, comparison_slope, 6);
  sandbox::compare_command(arguments);
  const auto json = nlohmann::json::parse(read_all(temporary.folder / "results/compare.json"));
  for (const std::string& model : sandbox::model_names()) {
    const auto& one = json.at("models").at(model);
    for (const char* key : {"runout_m", "E_max_kJ", "jump_height_max_m"}) {
      CHECK(one.at(key).at("mean") > 0);
    }
    std::uint32_t ended = 0;
    for (const auto& [reason, count] : one.at("ended").items()) ended += count.get<std::uint32_t>();
    CHECK(ended == 6);
  }
  const std::string rows = read_all(temporary.folder / "results/compare.csv");
  CHECK(std::count(rows.begin(), rows.end(), '\n') == 1 + 6 * RF_MODEL_COUNT);
  CHECK(read_all(temporary.folder / "results/compare.png").substr(0, 8) == std::string("\x89PNG\r\n\x1a\n"));
}

TEST_CASE("compared quantities have the names that they have in deposits.csv") {
  const auto columns = sandbox::rock_fields();
  for (std::size_t i = 0; i < sandbox::measure_count; ++i) {
    const std::string key = sandbox::text_of(static_cast<sandbox::Measure>(i)).key;
    CAPTURE(key);
    CHECK(std::any_of(columns.begin(), columns.end(), [&](const auto& column) { return column.name == key; }));
  }
}

TEST_CASE("the compare command warns of what a model does not use, and leaves no picture of a former run") {
  const Temporary temporary;
  const std::string forest =
      "[[forest]]\npolygon = [[2.0, -9.0], [20.0, -9.0], [20.0, 9.0], [2.0, 9.0]]\nheight = 8.0\ndrag = 900.0\n";
  sandbox::CompareArguments arguments = quiet_comparison(temporary, comparison_slope + forest, 2);
  {
    const CapturedErrors errors;
    sandbox::compare_command(arguments);
    CHECK(says(errors.text.str(), "the model rocfall_rigid has no drag of vegetation"));
    CHECK(says(errors.text.str(), "the model rocfall_lumped has no drag of vegetation"));
  }
  CHECK(std::filesystem::exists(temporary.folder / "results/compare.png"));
  arguments.force = arguments.no_picture = true;
  const CapturedErrors errors;
  sandbox::compare_command(arguments);
  CHECK_FALSE(std::filesystem::exists(temporary.folder / "results/compare.png"));
}

TEST_CASE("the compare command refuses a model before the first run") {
  const Temporary temporary;
  sandbox::CompareArguments arguments = quiet_comparison(temporary, comparison_slope, 2);
  arguments.overrides.set = {"settings.model=rocfall_lumped"};
  CHECK(refusal([&] { sandbox::compare_command(arguments); }) ==
        "--set settings.model has no effect: compare runs every model");
}
