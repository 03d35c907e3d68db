// A terrain of callbacks that moves while it is recorded.
#include <doctest/doctest.h>
#include <rockfall/queries.h>
#include <rockfall/recording.h>

#include <vector>

#include "support/rocks.h"
#include "support/scenes.h"

using namespace support;

namespace {

// Level ground with a round hole.
struct HoledGround {
  double hole[2] = {-1, 0};
  rf_ground ground = rf_default_ground();

  static void sample(void* user, const double* xy, uint32_t count, rf_terrain_sample* out) {
    const HoledGround& self = *static_cast<const HoledGround*>(user);
    for (uint32_t i = 0; i < count; ++i) {
      const double x = xy[2 * i] - self.hole[0], y = xy[2 * i + 1] - self.hole[1];
      out[i] = {0, {0, 0, 1}, self.ground, x * x + y * y > 9 ? 1 : 0};
    }
  }
};

rf_status move_hole(void* user, rf_scene*, const rf_node_heights* change) {
  HoledGround& ground = *static_cast<HoledGround*>(user);
  ground.hole[0] = change->heights[0];
  ground.hole[1] = change->heights[1];
  return RF_OK;
}

constexpr uint32_t kBoxes = 8, kStepsOfHole = 900;

struct RecordedHole {
  std::vector<unsigned char> file = std::vector<unsigned char>(1 << 20);
  std::vector<uint64_t> hashes = {0};  // of the states, by step
  uint32_t fallen = 0;                 // boxes that fell into the hole
};

// A hole in the ground moves below resting boxes.
RecordedHole record_moving_hole(OneRock& world, HoledGround& ground) {
  RecordedHole recorded;
  std::vector<rf_state> states(kBoxes, rf_default_state());
  const rf_recording_def def = rf_default_recording_def();
  rf_recorder recorder;
  REQUIRE(rf_recorder_begin(&recorder, &def, &world.scene, recorded.file.data(), recorded.file.size(), nullptr) ==
          RF_OK);
  for (uint32_t i = 0; i < kBoxes; ++i) {
    states[i].position[0] = 4 * i + 4.0;
    REQUIRE(rf_place_above_ground(&world.scene, &states[i], 0.3, nullptr) == RF_OK);
    REQUIRE(rf_recorder_add(&recorder, &states[i], nullptr) == RF_OK);
  }
  for (uint32_t step = 0; step < kStepsOfHole; ++step) {
    if (step % 100 == 50) {
      const double before[2] = {ground.hole[0], ground.hole[1]}, after[2] = {before[0] + 2, 0.125};
      const rf_node_heights change = {0, 0, 2, 1, after};
      move_hole(&ground, &world.scene, &change);
      REQUIRE(rf_recorder_heights(&recorder, &change, before, nullptr) == RF_OK);
      const rf_rectangle area = {after[0] - 3, -3, after[0] + 3, 4};
      std::vector<rf_state> awake = states;
      REQUIRE(rf_wake(&world.scene, awake.data(), kBoxes, &area, nullptr, nullptr) == RF_OK);
      for (uint32_t i = 0; i < kBoxes; ++i) {
        if (awake[i].end == states[i].end) continue;
        states[i] = awake[i];
        REQUIRE(rf_recorder_replace(&recorder, i, &states[i], nullptr) == RF_OK);
      }
    }
    REQUIRE(rf_step_many(&world.scene, states.data(), kBoxes, 1, nullptr, nullptr) == RF_OK);
    REQUIRE(rf_recorder_stepped(&recorder, states.data(), kBoxes, nullptr) == RF_OK);
    recorded.hashes.push_back(rf_hash_states(states.data(), kBoxes));
  }
  REQUIRE(rf_recorder_end(&recorder, states.data(), kBoxes, nullptr) == RF_OK);
  for (const rf_state& state : states) recorded.fallen += state.end == RF_ENDED_LEFT_TERRAIN;
  recorded.file.resize(recorder.used);
  return recorded;
}

}  // namespace

TEST_CASE("numbers that describe a terrain of callbacks are recorded as heights, and a replay moves it the same way") {
  HoledGround ground;
  OneRock world(box_rock(1, 1, 1));
  world.scene.terrain.user = &ground;
  world.scene.terrain.sample = HoledGround::sample;
  world.scene.terrain.identity = 1;
  const RecordedHole recorded = record_moving_hole(world, ground);
  CHECK(recorded.fallen >= 2);
  CHECK(recorded.fallen < kBoxes);

  ground = HoledGround();
  double heights[2];
  uint64_t index[16];
  std::vector<rf_state> replayed(kBoxes);
  rf_replay replay = rf_default_replay();
  replay.capacity = kBoxes;
  replay.states = replayed.data();
  replay.scene = &world.scene;
  replay.user = &ground;
  replay.set_heights = move_hole;
  replay.heights = heights;
  replay.height_capacity = 2;
  replay.index = index;
  replay.index_capacity = 16;
  REQUIRE(rf_replay_begin(&replay, recorded.file.data(), recorded.file.size(), nullptr) == RF_OK);
  rf_replay_report report;
  for (uint32_t step = 1; step <= kStepsOfHole; ++step) {
    REQUIRE(rf_replay_step(&replay, &report, nullptr) == RF_OK);
    REQUIRE(report.differs == 0);
  }
  for (const uint64_t step : {300u, 800u, 151u, 150u, 899u, 1u}) {
    CAPTURE(step);
    REQUIRE(rf_replay_seek(&replay, step, &report, nullptr) == RF_OK);
    CHECK(report.differs == 0);
    CHECK(report.hash == recorded.hashes[step]);
  }
}
