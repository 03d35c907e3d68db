#include "scenario/scattered_ground.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "common/text.h"
#include "small_campaign.h"

TEST_CASE("ground parameters are scattered from rock to rock within their bounds") {
  const sandbox::Scenario scenario = sandbox::parse_scenario(
      campaign_text + "[scatter]\nmu_min = \"0.2:0.4\"\nsoil_strength = \"1e6:1e8:log\"\n", "s.toml");
  const sandbox::BuiltScene built(scenario);
  double least = 1, most = 0;
  for (std::uint32_t rock = 0; rock < 200; ++rock) {
    const sandbox::ScatteredGround ground(built.scene(), built.scatter(), built.largest_ground(), rock, 1);
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
}

TEST_CASE("a ground parameter that is drawn from one value acts like one that is given") {
  struct Drawn {
    const char* ground;  // keys of [ground] in both scenarios
    std::int32_t field;
    const char* key;
    double value;
  };
  const Drawn cases[] = {{"", RF_GROUND_MU_MIN, "mu_min", 0.3},
                         {"layer_height = 2.0", RF_GROUND_LAYER_DRAG, "layer_drag", 200},
                         {"layer_height = 2.0", RF_GROUND_LAYER_DRAG_ROTATION, "layer_drag_rotation", 5},
                         {"layer_drag = 200.0", RF_GROUND_LAYER_HEIGHT, "layer_height", 2},
                         {"contact_drag_height = 2.0", RF_GROUND_CONTACT_DRAG, "contact_drag", 3},
                         {"contact_drag = 3.0", RF_GROUND_CONTACT_DRAG_HEIGHT, "contact_drag_height", 2},
                         {"", RF_GROUND_BETA, "beta", 50}};
  for (const Drawn& drawn : cases) {
    const std::string key = drawn.key;
    CAPTURE(key);
    std::string text = campaign_text;
    const std::string table = "[ground]\n";
    text.insert(text.find(table) + table.size(), std::string(drawn.ground) + "\n");
    const auto with = [&](double value) {
      return sandbox::parse_scenario(text, "s.toml", {{"ground." + key, sandbox::format_number(value, 17)}});
    };
    const sandbox::BuiltScene given(with(drawn.value)), other(with(0));
    sandbox::ScatterSpec scatter(1);
    scatter[0].field = drawn.field;
    scatter[0].from = scatter[0].to = drawn.value;
    const sandbox::ScatteredGround same(other.scene(), scatter, other.largest_ground(), 0, 1);
    rf_state a = given.start(0, 1), b = a, c = a;
    for (int i = 0; i < 2000; ++i) {
      rf_step(&given.scene(), &a, nullptr);
      rf_step(&same.scene(), &b, nullptr);
      rf_step(&other.scene(), &c, nullptr);
    }
    CHECK(rf_hash_state(&a) == rf_hash_state(&b));
    CHECK(rf_hash_state(&a) != rf_hash_state(&c));
  }
}

TEST_CASE("logarithmic bounds whose ratio is more than a number can hold are scattered over all of their decades") {
  const sandbox::BuiltScene built(sandbox::parse_scenario(campaign_text, "s.toml"));
  const sandbox::ScatterSpec scatter = {sandbox::parse_fit_bounds("soil_strength", "1e-300:1e20:log")};
  int decades[4] = {0, 0, 0, 0};
  for (std::uint32_t rock = 0; rock < 200; ++rock) {
    const sandbox::ScatteredGround ground(built.scene(), scatter, built.largest_ground(), rock, 1);
    const double value = ground.values()[0].second;
    CHECK(value >= 1e-300);
    CHECK(value <= 1e20);
    ++decades[value < 1e-220 ? 0 : value < 1e-140 ? 1 : value < 1e-60 ? 2 : 3];
  }
  for (const int count : decades) CHECK(count > 30);
}
