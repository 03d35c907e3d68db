#include "rocfall/surface_point.h"

#include <cmath>

namespace rockfall::rocfall {
namespace {

double clamped(double x, double low, double high) { return x < low ? low : (x > high ? high : x); }

Vec3 patch_normal(const GridPatch& patch, double u, double w) {
  return Vec3(-(patch.p + patch.s * w), -(patch.q + patch.s * u), 1).normalized();
}

Vec3 patch_point(const GridPatch& patch, double u, double w) {
  return Vec3(patch.x0 + u, patch.y0 + w, patch.height(u, w));
}

// Newton's method for the foot of the perpendicular inside the cell, exact at once where the cell is plane.
bool inner_foot(const GridPatch& patch, const Vec3& place, double& u, double& w) {
  const double x = place[0] - patch.x0, y = place[1] - patch.y0, size = patch.width + patch.depth;
  u = clamped(x, 0, patch.width);
  w = clamped(y, 0, patch.depth);
  for (int i = 0; i < 12; ++i) {
    const double e = patch.height(u, w) - place[2];
    const double zu = patch.p + patch.s * w, zw = patch.q + patch.s * u;
    const double gu = u - x + e * zu, gw = w - y + e * zw;
    const double a = 1 + zu * zu, b = 1 + zw * zw;
    double c = zu * zw + e * patch.s;
    if (!(a * b - c * c > 1e-3 * a * b)) c = zu * zw;
    const double scale = 1 / (a * b - c * c);
    const double du = (b * gu - c * gw) * scale, dw = (a * gw - c * gu) * scale;
    u = clamped(u - du, -size, 2 * size);
    w = clamped(w - dw, -size, 2 * size);
    if (std::fabs(du) + std::fabs(dw) <= 1e-15 * size) break;
  }
  return u >= 0 && w >= 0 && u <= patch.width && w <= patch.depth;
}

void offer(const Vec3& place, const Vec3& point, const Vec3& normal, bool edge, SurfacePoint& best) {
  const Vec3 way = place - point;
  const double distance = way.norm();
  if (!(distance < best.distance)) return;
  best = {point, normal, distance};
  // On an edge the normal is the direction from which the rock looks at it.
  if (edge && distance > 1e-9 && way.dot(normal) > 0) best.normal = way / distance;
}

// The rims of a cell are straight: the foot on each is known in closed form.
void offer_rims(const GridPatch& patch, const Vec3& place, SurfacePoint& best) {
  const double u[5] = {0, patch.width, patch.width, 0, 0}, w[5] = {0, 0, patch.depth, patch.depth, 0};
  for (int i = 0; i < 4; ++i) {
    const Vec3 from = patch_point(patch, u[i], w[i]), side = patch_point(patch, u[i + 1], w[i + 1]) - from;
    const double t = clamped((place - from).dot(side) / side.squaredNorm(), 0, 1);
    const double ut = u[i] + t * (u[i + 1] - u[i]), wt = w[i] + t * (w[i + 1] - w[i]);
    offer(place, patch_point(patch, ut, wt), patch_normal(patch, ut, wt), true, best);
  }
}

// Is the box around a cell's surface farther away than what is known?
bool too_far(const GridPatch& patch, const Vec3& place, double distance) {
  const double a = patch.z0, b = patch.height(patch.width, 0), c = patch.height(0, patch.depth);
  const double d = patch.height(patch.width, patch.depth);
  const double low = std::fmin(std::fmin(a, b), std::fmin(c, d)), high = std::fmax(std::fmax(a, b), std::fmax(c, d));
  const double dx = place[0] - clamped(place[0], patch.x0, patch.x0 + patch.width);
  const double dy = place[1] - clamped(place[1], patch.y0, patch.y0 + patch.depth);
  const double dz = place[2] - clamped(place[2], low, high);
  return dx * dx + dy * dy + dz * dz >= distance * distance;
}

// From a point of the surface to the foot of the perpendicular on its tangent plane, again and again.
void follow_feet(const CallbackTerrain& terrain, const Vec3& place, rf_terrain_sample at, Vec3 point,
                 SurfacePoint& best) {
  for (int i = 0; i < 12; ++i) {
    const Vec3 normal = load3(at.normal);
    offer(place, point, normal, false, best);
    const Vec3 foot = place - normal.dot(place - point) * normal;
    const double moved = (foot - point).norm();
    if (!(moved > 1e-14 * (1 + std::fabs(point[0]) + std::fabs(point[1])))) return;
    terrain.sample(foot.data(), 1, &at);
    if (!at.exists || !std::isfinite(at.height)) return;
    point = Vec3(foot[0], foot[1], at.height);
  }
  offer(place, point, load3(at.normal), false, best);
}

// Height over one cell as c0 + c1 t + c2 t^2.
struct Quadratic {
  double c0, c1, c2;
};

Quadratic height_over(const GridPatch& patch, const Vec3& x, const Vec3& v, double gravity, double level) {
  const double u = x[0] - patch.x0, w = x[1] - patch.y0;
  return {x[2] - patch.height(u, w) - level, v[2] - (patch.p + patch.s * w) * v[0] - (patch.q + patch.s * u) * v[1],
          -0.5 * gravity - patch.s * v[0] * v[1]};
}

// The root at which the quadratic falls through zero, NaN if there is none.
double falling_root(const Quadratic& f) {
  const double square = f.c1 * f.c1 - 4 * f.c2 * f.c0;
  if (!(square >= 0)) return NAN;
  const double root = std::sqrt(square);
  if (f.c1 > 0) return f.c2 < 0 ? -(f.c1 + root) / (2 * f.c2) : NAN;
  return root - f.c1 > 0 ? 2 * f.c0 / (root - f.c1) : NAN;
}

// Time at which x + v t leaves [low, high]; infinite if it does not move.
double leaving_time(double x, double v, double low, double high) {
  return v > 0 ? (high - x) / v : (v < 0 ? (low - x) / v : INFINITY);
}

}  // namespace

void find_closest(const GridTerrain& terrain, const Vec3& place, double reach, SurfacePoint& best) {
  const rf_rectangle area = {place[0] - reach, place[1] - reach, place[0] + reach, place[1] + reach};
  terrain.for_each_patch(area, [&](const GridPatch& patch) {
    if (too_far(patch, place, best.distance)) return;
    double u, w;
    if (inner_foot(patch, place, u, w)) {
      offer(place, patch_point(patch, u, w), patch_normal(patch, u, w), false, best);
    } else {
      offer_rims(patch, place, best);
    }
  });
}

void find_closest(const CallbackTerrain& terrain, const Vec3& place, double reach, SurfacePoint& best) {
  const double side = 0.7 * reach;
  const double xy[10] = {place[0], place[1], place[0] - side, place[1], place[0] + side,
                         place[1], place[0], place[1] - side, place[0], place[1] + side};
  rf_terrain_sample around[5];
  terrain.sample(xy, 5, around);
  for (int i = 0; i < 5; ++i) {
    if (!around[i].exists || !std::isfinite(around[i].height)) continue;
    const Vec3 point(xy[2 * i], xy[2 * i + 1], around[i].height);
    // A tangent plane that passes no nearer than what is known has nothing to offer.
    const double plane = load3(around[i].normal).dot(place - point);
    if (i > 0 && !(std::fabs(plane) < best.distance * (1 - 1e-9))) continue;
    follow_feet(terrain, place, around[i], point, best);
  }
}

double first_crossing(const GridTerrain& terrain, const Vec3& x, const Vec3& v, double gravity, double level,
                      double h) {
  uint32_t column, row;
  if (!terrain.cell_at(x[0], x[1], column, row)) return -1;
  constexpr int kMaxCells = 4096;  // far more than any rock crosses in a step
  double entered = 0;
  for (int i = 0; i < kMaxCells && entered < h; ++i) {
    GridPatch patch;
    if (!terrain.patch(column, row, patch)) return -1;
    const double leave_x = leaving_time(x[0], v[0], patch.x0, patch.x0 + patch.width);
    const double leave_y = leaving_time(x[1], v[1], patch.y0, patch.y0 + patch.depth);
    const double left = std::fmax(std::fmin(std::fmin(leave_x, leave_y), h), entered);
    const Quadratic f = height_over(patch, x, v, gravity, level);
    const double margin = 1e-12 * h;  // the rims of neighbours differ by rounding
    double t = falling_root(f);
    const bool rising = i == 0 && f.c1 > 0;
    if (rising && !(t > 0) && f.c2 < 0) t = -f.c1 / f.c2;  // a bounce as low as rounding
    if (t >= entered - margin && t <= left + margin && !(rising && t <= 0)) return clamped(t, 0, h);
    const bool below = f.c0 + (f.c1 + f.c2 * entered) * entered <= 0 && f.c1 + 2 * f.c2 * entered < 0;
    if (i > 0 && below) return entered;
    if (!(left < h)) return -1;
    if (leave_x <= leave_y) {
      column = v[0] > 0 ? column + 1 : column - 1;  // below zero wraps to a column that does not exist
    } else {
      row = v[1] > 0 ? row + 1 : row - 1;
    }
    entered = left;
  }
  return -1;
}

}  // namespace rockfall::rocfall
