#include <doctest/doctest.h>
#include <rockfall/terrain_formats.h>

#include <cmath>
#include <vector>

#include "support/random.h"
#include "support/refusal.h"
#include "support/rocks.h"
#include "support/scenes.h"

using namespace support;

namespace {

// Hills of callbacks, each of which can be wrong.
struct Hills {
  double normal_error = 0, plane_error = 0, spread = 0;
  bool hole = false, claims_hole_free = false, infinite = false, off_vertex = false, crowded = false,
       bad_ground = false;
  void (*change_plane)(rf_upper_plane& plane) = nullptr;
  mutable uint32_t calls = 0;
  uint32_t drift_after = 0;  // calls until the answers change

  static double height(double x, double y) { return 3 * std::sin(0.2 * x) + 2 * std::cos(0.3 * y); }

  static void sample(void* user, const double* xy, uint32_t count, rf_terrain_sample* out) {
    const Hills& hills = *static_cast<const Hills*>(user);
    ++hills.calls;
    for (uint32_t i = 0; i < count; ++i) {
      const double x = xy[2 * i], y = xy[2 * i + 1];
      out[i].height = height(x, y);
      if (hills.drift_after && hills.calls > hills.drift_after && x > 10) out[i].height += 1e-9 * hills.calls;
      if (hills.infinite && x > 12 && x < 14) out[i].height = INFINITY;
      const double p = -0.6 * std::cos(0.2 * x) + hills.normal_error, q = 0.6 * std::sin(0.3 * y);
      const double scale = 1 / std::sqrt(1 + p * p + q * q);
      out[i].normal[0] = p * scale;
      out[i].normal[1] = q * scale;
      out[i].normal[2] = scale;
      out[i].ground = rf_default_ground();
      if (hills.bad_ground) out[i].ground.mu_max = 0.1;
      out[i].exists = !(hills.hole && x > 5 && x < 8 && y > 5 && y < 8);
    }
  }
  static void upper_plane(void* user, const rf_rectangle* area, rf_upper_plane* out) {
    const Hills& hills = *static_cast<const Hills*>(user);
    const double x = 0.5 * (area->x_min + area->x_max), y = 0.5 * (area->y_min + area->y_max);
    const double reach = 0.6 * (area->x_max - x) + 0.6 * (area->y_max - y);
    *out = {height(x, y) + reach - hills.plane_error, 0, 0, hills.claims_hole_free, hills.spread};
    if (hills.change_plane) hills.change_plane(*out);
  }
  static uint32_t vertices(void* user, const rf_rectangle* area, double* xyz, uint32_t capacity) {
    const Hills& hills = *static_cast<const Hills*>(user);
    if (hills.crowded) return capacity + 1;
    if (capacity == 0) return 0;
    xyz[0] = 0.5 * (area->x_min + area->x_max);
    xyz[1] = 0.5 * (area->y_min + area->y_max);
    xyz[2] = height(xyz[0], xyz[1]) + (hills.off_vertex ? 0.01 : 0);
    return 1;
  }

  rf_terrain terrain() {
    rf_terrain t = rf_default_terrain();
    t.user = this;
    t.sample = sample;
    t.upper_plane = upper_plane;
    t.terrain_vertices = vertices;
    return t;
  }
};

const rf_rectangle kArea = {-20, -20, 20, 20};

}  // namespace

TEST_CASE("a terrain of right callbacks passes the check, also with a hole that it does not deny") {
  Hills hills;
  hills.hole = true;
  hills.spread = 2;
  const rf_terrain terrain = hills.terrain();
  rf_terrain_findings findings;
  rf_error error = stale_error();
  check_success(rf_terrain_check(&terrain, &kArea, 50, 50, &findings, &error), error);
  CHECK(findings.samples == 2500);
  CHECK(findings.bounds == 2500);
}

