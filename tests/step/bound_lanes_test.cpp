#include "step/bound_lanes.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "terrain/grid.h"

namespace {

using rockfall::kLaneCount;

constexpr uint32_t kColumns = 13, kRows = 9;

struct RoughGrid {
  explicit RoughGrid(uint32_t seed) : generator(seed) {
    std::uniform_real_distribution<double> height(-3, 3);
    for (double& z : heights) z = height(generator);
    grid.heights_f64 = heights.data();
    grid.columns = kColumns;
    grid.rows = kRows;
    grid.x0 = -4;
    grid.y0 = 7;
    grid.cell_x = 1.5;
    grid.cell_y = 0.75;
  }

  // A rectangle of up to `cells` cells along each axis, anywhere near the grid.
  rf_rectangle rectangle(double cells) {
    std::uniform_real_distribution<double> unit(0, 1);
    const double width = grid.cell_x * cells * (0.01 + 0.99 * unit(generator)),
                 depth = grid.cell_y * cells * (0.01 + 0.99 * unit(generator));
    const double x = grid.x0 - width + unit(generator) * (grid.cell_x * kColumns + width),
                 y = grid.y0 - depth + unit(generator) * (grid.cell_y * kRows + depth);
    return {x, y, x + width, y + depth};
  }

  bool contains(const rf_rectangle& area) const {
    const rockfall::GridTerrain terrain(grid);
    return terrain.exists(area.x_min, area.y_min) && terrain.exists(area.x_max, area.y_max);
  }

  std::mt19937 generator;
  std::vector<double> heights = std::vector<double>(kColumns * kRows);
  rf_grid grid = {};
};

// Height of the ground over the plane where that is largest in the rectangle.
double highest_over(const rf_grid& grid, const rf_rectangle& area, double height, double slope_x, double slope_y) {
  const rockfall::GridTerrain terrain(grid);
  const double x = 0.5 * (area.x_min + area.x_max), y = 0.5 * (area.y_min + area.y_max);
  // The ground is bilinear between the edges of the rectangle and the lines of nodes: its maximum is on their corners.
  std::vector<double> xs = {area.x_min, x, area.x_max}, ys = {area.y_min, y, area.y_max};
  for (uint32_t column = 0; column < grid.columns; ++column) {
    const double node = grid.x0 + column * grid.cell_x;
    if (node > area.x_min && node < area.x_max) xs.push_back(node);
  }
  for (uint32_t row = 0; row < grid.rows; ++row) {
    const double node = grid.y0 + row * grid.cell_y;
    if (node > area.y_min && node < area.y_max) ys.push_back(node);
  }
  double highest = -std::numeric_limits<double>::infinity();
  for (const double px : xs) {
    for (const double py : ys) {
      double z;
      if (!terrain.height_at(px, py, z)) continue;
      highest = std::fmax(highest, z - (height + slope_x * (px - x) + slope_y * (py - y)));
    }
  }
  return highest;
}

struct Planes {
  std::vector<rf_rectangle> area;
  rockfall::PlaneLanes plane;
};

Planes planes_of(RoughGrid& rough, double cells) {
  Planes result;
  rockfall::RectangleLanes lanes;
  for (int lane = 0; lane < kLaneCount; ++lane) {
    const rf_rectangle area = rough.rectangle(cells);
    result.area.push_back(area);
    lanes.x_min.set(lane, area.x_min);
    lanes.x_max.set(lane, area.x_max);
    lanes.y_min.set(lane, area.y_min);
    lanes.y_max.set(lane, area.y_max);
  }
  const rockfall::GridTerrain terrain(rough.grid);
  result.plane = rockfall::upper_planes(terrain.view(), lanes, ~rockfall::no_lanes());
  return result;
}

}  // namespace

TEST_CASE("planes found in lanes are above the ground and touch it") {
  for (uint32_t seed = 1; seed <= 20; ++seed) {
    RoughGrid rough(seed);
    const Planes found = planes_of(rough, 1.0);
    for (int lane = 0; lane < kLaneCount; ++lane) {
      const rf_rectangle& area = found.area[static_cast<std::size_t>(lane)];
      CHECK((found.plane.known[lane] != 0) == rough.contains(area));
      if (!found.plane.known[lane]) continue;
      const double over = highest_over(rough.grid, area, found.plane.height[lane], found.plane.slope_x[lane],
                                       found.plane.slope_y[lane]);
      CHECK(over <= 0);
      CHECK(over > -1e-8);
    }
  }
}

