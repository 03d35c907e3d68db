// GeoTIFF: heights of one band, in metres, on a projected grid without rotation.
#ifndef ROCKFALL_SANDBOX_IO_GEOTIFF_H
#define ROCKFALL_SANDBOX_IO_GEOTIFF_H

#include "io/raster.h"

namespace sandbox {

/** Reads a GeoTIFF: strips or tiles, integers of 8, 16 or 32 bits, floats of 32 or 64 bits. Throws InputError;
 *  always where the programs were built without libtiff. */
Raster read_geotiff(const std::filesystem::path& path);

/** True if this build reads GeoTIFF. */
bool has_geotiff();

}  // namespace sandbox
#endif