TEST_CASE("the check of a terrain finds each wrong answer and says where") {
  const auto found = [](Hills hills, const char* text) {
    const rf_terrain terrain = hills.terrain();
    rf_terrain_findings findings = {};
    rf_error error = stale_error();
    check_refusal(rf_terrain_check(&terrain, &kArea, 50, 50, &findings, &error), error, RF_BAD_VALUE, text);
    return findings;
  };
  Hills wrong;
  wrong.plane_error = 19;
  const rf_terrain_findings low = found(wrong, "upper_plane is below the ground");
  CHECK(low.below_ground > 1000);
  CHECK(low.worst_below > 15);
  CHECK(low.worst_below <= 19.0001);
  wrong = Hills();
  wrong.normal_error = 0.1;
  CHECK(found(wrong, "normal").wrong_normals > 2000);
  wrong = Hills();
  wrong.hole = wrong.claims_hole_free = true;
  CHECK(found(wrong, "hole_free").wrong_holes > 10);
  wrong = Hills();
  wrong.infinite = true;
  CHECK(found(wrong, "not finite").not_finite > 10);
  wrong = Hills();
  wrong.drift_after = 500;
  CHECK(found(wrong, "other bits").impure > 10);
  wrong = Hills();
  wrong.spread = 0.05;
  CHECK(found(wrong, "slope_spread").wrong_spread > 10);
  wrong = Hills();
  wrong.off_vertex = true;
  CHECK(found(wrong, "outside the area or off the surface").wrong_vertices > 10);
  wrong = Hills();
  wrong.crowded = true;
  CHECK(found(wrong, "returns a number above the capacity").wrong_vertices == 2500);
  wrong = Hills();
  wrong.bad_ground = true;
  CHECK(found(wrong, "ground out of its range").wrong_grounds > 1000);
}

TEST_CASE("the check of a terrain finds obstacles above its bound of them") {
  OnPlane plane(box_rock(1, 1, 1));
  plane.plane.ground.roughness_20 = 0.3;
  plane.renew();
  rf_terrain_findings findings;
  CHECK(rf_terrain_check(&plane.scene.terrain, &kArea, 20, 20, &findings, nullptr) == RF_OK);
  plane.scene.terrain.roughness_max = 0.2;
  CHECK(rf_terrain_check(&plane.scene.terrain, &kArea, 20, 20, &findings, nullptr) != RF_OK);
  CHECK(findings.wrong_grounds == 400);
}

TEST_CASE(
    "the check of a terrain finds upper planes that are no numbers; a height of infinity says that none is known") {
  using Change = void (*)(rf_upper_plane&);
  const Change wrong[] = {
      [](rf_upper_plane& plane) { plane.height = kNaN; },
      [](rf_upper_plane& plane) { plane.height = -kInfinity; },
      [](rf_upper_plane& plane) { plane.slope_x = kNaN; },
      [](rf_upper_plane& plane) { plane.slope_y = kInfinity; },
      [](rf_upper_plane& plane) { plane.slope_x = -kInfinity; },
      [](rf_upper_plane& plane) { plane.slope_spread = kNaN; },
      [](rf_upper_plane& plane) { plane.slope_spread = -1e-9; },
      [](rf_upper_plane& plane) { plane.slope_spread = kInfinity; },
  };
  for (const Change change : wrong) {
    Hills hills;
    hills.change_plane = change;
    const rf_terrain terrain = hills.terrain();
    rf_terrain_findings findings = {};
    rf_error error = stale_error();
    check_refusal(rf_terrain_check(&terrain, &kArea, 20, 20, &findings, &error), error, RF_BAD_VALUE,
                  "upper_plane writes a member that is out of its range, at x = -20, y = -20");
    CHECK(findings.wrong_planes == 400);
    CHECK(findings.bounds == 0);
  }
  Hills unknown;
  unknown.change_plane = [](rf_upper_plane& plane) { plane = {kInfinity, kNaN, 0, 1, -1}; };
  const rf_terrain terrain = unknown.terrain();
  rf_terrain_findings findings = {};
  rf_error error = stale_error();
  check_success(rf_terrain_check(&terrain, &kArea, 20, 20, &findings, &error), error);
  CHECK(findings.bounds == 0);
}

TEST_CASE("an area whose width is not a finite number above zero is not checked") {
  const OnPlane plane(box_rock(1, 1, 1));
  rf_error error;
  const auto check = [&](const rf_rectangle& area) {
    error = stale_error();
    return rf_terrain_check(&plane.scene.terrain, &area, 20, 20, nullptr, &error);
  };
  check_refusal(check({-1e308, 0, 1e308, 1}), error, RF_BAD_VALUE,
                "area.x_max is 1e+308, must be above x_min by a finite width");
  check_refusal(check({0, 2, 1, 2}), error, RF_BAD_VALUE, "area.y_max is 2, must be above y_min by a finite depth");
}

