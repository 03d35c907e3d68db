// Bounds and terrain vertices of relief.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <vector>

#include "rough.h"
#include "support/scenes.h"

using namespace support;
using namespace rough;

namespace {

// Checks the bounds of random rectangles against samples in them, at least `points` in all.
void check_bounds(const Rough& rough, Random& random, double range, int points) {
  int hole_free = 0, holes = 0;
  double worst_height = -1, worst_slope = -1;
  for (int done = 0; done < points; done += 200) {
    const double size = random.uniform() < 0.3 ? random.between(4, 20) : random.between(0.01, 3);
    const double x = random.between(-range, range), y = random.between(-range, range);
    const rf_rectangle area = {x - size, y - size * random.uniform(), x + size, y + size};
    const double centre_y = 0.5 * (area.y_min + area.y_max);
    const rf_upper_plane above = rough.upper_plane(area);
    hole_free += above.hole_free;
    bool hole = false;
    for (int k = 0; k < 200; ++k) {
      double px = random.between(area.x_min, area.x_max), py = random.between(area.y_min, area.y_max);
      if (k % 4 == 0) {  // the relief is highest at nodes
        px = std::round(px / rough.roughness.spacing) * rough.roughness.spacing;
        py = std::round(py / rough.roughness.spacing) * rough.roughness.spacing;
        if (px < area.x_min || px > area.x_max || py < area.y_min || py > area.y_max) continue;
      }
      const rf_terrain_sample s = rough.sample(px, py);
      hole = hole || !s.exists;
      if (!s.exists) continue;
      const double dx = px - x, dy = py - centre_y;
      worst_height = std::fmax(worst_height, s.height - (above.height + above.slope_x * dx + above.slope_y * dy));
      if (!(above.slope_spread > 0)) continue;
      const double slope_x = -s.normal[0] / s.normal[2], slope_y = -s.normal[1] / s.normal[2];
      worst_slope = std::fmax(worst_slope, std::fabs(slope_x - above.slope_x) - above.slope_spread);
      worst_slope = std::fmax(worst_slope, std::fabs(slope_y - above.slope_y) - above.slope_spread);
    }
    holes += hole;
    if (hole) CHECK(above.hole_free == 0);
  }
  CHECK(worst_height < 1e-11);
  CHECK(worst_height > -0.2);
  CHECK(worst_slope < 1e-11);
  CHECK(worst_slope > -1);
  CHECK(hole_free > 0);
  if (rough.grid.heights_f64) CHECK(holes > 0);
}

}  // namespace

TEST_CASE("bounds of relief hold at 100000 points over a steep plane and over a grid with holes and fields") {
  Random random(73);
  Rough plane;
  set_obstacles(plane.plane.ground, 0.1, 0.3, 0.5);
  for (const double spacing : {0.35, 1.0, 2.5}) {
    plane.roughness.spacing = spacing;
    plane.over_plane(-2.7, 1.1);
    check_bounds(plane, random, 500, 20000);
  }
  RoughFields fields(random);
  check_bounds(fields, random, 25, 60000);
}

TEST_CASE("the bound of relief over level ground is the height of the highest node of the cells in the rectangle") {
  Random random(85);
  Rough rough;
  set_obstacles(rough.plane.ground, 0.1, 0.3, 0.5);
  for (const double spacing : {0.35, 1.0, 2.5}) {
    rough.roughness.spacing = spacing;
    rough.over_plane(0, 0);
    for (int i = 0; i < 200; ++i) {
      const int column = static_cast<int>(random.below(1000)) - 500, row = static_cast<int>(random.below(1000)) - 500;
      const int width = 1 + static_cast<int>(random.below(7)), depth = 1 + static_cast<int>(random.below(7));
      const double inset = 1e-6;  // exactly at a node the cells beyond it count
      const rf_rectangle area = {(column + inset) * spacing, (row + inset) * spacing,
                                 (column + width - inset) * spacing, (row + depth - inset) * spacing};
      double highest = 0;
      for (int r = row; r <= row + depth; ++r) {
        for (int c = column; c <= column + width; ++c) {
          highest = std::fmax(highest, rough.sample(c * spacing, r * spacing).height);
        }
      }
      CHECK(std::fabs(rough.upper_plane(area).height - highest) < 1e-12);
    }
  }
}

