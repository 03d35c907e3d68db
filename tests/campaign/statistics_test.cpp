
#include <rockfall/campaign.h>

#include <cmath>

#include "body/measure.h"
#include "support/scenes.h"

using namespace support;

TEST_CASE("means and deviations weighted by time and by horizontal distance equal those computed by hand") {
  // Two rocks: the quantity of the first is 2 for 1 s over 6 m and 6 for 3 s over 2 m, of the second 4 for 4 s over 0
  // m.
  rf_state state = rf_default_state();
  rf_rock_statistics statistics[2] = {rf_default_rock_statistics(&state), rf_default_rock_statistics(&state)};
  const double two[4] = {2, 2, 2, 2}, six[4] = {6, 6, 6, 6}, four[4] = {4, 4, 4, 4};
  rockfall::add_to_statistics(statistics[0], two, 1.0, 6.0);
  rockfall::add_to_statistics(statistics[0], six, 3.0, 2.0);
  rockfall::add_to_statistics(statistics[1], four, 4.0, 0.0);
  rf_campaign_summary summary;
  REQUIRE(rf_summarise(statistics, 2, &summary) == RF_OK);
  CHECK(summary.time == 8);
  CHECK(summary.distance == 8);
  for (int q = 0; q < RF_QUANTITY_COUNT; ++q) {
    CHECK(summary.time_weighted[q].mean == doctest::Approx((2 + 18 + 16) / 8.0).epsilon(1e-15));
    CHECK(summary.time_weighted[q].sd == doctest::Approx(std::sqrt((4 + 108 + 64) / 8.0 - 4.5 * 4.5)).epsilon(1e-14));
    CHECK(summary.distance_weighted[q].mean == doctest::Approx((12 + 12) / 8.0).epsilon(1e-15));
    CHECK(summary.distance_weighted[q].sd == doctest::Approx(std::sqrt((24 + 72) / 8.0 - 9)).epsilon(1e-14));
    CHECK(summary.maximum[q].mean == 5);
    CHECK(summary.maximum[q].sd == 1);
  }
}

TEST_CASE("a rock that never moved has zero distance and zero deviation") {
  const rf_rock_statistics statistics = rf_default_rock_statistics(nullptr);
  rf_campaign_summary summary;
  REQUIRE(rf_summarise(&statistics, 1, &summary) == RF_OK);
  for (int q = 0; q < RF_QUANTITY_COUNT; ++q) {
    CHECK(summary.distance_weighted[q].mean == 0);
    CHECK(summary.distance_weighted[q].sd == 0);
    CHECK(summary.time_weighted[q].sd == 0);
  }
}

TEST_CASE("the deviation of maxima that differ little from a large mean is exact") {
  rf_rock_statistics statistics[2] = {};
  statistics[0].maximum[0] = 1e9;
  statistics[1].maximum[0] = 1e9 + 2;
  rf_campaign_summary summary;
  REQUIRE(rf_summarise(statistics, 2, &summary) == RF_OK);
  CHECK(summary.maximum[0].mean == 1e9 + 1);
  CHECK(summary.maximum[0].sd == 1);
}

TEST_CASE("a step with statistics has the bits of rf_step and adds the quantities after it") {
  OnPlane on(box_rock(1, 1, 1), -0.5, 0.25);
  rf_state state = rf_default_state();
  state.position[2] = 30;
  state.velocity[0] = 3;
  state.velocity[1] = 4;
  state.angular_velocity[1] = 2;
  rf_state plain = state;
  rf_rock_statistics statistics = rf_default_rock_statistics(&state);
  double energy_time = 0, jump_distance = 0, distance = 0, highest = 0;
  for (int i = 0; i < 500; ++i) {
    const double x = plain.position[0], y = plain.position[1];
    REQUIRE(rf_step(&on.scene, &plain, nullptr) == RF_OK);
    REQUIRE(rf_step_with_statistics(&on.scene, &state, &statistics, nullptr) == RF_OK);
    const double step_length = std::hypot(plain.position[0] - x, plain.position[1] - y);
    const double jump = plain.position[2] - (-0.5 * plain.position[0] + 0.25 * plain.position[1]);
    double quantity[RF_QUANTITY_COUNT];
    REQUIRE(rf_measure(&on.scene, &plain, quantity) == RF_OK);
    CHECK(quantity[RF_KINETIC_ENERGY] == rf_kinetic_energy(&on.scene, &plain));
    CHECK(std::fabs(quantity[RF_JUMP_HEIGHT] - jump) < 1e-12);
    energy_time += rf_kinetic_energy(&on.scene, &plain) * 0.002;
    jump_distance += jump * step_length;
    distance += step_length;
    highest = std::fmax(highest, jump);
  }
  CHECK(same_bits(plain, state));
  CHECK(statistics.time == doctest::Approx(1).epsilon(1e-12));
  CHECK(statistics.distance == doctest::Approx(distance).epsilon(1e-12));
  CHECK(statistics.time_sum[RF_KINETIC_ENERGY] == doctest::Approx(energy_time).epsilon(1e-12));
  CHECK(statistics.distance_sum[RF_JUMP_HEIGHT] == doctest::Approx(jump_distance).epsilon(1e-12));
  CHECK(statistics.maximum[RF_JUMP_HEIGHT] == doctest::Approx(highest).epsilon(1e-12));
  CHECK(statistics.start[2] == 30);
}

TEST_CASE("a rock that has ended adds nothing to its statistics") {
  OnPlane on(box_rock(1, 1, 1));
  rf_state state = rf_default_state();
  state.end = RF_ENDED_STOPPED;
  state.velocity[0] = 3;
  rf_rock_statistics statistics = rf_default_rock_statistics(&state);
  REQUIRE(rf_step_with_statistics(&on.scene, &state, &statistics, nullptr) == RF_OK);
  CHECK(statistics.time == 0);
  CHECK(statistics.maximum[RF_VELOCITY] == 0);
}