TEST_CASE("the built-in terrains pass the check") {
  Random random(3);
  OnGrid world(box_rock(1, 1, 1), 41, 41, 1.0);
  world.roughen(random, -0.5, 0.2, 0.6);
  world.at(20, 20) = kNaN;
  world.renew();
  const rf_rectangle area = {-1, -1, 41.2, 41.3};
  rf_error error = stale_error();
  check_success(rf_terrain_check(&world.scene.terrain, &area, 70, 70, nullptr, &error), error);
  rf_roughness rough = rf_default_roughness();
  rough.base = world.scene.terrain;
  world.grid.ground.roughness_70 = world.grid.ground.roughness_20 = world.grid.ground.roughness_10 = 0.3;
  world.renew();
  rough.base = world.scene.terrain;
  rf_terrain terrain;
  REQUIRE(rf_rough_terrain(&rough, &terrain, nullptr) == RF_OK);
  const rf_rectangle inner = {2, 2, 18, 38};
  check_success(rf_terrain_check(&terrain, &inner, 40, 40, nullptr, &error), error);
  OnPlane plane(box_rock(1, 1, 1), 0.7, -0.2);
  check_success(rf_terrain_check(&plane.scene.terrain, &area, 20, 20, nullptr, &error), error);
}

TEST_CASE(
    "bounds made from samples are above a terrain of callbacks, and rocks move by the same bits with fewer samples") {
  Hills hills;
  rf_terrain_bounds bounds = rf_default_terrain_bounds();
  bounds.base = hills.terrain();
  bounds.base.upper_plane = nullptr;
  bounds.base.layer_height_max = bounds.base.contact_drag_height_max = 0;
  bounds.area = {-60, -60, 60, 60};
  bounds.columns = bounds.rows = 40;
  std::vector<float> highest(1600);
  bounds.highest = highest.data();
  rf_terrain terrain;
  rf_error error = stale_error();
  check_success(rf_bounded_terrain(&bounds, &terrain, &error), error);
  check_success(rf_terrain_check(&terrain, &kArea, 60, 60, nullptr, &error), error);

  const Rock rock = shape_rock(RF_SHAPE_RANDOM, 1, 1, 1, 30);
  const rf_rock* const shape = rock.get();
  rf_scene scene = rf_default_scene();
  scene.rocks = &shape;
  scene.rock_count = 1;
  rf_state slow = rf_default_state(), fast;
  slow.position[2] = 60;
  slow.velocity[0] = 4;
  slow.angular_velocity[1] = 3;
  fast = slow;
  scene.terrain = bounds.base;
  hills.calls = 0;
  REQUIRE(rf_step_many(&scene, &slow, 1, 2500, nullptr, nullptr) == RF_OK);
  const uint32_t without = hills.calls;
  scene.terrain = terrain;
  hills.calls = 0;
  REQUIRE(rf_step_many(&scene, &fast, 1, 2500, nullptr, nullptr) == RF_OK);
  CHECK(same_bits(slow, fast));
  CHECK(hills.calls < without);

  // The base rises by a meteorite in one corner: the update knows it.
  std::fill(highest.begin(), highest.end(), -100.0f);
  CHECK(rf_terrain_check(&terrain, &kArea, 30, 30, nullptr, &error) == RF_BAD_VALUE);
  check_success(rf_terrain_bounds_update(&bounds, &bounds.area, &error), error);
  check_success(rf_terrain_check(&terrain, &kArea, 30, 30, nullptr, &error), error);
  // An area may be a point, as a rock that hit the ground.
  const rf_rectangle point = {10, 10, 10, 10};
  std::fill(highest.begin(), highest.end(), -100.0f);
  check_success(rf_terrain_bounds_update(&bounds, &point, &error), error);
  CHECK(std::count(highest.begin(), highest.end(), -100.0f) < 1600);
  check_refusal(rf_terrain_bounds_update(&bounds, nullptr, &error), error, RF_NULL_ARGUMENT, "area");
  bounds.samples = 1;
  check_refusal(rf_bounded_terrain(&bounds, &terrain, &error), error, RF_BAD_VALUE, "samples");
}

