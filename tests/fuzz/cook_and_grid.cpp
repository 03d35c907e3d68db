// Rocks from any points and grids of any numbers: what is accepted is finite, lies within its bounding sphere,
// and below its upper plane.
#include <rockfall/rock.h>
#include <rockfall/terrain.h>

#include <cmath>
#include <limits>
#include <rockfall/rockfall.hpp>

#include "target.h"

namespace fuzz {
namespace {

void cook(Input& input) {
  std::vector<double> points;
  const uint32_t count = 4 + input.below(24);
  const double size = input.below(16) == 0 ? input.any() : 1;
  for (uint32_t i = 0; i < 3 * count; ++i) points.push_back(size * input.between(-1, 1));
  const rf::Result<rf::Rock> cooked = rf::Rock::cook(rf::rock_def(points));
  if (!cooked.ok()) return;
  const rf_rock_properties& rock = *cooked->operator->();
  const double numbers[] = {rock.mass, rock.bounding_radius, rock.inertia[0], rock.inertia[1], rock.inertia[2]};
  require(finite(numbers, 5) && rock.mass > 0 && rock.inertia[0] > 0, "a cooked rock has finite mass and inertia");
  require(rock.inertia[2] <= (rock.inertia[0] + rock.inertia[1]) * (1 + 1e-9), "moments obey the triangle inequality");
  require(finite(rock.vertices, 3 * static_cast<size_t>(rock.vertex_count)), "vertices are finite");
  for (uint32_t i = 0; i < rock.vertex_count; ++i) {
    const double* v = rock.vertices + 3 * static_cast<size_t>(i);
    require(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] <= rock.bounding_radius * rock.bounding_radius * (1 + 1e-12),
            "the bounding sphere holds every vertex");
  }
}

void check_bound(const rf_terrain& terrain, const rf_grid& grid, Input& input) {
  const double width = (grid.columns - 1) * grid.cell_x, depth = (grid.rows - 1) * grid.cell_y;
  const double x = grid.x0 + width * input.between(-0.2, 1.2), y = grid.y0 + depth * input.between(-0.2, 1.2);
  const double half = input.between(0.01, 0.5) * (width + depth);
  const rf_rectangle area = {x - half, y - half, x + half, y + half};
  if (!(half > 0) || !std::isfinite(x) || !std::isfinite(y) || !std::isfinite(half)) return;
  rf_upper_plane plane;
  terrain.upper_plane(terrain.user, &area, &plane);
  for (int i = 0; i < 9; ++i) {
    const double px = x + half * (i % 3 - 1), py = y + half * (i / 3 - 1);
    rf_terrain_sample sample;
    require(rf_terrain_at(&terrain, px, py, &sample) == RF_OK, "a terrain can be sampled anywhere");
    if (!sample.exists) continue;
    require(finite(&sample.height, 1) && finite(sample.normal, 3), "samples are finite");
    const double above = plane.height + plane.slope_x * (px - x) + plane.slope_y * (py - y);
    const double size = std::fabs(above) + std::fabs(sample.height) +
                        std::fabs(plane.slope_x) * (std::fabs(px) + half) +
                        std::fabs(plane.slope_y) * (std::fabs(py) + half);
    require(!(sample.height > above + 1e-9 * size), "the upper plane is above the ground");
  }
  double vertices[3 * 64];
  require(terrain.terrain_vertices(terrain.user, &area, vertices, 64) <= 64, "no more vertices than fit");
}

void sample_grid(Input& input) {
  rf_grid grid = rf_default_grid();
  grid.columns = 2 + input.below(6);
  grid.rows = 2 + input.below(6);
  grid.x0 = input.below(4) == 0 ? input.any() : 0;
  grid.cell_x = input.below(4) == 0 ? input.any() : input.between(0.1, 5);
  grid.cell_y = input.below(4) == 0 ? input.any() : input.between(0.1, 5);
  std::vector<double> heights;
  for (uint32_t i = 0; i < grid.columns * grid.rows; ++i) {
    const double z = input.between(-10, 10);
    heights.push_back(std::fabs(z) < 1e100 ? z : std::numeric_limits<double>::quiet_NaN());
  }
  grid.heights_f64 = heights.data();
  rf_terrain terrain;
  if (rf_grid_terrain(&grid, &terrain, nullptr) != RF_OK) return;
  for (int i = 0; i < 4; ++i) check_bound(terrain, grid, input);
}

void run_cook_and_grid(const uint8_t* data, size_t size) {
  Input input(data, size);
  if (input.below(2) == 0) {
    cook(input);
  } else {
    sample_grid(input);
  }
}

std::vector<Bytes> seeds_of_cook_and_grid() { return random_inputs(32, 300); }

}  // namespace

const Target kCookAndGrid = {"cook_and_grid", run_cook_and_grid, seeds_of_cook_and_grid};

}  // namespace fuzz

ROCKFALL_FUZZ_TARGET(fuzz::kCookAndGrid)
