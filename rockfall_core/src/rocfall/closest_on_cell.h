// The point of one cell of a grid closest to a sphere, with the normal there, and lower bounds of its distance.
#pragma once

#include <cmath>

#include "numerics/inline_calls.h"
#include "rocfall/surface_point.h"
#include "terrain/closest_on_patch.h"

namespace rockfall::rocfall {

/// The closest point of a cell, if it is nearer than the best one. On an edge the normal is the direction from there to
/// the position.
ROCKFALL_INLINE_CALLS inline void update_closest_on_patch(const GridPatch& patch, const Vec3& position,
                                                          SurfacePoint& best) {
  const PatchPlace place = closest_on_patch(patch, position);
  const Vec3 point = patch_point(patch, place.u, place.w), offset = position - point;
  const double distance = offset.norm();
  if (!(distance < best.distance)) return;
  best = {point, patch_normal(patch, place.u, place.w), distance};
  if (place.on_edge && distance > 1e-9 && offset.dot(best.normal) > 0) best.normal = offset / distance;
}

/// A lower bound of the squared distance of a cell; 0 if there is none. Where |above s| <= k < 1 on the cell, the least
/// eigenvalue of the Hessian of HalfSquaredDistance is at least 1 - k: from the value at any point of the cell, with
/// the gradient g, it decreases by at most |g|^2 / (2 (1 - k)). Components of g that lead out of the cell do not count.
inline double squared_distance_bound(const GridPatch& patch, const Vec3& position) {
  const double x = position[0] - patch.x0, y = position[1] - patch.y0, z = position[2] - patch.z0;
  const double bend = bend_of(patch, z);
  if (!(bend <= kConvexBend)) return 0;
  double u, w;
  tangent_foot(patch, x, y, z, u, w);
  u = clamped(u, 0, patch.width);
  w = clamped(w, 0, patch.depth);
  const HalfSquaredDistance f = half_squared_distance(patch, x, y, z, u, w);
  if (!(f.slope_u * f.slope_u + f.slope_w * f.slope_w <= 1e4)) return 0;  // rounding
  double gu = f.along_u, gw = f.along_w;
  if (gu > 0 ? u <= 0 : u >= patch.width) gu = 0;
  if (gw > 0 ? w <= 0 : w >= patch.depth) gw = 0;
  return (u - x) * (u - x) + (w - y) * (w - y) + f.above * f.above - (gu * gu + gw * gw) / (1 - bend);
}

/// True if the bounding box of a cell's surface is not nearer than `distance`.
inline bool too_far(const GridPatch& patch, const Vec3& position, double distance) {
  return squared_distance_of_box(patch, position) >= distance * distance;
}

}  // namespace rockfall::rocfall
