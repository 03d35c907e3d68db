// The unit of heights, as raster files and vertical coordinate systems declare it.
#ifndef ROCKFALL_SANDBOX_IO_HEIGHT_UNIT_H
#define ROCKFALL_SANDBOX_IO_HEIGHT_UNIT_H

#include <optional>
#include <string>

#include "io/raster.h"

namespace sandbox {

/** Throws InputError, beginning with `file`, where a raster of heights has another unit than the metre, unless
 * `z_scale` is the length of that unit in metres. The unit is that of the band; where it names none, that of the
 * vertical system of the raster. Heights without a unit are metres.
 *  @param z_scale  factor for the heights, if the user gives one; any counts for a unit that is not known */
void check_height_unit(const Raster& heights, std::optional<double> z_scale, const std::string& file);

}  // namespace sandbox
#endif