TEST_CASE("the grids of the library pass the check, wherever the places lie between the nodes") {
  Random random(7);
  std::vector<double> heights(121 * 101);
  for (double& height : heights) height = random.between(-2, 2);
  rf_grid grid = rf_default_grid();
  grid.columns = 121;
  grid.rows = 101;
  grid.cell_x = 2;
  grid.cell_y = 1.5;
  grid.x0 = -120;
  grid.y0 = -80;
  grid.heights_f64 = heights.data();
  rf_terrain terrain;
  REQUIRE(rf_grid_terrain(&grid, &terrain, nullptr) == RF_OK);
  const rf_rectangle area = {-5, -6, 5, 2};
  rf_terrain_findings findings;
  rf_error error = {};
  rf_terrain_check(&terrain, &area, 100, 100, &findings, &error);
  CHECK(std::string(error.text) == "");
  CHECK(findings.wrong_vertices == 0);
}

TEST_CASE("height fields of triangles are right at their nodes, and slopes that no triangle there has are wrong") {
  Random random(77);
  std::vector<float> heights(21 * 21);
  for (float& height : heights) height = static_cast<float>(random.between(0, 3));
  rf_height_field field = rf_default_height_field();
  field.columns = field.rows = 21;
  field.cell_x = 1;
  field.cell_y = 1.5;
  field.heights = heights.data();
  const rf_rectangle area = {0, 0, 20, 30};
  for (int32_t surface = 0; surface < RF_INTERPOLATION_COUNT; ++surface) {
    CAPTURE(surface);
    field.interpolation = surface;
    static rf_terrain right;
    rf_error error = stale_error();
    REQUIRE(rf_height_field_terrain(&field, &right, nullptr) == RF_OK);
    check_success(rf_terrain_check(&right, &area, 21, 21, nullptr, &error), error);
    rf_terrain wrong = right;
    wrong.sample = [](void*, const double* xy, uint32_t count, rf_terrain_sample* out) {
      right.sample(right.user, xy, count, out);
      for (uint32_t i = 0; i < count; ++i) {
        const double p = -out[i].normal[0] / out[i].normal[2] + 0.1, q = -out[i].normal[1] / out[i].normal[2] - 0.1;
        const double scale = 1 / std::sqrt(1 + p * p + q * q);
        out[i].normal[0] = -p * scale;
        out[i].normal[1] = -q * scale;
        out[i].normal[2] = scale;
      }
    };
    rf_terrain_findings findings;
    CHECK(rf_terrain_check(&wrong, &area, 21, 21, &findings, nullptr) == RF_BAD_VALUE);
    CHECK(findings.wrong_normals > findings.samples / 2);
  }
}

TEST_CASE("fields of the ground that are the same everywhere do not exceed the bounds of their terrain") {
  std::vector<float> heights(5 * 5, 0.0f), values(5 * 5, 0.3f);
  rf_grid grid = rf_default_grid();
  grid.columns = grid.rows = 5;
  grid.cell_x = grid.cell_y = 1.1;
  grid.heights_f32 = heights.data();
  grid.ground.contact_drag = grid.ground.layer_drag = 1;
  for (const int field :
       {RF_GROUND_CONTACT_DRAG, RF_GROUND_CONTACT_DRAG_HEIGHT, RF_GROUND_LAYER_HEIGHT, RF_GROUND_ROUGHNESS_70}) {
    grid.fields[field] = values.data();
  }
  rf_terrain terrain;
  REQUIRE(rf_grid_terrain(&grid, &terrain, nullptr) == RF_OK);
  const rf_rectangle area = {0, 0, 4.4, 4.4};
  rf_error error = stale_error();
  check_success(rf_terrain_check(&terrain, &area, 57, 57, nullptr, &error), error);
  terrain.contact_drag_max = 0.29;
  CHECK(rf_terrain_check(&terrain, &area, 57, 57, nullptr, &error) == RF_BAD_VALUE);
}
