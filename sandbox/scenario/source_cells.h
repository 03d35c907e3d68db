// Releases from cells: those of a raster with a value above 0, and those of the terrain by steepness.
#ifndef ROCKFALL_SANDBOX_SCENARIO_SOURCE_CELLS_H
#define ROCKFALL_SANDBOX_SCENARIO_SOURCE_CELLS_H

#include <rockfall/rockfall.h>

#include <cstdint>
#include <string>
#include <vector>

#include "io/crs.h"
#include "scenario/scenario.h"

namespace sandbox {

/** Cells of a raster from which rocks start, uniformly distributed over them. */
struct SourceCells {
  std::vector<std::uint32_t> index;  ///< row * columns + column
  std::uint32_t columns = 0;
  double x0 = 0, y0 = 0;  ///< centre of cell 0, local coordinates, m
  double cell_x = 0, cell_y = 0;
};

/** Terrain as the sources need it. */
struct SourceTerrain {
  const rf_grid* grid;  ///< null for a plane
  const double* origin;
  Crs crs;
};

/** The cells of a release of the kind raster or slope, at least one.
 *  @param warnings  what is doubtful in the files is added, a sentence each
 *  Throws InputError. */
SourceCells cells_of(const ReleaseSpec& spec, const Scenario& scenario, const SourceTerrain& terrain,
                     std::vector<std::string>& warnings);

/** Draws a position uniformly over the cells, in local coordinates, m. */
void draw_position(const SourceCells& cells, std::uint32_t rock, std::uint64_t seed, double xy[2]);

}  // namespace sandbox
#endif
