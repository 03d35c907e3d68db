#include "io/raster.h"

#include <algorithm>
#include <cmath>
#include <fstream>

#include "common/error.h"
#include "common/text.h"
#include "io/esri_ascii.h"
#include "io/geotiff.h"

namespace sandbox {

void check_raster_frame(const Raster& raster, const std::string& file) {
  const std::string size = std::to_string(raster.columns) + " columns x " + std::to_string(raster.rows) + " rows";
  if (raster.columns < 2 || raster.rows < 2)
    throw InputError(file + ": a grid needs at least 2 x 2 nodes, has " + size);
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

bool same_frame(const Raster& a, const Raster& b) {
  const auto near = [](double p, double q, double cell) { return std::fabs(p - q) <= 1e-3 * cell; };
  return a.columns == b.columns && a.rows == b.rows && near(a.x0, b.x0, a.cell_x) && near(a.y0, b.y0, a.cell_y) &&
         near(a.cell_x * a.columns, b.cell_x * b.columns, a.cell_x) &&
         near(a.cell_y * a.rows, b.cell_y * b.rows, a.cell_y);
}

Raster read_raster(const std::filesystem::path& path) {
  char magic[4] = {};
  {
    std::ifstream file(path, std::ios::binary);
    file.read(magic, 4);
  }
  const std::string first(magic, 2);
  if (first == "II" || first == "MM") return read_geotiff(path);
  return read_esri_ascii(path);
}

}  // namespace sandbox
