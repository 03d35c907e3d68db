#include "bits.h"

using namespace determinism;

namespace {

constexpr uint32_t kRocks = 100;

void push(const rf_scene& scene, std::vector<rf_state>& states, size_t rock, double strength) {
  const double impulse[3] = {strength, -0.5 * strength, strength};
  REQUIRE(rf_apply_impulse(&scene, &states[rock], impulse, nullptr, nullptr) == RF_OK);
}

// 120 steps with impulses after the 30th and the 70th.
void play(const rf_scene& scene, std::vector<rf_state>& states, double strength) {
  step_all(scene, states, 30);
  push(scene, states, 3, 500);
  step_all(scene, states, 40);
  push(scene, states, 57, strength);
  step_all(scene, states, 50);
}

}  // namespace

TEST_CASE(
    "after a rollback of 120 steps the same impulses give the same bits and another impulse changes one rock only") {
  World world;
  build(world, "ramp_implicit");
  for (auto count = static_cast<uint32_t>(world.states.size()); count < kRocks; ++count) {
    world.drop(count % 3, 4 + 0.7 * (count % 40), 3 + 0.3 * count, 1 + 0.01 * count);
  }
  step_all(world.scene, world.states, 480);
  std::vector<unsigned char> memory(rf_snapshot_bytes(kRocks));
  REQUIRE(rf_snapshot_write(world.states.data(), kRocks, memory.data(), memory.size(), nullptr) == RF_OK);
  play(world.scene, world.states, 300);
  const std::vector<rf_state> first = world.states;

  const auto roll_back = [&] {
    uint32_t count;
    REQUIRE(rf_snapshot_restore(memory.data(), memory.size(), world.states.data(), kRocks, &count, nullptr) == RF_OK);
    REQUIRE(count == kRocks);
  };
  roll_back();
  play(world.scene, world.states, 300);
  CHECK(same_bits(world.states, first));

  roll_back();
  play(world.scene, world.states, 301);
  for (size_t i = 0; i < kRocks; ++i) {
    CAPTURE(i);
    CHECK(same_bits(world.states[i], first[i]) == (i != 57));
  }
}
