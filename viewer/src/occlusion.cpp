#include "occlusion.h"

#include <algorithm>
#include <cmath>

namespace rockfall_viewer {
namespace {

constexpr std::uint32_t most_points = 192;

float height_at(const TerrainData& data, double column, double row) {
  const auto c = static_cast<std::size_t>(std::clamp(column, 0.0, static_cast<double>(data.columns - 1)));
  const auto r = static_cast<std::size_t>(std::clamp(row, 0.0, static_cast<double>(data.rows - 1)));
  return data.heights[r * data.columns + c];
}

struct Direction {
  double dx, dy;  // cells
  double length;  // m
};

/** Sine of the elevation of the horizon from a node, at least that of the horizontal. */
double horizon(const TerrainData& data, double column, double row, const Direction& towards, double reach) {
  const auto here = static_cast<double>(height_at(data, column, row));
  double rise = 0;  // largest per `length`
  for (double distance = 1.5; distance < reach; distance *= 1.7) {
    const double c = column + distance * towards.dx, r = row + distance * towards.dy;
    if (c < 0 || r < 0 || c > data.columns - 1 || r > data.rows - 1) break;
    rise = std::max(rise, (static_cast<double>(height_at(data, c, r)) - here) / distance);
  }
  const double slope = rise / towards.length;
  return slope / std::sqrt(1 + slope * slope);
}

}  // namespace

Occlusion occlusion_of(const TerrainData& data) {
  Occlusion result;
  result.columns = std::min(data.columns, most_points);
  result.rows = std::min(data.rows, most_points);
  result.sky.reserve(std::size_t{result.columns} * result.rows);
  const double reach = 0.25 * std::max(data.columns, data.rows);
  const auto direction = [&](double dx, double dy) {
    return Direction{dx, dy, std::hypot(dx * data.cell_x, dy * data.cell_y)};
  };
  const double h = 0.7071;
  const Direction directions[8] = {direction(1, 0),  direction(h, h),   direction(0, 1),  direction(-h, h),
                                   direction(-1, 0), direction(-h, -h), direction(0, -1), direction(h, -h)};
  for (std::uint32_t r = 0; r < result.rows; ++r) {
    const double row = (r + 0.5) * data.rows / result.rows - 0.5;
    for (std::uint32_t c = 0; c < result.columns; ++c) {
      const double column = (c + 0.5) * data.columns / result.columns - 0.5;
      double hidden = 0;
      for (const Direction& towards : directions) hidden += horizon(data, column, row, towards, reach) / 8;
      result.sky.push_back(static_cast<std::uint8_t>(std::lround(255 * std::clamp(1 - hidden, 0.0, 1.0))));
    }
  }
  return result;
}

}  // namespace rockfall_viewer
