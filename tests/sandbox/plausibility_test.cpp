#include "verify/plausibility.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "common/text.h"
#include "sandbox/temporary.h"
#include "verify/field_runs.h"
#include "verify/slope_trial.h"

using namespace sandbox;

namespace {

verify::Hillside short_slope() {
  verify::Hillside hillside;
  hillside.length = 60;
  hillside.half_width = 30;
  hillside.ground.soil_strength = 10e6;
  return hillside;
}

verify::TrialOptions few_rocks(unsigned threads) {
  verify::TrialOptions options;
  options.rocks = 11;
  options.threads = threads;
  options.settings.time_limit = 20;
  return options;
}

}  // namespace

TEST_CASE("the compact test body has the volume that was asked for") {
  CHECK(verify::eota111(0.3).mass() == doctest::Approx(810).epsilon(1e-12));
}

TEST_CASE("a trial on a slope gives the same bits on one thread, on three, and stepped alone") {
  const verify::Rock rock = verify::eota111(0.3);
  const verify::TrialResult one = run_trial(rock, short_slope(), few_rocks(1));
  const verify::TrialResult three = run_trial(rock, short_slope(), few_rocks(3));
  const verify::HillsideScene built(rock, short_slope(), few_rocks(1).settings);
  for (std::uint32_t i = 0; i < 11; ++i) {
    CHECK(std::memcmp(&one.rocks[i].end, &three.rocks[i].end, sizeof(rf_state)) == 0);
    rf_state alone = built.start(i, 2, 0);
    while (alone.end == RF_MOVING) REQUIRE(rf_step(&built.scene(), &alone, nullptr) == RF_OK);
    CHECK(std::memcmp(&one.rocks[i].end, &alone, sizeof(rf_state)) == 0);
  }
}

TEST_CASE("the means of a trial agree with its distances and times") {
  const verify::Rock rock = verify::eota111(0.3);
  verify::TrialOptions options = few_rocks(1);
  options.start_speed = 5;
  const verify::TrialResult result = run_trial(rock, short_slope(), options);
  CHECK(result.ended(RF_ENDED_LEFT_TERRAIN) + result.ended(RF_ENDED_STOPPED) + result.ended(RF_ENDED_TIME_LIMIT) == 11);
  CHECK(result.mean_speed() > 1);
  CHECK(result.mean_speed() < result.mean_of_maxima());
  CHECK(result.mean_of_maxima() <= result.max_speed());
  CHECK(result.speed_between(0, 60) == doctest::Approx(result.mean_speed()).epsilon(0.05));
  CHECK(std::isnan(result.speed_between(200, 300)));
  CHECK(result.rotational_share() > 0);
  CHECK(result.rotational_share() < 1);
  for (const verify::TrialRock& one : result.rocks) CHECK(std::fabs(one.reach_deg() - 35) < 5);
  // The horizontal path on the slope, without the last sample, which is beyond its foot.
  REQUIRE(result.ended(RF_ENDED_LEFT_TERRAIN) == 11);
  for (const verify::TrialRock& one : result.rocks) {
    CHECK(one.distance == doctest::Approx(60 * std::cos(radians(35))).epsilon(0.1));
  }
}

TEST_CASE("heights on a slope weighted by distance are those of fast rocks, and count what is above 5 m") {
  // In free fall a rock is high while it is slow.
  verify::TrialOptions options = few_rocks(1);
  options.clearance = 9;
  const verify::TrialResult result = run_trial(verify::eota111(0.3), short_slope(), options);
  CHECK(result.mean_jump_over_distance() < 0.7 * result.mean_jump_over_time());
  CHECK(result.high_jump_share() < 0.05);
  options.start_speed = 20;  // it flies nearly parallel to the slope
  const verify::TrialResult flying = run_trial(verify::eota111(0.3), short_slope(), options);
  CHECK(flying.high_jump_share() > 0.3);
  options.clearance = 2;
  CHECK(run_trial(verify::eota111(0.3), short_slope(), options).high_jump_share() == 0);
}

