// Bounds and terrain vertices of the grid.
#include <cmath>

#include "random_grid.h"
#include "support/refusal.h"
#include "terrain/grid.h"

using namespace rockfall;
using namespace support;
using random_grids::RandomGrid;

TEST_CASE("the upper plane is above all ground of its rectangle and reports hole_free only without holes") {
  Random random(27);
  int hole_free_count = 0;
  for (int i = 0; i < 300; ++i) {
    RandomGrid ground(random, 2 + random.below(12), 2 + random.below(12), random.between(0, 6));
    if (i % 4 == 0) ground.at(random.below(ground.grid.columns), random.below(ground.grid.rows)) = kNaN;
    if (i % 4 == 0 && rf_grid_terrain(&ground.grid, &ground.terrain, nullptr) != RF_OK) continue;
    const double w = ground.grid.columns - 1, h = ground.grid.rows - 1;
    const double cx = ground.x(random.between(-0.3, 1.3) * w), cy = ground.y(random.between(-0.3, 1.3) * h);
    const double half_width = random.between(0.05, i % 2 ? 0.7 : 0.15) * w * ground.grid.cell_x;
    const rf_rectangle area = {cx - half_width, cy - half_width, cx + half_width, cy + half_width};
    rf_upper_plane plane;
    ground.terrain.upper_plane(ground.terrain.user, &area, &plane);
    double worst = -1;
    bool holes = false;
    for (int k = 0; k < 300; ++k) {
      double px = random.between(area.x_min, area.x_max), py = random.between(area.y_min, area.y_max);
      if (k % 2) {  // the ground is highest at nodes
        px = ground.x(std::floor((px - ground.grid.x0) / ground.grid.cell_x));
        py = ground.y(std::floor((py - ground.grid.y0) / ground.grid.cell_y));
        if (px < area.x_min || py < area.y_min) continue;
      }
      const rf_terrain_sample s = ground.sample(px, py);
      holes = holes || !s.exists;
      if (!s.exists) continue;
      worst = std::fmax(worst, s.height - (plane.height + plane.slope_x * (px - cx) + plane.slope_y * (py - cy)));
    }
    CHECK(worst < 1e-11);
    if (holes) CHECK(plane.hole_free == 0);
    hole_free_count += plane.hole_free != 0;
  }
  CHECK(hole_free_count > 20);  // both kinds occur
}

TEST_CASE("the upper plane of a rectangle over at most two by two cells touches the ground") {
  Random random(28);
  double highest = -1, lowest = 1;
  for (int i = 0; i < 2000; ++i) {
    const RandomGrid ground(random, 8, 8, random.between(0, 3));
    // Corners of the rectangle and the lines between the cells, in cells.
    double u[3], v[3];
    for (double* const at : {u, v}) {
      at[1] = 1 + random.below(6);
      at[0] = at[1] - random.between(0.01, 0.99);
      at[2] = at[1] + (random.below(2) ? random.between(0.01, 0.99) : -1e-3);
    }
    const rf_rectangle area = {ground.x(u[0]), ground.y(v[0]), ground.x(u[2]), ground.y(v[2])};
    rf_upper_plane plane;
    ground.terrain.upper_plane(ground.terrain.user, &area, &plane);
    CHECK(plane.hole_free == 1);
    const double cx = 0.5 * (area.x_min + area.x_max), cy = 0.5 * (area.y_min + area.y_max);
    double worst = -1e300;
    for (int k = 0; k < 9; ++k) {
      const double x = ground.x(std::fmin(u[k % 3], u[2])), y = ground.y(std::fmin(v[k / 3], v[2]));
      worst = std::fmax(
          worst, ground.sample(x, y).height - plane.height - plane.slope_x * (x - cx) - plane.slope_y * (y - cy));
    }
    highest = std::fmax(highest, worst);
    if (u[2] > u[1] || v[2] > v[1]) lowest = std::fmin(lowest, worst);
  }
  CHECK(highest <= 0);
  CHECK(lowest > -1e-8);
}

