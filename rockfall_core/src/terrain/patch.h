// Geometry of the surface of one cell of a grid: points, normals, distance from a position, height of a path over it.
#pragma once

#include <cmath>

#include "numerics/linear.h"
#include "numerics/minmax.h"
#include "terrain/grid.h"

namespace rockfall {

/// @param u, w  from the low corner of the cell, m
inline Vec3 patch_point(const GridPatch& patch, double u, double w) {
  return Vec3(patch.x0 + u, patch.y0 + w, patch.height(u, w));
}

/// Upward unit normal. @param u, w  from the low corner of the cell, m
inline Vec3 patch_normal(const GridPatch& patch, double u, double w) {
  return Vec3(-(patch.p + patch.s * w), -(patch.q + patch.s * u), 1).normalized();
}

/// Half the squared distance of the surface from a position, as a function of u and w: its gradient, and the parts of
/// its Hessian 1 + slope slope^T + above s (0 1; 1 0).
struct HalfSquaredDistance {
  double slope_u, slope_w;  // of the surface
  double above;             // height of the surface over the position, m
  double along_u, along_w;  // gradient, m
};

/// @param x, y, z  the position from the low corner of the cell, m
inline HalfSquaredDistance half_squared_distance(const GridPatch& patch, double x, double y, double z, double u,
                                                 double w) {
  HalfSquaredDistance f;
  f.slope_u = patch.p + patch.s * w;
  f.slope_w = patch.q + patch.s * u;
  f.above = patch.p * u + f.slope_w * w - z;
  f.along_u = u - x + f.above * f.slope_u;
  f.along_w = w - y + f.above * f.slope_w;
  return f;
}

inline double squared_distance_in_plan(const GridPatch& patch, const Vec3& position) {
  const double dx = position[0] - clamped(position[0], patch.x0, patch.x0 + patch.width);
  const double dy = position[1] - clamped(position[1], patch.y0, patch.y0 + patch.depth);
  return dx * dx + dy * dy;
}

/// Of the bounding box of the surface.
inline double squared_distance_of_box(const GridPatch& patch, const Vec3& position) {
  const double a = patch.z0, b = patch.height(patch.width, 0), c = patch.height(0, patch.depth);
  const double d = patch.height(patch.width, patch.depth);
  const double low = smaller_of(smaller_of(a, b), smaller_of(c, d));
  const double high = larger_of(larger_of(a, b), larger_of(c, d));
  const double dz = position[2] - clamped(position[2], low, high);
  return squared_distance_in_plan(patch, position) + dz * dz;
}

/// Height of a point on a parabola over the surface: c0 + c1 t + c2 t^2, with t in s.
struct HeightOnPath {
  double c0, c1, c2;
};

/// @param x, v  position (m) and velocity (m/s) at t = 0
/// @param gravity  downwards, m/s^2; 0 for a straight line
inline HeightOnPath height_on_path(const GridPatch& patch, const Vec3& x, const Vec3& v, double gravity) {
  const double u = x[0] - patch.x0, w = x[1] - patch.y0;
  return {x[2] - patch.height(u, w), v[2] - (patch.p + patch.s * w) * v[0] - (patch.q + patch.s * u) * v[1],
          -0.5 * gravity - patch.s * v[0] * v[1]};
}

}  // namespace rockfall
