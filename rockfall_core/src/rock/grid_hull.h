// Convex hull of points on a grid, without rounding, by Quickhull (Barber, Dobkin, Huhdanpaa 1996).
#pragma once

#include <cstddef>
#include <cstdint>

namespace rockfall {

/// Triangles of the hull, counter-clockwise seen from outside. No point is outside. Points in the plane of a facet are
/// triangulated where they became vertices before the facet did, and left out otherwise. Allocates and frees heap
/// memory.
/// @param points     x y z of each point: whole numbers of at most kLargestGridCoordinate in absolute value; the first
///                   and the last point must differ, which those of points in lexicographic order do
/// @param triangles  array for 2 * count - 4 triangles of three numbers of points
/// @param found      set to the number of triangles; 0 if the points lie in one plane
/// @return           false if there is not enough memory
bool grid_hull(const double* points, uint32_t count, uint32_t* triangles, size_t* found);

}  // namespace rockfall
