// Check of Esri ASCII grids (.asc), which names the line of a mistake; GDAL, which reads them, replaces some mistakes
// by zeros.
#ifndef ROCKFALL_SANDBOX_IO_ESRI_ASCII_H
#define ROCKFALL_SANDBOX_IO_ESRI_ASCII_H

#include <filesystem>

#include "io/raster.h"

namespace sandbox {

/** True if the file begins like an Esri ASCII grid, or like any text where its name ends in .asc. */
bool looks_like_esri_ascii(const std::filesystem::path& path);

/** Checks the header and every value. Throws InputError naming file and line.
 *  @return size, position and cells as the header says, without values */
Raster check_esri_ascii(const std::filesystem::path& path);

}  // namespace sandbox
#endif
