// A terrain_vertices callback that returns more than its capacity, whether it has written that many vertices or not.
#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "support/refusal.h"
#include "support/scenes.h"

using namespace support;

namespace {

// Leaves a number in the part of the stack that the next calls use.
[[gnu::noinline]] void fill_stack(double value) {
  volatile double numbers[12000];
  for (volatile double& number : numbers) number = value;
}

// A plane that says that it has too many vertices.
struct Crowded {
  explicit Crowded(const rf_terrain& terrain) : plane(terrain) {}

  static void sample(void* user, const double* xy, uint32_t count, rf_terrain_sample* out) {
    const rf_terrain& plane = static_cast<const Crowded*>(user)->plane;
    plane.sample(plane.user, xy, count, out);
  }
  static void upper_plane(void* user, const rf_rectangle* area, rf_upper_plane* out) {
    const rf_terrain& plane = static_cast<const Crowded*>(user)->plane;
    plane.upper_plane(plane.user, area, out);
  }
  static uint32_t vertices(void* user, const rf_rectangle* area, double* xyz, uint32_t capacity) {
    const Crowded& self = *static_cast<const Crowded*>(user);
    const double x = 0.5 * (area->x_min + area->x_max), y = 0.5 * (area->y_min + area->y_max);
    for (uint32_t i = 0; i < capacity && i < self.written; ++i) {
      xyz[3 * i] = x;
      xyz[3 * i + 1] = y;
      xyz[3 * i + 2] = self.height;
    }
    return self.says < capacity ? capacity : self.says;
  }
  rf_terrain terrain() {
    rf_terrain made = plane;
    made.user = this;
    made.sample = sample;
    made.upper_plane = upper_plane;
    made.terrain_vertices = vertices;
    return made;
  }

  rf_terrain plane;
  uint32_t says = UINT32_MAX, written = 0;
  double height = 0;
};

// A rock whose bounding sphere touches the ground while its vertices do not, with its centre at x = y = z.
constexpr double kCentre = 0.6;

std::vector<rf_state> above_ground() {
  rf_state state = rf_default_state();
  state.position[0] = state.position[1] = state.position[2] = kCentre;
  std::vector<rf_state> states(9, state);
  for (size_t i = 0; i < states.size(); ++i) states[i].velocity[2] = -0.01 * static_cast<double>(i);
  return states;
}

// The states after steps that find `value` wherever they read the stack before they write it.
std::vector<rf_state> stepped(const rf_scene& scene, double value, bool many) {
  std::vector<rf_state> states = above_ground();
  for (int step = 0; step < 20; ++step) {
    if (many) {
      fill_stack(value);
      REQUIRE(rf_step_many(&scene, states.data(), static_cast<uint32_t>(states.size()), 1, nullptr, nullptr) == RF_OK);
      continue;
    }
    for (rf_state& state : states) {
      fill_stack(value);
      CHECK(rf_step(&scene, &state, nullptr) == RF_OK);
    }
  }
  return states;
}

}  // namespace

TEST_CASE("a count of terrain vertices above the capacity gives the same bits in one step and in many, on any stack") {
  OnPlane on(box_rock(1, 1, 1));
  const rf_terrain plane = on.scene.terrain;
  for (const int32_t model : {RF_MODEL_HARD_CONTACT, RF_MODEL_ROCFALL_RIGID}) {
    on.scene.settings.model = model;
    on.scene.settings.rocfall_shape = RF_ROCFALL_HULL;
    on.scene.terrain = plane;
    const std::vector<rf_state> without = stepped(on.scene, 0, false);
    for (const uint32_t says : {300u, 100000u, UINT32_MAX}) {
      CAPTURE(says);
      Crowded crowded(plane);
      crowded.says = says;
      on.scene.terrain = crowded.terrain();
      for (const double value : {kCentre, 0.0, kNaN}) {
        CAPTURE(value);
        check_same_bits(stepped(on.scene, value, false), without);
        check_same_bits(stepped(on.scene, value, true), without);
      }
    }
  }
}

TEST_CASE("terrain vertices within the capacity are used where their count is above it") {
  OnPlane on(box_rock(1, 1, 1));
  for (const int32_t model : {RF_MODEL_HARD_CONTACT, RF_MODEL_ROCFALL_RIGID}) {
    on.scene.settings.model = model;
    on.scene.settings.rocfall_shape = RF_ROCFALL_HULL;
    Crowded crowded(on.scene.terrain);
    crowded.height = 0.15;
    crowded.written = 1000;
    crowded.says = 0;  // the capacity
    rf_scene scene = on.scene;
    scene.terrain = crowded.terrain();
    const std::vector<rf_state> right = stepped(scene, 0, false);
    CHECK(right[8].position[2] > stepped(on.scene, 0, false)[8].position[2]);
    crowded.says = 1000;
    check_same_bits(stepped(scene, kCentre, false), right);
    check_same_bits(stepped(scene, kCentre, true), right);
    crowded.written = 3;
    check_same_bits(stepped(scene, kCentre, false), stepped(scene, 0, true));
  }
}

TEST_CASE("a rock is placed above the ground whatever the count of terrain vertices") {
  OnPlane on(box_rock(1, 1, 1));
  Crowded crowded(on.scene.terrain);
  on.scene.terrain = crowded.terrain();
  for (const double value : {kCentre, 0.0, kNaN}) {
    rf_state state = above_ground()[0];
    fill_stack(value);
    REQUIRE(rf_place_above_ground(&on.scene, &state, 0.25, nullptr) == RF_OK);
    CHECK(state.position[2] == doctest::Approx(0.75).epsilon(1e-12));
  }
}

TEST_CASE("relief over a base with too many terrain vertices writes no more than its capacity") {
  rf_plane plane = rf_default_plane();
  rf_roughness roughness = rf_default_roughness();
  plane.ground.roughness_70 = 0.1;
  REQUIRE(rf_plane_terrain(&plane, &roughness.base, nullptr) == RF_OK);
  Crowded crowded(roughness.base);
  roughness.base = crowded.terrain();
  roughness.spacing = 10;
  rf_terrain terrain;
  REQUIRE(rf_rough_terrain(&roughness, &terrain, nullptr) == RF_OK);
  const rf_rectangle between_nodes = {1, 1, 2, 2};
  for (const uint32_t written : {0u, 3u, 20u}) {
    crowded.written = written;
    crowded.says = 12;
    std::vector<double> xyz(100, 7);
    CHECK(terrain.terrain_vertices(terrain.user, &between_nodes, xyz.data(), 8) <= 8);
    for (size_t i = 24; i < xyz.size(); ++i) CHECK(xyz[i] == 7);
  }
}
