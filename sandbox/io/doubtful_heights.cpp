#include "io/doubtful_heights.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/text.h"

namespace sandbox {
namespace {

std::string zeros_far_below(const Raster& heights, const std::string& file) {
  constexpr double far_below = 50;  // m
  std::size_t zeros = 0;
  double lowest = std::numeric_limits<double>::infinity();
  for (const double height : heights.values) {
    if (height == 0) ++zeros;
    if (height != 0 && height < lowest) lowest = height;  // false where there is no ground
  }
  if (zeros == 0 || !(lowest > far_below) || std::isinf(lowest)) return "";
  return file + ": " + counted(zeros, "height") + (zeros == 1 ? " is 0 m" : " are 0 m") + ", the lowest other one is " +
         format_number(lowest, 6) + " m; if 0 marks places without data, give nodata = 0 in [terrain]";
}

/** Steps of a metre: many nodes have the height of the next one, and none a part of a metre. */
std::string whole_metres(const Raster& heights, const std::string& file) {
  constexpr double largest_cell = 10, least_range = 10;  // m
  if (!(std::max(heights.cell_x, heights.cell_y) < largest_cell)) return "";
  std::size_t pairs = 0, equal = 0;
  double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
  for (std::uint32_t row = 0; row < heights.rows; ++row) {
    const double* const z = heights.values.data() + std::size_t{row} * heights.columns;
    for (std::uint32_t column = 0; column < heights.columns; ++column) {
      if (std::isnan(z[column])) continue;
      if (z[column] != std::floor(z[column])) return "";
      lowest = std::min(lowest, z[column]);
      highest = std::max(highest, z[column]);
      if (column == 0 || std::isnan(z[column - 1])) continue;
      ++pairs;
      if (z[column] == z[column - 1]) ++equal;
    }
  }
  const bool on_levels = 5 * equal > pairs && 20 * equal < 19 * pairs;
  if (!(highest - lowest > least_range) || !on_levels) return "";
  return file + ": all heights are whole metres, on cells of " + format_number(heights.cell_x, 4) +
         " m: rocks meet steps that the ground does not have; use heights with decimals";
}

}  // namespace

std::vector<std::string> doubtful_heights(const Raster& heights, const std::string& file) {
  std::vector<std::string> warnings;
  for (const std::string& warning : {zeros_far_below(heights, file), whole_metres(heights, file)}) {
    if (!warning.empty()) warnings.push_back(warning);
  }
  return warnings;
}

}  // namespace sandbox
