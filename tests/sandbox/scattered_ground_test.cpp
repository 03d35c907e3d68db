#include "scenario/scattered_ground.h"

#include <doctest/doctest.h>

#include <cmath>

#include "small_campaign.h"

TEST_CASE("ground parameters are scattered from rock to rock within their bounds") {
  const sandbox::Scenario scenario = sandbox::parse_scenario(
      campaign_text + "[scatter]\nmu_min = \"0.2:0.4\"\nsoil_strength = \"1e6:1e8:log\"\n", "s.toml");
  const sandbox::BuiltScene built(scenario);
  double least = 1, most = 0;
  for (std::uint32_t rock = 0; rock < 200; ++rock) {
    const sandbox::ScatteredGround ground(built.scene(), built.scatter(), rock, 1);
    rf_terrain_sample sample{};
    REQUIRE(rf_terrain_at(&ground.scene().terrain, 5, 0, &sample) == RF_OK);
    least = std::fmin(least, sample.ground.mu_min);
    most = std::fmax(most, sample.ground.mu_min);
    CHECK(sample.ground.soil_strength >= 1e6);
    CHECK(sample.ground.soil_strength <= 1e8);
    CHECK(rf_ground_check(&sample.ground, nullptr) == RF_OK);
  }
  CHECK(least >= 0.2);
  CHECK(least < 0.21);
  CHECK(most <= 0.4);
  CHECK(most > 0.39);
  // Bounds without width change nothing but the way to the ground.
  sandbox::ScatterSpec fixed(1);
  fixed[0].field = RF_GROUND_MU_MIN;
  fixed[0].from = fixed[0].to = scenario.ground.ground.mu_min;
  const sandbox::ScatteredGround same(built.scene(), fixed, 0, 1);
  rf_state a = built.start(0, 1), b = a;
  for (int i = 0; i < 2000; ++i) {
    rf_step(&built.scene(), &a, nullptr);
    rf_step(&same.scene(), &b, nullptr);
  }
  CHECK(rf_hash_state(&a) == rf_hash_state(&b));
}

TEST_CASE("logarithmic bounds whose ratio is more than a number can hold are scattered over all of their decades") {
  const sandbox::BuiltScene built(sandbox::parse_scenario(campaign_text, "s.toml"));
  const sandbox::ScatterSpec scatter = {sandbox::parse_fit_bounds("soil_strength", "1e-300:1e20:log")};
  int decades[4] = {0, 0, 0, 0};
  for (std::uint32_t rock = 0; rock < 200; ++rock) {
    const sandbox::ScatteredGround ground(built.scene(), scatter, rock, 1);
    const double value = ground.values()[0].second;
    CHECK(value >= 1e-300);
    CHECK(value <= 1e20);
    ++decades[value < 1e-220 ? 0 : value < 1e-140 ? 1 : value < 1e-60 ? 2 : 3];
  }
  for (const int count : decades) CHECK(count > 30);
}
