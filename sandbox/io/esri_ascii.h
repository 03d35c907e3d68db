// Esri ASCII grid (.asc): a header of keys, then heights from the north-west row by row.
#ifndef ROCKFALL_SANDBOX_IO_ESRI_ASCII_H
#define ROCKFALL_SANDBOX_IO_ESRI_ASCII_H

#include "io/raster.h"

namespace sandbox {

/** Reads a grid. Values belong to the centres of the cells: with xllcorner the first node lies half a cell inside.
 *  Throws InputError naming file and line. */
Raster read_esri_ascii(const std::filesystem::path& path);

}  // namespace sandbox
#endif
