// Measures the stack use of a step: fills the stack of a thread with a pattern and counts the overwritten bytes. The
// address sanitizer adds to every frame.
#include "step/ground_query.h"
#include "step/portable_lanes.h"
#include "step/worlds.h"
#include "support/sanitized.h"

#if defined(__linux__)
#include <pthread.h>

#include <cstdlib>
#include <functional>
#include <memory>

using namespace worlds;

namespace {

constexpr size_t kStack = 512 * 1024;
constexpr uint32_t kManyRocks = 200;  // more than step at the same time
constexpr size_t kMostOfMany = 320 * 1024;
constexpr unsigned char kPattern = 0xa7;

void* call(void* function) {
  (*static_cast<std::function<void()>*>(function))();
  return nullptr;
}

// Stack use of a thread that calls the function once, bytes.
size_t stack_of(std::function<void()> function) {
  const std::unique_ptr<void, decltype(&std::free)> stack(std::aligned_alloc(4096, kStack), &std::free);
  unsigned char* const bytes = static_cast<unsigned char*>(stack.get());
  std::memset(bytes, kPattern, kStack);
  pthread_attr_t attributes;
  pthread_t thread;
  REQUIRE(pthread_attr_init(&attributes) == 0);
  REQUIRE(pthread_attr_setstack(&attributes, bytes, kStack) == 0);
  REQUIRE(pthread_create(&thread, &attributes, call, &function) == 0);
  REQUIRE(pthread_join(thread, nullptr) == 0);
  pthread_attr_destroy(&attributes);
  size_t untouched = 0;
  while (untouched < kStack && bytes[untouched] == kPattern) ++untouched;
  return kStack - untouched;
}

// Stack use of the call without that of the thread.
size_t stack_of_call(const std::function<void()>& function) {
  stack_of(function);  // the first call resolves symbols, which uses additional stack
  return stack_of(function) - stack_of([] {});
}

// Most stack that stepping the rocks uses, of the lanes of every instruction set of this machine.
size_t stack_of_lanes(const rf_scene& scene, const std::vector<rf_state>& start, uint32_t steps,
                      const rockfall::ContactObserver* observer = nullptr) {
  size_t most = 0;
  for (const rockfall::LaneRunner run : lane_runners()) {
    if (run == run_portable_lanes) continue;  // not optimised
    const size_t used = stack_of_call([&] {
      std::vector<rf_state> states = start;
      rockfall::BatchJob job = rockfall::batch_job(scene, states.data(), kManyRocks, steps);
      job.observer = observer;
      rockfall::step_batch(job, run);
    });
    most = std::max(most, used);
  }
  return most;
}

// A disc below the surface of a terrain with many vertices: more than RF_MAX_CONTACTS contacts.
struct ManyContacts : OnGrid {
  ManyContacts() : OnGrid(shape_rock(RF_SHAPE_DISC, 4, 4, 1, 400), 60, 60, 0.125) {
    for (uint32_t r = 0; r < 60; ++r) {
      for (uint32_t c = 0; c < 60; ++c) at(c, r) = (r + c) % 2 ? 0.05 : 0.0;
    }
    set_busy_ground(grid.ground);
    renew();
    state = rf_default_state();
    state.position[0] = state.position[1] = 3.5;
    state.position[2] = 0.4;
    state.velocity[2] = -3;
    state.velocity[0] = 1;
    state.angular_velocity[0] = 1;
  }
  rf_state state;
};

uint32_t vertices_of_inner(void* user, const rf_rectangle* area, double* xyz, uint32_t capacity) {
  const rf_terrain& inner = *static_cast<const rf_terrain*>(user);
  return inner.terrain_vertices(inner.user, area, xyz, capacity);
}

// Terrain vertices of callbacks are stored on the stack.
void sample_through_callbacks(const rf_terrain& inner, rf_terrain& terrain) {
  terrain.user = const_cast<rf_terrain*>(&inner);
  terrain.sample = [](void* user, const double* xy, uint32_t count, rf_terrain_sample* out) {
    const rf_terrain& in = *static_cast<const rf_terrain*>(user);
    in.sample(in.user, xy, count, out);
  };
  terrain.upper_plane = nullptr;
  terrain.terrain_vertices = vertices_of_inner;
}

}  // namespace

TEST_CASE("the stack measurement detects one kilobyte" * doctest::skip(support::is_sanitized())) {
  const auto with = [](size_t size) {
    return stack_of_call([size] {
      volatile unsigned char* block = static_cast<unsigned char*>(__builtin_alloca(size));
      for (size_t i = 0; i < size; ++i) block[i] = 1;
    });
  };
  const size_t small = with(20000), large = with(21024);
  CHECK(large - small >= 1000);
  CHECK(large - small <= 1100);
}