TEST_CASE("another seed gives another relief, and extreme coordinates give no relief") {
  Rough a, b;
  for (Rough* rough : {&a, &b}) {
    set_obstacles(rough->plane.ground, 0.1, 0.3, 0.5);
    rough->over_plane(0, 0);
  }
  b.roughness.seed = uint64_t{1} << 40 | 1;
  int equal = 0;
  for (int i = -500; i < 500; ++i) equal += a.sample(i, 3 * i).height == b.sample(i, 3 * i).height;
  CHECK(equal < 5);
  for (const double x : {1e300, -1e300, kInfinity, -kInfinity, kNaN}) {
    const double xy[2] = {x, 0};
    rf_terrain_sample extreme;
    a.terrain.sample(a.terrain.user, xy, 1, &extreme);  // rf_terrain_at does not pass on what is not finite
    CHECK(extreme.normal[2] == 1);
    const rf_rectangle area = {-1, -1, x, 1};
    const rf_upper_plane plane = a.upper_plane(area);
    CHECK((plane.height >= 0.5 || (!std::isfinite(x) && std::isnan(plane.height))));
    double xyz[3];
    CHECK(a.terrain.terrain_vertices(a.terrain.user, &area, xyz, 1) <= 1);
  }
}

TEST_CASE("callbacks that exceed roughness_max do not exceed the bound of relief") {
  Random random(78);
  Rough plane, sampled;
  set_obstacles(plane.plane.ground, 1, 5, 50);
  plane.over_plane(0.4, -0.3);
  sampled.roughness.base = forwarded(plane.roughness.base);
  sampled.roughness.base.roughness_max = 0.25;
  sampled.renew();
  for (int i = 0; i < 1000; ++i) {
    const double x = random.between(-300, 300), y = random.between(-300, 300);
    const double base = Rough::sample_of(plane.roughness.base, x, y).height;
    CHECK(sampled.sample(x, y).height <= base + 0.25 + 1e-12);
  }
}

