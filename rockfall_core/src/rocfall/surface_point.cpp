#include "rocfall/surface_point.h"

#include <cmath>

#include "numerics/minmax.h"
#include "terrain/patch.h"

namespace rockfall::rocfall {
namespace {

void update_nearest(const Vec3& position, const Vec3& point, const Vec3& normal, SurfacePoint& best) {
  const double distance = (position - point).norm();
  if (distance < best.distance) best = {point, normal, distance};
}

// Iterates from a point of the surface to the foot of the perpendicular on its tangent plane.
void iterate_perpendicular(const CallbackTerrain& terrain, const Vec3& position, rf_terrain_sample sample, Vec3 point,
                           SurfacePoint& best) {
  for (int i = 0; i < 12; ++i) {
    const Vec3 normal = load3(sample.normal);
    update_nearest(position, point, normal, best);
    const Vec3 foot = position - normal.dot(position - point) * normal;
    const double change = (foot - point).norm();
    if (!(change > 1e-14 * (1 + std::fabs(point[0]) + std::fabs(point[1])))) return;
    terrain.sample(foot.data(), 1, &sample);
    if (!sample.exists || !std::isfinite(sample.height)) return;
    point = Vec3(foot[0], foot[1], sample.height);
  }
  update_nearest(position, point, load3(sample.normal), best);
}

// The root at which the quadratic decreases through zero; NaN if there is none.
double falling_root(const HeightOnPath& f) {
  const double square = f.c1 * f.c1 - 4 * f.c2 * f.c0;
  if (!(square >= 0)) return NAN;
  const double root = std::sqrt(square);
  if (f.c1 > 0) return f.c2 < 0 ? -(f.c1 + root) / (2 * f.c2) : NAN;
  return root - f.c1 > 0 ? 2 * f.c0 / (root - f.c1) : NAN;
}

// Time at which x + v t leaves [low, high]; infinite if v = 0.
double exit_time(double x, double v, double low, double high) {
  return v > 0 ? (high - x) / v : (v < 0 ? (low - x) / v : INFINITY);
}

}  // namespace

ClosestSearch find_closest(const CallbackTerrain& terrain, const Vec3& position, double reach, double,
                           SurfacePoint& best, NearbyCells*) {
  const double side = 0.7 * reach;
  const double xy[10] = {position[0], position[1], position[0] - side, position[1], position[0] + side,
                         position[1], position[0], position[1] - side, position[0], position[1] + side};
  rf_terrain_sample samples[5];
  terrain.sample(xy, 5, samples);
  ClosestSearch search;
  for (int i = 0; i < 5; ++i) {
    if (!samples[i].exists || !std::isfinite(samples[i].height)) continue;
    const Vec3 point(xy[2 * i], xy[2 * i + 1], samples[i].height);
    // Skip points whose tangent plane is not nearer than the best point.
    const double plane = load3(samples[i].normal).dot(position - point);
    if (i > 0 && !(std::fabs(plane) < best.distance * (1 - 1e-9))) continue;
    ++search.feet;
    iterate_perpendicular(terrain, position, samples[i], point, best);
  }
  return search;
}

double first_crossing(const GridTerrain& terrain, const Vec3& x, const Vec3& v, double gravity, double level, double h,
                      bool& left_out) {
  uint32_t column, row;
  if (!terrain.cell_at(x[0], x[1], column, row)) return -1;
  constexpr int kMaxCells = 4096;  // far more than any rock crosses in a step
  double entered = 0;
  for (int i = 0; i < kMaxCells && entered < h; ++i) {
    GridPatch patch;
    if (!terrain.patch(column, row, patch)) return -1;
    const double exit_x = exit_time(x[0], v[0], patch.x0, patch.x0 + patch.width);
    const double exit_y = exit_time(x[1], v[1], patch.y0, patch.y0 + patch.depth);
    const double exited = larger_of(smaller_of(smaller_of(exit_x, exit_y), h), entered);
    HeightOnPath f = height_on_path(patch, x, v, gravity);
    f.c0 -= level;
    const double margin = 1e-12 * h;  // the edges of neighbouring cells differ by rounding
    double t = falling_root(f);
    const bool rising = i == 0 && f.c1 > 0;
    if (rising && !(t > 0) && f.c2 < 0) t = -f.c1 / f.c2;  // a bounce at rounding level: end of the bounce
    if (t >= entered - margin && t <= exited + margin && !(rising && t <= 0)) return clamped(t, 0, h);
    const bool below = f.c0 + (f.c1 + f.c2 * entered) * entered <= 0 && f.c1 + 2 * f.c2 * entered < 0;
    if (i > 0 && below) return entered;
    if (!(exited < h)) return -1;
    if (exit_x <= exit_y) {
      column = v[0] > 0 ? column + 1 : column - 1;  // below zero wraps to a column outside the grid
    } else {
      row = v[1] > 0 ? row + 1 : row - 1;
    }
    entered = exited;
  }
  left_out = true;
  return -1;
}

}  // namespace rockfall::rocfall
