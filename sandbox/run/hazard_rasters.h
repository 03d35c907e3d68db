// Hazard rasters: reach probability, counts, energies, heights and velocities per cell.
#ifndef ROCKFALL_SANDBOX_RUN_HAZARD_RASTERS_H
#define ROCKFALL_SANDBOX_RUN_HAZARD_RASTERS_H

#include <string>
#include <unordered_map>
#include <vector>

#include "common/output_file.h"
#include "io/raster.h"
#include "run/cell_statistics.h"
#include "run/report.h"

namespace sandbox {

/** Size, position and coordinate system of the rasters of cells, without values. */
Raster raster_frame(const CellGrid& grid, const BuiltScene& built);

/** Most bytes that a raster takes for each cell of its grid: the value and two bounds. */
constexpr double raster_bytes_per_cell = 3 * sizeof(float);

/** The rasters of the rocks of some classes, each made when it is needed: all at once would take ten times the memory.
 */
class HazardRasters {
 public:
  /** @param rock_classes  indices; all rocks of these classes count for the reach probability. The statistics outlive
   *  this. */
  HazardRasters(const CellStatistics& cells, const std::vector<std::size_t>& rock_classes);
  HazardRasters(const HazardRasters&) = delete;
  HazardRasters& operator=(const HazardRasters&) = delete;

  /** Those of the files, without ending. */
  static std::vector<std::string> names();
  /** The value, then the bounds of its confidence interval if it has one. @param name  one of names() */
  std::vector<Band> bands(const std::string& name) const;

 private:
  using Records = std::unordered_map<std::uint32_t, CellRecord>;

  std::size_t cells_;
  std::uint64_t rocks_ = 0;
  Records sum_;  ///< of several classes
  const Records* records_;
};

/** A folder for each rock class: its name, or a name made from it and the number of the class where it cannot be the
 *  name of a folder. All are different, also for a system that does not distinguish capital letters from small ones.
 *  @param names  of the classes, all different */
std::vector<std::string> class_folders(const std::vector<std::string>& names);

/** Writes the rasters of all rocks, and those of each class into classes/NAME where there are several classes.
 *  @param quiet  without progress. Throws RunError */
void write_hazard_rasters(ResultFiles& files, const Report& report, bool quiet);

}  // namespace sandbox
#endif
