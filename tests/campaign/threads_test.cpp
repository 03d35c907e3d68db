#include <rockfall/observe.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <set>
#include <thread>

#include "step/worlds.h"

using namespace worlds;

namespace {

// A job system with a given number of threads; the order of the tasks is not fixed.
struct Jobs {
  Jobs(unsigned count, uint32_t rocks_per_task) : threads(count), grain(rocks_per_task) {}
  static void run(void* user, rf_task_body body, void* work, uint32_t count) {
    std::atomic<uint32_t> next{0};
    const auto work_loop = [&] {
      for (uint32_t i; (i = next.fetch_add(1)) < count;) body(work, i);
    };
    std::vector<std::thread> pool;
    for (unsigned i = 1; i < static_cast<Jobs*>(user)->threads; ++i) pool.emplace_back(work_loop);
    work_loop();
    for (std::thread& thread : pool) thread.join();
  }
  rf_tasks tasks() { return {this, run, grain}; }
  unsigned threads;
  uint32_t grain;
};

// Runs all tasks in reverse order.
void run_reversed(void*, rf_task_body body, void* work, uint32_t count) {
  while (count > 0) body(work, --count);
}

}  // namespace

TEST_CASE("rocks get the same bits alone, together, on any number of threads and in any order of the tasks") {
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    for (const double strength : {0.0, 8e6}) {
      CAPTURE(scheme);
      CAPTURE(strength);
      BusySlope world(scheme);
      set_soil(world.grid.ground, strength);
      world.renew();
      std::vector<rf_state> start;
      for (int i = 0; i < 83; ++i) start.push_back(world.state_near_ground());
      std::vector<rf_state> alone = start;
      step_one_by_one(world.scene, alone, 150);
      const auto check = [&](const rf_tasks* tasks) {
        std::vector<rf_state> together = start;
        rf_many_report report;
        REQUIRE(rf_step_many(&world.scene, together.data(), 83, 150, tasks, &report) == RF_OK);
        check_same_bits(alone, together);
        uint64_t steps = 0;
        for (const rf_state& state : together) steps += state.step;
        CHECK(report.rock_steps == steps);
      };
      check(nullptr);
      for (const unsigned threads : {1u, 2u, 3u, 8u}) {
        Jobs jobs(threads, 5);  // 17 tasks
        const rf_tasks tasks = jobs.tasks();
        check(&tasks);
      }
      for (const uint32_t grain : {0u, 5u}) {
        const rf_tasks reversed = {nullptr, run_reversed, grain};
        check(&reversed);
      }
    }
  }
}

TEST_CASE("tasks that share more rocks than they step at a time observe the same bits as one call without tasks") {
  constexpr uint32_t kRocks = 300;
  for (const int32_t model : {RF_MODEL_HARD_CONTACT, RF_MODEL_ROCFALL_LUMPED}) {
    CAPTURE(model);
    BusySlope world(RF_SCHEME_IMPLICIT);
    world.scene.settings.model = model;
    std::vector<rf_state> start;
    std::vector<rf_rock_statistics> none;
    for (uint32_t i = 0; i < kRocks; ++i) start.push_back(world.state_near_ground());
    for (const rf_state& state : start) none.push_back(rf_default_rock_statistics(&state));
    const auto observe = [&](const rf_tasks* tasks, std::vector<rf_state>& states) {
      std::vector<rf_rock_statistics> statistics = none;
      rf_observation observation = rf_default_observation();
      observation.statistics = statistics.data();
      // Some end at the edge, and leave their places to others.
      REQUIRE(rf_step_many_observed(&world.scene, states.data(), kRocks, 600, tasks, &observation, nullptr) == RF_OK);
      return statistics;
    };
    std::vector<rf_state> alone = start;
    const std::vector<rf_rock_statistics> expected = observe(nullptr, alone);
    for (const uint32_t grain : {0u, 2u, 16u, 100u, 1000u}) {
      CAPTURE(grain);
      Jobs jobs(2, grain);
      const rf_tasks tasks = jobs.tasks();
      std::vector<rf_state> together = start;
      const std::vector<rf_rock_statistics> found = observe(&tasks, together);
      check_same_bits(alone, together);
      for (size_t i = 0; i < kRocks; ++i) {
        CAPTURE(i);
        CHECK(std::memcmp(&expected[i], &found[i], sizeof found[i]) == 0);
      }
    }
  }
}

