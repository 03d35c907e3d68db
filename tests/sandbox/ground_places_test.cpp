// Ground by place: one soil over the whole terrain.
#include <doctest/doctest.h>

#include <cstring>

#include "run/run.h"
#include "scenario/scene_builder.h"
#include "slope.h"

namespace {

const std::string all_over = "polygon = [[-99.0, -99.0], [999.0, -99.0], [999.0, 99.0], [-99.0, 99.0]]\n";

/** `slope` with another preset in [ground], and more tables. */
sandbox::Scenario slope_of(const std::string& preset, const std::string& more) {
  return sandbox::parse_scenario(slope + more, "s.toml", {{"ground.preset", preset}});
}

rf_ground ground_near_start(const sandbox::BuiltScene& built) {
  rf_terrain_sample sample{};
  REQUIRE(rf_terrain_at(&built.scene().terrain, 5.3, 1.7, &sample) == RF_OK);
  return sample.ground;
}

bool same_numbers(const rf_ground& a, const rf_ground& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

}  // namespace

TEST_CASE("a soil over the whole terrain is exactly the ground of its preset, whatever ground it replaces") {
  const std::string soil = "[[soil]]\npreset = \"medium_hard\"\n" + all_over;
  const rf_ground expected = rf_ground_preset_find("medium_hard")->ground;
  const sandbox::BuiltScene on_ground(slope_of("medium_hard", ""));
  const sandbox::RunResult wanted = run(on_ground, 1);
  for (const char* replaced : {"extra_soft", "extra_hard", "medium_hard"}) {
    const sandbox::BuiltScene built(slope_of(replaced, soil));
    CHECK(same_numbers(ground_near_start(built), expected));
    const sandbox::RunResult result = run(built, 1);
    CHECK(rf_hash_states(result.ends.data(), 24) == rf_hash_states(wanted.ends.data(), 24));
  }
}

TEST_CASE("later soils over the whole terrain replace earlier ones, those on a part of it do not hide the rest") {
  const std::string part = "[[soil]]\nmu_max = 0.9\npolygon = [[4.0, -9.0], [9.0, -9.0], [9.0, 9.0], [4.0, 9.0]]\n";
  const std::string all = "[[soil]]\nmu_max = 0.7\nmu_min = 0.1\n" + all_over;
  const sandbox::BuiltScene covered(slope_of("medium", part + all));
  CHECK(ground_near_start(covered).mu_max == 0.7);
  const sandbox::BuiltScene divided(slope_of("medium", all + part));
  CHECK(ground_near_start(divided).mu_max == doctest::Approx(0.9));
  CHECK(ground_near_start(divided).mu_min == 0.1);
  rf_terrain_sample elsewhere{};
  REQUIRE(rf_terrain_at(&divided.scene().terrain, 30, 0, &elsewhere) == RF_OK);
  CHECK(elsewhere.ground.mu_max == doctest::Approx(0.7));
}

TEST_CASE("a change of the uniform ground changes nothing that a soil gives on the whole terrain") {
  sandbox::BuiltScene built(slope_of("medium", "[[soil]]\nmu_max = 0.7\n" + all_over));
  rf_ground changed = rf_ground_preset_find("medium")->ground;
  changed.mu_max = 0.9;
  changed.mu_min = 0.25;
  REQUIRE(built.set_ground(changed) == RF_OK);
  CHECK(ground_near_start(built).mu_max == 0.7);
  CHECK(ground_near_start(built).mu_min == 0.25);
  changed.mu_min = 0.8;
  CHECK(built.set_ground(changed) == RF_BAD_VALUE);
}
