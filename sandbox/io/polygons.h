// Polygons around cells of the same value.
#ifndef ROCKFALL_SANDBOX_IO_POLYGONS_H
#define ROCKFALL_SANDBOX_IO_POLYGONS_H

#include <vector>

#include "io/raster.h"
#include "io/vectors.h"

namespace sandbox {

struct ValuePolygon {
  double value = 0;
  Shape shape;  ///< world coordinates
};

/** Joins neighbouring cells (sharing a side) of the same value; cells that are NaN are left out. Frame and system are
 *  those of `frame`. Throws RunError. */
std::vector<ValuePolygon> polygons_of_cells(const Raster& frame, const std::vector<float>& values);

}  // namespace sandbox
#endif