namespace {

// A plane that notes which thread steps which rock, and lets no thread go on before two have begun.
struct SharingPlane {
  static constexpr uint32_t kRocks = 24;
  static constexpr double kDistance = 100;
  static void sample(void* user, const double* xy, uint32_t count, rf_terrain_sample* out) {
    SharingPlane& plane = *static_cast<SharingPlane*>(user);
    for (uint32_t i = 0; i < count; ++i) {
      out[i] = {};
      out[i].normal[2] = 1;
      out[i].ground = rf_default_ground();
      out[i].exists = 1;
    }
    const std::unique_lock<std::mutex> lock(plane.mutex);
    plane.of_rock[static_cast<size_t>(xy[0] / kDistance + 0.5)] = std::this_thread::get_id();
  }
  static void upper_plane(void* user, const rf_rectangle*, rf_upper_plane* out) {
    static_cast<SharingPlane*>(user)->wait_for_two();
    *out = {0, 0, 0, 1, 0};
  }
  void wait_for_two() {
    std::unique_lock<std::mutex> lock(mutex);
    begun.insert(std::this_thread::get_id());
    arrived.notify_all();
    arrived.wait_for(lock, std::chrono::seconds(5), [this] { return begun.size() > 1; });
  }

  std::mutex mutex;
  std::condition_variable arrived;
  std::set<std::thread::id> begun;
  std::vector<std::thread::id> of_rock = std::vector<std::thread::id>(kRocks);
};

}  // namespace

TEST_CASE("two threads that begin together step the same number of rocks, also of few") {
  const Rock rock = box_rock(1, 1, 1);
  const rf_rock* const shape = rock.get();
  rf_scene scene = rf_default_scene();
  scene.rocks = &shape;
  scene.rock_count = 1;
  SharingPlane plane;
  scene.terrain = rf_default_terrain();
  scene.terrain.user = &plane;
  scene.terrain.sample = SharingPlane::sample;
  scene.terrain.upper_plane = SharingPlane::upper_plane;
  std::vector<rf_state> states(SharingPlane::kRocks, rf_default_state());
  for (uint32_t i = 0; i < SharingPlane::kRocks; ++i) {
    states[i].position[0] = SharingPlane::kDistance * i;
    states[i].position[2] = 0.4999;
  }
  Jobs jobs(2, SharingPlane::kRocks / 2);
  const rf_tasks tasks = jobs.tasks();
  REQUIRE(rf_step_many(&scene, states.data(), SharingPlane::kRocks, 20, &tasks, nullptr) == RF_OK);
  CHECK(std::count(plane.of_rock.begin(), plane.of_rock.end(), plane.of_rock[0]) == SharingPlane::kRocks / 2);
}

TEST_CASE("many short calls of rf_step_many give the same bits as one long call") {
  BusySlope world(RF_SCHEME_IMPLICIT);
  std::vector<rf_state> once, often;
  for (int i = 0; i < 20; ++i) once.push_back(world.state_near_ground());
  often = once;
  REQUIRE(rf_step_many(&world.scene, once.data(), 20, 300, nullptr, nullptr) == RF_OK);
  for (int i = 0; i < 100; ++i) REQUIRE(rf_step_many(&world.scene, often.data(), 20, 3, nullptr, nullptr) == RF_OK);
  for (size_t i = 0; i < 20; ++i) CHECK(same_bits(once[i], often[i]));
}
