#include "common/error.h"
#include "io/geotiff.h"

namespace sandbox {

bool has_geotiff() { return false; }

Raster read_geotiff(const std::filesystem::path& path) {
  throw InputError(path.string() +
                   ": a GeoTIFF, but this build has no libtiff; install libtiff-dev and build again, or convert it "
                   "with: gdal_translate -of AAIGrid IN.tif OUT.asc");
}

}  // namespace sandbox
