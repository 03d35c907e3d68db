// A plane below the hull of a rock.
#pragma once

#include <cstdint>

#include "contact/clearance.h"
#include "contact/placement.h"
#include "contact/vertex_kernels.h"
#include "numerics/minmax.h"
#include "terrain/cells.h"

namespace rockfall {

/// The highest plane of these slopes with all vertices of the rock at or above it, less a margin for rounding: ground
/// at or below it is outside of the hull.
inline SlopedPlane hull_floor(const rf_rock& rock, const Placement& at, double slope_x, double slope_y,
                              const VertexKernels& kernels) {
  HeightCoefficients rise = {};
  for (int k = 0; k < 3; ++k) rise.height_gradient[k] = rise_along(k, at.rotation, slope_x, slope_y);
  const VertexArrays vertices(rock);
  double lowest = 0;  // over S
  MovingVertices some;
  for (uint32_t first = 0; first < rock.vertex_count; first += MovingVertices::kMost) {
    kernels.find_heights(vertices, rise, first, some);
    lowest = smaller_of(lowest, some.height[some.lowest]);
  }
  const double margin = height_margin(rock.bounding_radius, at.position, slope_x, slope_y);
  return {at.position[0], at.position[1], at.position[2] + lowest - margin, slope_x, slope_y};
}

}  // namespace rockfall
