// Volume, centroid and inertia of a closed triangulated surface, by exact sums over the triangles.
#pragma once

#include <cstdint>

#include "numerics/linear.h"

namespace rockfall {

struct MassProperties {
  double volume;
  Vec3 centroid;
  Mat3 inertia;  // about the centroid, for density 1
};

/// @param vertices   x y z of each vertex; the origin must be in or near the body, otherwise cancellation loses digits
/// @param triangles  three vertex indices each, counter-clockwise seen from outside
MassProperties mass_properties(const double* vertices, const uint32_t* triangles, uint32_t triangle_count);

}  // namespace rockfall