TEST_CASE("a step with RF_MAX_CONTACTS contacts uses less than 96 KiB of stack" *
          doctest::skip(support::is_sanitized())) {
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    for (const double rolling_resistance : {0.0, 0.1}) {
      for (const bool callbacks : {false, true}) {
        CAPTURE(scheme);
        CAPTURE(rolling_resistance);
        CAPTURE(callbacks);
        ManyContacts world;
        world.grid.ground.rolling_resistance = rolling_resistance;
        world.renew();
        const rf_terrain inner = world.scene.terrain;
        if (callbacks) sample_through_callbacks(inner, world.scene.terrain);
        world.scene.settings.scheme = scheme;
        rf_step_report report = {};
        rf_status status = RF_OK;
        const size_t used = stack_of_call([&] {
          rf_state state = world.state;
          status = rf_step(&world.scene, &state, &report);
        });
        REQUIRE(status == RF_OK);
        CHECK(report.contact_count == RF_MAX_CONTACTS);
        CHECK(report.contacts_dropped > 0);
        CHECK(used < 96 * 1024);
        CHECK(used > 4 * 1024);  // the contacts alone
      }
    }
  }
}

TEST_CASE("rf_step_many uses less than 320 KiB of stack" * doctest::skip(support::is_sanitized())) {
  BusySlope world(RF_SCHEME_IMPLICIT);
  std::vector<rf_state> states;
  for (uint32_t i = 0; i < kManyRocks; ++i) states.push_back(world.state_near_ground());
  CHECK(stack_of_lanes(world.scene, states, 50) < kMostOfMany);
  rf_status status = RF_NULL_ARGUMENT;
  const size_t used =
      stack_of_call([&] { status = rf_step_many(&world.scene, states.data(), kManyRocks, 50, nullptr, nullptr); });
  CHECK(status == RF_OK);
  CHECK(used < kMostOfMany);
}

TEST_CASE("rf_step_many uses less than 320 KiB of stack with RF_MAX_CONTACTS contacts and rolling resistance" *
          doctest::skip(support::is_sanitized())) {
  for (const double layer_height : {0.0, 20.0}) {
    CAPTURE(layer_height);
    ManyContacts world;
    world.grid.ground.rolling_resistance = 0.1;
    world.grid.ground.layer_drag = 1;
    world.grid.ground.layer_height = layer_height;
    world.renew();
    CHECK(stack_of_lanes(world.scene, std::vector<rf_state>(kManyRocks, world.state), 1) < kMostOfMany);
  }
}

TEST_CASE("rf_step_many uses less than 320 KiB of stack where lanes solve many contacts" *
          doctest::skip(support::is_sanitized())) {
  for (const double rolling_resistance : {0.0, 0.1}) {
    CAPTURE(rolling_resistance);
    OnPlane world(shape_rock(RF_SHAPE_DISC, 2, 2, 0.5, 2 * rockfall::kLaneContacts));
    world.plane.ground.rolling_resistance = rolling_resistance;
    std::vector<rf_state> states(kManyRocks, rf_default_state());
    for (rf_state& state : states) {
      state.position[2] = 0.25 - 1e-9;
      state.velocity[0] = 2;
    }
    rf_state single = states[0];
    rf_step_report report = {};
    REQUIRE(rf_step(&world.scene, &single, &report) == RF_OK);
    CHECK(report.contact_count == rockfall::kLaneContacts);
    CHECK(stack_of_lanes(world.scene, states, 10) < kMostOfMany);
  }
}

TEST_CASE("rf_step_many_with_events uses less than 320 KiB of stack on soil where rocks touch at many vertices" *
          doctest::skip(support::is_sanitized())) {
  OnGrid world(shape_rock(RF_SHAPE_DISC, 2, 2, 0.5, 2 * rockfall::kLaneContacts), 60, 60, 1);
  world.grid.ground = rf_ground_preset_find("hard")->ground;
  world.renew();
  std::vector<rf_state> states(kManyRocks, rf_default_state());
  for (uint32_t i = 0; i < kManyRocks; ++i) {
    states[i].position[0] = states[i].position[1] = 30;
    states[i].position[2] = 0.25 - 1e-3 * (i % 7);
    states[i].velocity[0] = 2;
    states[i].velocity[2] = -1;
  }
  CHECK(stack_of_lanes(world.scene, states, 50) < kMostOfMany);
  constexpr size_t kOfEvents = 8 * 1024;
  const rockfall::ContactObserver observer = {nullptr,
                                              [](void*, uint32_t, const rf_state&, const rockfall::StepContact&) {}};
  CHECK(stack_of_lanes(world.scene, states, 50, &observer) < kMostOfMany - kOfEvents);
  std::vector<rf_rock_track> tracks(kManyRocks);
  std::vector<rf_event> buffer(200 * kManyRocks);
  rf_events events = rf_default_events();
  events.tracks = tracks.data();
  events.buffer = buffer.data();
  events.capacity = static_cast<uint32_t>(buffer.size());
  rf_status status = RF_NULL_ARGUMENT;
  const size_t used = stack_of_call([&] {
    std::vector<rf_state> copy = states;
    status = rf_step_many_with_events(&world.scene, copy.data(), kManyRocks, 50, nullptr, nullptr, &events);
  });
  CHECK(status == RF_OK);
  CHECK(used < kMostOfMany);
}

#endif
