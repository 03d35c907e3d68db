// Vertices that are deep below the ground because they have passed a steep face within a step: gaps are vertical, so
// such a vertex is at once as deep as the face is high, and the ground above it is that behind the face.
#pragma once

#include <cmath>

#include "contact/vertex_kernels.h"
#include "numerics/linear.h"
#include "numerics/minmax.h"
#include "terrain/grid.h"
#include "terrain/terrain.h"

namespace rockfall {

/// Horizontal distances that are searched, in bounding radii.
constexpr double kFaceDistances[] = {1.0 / 16, 1.0 / 8, 1.0 / 4, 1.0 / 2, 1};

inline bool is_deep(double depth, double radius, const rf_ground& ground) {
  return depth > (ground.soil_strength > 0 ? kDeepVertexInSoil : kDeepVertex) * radius;
}

/// Number of points around a vertex at which ground is sought.
constexpr int kFaceDirections = 8;

/// Find at which points there is ground, lower than z.
template <class Terrain>
void find_lower_ground(const Terrain& terrain, const double xy[2 * kFaceDirections], double z,
                       bool lower[kFaceDirections]) {
  rf_terrain_sample samples[kFaceDirections];
  terrain.sample(xy, kFaceDirections, samples);
  for (int k = 0; k < kFaceDirections; ++k) lower[k] = samples[k].exists && samples[k].height < z;
}
inline void find_lower_ground(const GridTerrain& terrain, const double xy[2 * kFaceDirections], double z,
                              bool lower[kFaceDirections]) {
  for (int k = 0; k < kFaceDirections; ++k) {
    double height;
    lower[k] = terrain.height_at(xy[2 * k], xy[2 * k + 1], height) && height < z;
  }
}

/// True if it is known that all ground within a horizontal distance is higher than a point; affects speed only.
template <class Terrain>
bool lies_below_all_ground(const Terrain& /*terrain*/, const double* /*point*/, double /*distance*/) {
  return false;
}
inline bool lies_below_all_ground(const GridTerrain& terrain, const double* point, double distance) {
  const double x = point[0], y = point[1], z = point[2];
  double lowest;
  return terrain.lowest_in({x - distance, y - distance, x + distance, y + distance}, lowest) &&
         lowest - z > 1e-9 * (1 + std::fabs(z));  // more than heights differ by rounding
}

/// The horizontal direction out of the ground to a face that is clearly nearer than the ground above; the normal of
/// the ground above if there is none.
/// @param depth  below the ground above, along its normal, m
template <class Terrain>
Vec3 nearest_way_out(const Terrain& terrain, const double* vertex, double depth, const Vec3& normal, double radius) {
  if (lies_below_all_ground(terrain, vertex, smaller_of(0.5 * depth, radius))) return normal;
  const double h = 0.70710678118654752;
  const double directions[kFaceDirections][2] = {{1, 0}, {h, h}, {0, 1}, {-h, h}, {-1, 0}, {-h, -h}, {0, -1}, {h, -h}};
  for (const double share : kFaceDistances) {
    const double distance = share * radius;
    if (!(distance < 0.5 * depth)) break;
    double xy[2 * kFaceDirections];
    for (int k = 0; k < kFaceDirections; ++k) {
      xy[2 * k] = vertex[0] + distance * directions[k][0];
      xy[2 * k + 1] = vertex[1] + distance * directions[k][1];
    }
    bool lower[kFaceDirections];
    find_lower_ground(terrain, xy, vertex[2], lower);
    Vec3 out(0, 0, 0);
    for (int k = 0; k < kFaceDirections; ++k) {
      if (lower[k]) out += Vec3(directions[k][0], directions[k][1], 0);
    }
    const double length = out.norm();
    if (length > 0.5) return out / length;
  }
  return normal;
}

}  // namespace rockfall
