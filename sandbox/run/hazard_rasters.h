// Hazard rasters: reach probability, counts, energies, heights and velocities per cell.
#ifndef ROCKFALL_SANDBOX_RUN_HAZARD_RASTERS_H
#define ROCKFALL_SANDBOX_RUN_HAZARD_RASTERS_H

#include <string>
#include <vector>

#include "common/output_file.h"
#include "io/raster.h"
#include "run/cell_statistics.h"
#include "run/report.h"

namespace sandbox {

/** Size, position and coordinate system of the rasters of cells, without values. */
Raster raster_frame(const CellGrid& grid, const BuiltScene& built);

/** One raster of statistics. */
struct HazardRaster {
  std::string name;         ///< of the file, without ending
  std::vector<Band> bands;  ///< the value, then the bounds of its confidence interval if it has one
};

/** Every raster of the rocks of some classes.
 *  @param rock_classes  indices; all rocks of these classes count for the reach probability */
std::vector<HazardRaster> hazard_rasters(const CellStatistics& cells, const std::vector<std::size_t>& rock_classes);

/** Writes the rasters of all rocks, and those of each class into classes/NAME where there are several classes. Throws
 * RunError. */
void write_hazard_rasters(ResultFiles& files, const Report& report);

}  // namespace sandbox
#endif