TEST_CASE("a trial without time limit is refused") {
  verify::TrialOptions options = few_rocks(1);
  options.settings.time_limit = 0;
  CHECK_THROWS_AS(run_trial(verify::eota111(0.3), short_slope(), options), RunError);
}

TEST_CASE("the change of a run-out is the largest difference over the value at the smallest time step") {
  const verify::RunoutOfSteps runout{"", {0.001, 0.002, 0.005}, {100, 97, 104}, {1, 1, 1}};
  CHECK(runout.change() == doctest::Approx(0.07));
}

TEST_CASE("the order of the blocks holds if blocks 1 and 2 both run farther than block 4") {
  CHECK(verify::order_of_blocks_holds(3, 2, 1));
  CHECK(verify::order_of_blocks_holds(2, 3, 1));
  CHECK_FALSE(verify::order_of_blocks_holds(3, 1, 2));
  CHECK_FALSE(verify::order_of_blocks_holds(1, 3, 2));
}

TEST_CASE("without its measurements Tschamut is skipped, and a named folder without them is refused") {
  const char* before = std::getenv("ROCKFALL_DATA");
  const std::string kept = before == nullptr ? "" : before;
  setenv("ROCKFALL_DATA", "/nonexistent", 1);
  const verify::Table table = verify::tschamut_runs({1, true});
  CHECK(
      says(refusal([] { verify::require_named_data(); }), "/nonexistent, the folder that the variable ROCKFALL_DATA"));
  kept.empty() ? unsetenv("ROCKFALL_DATA") : setenv("ROCKFALL_DATA", kept.c_str(), 1);
  REQUIRE(table.rows().size() == 1);
  CHECK(table.rows()[0].verdict == verify::Verdict::report);
  CHECK(table.rows()[0].name.find("skipped") != std::string::npos);
  CHECK(table.rows()[0].measured.find("ROCKFALL_DATA") != std::string::npos);
}

TEST_CASE("a row that an ensemble is too small to decide is a range, not a requirement") {
  verify::Table table("", "");
  table.check_if(true, "", "", "", "", false);
  table.check_if(false, "", "", "", "", false);
  table.check_if(false, "", "", "", "", true);
  CHECK(table.rows()[0].verdict == verify::Verdict::fail);
  CHECK(table.rows()[1].verdict == verify::Verdict::outside);
  CHECK(table.rows()[2].verdict == verify::Verdict::inside);
  CHECK(verify::Plausibility{{table}, {}, {}, {}}.holds() == false);
}

TEST_CASE("the command plausibility replaces rows of before with --force only, draws, and fails with a requirement" *
          doctest::test_suite("long")) {
  const Temporary temporary;
  PlausibilityArguments arguments{temporary.folder.string(), 2, true};
  temporary.write("plausibility.json", "of before");
  CHECK(says(refusal([&] { plausibility_command(arguments); }), "plausibility.json: exists; give --force to replace"));
  CHECK(read_text(temporary.folder / "plausibility.json") == "of before");
  arguments.force = true;
  const bool holds = plausibility_command(arguments);
  const auto rows = nlohmann::json::parse(read_text(temporary.folder / "plausibility.json"));
  std::size_t requirements = 0, failed = 0, tschamut = 0;
  for (const auto& row : rows) {
    const std::string verdict = row["verdict"];
    if (row["group"] == "Tschamut") tschamut += verdict == "report" ? 1 : 6;
    if (verdict == "pass" || verdict == "FAIL") ++requirements;
    if (verdict == "FAIL") ++failed;
    if (verdict == "report") continue;
    CHECK(!row["source"].get<std::string>().empty());
    CHECK(!row["expected"].get<std::string>().empty());
    CHECK(row["measured"].get<std::string>().find("nan") == std::string::npos);
  }
  CHECK(requirements == 23);
  CHECK((tschamut == 1 || tschamut == 36));  // skipped, or six rows
  CHECK(holds == (failed == 0));
  CHECK(holds);
  for (const char* picture : {"speed.png", "rebound.png", "runout.png"}) {
    CHECK(std::filesystem::file_size(temporary.folder / picture) > 5000);
  }
}
