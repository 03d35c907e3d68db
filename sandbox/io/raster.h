// Raster files of terrain and ground parameters.
#ifndef ROCKFALL_SANDBOX_IO_RASTER_H
#define ROCKFALL_SANDBOX_IO_RASTER_H

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace sandbox {

/** Values at the nodes of a regular grid; row 0 is the southernmost, as in rf_grid. */
struct Raster {
  std::uint32_t columns = 0;
  std::uint32_t rows = 0;
  double x0 = 0;               ///< world position of node (0, 0), m
  double y0 = 0;               ///< m
  double cell_x = 0;           ///< m
  double cell_y = 0;           ///< m
  std::vector<double> values;  ///< at row * columns + column; NaN where there is no data
};

/** Most nodes along a side, as in rf_grid. */
constexpr std::uint32_t max_raster_side = 65536;

/** Reads an Esri ASCII grid or a GeoTIFF, recognised by the first bytes. Throws InputError. */
Raster read_raster(const std::filesystem::path& path);

/** Throws InputError for sizes outside 2 to max_raster_side, cells that are not positive and positions that are not
 * finite. */
void check_raster_frame(const Raster& raster, const std::string& file);

/** Throws InputError for infinite values and for rasters without any value. */
void check_raster_values(const Raster& raster, const std::string& file);

/** True if the nodes of both coincide (to a thousandth of a cell). */
bool same_frame(const Raster& a, const Raster& b);

}  // namespace sandbox
#endif
