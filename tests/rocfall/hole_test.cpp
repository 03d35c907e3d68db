// A sphere or a hull whose flight starts over a hole of the terrain.
#include <doctest/doctest.h>

#include "support/refusal.h"
#include "support/scenes.h"

using namespace support;

namespace {

// Ground at height zero, with a hole in its middle.
struct AroundHole : OnGrid {
  AroundHole() : OnGrid(box_rock(1, 1, 1), 21, 21, 1) {
    for (uint32_t row = 8; row < 13; ++row) {
      for (uint32_t column = 8; column < 13; ++column) at(column, row) = kNaN;
    }
    renew();
    scene.settings.time_step = 0.02;
    scene.settings.model = RF_MODEL_ROCFALL_RIGID;
  }
};

// Leaves bytes of a pattern on the stack, where the step finds them.
#if defined(__GNUC__) || defined(__clang__)
__attribute__((noinline))
#endif
void dirty_stack(unsigned char pattern) {
  volatile unsigned char bytes[60000];
  for (volatile unsigned char& byte : bytes) byte = pattern;
}

rf_state over_hole(double x, double z, double speed, double fall) {
  rf_state state = rf_default_state();
  state.position[0] = x;
  state.position[1] = 10.2;
  state.position[2] = z;
  state.velocity[0] = speed;
  state.velocity[2] = -fall;
  return state;
}

}  // namespace

TEST_CASE("a flight that starts over a hole does not depend on the contents of the stack") {
  AroundHole on;
  for (const int32_t shape : {RF_ROCFALL_SPHERE, RF_ROCFALL_HULL}) {
    on.scene.settings.rocfall_shape = shape;
    for (const double speed : {0.0, 60.0, -60.0}) {
      const rf_state start = over_hole(10.2, 0.45, speed, 3);
      rf_state expected = start;
      dirty_stack(0);
      REQUIRE(rf_step(&on.scene, &expected, nullptr) == RF_OK);
      for (const int pattern : {0x3f, 0x40, 0x7f, 0xbf, 0xff, 0x55}) {
        rf_state state = start;
        dirty_stack(static_cast<unsigned char>(pattern));
        REQUIRE(rf_step(&on.scene, &state, nullptr) == RF_OK);
        CHECK(same_bits(state, expected));
      }
    }
  }
}

TEST_CASE("a sphere that starts over a hole touches the ground beyond its edge") {
  AroundHole on;
  // Over the hole at first, then over ground, which it would penetrate by 5 cm.
  rf_state state = over_hole(12.5, 0.65, 60, 3);
  rf_step_report report = {};
  REQUIRE(rf_step(&on.scene, &state, &report) == RF_OK);
  CHECK(report.contact_count > 0);
  CHECK(state.velocity[2] >= -0.2);
}
