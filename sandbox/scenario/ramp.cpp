#include <cmath>

#include "common/angle.h"
#include "common/error.h"
#include "io/raster.h"
#include "scenario/rounding.h"
#include "scenario/scene_builder.h"

namespace sandbox {
double steady_tangent(double degrees) { return round_to_fraction(std::tan(radians(degrees))); }

Raster make_ramp(const TerrainSpec& spec) {
  const double foot = spec.slope_length * round_to_fraction(std::cos(radians(spec.slope_deg)));
  const double slope = steady_tangent(spec.slope_deg);
  const double head = std::ceil(spec.head_length / spec.cell);
  const double columns = head + std::ceil((foot + spec.flat_length) / spec.cell) + 1;
  const double half_rows = std::ceil(0.5 * spec.width / spec.cell);
  if (columns > max_raster_side || 2 * half_rows + 1 > max_raster_side || columns * half_rows > 2e8) {
    throw InputError("terrain: the ramp has too many cells; make cell larger or the ramp smaller");
  }
  Raster raster;
  raster.columns = static_cast<std::uint32_t>(columns);
  raster.rows = static_cast<std::uint32_t>(2 * half_rows + 1);
  raster.cell_x = raster.cell_y = spec.cell;
  raster.x0 = -head * spec.cell;
  raster.y0 = -half_rows * spec.cell;
  raster.values.reserve(std::size_t{raster.columns} * raster.rows);
  for (std::uint32_t row = 0; row < raster.rows; ++row) {
    for (std::uint32_t column = 0; column < raster.columns; ++column) {
      const double x = raster.x0 + column * spec.cell;
      double random[2];
      rf_random_pair(spec.seed, column, row, random);
      const double above = x < foot ? (foot - x) * slope : 0.0;
      raster.values.push_back(above + spec.roughness * (2 * random[0] - 1));
    }
  }
  return raster;
}

}  // namespace sandbox
