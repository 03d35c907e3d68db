#include "io/raster.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/error.h"
#include "common/text.h"

namespace sandbox {
namespace {

constexpr double no_height = std::numeric_limits<double>::quiet_NaN();

/** Value of the node nearest to a place in units of cells. */
double nearest(const Raster& raster, double u, double v) {
  const double column = std::floor(u + 0.5), row = std::floor(v + 0.5);
  if (!(column >= 0 && row >= 0 && column < raster.columns && row < raster.rows)) return no_height;
  return raster.values[static_cast<std::size_t>(row) * raster.columns + static_cast<std::size_t>(column)];
}

/** A node without data has no effect on places between two others: weights are rounded to 0 and 1 as far as positions
 *  may be. */
double mix(double a, double b, double share) {
  constexpr double rounding = 1e-6;
  if (share < rounding) return a;
  if (share > 1 - rounding) return b;
  return (1 - share) * a + share * b;
}

/** Bilinear; half a cell around the outermost nodes has their values. */
double between(const Raster& raster, double u, double v) {
  if (!(u >= -0.5 && v >= -0.5 && u <= raster.columns - 0.5 && v <= raster.rows - 0.5)) return no_height;
  u = std::clamp(u, 0.0, raster.columns - 1.0);
  v = std::clamp(v, 0.0, raster.rows - 1.0);
  const double i = std::min(std::floor(u), raster.columns - 2.0), j = std::min(std::floor(v), raster.rows - 2.0);
  const double* corner = &raster.values[static_cast<std::size_t>(j) * raster.columns + static_cast<std::size_t>(i)];
  const double* const above = corner + raster.columns;
  return mix(mix(corner[0], corner[1], u - i), mix(above[0], above[1], u - i), v - j);
}

/** A raster on the nodes of another one. @param value_at  by column and row of the raster, with fractions */
Raster sampled(const Raster& frame, const Raster& raster, double (*value_at)(const Raster&, double u, double v)) {
  Raster result = frame;
  result.warnings.clear();
  std::optional<Transformation> convert;
  if (!may_be_same(raster.crs, frame.crs)) convert.emplace(frame.crs, raster.crs);
  for (std::uint32_t row = 0; row < frame.rows; ++row) {
    for (std::uint32_t column = 0; column < frame.columns; ++column) {
      double x = frame.x0 + column * frame.cell_x, y = frame.y0 + row * frame.cell_y;
      if (convert) convert->apply(x, y);
      const double u = (x - raster.x0) / raster.cell_x, v = (y - raster.y0) / raster.cell_y;
      result.values[std::size_t{row} * frame.columns + column] = value_at(raster, u, v);
    }
  }
  return result;
}

}  // namespace

std::string position_text(double x, double y, int decimals) {
  return "(" + format_fixed(x, decimals) + ", " + format_fixed(y, decimals) + ")";
}

std::string extent_text(const Raster& frame) {
  return position_text(frame.x0, frame.y0) + " to " +
         position_text(frame.x0 + (frame.columns - 1) * frame.cell_x, frame.y0 + (frame.rows - 1) * frame.cell_y);
}

void check_raster_frame(const Raster& raster, const std::string& file) {
  const std::string size = counted(raster.columns, "column") + " x " + counted(raster.rows, "row");
  if (raster.columns < 2 || raster.rows < 2) {
    throw InputError(file + ": a grid needs at least 2 x 2 nodes, has " + size);
  }
  if (raster.columns > max_raster_side || raster.rows > max_raster_side) {
    throw InputError(file + ": a grid has at most " + std::to_string(max_raster_side) + " nodes a side, this has " +
                     size);
  }
  for (const double cell : {raster.cell_x, raster.cell_y}) {
    if (!(cell > 0) || !std::isfinite(cell)) {
      throw InputError(file + ": the cell size must be a positive number of metres, is " + format_number(cell));
    }
  }
  if (!std::isfinite(raster.x0) || !std::isfinite(raster.y0)) {
    throw InputError(file + ": the position of the grid is not a finite number");
  }
  // Far outside of every map; beyond, cells and the marks along the edges of a map would be lost in the rounding.
  constexpr double largest = 1e9;  // m
  if (std::fabs(raster.x0) > largest || std::fabs(raster.y0) > largest) {
    throw InputError(file + ": the position of the grid must be at most " + format_number(largest, 6) +
                     " m in size, is " + position_text(raster.x0, raster.y0));
  }
}

void check_raster_values(const Raster& raster, const std::string& file) {
  bool any = false;
  for (std::size_t i = 0; i < raster.values.size(); ++i) {
    if (std::isinf(raster.values[i])) {
      throw InputError(file + ": infinite value in column " + std::to_string(i % raster.columns) + ", row " +
                       std::to_string(i / raster.columns) + " counted from the south-west");
    }
    any = any || !std::isnan(raster.values[i]);
  }
  if (!any) throw InputError(file + ": there is no value in the whole grid, only no-data");
}

std::string doubtful_distances(const Raster& raster, const std::string& file) {
  constexpr double smallest_cell = 0.01;  // m
  const bool in_degrees = std::fabs(raster.x0) <= 180 && std::fabs(raster.y0) <= 90 &&
                          std::max(raster.cell_x, raster.cell_y) < smallest_cell;
  if (!raster.crs.known() && in_degrees) {
    return file + ": has cells of " + format_number(raster.cell_x, 6) + " m at " + position_text(raster.x0, raster.y0) +
           " and names no coordinate system; if these are degrees, project it to metres with gdalwarp -t_srs";
  }
  if (epsg_code(raster.crs) != "3857") return "";
  return file + ": its distances (" + crs_name(raster.crs) +
         ") are longer than on the ground, 1.4 times at 45 degrees of latitude; project it to a system of the region "
         "with gdalwarp -t_srs";
}

bool same_frame(const Raster& a, const Raster& b) {
  const auto near = [](double p, double q, double cell) { return std::fabs(p - q) <= 1e-3 * cell; };
  return a.columns == b.columns && a.rows == b.rows && near(a.x0, b.x0, a.cell_x) && near(a.y0, b.y0, a.cell_y) &&
         near(a.cell_x * a.columns, b.cell_x * b.columns, a.cell_x) &&
         near(a.cell_y * a.rows, b.cell_y * b.rows, a.cell_y);
}

Raster interpolated_on(const Raster& frame, const Raster& raster) { return sampled(frame, raster, between); }

Raster nearest_on(const Raster& frame, const Raster& raster) { return sampled(frame, raster, nearest); }

}  // namespace sandbox