TEST_CASE("a rectangle that touches more than two by two cells has no plane in the lanes") {
  int known = 0, unknown = 0;
  for (uint32_t seed = 1; seed <= 20; ++seed) {
    RoughGrid rough(seed);
    const Planes found = planes_of(rough, 2.5);
    for (int lane = 0; lane < kLaneCount; ++lane) {
      const rf_rectangle& area = found.area[static_cast<std::size_t>(lane)];
      const auto cells = [](double from, double to, double first, double size) {
        return std::floor((to - first) / size) - std::floor((from - first) / size) + 1;
      };
      const bool large = cells(area.x_min, area.x_max, rough.grid.x0, rough.grid.cell_x) > 2 ||
                         cells(area.y_min, area.y_max, rough.grid.y0, rough.grid.cell_y) > 2;
      if (large) CHECK(found.plane.known[lane] == 0);
      if (!found.plane.known[lane]) {
        ++unknown;
        continue;
      }
      ++known;
      CHECK(highest_over(rough.grid, area, found.plane.height[lane], found.plane.slope_x[lane],
                         found.plane.slope_y[lane]) <= 0);
    }
  }
  CHECK(known > 5);
  CHECK(unknown > 5);
}

TEST_CASE("a rectangle beside a hole has no plane in the lanes") {
  int known = 0, beside = 0;
  for (uint32_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    RoughGrid rough(seed);
    // A node in the middle of the grid, or at its end.
    const uint32_t column = seed % 3 ? 3 + seed % 7 : kColumns - 1, row = seed % 4 ? 2 + seed % 5 : kRows - 1;
    rough.heights[row * kColumns + column] = std::numeric_limits<double>::quiet_NaN();
    const Planes found = planes_of(rough, 1.0);
    for (int lane = 0; lane < kLaneCount; ++lane) {
      const rf_rectangle& area = found.area[static_cast<std::size_t>(lane)];
      const rf_grid& grid = rough.grid;
      const double last_x = grid.x0 + grid.cell_x * (kColumns - 1), last_y = grid.y0 + grid.cell_y * (kRows - 1);
      const bool inside = area.x_min > grid.x0 && area.y_min > grid.y0 && area.x_max < last_x && area.y_max < last_y;
      // The nodes of three columns and rows from the first cell on; the plane covers no more than two cells.
      const auto first = [](double from, double start, double size) {
        return static_cast<int>(std::floor((from - start) / size));
      };
      const int left = first(area.x_min, grid.x0, grid.cell_x), low = first(area.y_min, grid.y0, grid.cell_y);
      const int to_column = static_cast<int>(column) - left, to_row = static_cast<int>(row) - low;
      const bool near_hole = to_column >= 0 && to_column <= 2 && to_row >= 0 && to_row <= 2;
      CHECK((found.plane.known[lane] != 0) == (inside && !near_hole));
      known += inside && !near_hole;
      beside += inside && near_hole;
    }
  }
  CHECK(known > 50);
  CHECK(beside > 10);
}

TEST_CASE("a grid of one cell and numbers that are not finite have safe planes in the lanes") {
  const float heights[4] = {0, 1, 2, 4};
  rf_grid grid = {};
  grid.heights_f32 = heights;
  grid.columns = grid.rows = 2;
  grid.cell_x = grid.cell_y = 1;
  const rockfall::GridTerrain terrain(grid);
  rockfall::RectangleLanes area = {rockfall::all_lanes(0.25), rockfall::all_lanes(0.5), rockfall::all_lanes(0.75),
                                   rockfall::all_lanes(0.875)};
  rockfall::PlaneLanes plane = rockfall::upper_planes(terrain.view(), area, ~rockfall::no_lanes());
  CHECK(rockfall::none_set(~plane.known));
  CHECK(highest_over(grid, area[0], plane.height[0], plane.slope_x[0], plane.slope_y[0]) <= 0);
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 1e300}) {
    area.x_max = rockfall::all_lanes(bad);
    plane = rockfall::upper_planes(terrain.view(), area, ~rockfall::no_lanes());
    CHECK(rockfall::none_set(plane.known));
  }
}
