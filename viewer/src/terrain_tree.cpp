#include "terrain_tree.h"

#include <algorithm>

namespace rockfall_viewer {

struct TerrainTree::Query {
  const Vec3& eye;
  const std::vector<HalfSpace>& frustum;
  double detail;
  std::vector<TerrainPatch>& out;
};

TerrainTree::TerrainTree(const TerrainData& data, float below)
    : columns_(data.columns),
      rows_(data.rows),
      x0_(data.x0),
      y0_(data.y0),
      cell_x_(data.cell_x),
      cell_y_(data.cell_y),
      base_(data.base) {
  Level first;
  first.columns = (columns_ - 2) / patch_cells + 1;
  first.rows = (rows_ - 2) / patch_cells + 1;
  for (std::uint32_t r = 0; r < first.rows; ++r) {
    for (std::uint32_t c = 0; c < first.columns; ++c) {
      std::array<float, 2> range = {data.highest, data.lowest};
      for (std::uint32_t j = r * patch_cells; j <= std::min((r + 1) * patch_cells, rows_ - 1); ++j) {
        for (std::uint32_t i = c * patch_cells; i <= std::min((c + 1) * patch_cells, columns_ - 1); ++i) {
          const float height = data.heights[std::size_t{j} * columns_ + i];
          range = {std::min(range[0], height), std::max(range[1], height)};
        }
      }
      const bool border = r == 0 || c == 0 || r + 1 == first.rows || c + 1 == first.columns;
      if (border && below > 0) range[0] = data.lowest - below;
      first.range.push_back(range);
    }
  }
  levels_.push_back(std::move(first));
  while (levels_.back().columns > 1 || levels_.back().rows > 1) {
    const Level& fine = levels_.back();
    Level coarse{(fine.columns + 1) / 2, (fine.rows + 1) / 2, {}};
    for (std::uint32_t r = 0; r < coarse.rows; ++r) {
      for (std::uint32_t c = 0; c < coarse.columns; ++c) {
        std::array<float, 2> range = {data.highest, data.lowest};
        for (std::uint32_t j = 2 * r; j < std::min(2 * r + 2, fine.rows); ++j) {
          for (std::uint32_t i = 2 * c; i < std::min(2 * c + 2, fine.columns); ++i) {
            const auto& part = fine.range[std::size_t{j} * fine.columns + i];
            range = {std::min(range[0], part[0]), std::max(range[1], part[1])};
          }
        }
        coarse.range.push_back(range);
      }
    }
    levels_.push_back(std::move(coarse));
  }
}

void TerrainTree::choose(const Vec3& eye, const std::vector<HalfSpace>& frustum, double detail,
                         std::vector<TerrainPatch>& out) const {
  visit({eye, frustum, detail, out}, levels_.size() - 1, 0, 0);
}

void TerrainTree::visit(const Query& query, std::size_t level, std::uint32_t column, std::uint32_t row) const {
  const std::uint32_t stride = 1u << level, side = patch_cells * stride;
  const auto& range = levels_[level].range[std::size_t{row} * levels_[level].columns + column];
  const double last_column = std::min((column + 1) * side, columns_ - 1),
               last_row = std::min((row + 1) * side, rows_ - 1);
  const Vec3 low = Vec3{x0_ + column * side * cell_x_, y0_ + row * side * cell_y_, base_ + range[0]} - query.eye;
  const Vec3 high = Vec3{x0_ + last_column * cell_x_, y0_ + last_row * cell_y_, base_ + range[1]} - query.eye;
  for (const HalfSpace& plane : query.frustum) {
    // The corner of the box that is farthest inside the half space.
    const double x = plane[0] > 0 ? high.x : low.x, y = plane[1] > 0 ? high.y : low.y,
                 z = plane[2] > 0 ? high.z : low.z;
    if (plane[0] * x + plane[1] * y + plane[2] * z + plane[3] < 0) return;
  }
  const auto distance_to_range = [](double from, double to) { return from > 0 ? from : to < 0 ? -to : 0.0; };
  const Vec3 nearest = {distance_to_range(low.x, high.x), distance_to_range(low.y, high.y),
                        distance_to_range(low.z, high.z)};
  const double width = side * std::max(cell_x_, cell_y_);
  if (level == 0 || length(nearest) > query.detail * width) {
    query.out.push_back(
        {static_cast<float>(column * side), static_cast<float>(row * side), static_cast<float>(stride)});
    return;
  }
  const Level& fine = levels_[level - 1];
  for (std::uint32_t j = 2 * row; j < std::min(2 * row + 2, fine.rows); ++j) {
    for (std::uint32_t i = 2 * column; i < std::min(2 * column + 2, fine.columns); ++i) visit(query, level - 1, i, j);
  }
}

}  // namespace rockfall_viewer
