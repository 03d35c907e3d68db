// The stack that a step uses, measured: a thread's stack is painted before, and what was painted over is counted.
#include "step/worlds.h"
#include "support/sanitized.h"

#if defined(__linux__) && !ROCKFALL_TESTS_SANITIZED
#include <pthread.h>

#include <cstdlib>
#include <functional>
#include <memory>

using namespace worlds;

namespace {

constexpr size_t kStack = 512 * 1024;
constexpr unsigned char kPaint = 0xa7;

void* call(void* function) {
  (*static_cast<std::function<void()>*>(function))();
  return nullptr;
}

// Bytes of stack that a thread touches which calls the function once; all bytes above the deepest one touched.
size_t stack_of(std::function<void()> function) {
  const std::unique_ptr<void, decltype(&std::free)> stack(std::aligned_alloc(4096, kStack), &std::free);
  unsigned char* const bytes = static_cast<unsigned char*>(stack.get());
  std::memset(bytes, kPaint, kStack);
  pthread_attr_t attributes;
  pthread_t thread;
  REQUIRE(pthread_attr_init(&attributes) == 0);
  REQUIRE(pthread_attr_setstack(&attributes, bytes, kStack) == 0);
  REQUIRE(pthread_create(&thread, &attributes, call, &function) == 0);
  REQUIRE(pthread_join(thread, nullptr) == 0);
  pthread_attr_destroy(&attributes);
  size_t untouched = 0;
  while (untouched < kStack && bytes[untouched] == kPaint) ++untouched;
  return kStack - untouched;
}

// The stack of a call alone, without the thread's own.
size_t stack_of_call(const std::function<void()>& function) {
  stack_of(function);  // functions are bound at their first call, which costs stack of its own
  return stack_of(function) - stack_of([] {});
}

// A flat disc deep in ground full of terrain vertices: more contacts than there is room for.
struct Crowded : OnGrid {
  Crowded() : OnGrid(shape_rock(RF_SHAPE_DISC, 4, 4, 1, 400), 60, 60, 0.125) {
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

}  // namespace

TEST_CASE("the measure of the stack sees a kilobyte more") {
  const auto with = [](size_t size) {
    return stack_of_call([size] {
      volatile unsigned char* room = static_cast<unsigned char*>(__builtin_alloca(size));
      for (size_t i = 0; i < size; ++i) room[i] = 1;
    });
  };
  const size_t small = with(20000), large = with(21024);
  CHECK(large - small >= 1000);
  CHECK(large - small <= 1100);
}

TEST_CASE("a step uses less than 64 KiB of stack, with as many contacts as there is room for") {
  Crowded crowded;
  const rf_terrain inner = crowded.scene.terrain;
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    for (const bool callbacks : {false, true}) {
      CAPTURE(scheme);
      CAPTURE(callbacks);
      rf_scene scene = crowded.scene;
      scene.settings.scheme = scheme;
      if (callbacks) {  // terrain vertices of callbacks are kept on the stack
        scene.terrain.user = const_cast<rf_terrain*>(&inner);
        scene.terrain.sample = [](void* user, const double* xy, uint32_t count, rf_terrain_sample* out) {
          const rf_terrain& in = *static_cast<const rf_terrain*>(user);
          in.sample(in.user, xy, count, out);
        };
        scene.terrain.upper_plane = nullptr;
        scene.terrain.terrain_vertices = vertices_of_inner;
      }
      rf_step_report report = {};
      rf_status status = RF_OK;
      const size_t used = stack_of_call([&] {
        rf_state state = crowded.state;
        status = rf_step(&scene, &state, &report);
      });
      REQUIRE(status == RF_OK);
      CHECK(report.contact_count == RF_MAX_CONTACTS);
      CHECK(report.contacts_dropped > 0);
      CHECK(used < 64 * 1024);
      CHECK(used > 4 * 1024);  // the contacts alone
    }
  }
}

TEST_CASE("few contacts, and many rocks in one call, use less than 64 KiB of stack too") {
  BusySlope world(RF_SCHEME_IMPLICIT);
  std::vector<rf_state> states;
  for (int i = 0; i < 64; ++i) states.push_back(world.state_near_ground());
  rf_status status = RF_NULL_ARGUMENT;
  const size_t used =
      stack_of_call([&] { status = rf_step_many(&world.scene, states.data(), 64, 50, nullptr, nullptr); });
  CHECK(status == RF_OK);
  CHECK(used < 64 * 1024);
}

#endif
