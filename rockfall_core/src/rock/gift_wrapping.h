// Convex hull of points in general position by gift wrapping (Chand & Kapur 1970), for standard shapes without a hull
// library. Four points in one plane may make it fail, so that it is no substitute for one.
#pragma once

#include <cstdint>

namespace rockfall {

/// Largest number of points: the time grows with its square.
constexpr uint32_t kMaxWrappedPoints = 8192;

/// Triangles of the hull, counter-clockwise seen from outside. Allocates nothing.
/// @param points     x y z of each point, of order 1; at least 4
/// @param triangles  array for 2 * count - 4 triangles
/// @return           number of triangles; 0 if points in one plane made it fail
uint32_t wrap_points(const double* points, uint32_t count, uint32_t* triangles);

}  // namespace rockfall
