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

/** Sine of the elevation of the horizon from a node in a direction (cells), at least that of the horizontal. */
double horizon(const TerrainData& data, double column, double row, double dx, double dy, double reach) {
  const auto here = static_cast<double>(height_at(data, column, row));
  double steepest = 0;
  for (double distance = 1.5; distance < reach; distance *= 1.7) {
    const double c = column + distance * dx, r = row + distance * dy;
    if (c < 0 || r < 0 || c > data.columns - 1 || r > data.rows - 1) break;
    const double away = distance * std::hypot(dx * data.cell_x, dy * data.cell_y);
    steepest = std::max(steepest, (static_cast<double>(height_at(data, c, r)) - here) / away);
  }
  return steepest / std::sqrt(1 + steepest * steepest);
}

}  // namespace

Occlusion occlusion_of(const TerrainData& data) {
  Occlusion result;
  result.columns = std::min(data.columns, most_points);
  result.rows = std::min(data.rows, most_points);
  result.sky.reserve(std::size_t{result.columns} * result.rows);
  const double reach = 0.25 * std::max(data.columns, data.rows);
  static constexpr double directions[8][2] = {{1, 0},  {0.7071, 0.7071},   {0, 1},  {-0.7071, 0.7071},
                                              {-1, 0}, {-0.7071, -0.7071}, {0, -1}, {0.7071, -0.7071}};
  for (std::uint32_t r = 0; r < result.rows; ++r) {
    const double row = (r + 0.5) * data.rows / result.rows - 0.5;
    for (std::uint32_t c = 0; c < result.columns; ++c) {
      const double column = (c + 0.5) * data.columns / result.columns - 0.5;
      double hidden = 0;
      for (const auto& d : directions) hidden += horizon(data, column, row, d[0], d[1], reach) / 8;
      result.sky.push_back(static_cast<std::uint8_t>(std::lround(255 * std::clamp(1 - hidden, 0.0, 1.0))));
    }
  }
  return result;
}

}  // namespace rockfall_viewer
