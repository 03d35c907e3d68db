// On which side of a plane through three points of a grid a fourth one lies, without rounding.
#pragma once

#include <cstdint>

#include "numerics/linear.h"

namespace rockfall {

/// About the largest absolute value of the coordinates of grid points, which are whole numbers: their differences, up
/// to 2^52, are exact.
constexpr double kLargestGridCoordinate = 2251799813685248.0;  // 2^51

/// The plane through three grid points, and an estimate that decides for most points on which side they are.
struct GridPlane {
  Vec3 origin;    // one of the points
  Vec3 u, v;      // from it to the others, in counter-clockwise order seen from above
  Vec3 normal;    // u x v with rounding
  double unsure;  // times the sum of the distances from the origin along the axes: bound of the error of the estimate
};

GridPlane grid_plane(const Vec3& a, const Vec3& b, const Vec3& c);

/// (u x v) . d for whole numbers of up to 2^52 without rounding: 1, 0 or -1.
int exact_volume_sign(const Vec3& u, const Vec3& v, const Vec3& d);

/// Whether a grid point is above the plane, not in it. @param height  set to about its distance times |normal|
inline bool is_above(const GridPlane& plane, const Vec3& point, double* height) {
  const Vec3 d = point - plane.origin;
  *height = plane.normal.dot(d);
  const double error = plane.unsure * d.cwiseAbs().sum();
  if (*height > error) return true;
  if (*height < -error) return false;
  return exact_volume_sign(plane.u, plane.v, d) > 0;
}

}  // namespace rockfall