TEST_CASE("the lowest ground of a small rectangle is that of no point inside it, and of one of its points") {
  Random random(29);
  int known = 0;
  for (int i = 0; i < 300; ++i) {
    const RandomGrid ground(random, 6, 6, 2);
    const GridTerrain grid(ground.grid);
    const double cell = std::fmin(ground.grid.cell_x, ground.grid.cell_y), half = random.between(0, 0.9) * cell;
    const double x = ground.x(random.between(0, 5)), y = ground.y(random.between(0, 5));
    double lowest;
    if (!grid.lowest_in({x - half, y - half, x + half, y + half}, lowest)) continue;
    ++known;
    double found = 1e300;
    for (int k = 0; k < 400; ++k) {
      double z = 0;
      REQUIRE(grid.height_at(x + (k % 20 - 9.5) / 9.5 * half, y + (k / 20 - 9.5) / 9.5 * half, z));
      found = std::fmin(found, z);
    }
    const double rounding = 1e-12 * (1 + std::fabs(lowest));
    CHECK(found >= lowest - rounding);
    // Between the points the ground is lower by at most its slopes times the distance to the next one.
    CHECK(found <= lowest + rounding + half / 9.5 * (4 / cell + 1));
  }
  CHECK(known > 100);
}

TEST_CASE("the lowest ground is not known over holes, outside the grid and over many cells") {
  Random random(30);
  RandomGrid ground(random, 6, 6, 1);
  ground.at(2, 2) = kNaN;
  const GridTerrain grid(ground.grid);
  const auto known = [&](double c0, double r0, double c1, double r1) {
    double lowest;
    return grid.lowest_in({ground.x(c0), ground.y(r0), ground.x(c1), ground.y(r1)}, lowest);
  };
  CHECK(known(3.1, 3.1, 3.2, 3.2));
  CHECK(known(3.1, 3.1, 4.9, 4.9));
  CHECK_FALSE(known(1.1, 1.1, 1.2, 1.2));
  CHECK_FALSE(known(2.9, 2.9, 3.1, 3.1));
  CHECK_FALSE(known(4.9, 4.9, 5.1, 5.0));
  CHECK_FALSE(known(-0.1, 3, 0.1, 3.1));
  CHECK_FALSE(known(2.9, 3.1, 5, 3.2));
}

TEST_CASE("terrain vertices are the nodes above a line between opposite neighbours, a plane has none") {
  Random random(28);
  RandomGrid ground(random, 9, 9, 0);  // an inclined plane
  double xyz[3 * 81];
  const rf_rectangle all = {-1e3, -1e3, 1e3, 1e3};
  CHECK(ground.terrain.terrain_vertices(ground.terrain.user, &all, xyz, 81) == 0);
  ground.at(3, 4) += 1;
  REQUIRE(ground.terrain.terrain_vertices(ground.terrain.user, &all, xyz, 81) == 1);
  CHECK(xyz[0] == doctest::Approx(ground.x(3)).epsilon(1e-14));
  CHECK(xyz[1] == doctest::Approx(ground.y(4)).epsilon(1e-14));
  CHECK(xyz[2] == ground.at(3, 4));
  CHECK(ground.terrain.terrain_vertices(ground.terrain.user, &all, xyz, 0) == 0);
  const rf_rectangle beside = {ground.x(3.1), -1e3, 1e3, 1e3};
  CHECK(ground.terrain.terrain_vertices(ground.terrain.user, &beside, xyz, 81) == 0);
  ground.at(3, 4) -= 2;  // a pit: the nodes around it are above the lines through it
  CHECK(ground.terrain.terrain_vertices(ground.terrain.user, &all, xyz, 81) == 8);
}

TEST_CASE("a ridge along a row of nodes is a row of terrain vertices") {
  Random random(29);
  RandomGrid ground(random, 7, 7, 0);
  for (uint32_t c = 0; c < 7; ++c) ground.at(c, 3) += 0.5;
  double xyz[3 * 49];
  const rf_rectangle all = {-1e3, -1e3, 1e3, 1e3};
  CHECK(ground.terrain.terrain_vertices(ground.terrain.user, &all, xyz, 49) == 7);
  for (int i = 0; i < 7; ++i) CHECK(xyz[3 * i + 1] == doctest::Approx(ground.y(3)).epsilon(1e-14));
}
