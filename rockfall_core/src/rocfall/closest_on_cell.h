// The point of one cell of a grid closest to a position, exact to rounding, and lower bounds of its distance.
#pragma once

#include <cmath>

#include "numerics/inline_calls.h"
#include "numerics/minmax.h"
#include "rocfall/surface_point.h"
#include "terrain/patch.h"

namespace rockfall::rocfall {

/// Foot of the perpendicular on the tangent plane of the surface below a position, or next to that point.
inline void tangent_foot(const GridPatch& patch, double x, double y, double z, double& u, double& w) {
  u = clamped(x, 0, patch.width);
  w = clamped(y, 0, patch.depth);
  const double rise_u = patch.p + patch.s * w, rise_w = patch.q + patch.s * u;
  const double above = z - patch.p * x - patch.q * y - patch.s * (u * y + w * x - u * w);
  const double share = above / (1 + rise_u * rise_u + rise_w * rise_w);
  u = x + share * rise_u;
  w = y + share * rise_w;
}

/// Foot of the perpendicular inside the cell: on the tangent plane below the position at first, then by Newton's
/// method, which converges quadratically. The distance has no error of first order, so with the last step it is exact
/// to rounding. False if the foot is outside the cell.
inline bool inner_foot(const GridPatch& patch, const Vec3& position, double& u, double& w) {
  constexpr double kLastStep = 1e-5;
  const double x = position[0] - patch.x0, y = position[1] - patch.y0, z = position[2] - patch.z0;
  const double size = patch.width + patch.depth;
  tangent_foot(patch, x, y, z, u, w);
  u = clamped(u, -size, 2 * size);
  w = clamped(w, -size, 2 * size);
  for (int i = 0; i < 12; ++i) {
    const HalfSquaredDistance f = half_squared_distance(patch, x, y, z, u, w);
    const double a = 1 + f.slope_u * f.slope_u, b = 1 + f.slope_w * f.slope_w, ab = a * b;
    double c = f.slope_u * f.slope_w + f.above * patch.s;
    if (!(c * c < 0.999 * ab)) c = f.slope_u * f.slope_w;
    const double scale = 1 / (ab - c * c);
    const double du = (b * f.along_u - c * f.along_w) * scale, dw = (a * f.along_w - c * f.along_u) * scale;
    u -= du;
    w -= dw;
    const double step = std::fabs(du) + std::fabs(dw);
    if (step <= kLastStep * size) break;
    if (!(step < size)) {
      u = clamped(u, -size, 2 * size);
      w = clamped(w, -size, 2 * size);
    }
  }
  return u >= 0 && w >= 0 && u <= patch.width && w <= patch.depth;
}

/// A point of a cell, if it is nearer than the best one. On an edge the normal is the direction from there to the
/// position.
inline void update_closest(const GridPatch& patch, const Vec3& position, double u, double w, bool edge,
                           SurfacePoint& best) {
  const Vec3 point = patch_point(patch, u, w), offset = position - point;
  const double distance = offset.norm();
  if (!(distance < best.distance)) return;
  best = {point, patch_normal(patch, u, w), distance};
  if (edge && distance > 1e-9 && offset.dot(best.normal) > 0) best.normal = offset / distance;
}

/// The closest point on an edge at which one coordinate is fixed.
struct EdgePoint {
  double along, squared_distance;
};

/// The edges of a cell are straight, so the foot on each has a closed form.
/// @param x, z    position from the low end of the edge, along it and upwards
/// @param across  distance across it
/// @param rise    of the edge, over its length
inline EdgePoint closest_on_edge(double x, double across, double z, double length, double rise) {
  const double slope = rise / length;
  const double along = clamped((x + slope * z) / (1 + slope * slope), 0, length);
  const double dx = x - along, dz = z - slope * along;
  return {along, dx * dx + across * across + dz * dz};
}

inline void update_closest_on_edges(const GridPatch& patch, const Vec3& position, SurfacePoint& best) {
  const double x = position[0] - patch.x0, y = position[1] - patch.y0, z = position[2] - patch.z0;
  const double rise_x = patch.p * patch.width, rise_y = patch.q * patch.depth;
  const double twist = patch.s * patch.width * patch.depth;
  double u = 0, w = 0, least = INFINITY;
  const auto take = [&](const EdgePoint& point, double edge_u, double edge_w) {
    if (!(point.squared_distance < least)) return;
    least = point.squared_distance;
    u = edge_u;
    w = edge_w;
  };
  const EdgePoint low = closest_on_edge(x, y, z, patch.width, rise_x);
  take(low, low.along, 0);
  const EdgePoint right = closest_on_edge(y, x - patch.width, z - rise_x, patch.depth, rise_y + twist);
  take(right, patch.width, right.along);
  const EdgePoint high = closest_on_edge(x, y - patch.depth, z - rise_y, patch.width, rise_x + twist);
  take(high, high.along, patch.depth);
  const EdgePoint left = closest_on_edge(y, x, z, patch.depth, rise_y);
  take(left, 0, left.along);
  update_closest(patch, position, u, w, true, best);
}

/// A lower bound of the squared distance of a cell; 0 if there is none. Where |above s| <= k < 1 on the cell, the least
/// eigenvalue of the Hessian of HalfSquaredDistance is at least 1 - k: from the value at any point of the cell, with
/// the gradient g, it decreases by at most |g|^2 / (2 (1 - k)). Components of g that lead out of the cell do not count.
inline double squared_distance_bound(const GridPatch& patch, const Vec3& position) {
  const double x = position[0] - patch.x0, y = position[1] - patch.y0, z = position[2] - patch.z0;
  const double rise_x = patch.p * patch.width, rise_y = patch.q * patch.depth;
  const double twist = patch.s * patch.width * patch.depth;
  const double low_edge = larger_of(std::fabs(z), std::fabs(rise_x - z));
  const double high_edge = larger_of(std::fabs(rise_y - z), std::fabs(rise_x + rise_y + twist - z));
  const double bend = std::fabs(patch.s) * larger_of(low_edge, high_edge);  // |above| is largest at a corner
  if (!(bend <= 0.75)) return 0;
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

/// The closest point of a cell, if it is nearer than the best one.
ROCKFALL_INLINE_CALLS inline void update_closest_on_patch(const GridPatch& patch, const Vec3& position,
                                                          SurfacePoint& best) {
  double u, w;
  if (inner_foot(patch, position, u, w)) {
    update_closest(patch, position, u, w, false, best);
  } else {
    update_closest_on_edges(patch, position, best);
  }
}

}  // namespace rockfall::rocfall
