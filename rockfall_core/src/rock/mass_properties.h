// Volume, centre of mass and inertia of a closed polyhedron with homogeneous density: exact surface sums.
#pragma once

#include "numerics/linear.h"

#include <cstdint>

namespace rockfall {

struct MassProperties {
  double volume;  // m3
  Vec3 centre;    // in the frame of the points
  Mat3 inertia;   // about the centre, for density 1, m5
};

/// @param points     x y z ...
/// @param triangles  closed surface, counter-clockwise seen from outside
MassProperties mass_properties(const double* points, const uint32_t* triangles, uint32_t triangle_count);

}  // namespace rockfall
