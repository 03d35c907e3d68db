#include "contact/high_nodes.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "contact/kernels.h"
#include "support/random.h"

using namespace rockfall;

namespace {

using Node = std::pair<uint32_t, uint32_t>;  // row, column

// The nodes of the area that are higher than the plane and in the ball, by a test of each.
std::vector<Node> nodes_above(const GridTerrain& grid, const rf_grid& of, const rf_rectangle& area,
                              const SlopedPlane& plane, const NodeBall& ball) {
  std::vector<Node> found;
  for (uint32_t r = 0; r < of.rows; ++r) {
    for (uint32_t c = 0; c < of.columns; ++c) {
      const double x = of.x0 + c * of.cell_x, y = of.y0 + r * of.cell_y;
      if (x < area.x_min || x > area.x_max || y < area.y_min || y > area.y_max) continue;
      const double height = plane.height + plane.slope_x * (x - plane.x) + plane.slope_y * (y - plane.y);
      if (!((Vec3(x, y, grid.height(c, r)) - ball.centre).squaredNorm() < ball.square)) continue;
      if (grid.height(c, r) > height) found.emplace_back(r, c);
    }
  }
  return found;
}

}  // namespace

TEST_CASE(
    "the nodes of an area above a plane and in a ball are visited once each, row by row, in every instruction set") {
  support::Random random(77);
  const uint32_t columns = 150, rows = 9;  // more than are looked at together
  std::vector<double> heights(columns * rows);
  for (double& z : heights) z = random.between(-1, 1);
  heights[400] = std::nan("");
  const std::vector<float> narrow(heights.begin(), heights.end());
  rf_grid grid = rf_default_grid();
  grid.columns = columns;
  grid.rows = rows;
  grid.x0 = 100;
  grid.y0 = -3;
  grid.cell_x = 0.1;
  grid.cell_y = 0.3;
  size_t visited = 0;
  for (int i = 0; i < 400; ++i) {
    grid.heights_f64 = i % 2 ? heights.data() : nullptr;
    grid.heights_f32 = i % 2 ? nullptr : narrow.data();
    const GridTerrain terrain(grid);
    const double x = random.between(99, 116), y = random.between(-4, 1);
    const rf_rectangle area = {x, y, x + random.between(0, 16), y + random.between(0, 3)};
    const SlopedPlane plane = {random.between(100, 115), random.between(-3, 0), random.between(-1, 1.2),
                               random.between(-0.2, 0.2), random.between(-0.2, 0.2)};
    const double radius = random.between(0.1, 3);
    const NodeBall ball = {Vec3(random.between(x, x + 10), random.between(y, y + 3), random.between(-2, 2)),
                           i % 3 ? radius * radius : kEverywhere};
    const std::vector<Node> expected = nodes_above(terrain, grid, area, plane, ball);
    visited += expected.size();
    for (const contacts::NamedKernels& here : contacts::kernels_here()) {
      INFO(std::string(here.name));
      std::vector<Node> found;
      visit_high_nodes(terrain, area, plane, ball, *here.kernels,
                       [&](uint32_t c, uint32_t r, double at_x, double at_y, double z) {
                         CHECK(at_x == grid.x0 + c * grid.cell_x);
                         CHECK(at_y == grid.y0 + r * grid.cell_y);
                         CHECK(z == terrain.height(c, r));
                         found.emplace_back(r, c);
                         return true;
                       });
      CHECK(found == expected);
    }
  }
  CHECK(visited > 5000);
}

TEST_CASE("no node is visited after the one that ends the search") {
  const std::vector<double> heights(200 * 3, 1.0);
  rf_grid grid = rf_default_grid();
  grid.columns = 200;
  grid.rows = 3;
  grid.heights_f64 = heights.data();
  uint32_t visited = 0;
  visit_high_nodes(GridTerrain(grid), {-1, -1, 1000, 1000}, {0, 0, 0, 0, 0}, {Vec3(0, 0, 0), kEverywhere},
                   kBaselineKernels, [&](uint32_t, uint32_t, double, double, double) { return ++visited < 70; });
  CHECK(visited == 70);
}
