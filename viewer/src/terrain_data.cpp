#include "terrain_data.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rockfall_viewer {
namespace {

constexpr double max_nodes = 4096;

/** Number of nodes along a side; enlarges the cell if there would be too many. */
std::uint32_t nodes_along(double from, double to, double& cell) {
  const double cells = std::max(1.0, std::nearbyint((to - from) / cell));
  const double thinned = std::min(cells, max_nodes - 1);
  cell = (to - from) / thinned;
  return static_cast<std::uint32_t>(thinned) + 1;
}

/** Calls body(row, samples of the row) for every row. */
template <class Body>
void for_rows(const rf_terrain& terrain, const TerrainData& data, const Body& body) {
  std::vector<double> xy(2 * std::size_t{data.columns});
  std::vector<rf_terrain_sample> samples(data.columns);
  for (std::uint32_t row = 0; row < data.rows; ++row) {
    for (std::uint32_t column = 0; column < data.columns; ++column) {
      // Rounding must not move the last nodes beyond the edge of the terrain.
      xy[2 * column] = std::min(data.x0 + column * data.cell_x, data.x_max);
      xy[2 * column + 1] = std::min(data.y0 + row * data.cell_y, data.y_max);
    }
    terrain.sample(terrain.user, xy.data(), data.columns, samples.data());
    body(row, samples);
  }
}

void check(const rf_terrain& terrain, const TerrainExtent& extent) {
  const rf_rectangle& a = extent.area;
  const double width = a.x_max - a.x_min, depth = a.y_max - a.y_min;
  if (terrain.sample == nullptr) throw ViewerError("terrain: the sample callback is null");
  if (!(width > 0) || !(depth > 0) || !std::isfinite(width) || !std::isfinite(depth)) {
    throw ViewerError("terrain: the area to draw is empty or infinite");
  }
  if (!(extent.cell_x > 0) || !(extent.cell_y > 0)) throw ViewerError("terrain: cell_x and cell_y must be positive");
}

std::uint8_t byte(float value) { return static_cast<std::uint8_t>(std::lround(255 * std::clamp(value, 0.0f, 1.0f))); }

/** Fills the holes of a row with heights, which are used for shading next to a hole and by coarse triangles that reach
 * into it: interpolated linearly between both sides, else constant. False if the row has no ground. */
bool fill_row(double* row, std::uint32_t columns) {
  std::uint32_t last = columns;  // last column with ground so far; `columns` if none
  for (std::uint32_t c = 0; c < columns; ++c) {
    if (std::isnan(row[c])) continue;
    for (std::uint32_t k = last == columns ? 0 : last + 1; k < c; ++k) {
      const double fraction = last == columns ? 1.0 : static_cast<double>(k - last) / (c - last);
      row[k] = last == columns ? row[c] : (1 - fraction) * row[last] + fraction * row[c];
    }
    last = c;
  }
  if (last == columns) return false;
  std::fill(row + last + 1, row + columns, row[last]);
  return true;
}

/** Fills all holes; a row without ground gets the heights of the nearest row with ground. */
void fill_holes(std::vector<double>& heights, std::uint32_t columns, std::uint32_t rows) {
  std::vector<std::uint32_t> filled_rows;
  for (std::uint32_t r = 0; r < rows; ++r) {
    if (fill_row(heights.data() + std::size_t{r} * columns, columns)) filled_rows.push_back(r);
  }
  const auto distance = [](std::uint32_t a, std::uint32_t b) { return a > b ? a - b : b - a; };
  std::size_t nearest = 0;
  for (std::uint32_t r = 0; r < rows; ++r) {
    while (nearest + 1 < filled_rows.size() &&
           distance(filled_rows[nearest + 1], r) <= distance(filled_rows[nearest], r)) {
      ++nearest;
    }
    if (filled_rows[nearest] == r) continue;
    const double* const from = heights.data() + std::size_t{filled_rows[nearest]} * columns;
    std::copy(from, from + columns, heights.data() + std::size_t{r} * columns);
  }
}

/** Weights of 1/4, 1/2 and 1/4 at each node and its neighbours at a distance of (dc, dr); at the border the node stands
 * for the one beyond it. */
std::vector<float> smoothed(const std::vector<float>& heights, std::size_t columns, std::size_t rows, std::size_t dc,
                            std::size_t dr) {
  std::vector<float> result;
  result.reserve(heights.size());
  const auto at = [&](std::size_t c, std::size_t r) { return heights[r * columns + c]; };
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < columns; ++c) {
      const float before = at(c - std::min(c, dc), r - std::min(r, dr)),
                  after = at(std::min(c + dc, columns - 1), std::min(r + dr, rows - 1));
      result.push_back(0.5f * at(c, r) + 0.25f * (before + after));
    }
  }
  return result;
}

}  // namespace

TerrainData sample_terrain(const rf_terrain& terrain, const TerrainExtent& extent) {
  check(terrain, extent);
  TerrainData data;
  data.x0 = extent.area.x_min;
  data.y0 = extent.area.y_min;
  data.x_max = extent.area.x_max;
  data.y_max = extent.area.y_max;
  data.cell_x = extent.cell_x;
  data.cell_y = extent.cell_y;
  data.columns = nodes_along(extent.area.x_min, extent.area.x_max, data.cell_x);
  data.rows = nodes_along(extent.area.y_min, extent.area.y_max, data.cell_y);
  std::vector<double> heights;
  heights.reserve(std::size_t{data.columns} * data.rows);
  double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
  for_rows(terrain, data, [&](std::uint32_t, const std::vector<rf_terrain_sample>& samples) {
    for (const rf_terrain_sample& sample : samples) {
      const bool ground = sample.exists != 0 && std::isfinite(sample.height);
      heights.push_back(ground ? sample.height : std::numeric_limits<double>::quiet_NaN());
      if (!ground) continue;
      lowest = std::min(lowest, sample.height);
      highest = std::max(highest, sample.height);
    }
  });
  if (!(lowest <= highest)) throw ViewerError("terrain: there is no ground in the area to draw");
  data.base = std::floor(0.5 * (lowest + highest));
  data.lowest = static_cast<float>(lowest - data.base);
  data.highest = static_cast<float>(highest - data.base);
  fill_holes(heights, data.columns, data.rows);
  data.heights.reserve(heights.size());
  for (const double height : heights) data.heights.push_back(static_cast<float>(height - data.base));
  sample_ground(terrain, data);
  return data;
}

std::vector<float> smoothed_heights(const TerrainData& data) {
  const std::vector<float> by_rows = smoothed(data.heights, data.columns, data.rows, 1, 0);
  return smoothed(by_rows, data.columns, data.rows, 0, 1);
}

void sample_ground(const rf_terrain& terrain, TerrainData& data) {
  data.ground.resize(4 * data.heights.size());
  for_rows(terrain, data, [&](std::uint32_t row, const std::vector<rf_terrain_sample>& samples) {
    std::uint8_t* texel = data.ground.data() + 4 * std::size_t{row} * data.columns;
    for (const rf_terrain_sample& sample : samples) {
      const bool ground = sample.exists != 0 && std::isfinite(sample.height);
      const Colour colour = ground ? ground_colour(sample.ground) : Colour{};
      for (std::size_t k = 0; k < 3; ++k) texel[k] = byte(colour[k]);
      texel[3] = ground ? 255 : 0;
      texel += 4;
    }
  });
}

}  // namespace rockfall_viewer
