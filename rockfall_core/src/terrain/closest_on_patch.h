// The point of one cell of a grid closest to a position, exact to rounding.
#pragma once

#include <cmath>

#include "numerics/inline_calls.h"
#include "numerics/minmax.h"
#include "numerics/polynomial.h"
#include "terrain/patch.h"

namespace rockfall {

/// A place of a cell, from its low corner, m.
struct PatchPlace {
  double u, w;
  bool on_edge;
};

/// Foot of the perpendicular on the tangent plane of the surface below a position, or next to that point.
/// @param x, y, z  the position from the low corner of the cell, m; here and below
inline void tangent_foot(const GridPatch& patch, double x, double y, double z, double& u, double& w) {
  u = clamped(x, 0, patch.width);
  w = clamped(y, 0, patch.depth);
  const double rise_u = patch.p + patch.s * w, rise_w = patch.q + patch.s * u;
  const double above = z - patch.p * x - patch.q * y - patch.s * (u * y + w * x - u * w);
  const double share = above / (1 + rise_u * rise_u + rise_w * rise_w);
  u = x + share * rise_u;
  w = y + share * rise_w;
}

/// A foot of the perpendicular inside the cell, by Newton's method from a place near it, which converges quadratically.
/// The distance has no error of first order, so with the last step it is exact to rounding. False if the foot is
/// outside the cell. @param u, w  in: the place; out: the foot
inline bool inner_foot(const GridPatch& patch, double x, double y, double z, double& u, double& w) {
  constexpr double kLastStep = 1e-5;
  const double size = patch.width + patch.depth;
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

inline PatchPlace closest_on_edges(const GridPatch& patch, double x, double y, double z) {
  const double rise_x = patch.p * patch.width, rise_y = patch.q * patch.depth;
  const double twist = patch.s * patch.width * patch.depth;
  PatchPlace best = {0, 0, true};
  double least = INFINITY;
  const auto take = [&](const EdgePoint& point, double edge_u, double edge_w) {
    if (!(point.squared_distance < least)) return;
    least = point.squared_distance;
    best = {edge_u, edge_w, true};
  };
  const EdgePoint low = closest_on_edge(x, y, z, patch.width, rise_x);
  take(low, low.along, 0);
  const EdgePoint right = closest_on_edge(y, x - patch.width, z - rise_x, patch.depth, rise_y + twist);
  take(right, patch.width, right.along);
  const EdgePoint high = closest_on_edge(x, y - patch.depth, z - rise_y, patch.width, rise_x + twist);
  take(high, high.along, patch.depth);
  const EdgePoint left = closest_on_edge(y, x, z, patch.depth, rise_y);
  take(left, 0, left.along);
  return best;
}

/// Largest |above s| on a cell (see HalfSquaredDistance). Where it is less than 1, the squared distance is convex.
inline double bend_of(const GridPatch& patch, double z) {
  const double rise_x = patch.p * patch.width, rise_y = patch.q * patch.depth;
  const double twist = patch.s * patch.width * patch.depth;
  const double low_edge = larger_of(std::fabs(z), std::fabs(rise_x - z));
  const double high_edge = larger_of(std::fabs(rise_y - z), std::fabs(rise_x + rise_y + twist - z));
  return std::fabs(patch.s) * larger_of(low_edge, high_edge);  // |above| is largest at a corner
}
constexpr double kConvexBend = 0.75;

/// The same of a cell so twisted that the squared distance may have several minima. On the line of constant w = depth t
/// it is least at a u of closed form, where it is e^2 / (1 + r^2) + (w - y)^2 with e and r linear in t: the minima are
/// among the roots of a polynomial of fifth degree.
ROCKFALL_OWN_FRAME inline PatchPlace closest_on_twisted_patch(const GridPatch& patch, double x, double y, double z) {
  PatchPlace best = closest_on_edges(patch, x, y, z);
  const auto squared_distance = [&](double u, double w) {
    const double above = patch.p * u + (patch.q + patch.s * u) * w - z;
    return (u - x) * (u - x) + (w - y) * (w - y) + above * above;
  };
  double least = squared_distance(best.u, best.w);
  const double r0 = patch.p, r1 = patch.s * patch.depth, e0 = z - patch.p * x,
               e1 = -(patch.q + patch.s * x) * patch.depth, y0 = y / patch.depth;
  const double g[3] = {1 + r0 * r0, 2 * r0 * r1, r1 * r1};                   // 1 + r^2
  const double k[2] = {e1 * g[0] - e0 * r0 * r1, r1 * (e1 * r0 - e0 * r1)};  // e' (1 + r^2) - e r r'
  const double square[5] = {g[0] * g[0], 2 * g[0] * g[1], g[1] * g[1] + 2 * g[0] * g[2], 2 * g[1] * g[2], g[2] * g[2]};
  const double area = patch.depth * patch.depth;
  double c[6] = {e0 * k[0], e0 * k[1] + e1 * k[0], e1 * k[1], 0, 0, 0};
  for (int i = 0; i < 5; ++i) {
    c[i] -= area * y0 * square[i];
    c[i + 1] += area * square[i];
  }
  double roots[5];
  const int count = sign_changes(c, roots);
  for (int i = 0; i < count; ++i) {
    const double r = r0 + r1 * roots[i];
    double w = patch.depth * roots[i], u = (x + r * (z - patch.q * w)) / (1 + r * r);
    if (!(u >= 0 && u <= patch.width) || !inner_foot(patch, x, y, z, u, w)) continue;
    const double square_here = squared_distance(u, w);
    if (!(square_here < least)) continue;
    least = square_here;
    best = {u, w, false};
  }
  return best;
}

/// The place of the closest point of a cell. @param position  I
ROCKFALL_INLINE_CALLS inline PatchPlace closest_on_patch(const GridPatch& patch, const Vec3& position) {
  const double x = position[0] - patch.x0, y = position[1] - patch.y0, z = position[2] - patch.z0;
  if (!(bend_of(patch, z) <= kConvexBend)) return closest_on_twisted_patch(patch, x, y, z);
  PatchPlace foot = {0, 0, false};
  tangent_foot(patch, x, y, z, foot.u, foot.w);
  return inner_foot(patch, x, y, z, foot.u, foot.w) ? foot : closest_on_edges(patch, x, y, z);
}

}  // namespace rockfall
