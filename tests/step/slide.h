// Many rocks on a rough slope with zones, and collectors of their events.
#pragma once

#include <doctest/doctest.h>
#include <rockfall/events.h>

#include <algorithm>
#include <cstring>
#include <thread>
#include <vector>

#include "support/random.h"
#include "support/rocks.h"
#include "support/scenes.h"

namespace slide {

using support::OnGrid;
using support::Random;
using support::random_state;
using support::shape_rock;

constexpr uint32_t kRocks = 70;
constexpr uint32_t kSteps = 1500;

// A rough slope that ends in level ground and in an edge, with rocks above it and two zones.
struct Slide {
  Slide() : world(shape_rock(RF_SHAPE_RANDOM, 1.2, 1, 0.8, 20), 41, 41, 1.0) {
    Random random(11);
    world.roughen(random, -0.9, 0.02, 0.15);
    for (uint32_t r = 0; r < 41; ++r) {
      for (uint32_t c = 25; c < 41; ++c) world.at(c, r) = world.at(24, r) + random.between(-0.05, 0.05);
    }
    materials.resize(40 * 40);
    for (size_t i = 0; i < materials.size(); ++i) materials[i] = static_cast<uint32_t>(i % 7 + 1);
    world.grid.materials = materials.data();
    world.grid.ground.restitution_normal = 0.4;
    world.renew();
    world.scene.settings.time_step = 0.004;
    for (uint32_t i = 0; i < kRocks; ++i) {
      rf_state state = random_state(random, random.between(2, 24), random.between(2, 38), 60, 6, 5);
      if (i % 10 == 0) state.velocity[0] = 25;  // beyond the edge
      REQUIRE(rf_place_above_ground(&world.scene, &state, random.between(0.2, 4), nullptr) == RF_OK);
      start.push_back(state);
    }
    const rf_zone polygon = {corners, 5, {}, -1e9, 1e9};
    const rf_zone box = {nullptr, 0, {26, 0, 32, 20}, -1000, 1000};
    zones = {polygon, box};
  }

  OnGrid world;
  std::vector<uint32_t> materials;
  double corners[10] = {15, 5, 22, 5, 18, 12, 22, 30, 15, 30};
  std::vector<rf_zone> zones;
  std::vector<rf_state> start;
};

struct Reporter {
  explicit Reporter(const Slide& slide, uint32_t capacity = 20000) : buffer(capacity), tracks(slide.start.size()) {
    events.zones = slide.zones.data();
    events.zone_count = static_cast<uint32_t>(slide.zones.size());
    events.buffer = buffer.data();
    events.capacity = capacity;
    events.tracks = tracks.data();
    std::memset(static_cast<void*>(tracks.data()), 0, tracks.size() * sizeof tracks[0]);
  }
  Reporter(const Reporter&) = delete;
  Reporter& operator=(const Reporter&) = delete;

  rf_events events = rf_default_events();
  std::vector<rf_event> buffer;
  std::vector<rf_rock_track> tracks;
  std::vector<rf_event> all;
  uint32_t lost = 0;

  void take() {
    all.insert(all.end(), buffer.begin(), buffer.begin() + events.count);
    lost += events.lost;
  }
};

inline bool comes_first(const rf_event& a, const rf_event& b) {
  if (a.step != b.step) return a.step < b.step;
  if (a.rock != b.rock) return a.rock < b.rock;
  if (a.kind != b.kind) return a.kind < b.kind;
  return a.zone < b.zone;
}

// Steps in calls of `per_call`; states in and out.
inline void run(const Slide& slide, std::vector<rf_state>& states, Reporter& reporter, uint32_t per_call,
                const rf_tasks* tasks = nullptr) {
  for (uint32_t done = 0; done < kSteps; done += per_call) {
    REQUIRE(rf_step_many_with_events(&slide.world.scene, states.data(), static_cast<uint32_t>(states.size()), per_call,
                                     tasks, nullptr, &reporter.events) == RF_OK);
    CHECK(std::is_sorted(reporter.buffer.begin(), reporter.buffer.begin() + reporter.events.count, comes_first));
    reporter.take();
  }
}

inline bool same_events(const std::vector<rf_event>& a, const std::vector<rf_event>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(rf_event)) == 0;
}

// Runs the tasks backwards, every second one on another thread.
inline void run_reversed(void*, rf_task_body body, void* work, uint32_t count) {
  std::thread other([&] {
    for (uint32_t i = count; i-- > 0;) {
      if (i % 2) body(work, i);
    }
  });
  for (uint32_t i = count; i-- > 0;) {
    if (i % 2 == 0) body(work, i);
  }
  other.join();
}

}  // namespace slide