TEST_CASE("terrain vertices of relief are exactly the nodes above a line between opposite neighbours") {
  Random random(79);
  Rough rough;
  rough.roughness.spacing = 0.4;
  set_obstacles(rough.plane.ground, 0.1, 0.2, 0.3);
  rough.over_plane(-0.8, 0.1);
  for (int i = 0; i < 100; ++i) {
    const double x = random.between(-100, 100), y = random.between(-100, 100);
    const rf_rectangle area = {x, y, x + random.between(0.1, 6), y + random.between(0.1, 6)};
    double xyz[3 * 300];
    const uint32_t count = rough.terrain.terrain_vertices(rough.terrain.user, &area, xyz, 300);
    std::set<std::array<int64_t, 2>> found, expected;
    for (uint32_t k = 0; k < count; ++k) {
      const double* const p = xyz + 3 * k;
      CHECK(std::fabs(p[2] - rough.sample(p[0], p[1]).height) < 1e-12);
      found.insert({std::llround(p[0] / 0.4), std::llround(p[1] / 0.4)});
    }
    const auto z = [&](int64_t c, int64_t r) {
      return rough.sample(static_cast<double>(c) * 0.4, static_cast<double>(r) * 0.4).height;
    };
    for (int64_t r = std::llround(area.y_min / 0.4) - 1; r <= std::llround(area.y_max / 0.4) + 1; ++r) {
      for (int64_t c = std::llround(area.x_min / 0.4) - 1; c <= std::llround(area.x_max / 0.4) + 1; ++c) {
        const double px = static_cast<double>(c) * 0.4, py = static_cast<double>(r) * 0.4;
        if (px < area.x_min || px > area.x_max || py < area.y_min || py > area.y_max) continue;
        bool convex = false;
        for (const std::array<int, 2>& d : {std::array<int, 2>{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
          convex = convex || 2 * z(c, r) - 1e-6 > z(c + d[0], r + d[1]) + z(c - d[0], r - d[1]);
        }
        if (convex) expected.insert({c, r});
      }
    }
    CHECK(found == expected);
    CHECK(count == found.size());
    const uint32_t few = rough.terrain.terrain_vertices(rough.terrain.user, &area, xyz, 2);
    CHECK(few == std::min<uint32_t>(2, count));
  }
}

TEST_CASE("where relief has more nodes than are searched, the array of terrain vertices is filled up") {
  Rough rough;
  rough.roughness.spacing = 0.02;
  set_obstacles(rough.plane.ground, 0.1, 0.2, 0.3);
  rough.over_plane(-0.8, 0.1);
  const uint32_t capacity = 30000;
  std::vector<double> xyz(3 * capacity);
  const auto vertices = [&](double size) {
    const rf_rectangle area = {0, 0, size, size};
    std::fill(xyz.begin(), xyz.end(), 1.0);
    return rough.terrain.terrain_vertices(rough.terrain.user, &area, xyz.data(), capacity);
  };
  CHECK(vertices(12) == capacity);  // of 360000 nodes, of which at most 4096 are searched
  uint32_t found = 0;
  for (uint32_t i = 0; i < capacity; ++i) {
    const bool none = xyz[3 * i + 2] == -1e300;
    found += none ? 0 : 1;
    if (!none) CHECK(std::fabs(xyz[3 * i + 2] - rough.sample(xyz[3 * i], xyz[3 * i + 1]).height) < 1e-12);
  }
  CHECK(found > 800);
  CHECK(found <= 4096);
  CHECK(vertices(0.5) < 680);  // all of 676 nodes are searched
}

TEST_CASE("a step of a rock over relief with more nodes than are searched reports that its work was limited") {
  Rough rough;
  set_obstacles(rough.plane.ground, 0.1, 0.2, 0.3);
  for (const double spacing : {0.02, 4.0}) {
    CAPTURE(spacing);
    rough.roughness.spacing = spacing;
    rough.over_plane(0, 0);
    OneRock world(box_rock(8, 6, 5));
    world.scene.terrain = rough.terrain;
    rf_state state = rf_default_state();
    REQUIRE(rf_place_above_ground(&world.scene, &state, -0.01, nullptr) == RF_OK);
    rf_step_report report = {};
    REQUIRE(rf_step(&world.scene, &state, &report) == RF_OK);
    CHECK(report.contact_count > 0);
    CHECK(report.work_limited == (spacing < 1 ? 1 : 0));
  }
}

TEST_CASE("terrain vertices of the base are raised by the relief, and those at nodes are not repeated") {
  Random random(80);
  Rough rough;
  set_obstacles(rough.grid.ground, 0.05, 0.1, 0.2);
  rough.grid.cell_x = rough.grid.cell_y = 0.25;  // every fourth node is a node of the lattice
  rough.over_grid(random, 80, 80, 0, 0.3);
  const rf_rectangle area = {-3, -3, 3, 3};
  std::vector<double> xyz(3 * 2000);
  const uint32_t count = rough.terrain.terrain_vertices(rough.terrain.user, &area, xyz.data(), 2000);
  std::set<std::array<int64_t, 2>> places;
  for (uint32_t k = 0; k < count; ++k) {
    const double* const p = xyz.data() + 3 * k;
    CHECK(std::fabs(p[2] - rough.sample(p[0], p[1]).height) < 1e-12);
    places.insert({std::llround(p[0] / 0.25), std::llround(p[1] / 0.25)});
  }
  CHECK(places.size() == count);
  CHECK(count > 300);
}

TEST_CASE("relief may lie over relief") {
  Rough coarse, fine;
  set_obstacles(coarse.plane.ground, 0.1, 0.3, 0.5);
  coarse.roughness.spacing = 4;
  coarse.over_plane(-0.5, 0);
  fine.roughness.base = coarse.terrain;
  fine.roughness.seed = 2;
  fine.renew();
  Random random(81);
  double highest = 0;
  for (int i = 0; i < 200; ++i) {
    const double x = random.between(-50, 50), y = random.between(-50, 50);
    const double above = fine.sample(x, y).height - coarse.sample(x, y).height;
    CHECK(above >= 0);
    CHECK(above < 0.5);
    highest = std::fmax(highest, above);
  }
  CHECK(highest > 0.1);
  check_bounds(fine, random, 100, 10000);
}
