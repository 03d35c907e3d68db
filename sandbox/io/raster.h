// Raster files of terrain, ground parameters and results, in every format that GDAL knows.
#ifndef ROCKFALL_SANDBOX_IO_RASTER_H
#define ROCKFALL_SANDBOX_IO_RASTER_H

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "io/crs.h"

namespace sandbox {

/** Values at the nodes of a regular grid; row 0 is the southernmost, as in rf_grid. */
struct Raster {
  std::uint32_t columns = 0;
  std::uint32_t rows = 0;
  double x0 = 0;                      ///< world position of node (0, 0), m
  double y0 = 0;                      ///< m
  double cell_x = 0;                  ///< m
  double cell_y = 0;                  ///< m
  std::vector<double> values;         ///< at row * columns + column; NaN where there is no data
  bool scaled = false;                ///< values are not those stored in the file: it declares a scale or an offset
  std::string unit;                   ///< of the values, as the file says; empty: it names none
  Crs crs;                            ///< as the file says; may be unknown
  std::vector<std::string> warnings;  ///< what is doubtful in the file
};

/** Most nodes along a side, as in rf_grid. */
constexpr std::uint32_t max_raster_side = 65536;

/** Value that marks places without data in the rasters that are written. */
constexpr double raster_nodata = -9999;

/** Reads a raster of one band: GeoTIFF, Esri ASCII grid, XYZ, VRT and whatever else GDAL reads. Values belong to the
 *  centres of the cells; the scale and the offset that the file declares are applied. Places without data are those
 *  that a mask excludes or a stored value marks. -9999 does so even where the file does not say it, with a warning;
 * other values that usually mark such places are warned of.
 *  @param nodata  a value that marks places without data, beside the one that the file declares
 *  Throws InputError. */
Raster read_raster(const std::filesystem::path& path, std::optional<double> nodata = std::nullopt);

/** One band of a raster to write; NaN where there is no data. */
struct Band {
  std::string name;           ///< what the values are
  std::vector<float> values;  ///< at row * columns + column, row 0 the southernmost
  std::string unit = {};      ///< empty: a number without a unit
};

/** Writes a GeoTIFF: 32-bit floats, deflate, no-data value -9999. Frame and coordinate system are those of `frame`, its
 *  values are not used. Throws RunError. */
void write_geotiff(const std::filesystem::path& path, const Raster& frame, const std::vector<Band>& bands);

/** "(x, y)" in metres. */
std::string position_text(double x, double y, int decimals = 2);

/** "(x, y) to (x, y)": the first and the last node. */
std::string extent_text(const Raster& frame);

/** Throws InputError for sizes outside 2 to max_raster_side, cells that are not positive and positions that are not
 * finite or beyond +-1e9 m. */
void check_raster_frame(const Raster& raster, const std::string& file);

/** Throws InputError for infinite values and for rasters without any value. */
void check_raster_values(const Raster& raster, const std::string& file);

/** Why distances of the raster may not be metres on the ground; empty if there is no doubt. */
std::string doubtful_distances(const Raster& raster, const std::string& file);

/** True if the nodes of both coincide (to a thousandth of a cell). */
bool same_frame(const Raster& a, const Raster& b);

/** The raster in the coordinate system and on the nodes of another raster, interpolated between the four nodes around.
 *  NaN outside. Throws InputError. */
Raster interpolated_on(const Raster& frame, const Raster& raster);

/** The same with the value of the nearest node, as classes need it. */
Raster nearest_on(const Raster& frame, const Raster& raster);

}  // namespace sandbox
#endif
