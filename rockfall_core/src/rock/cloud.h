// A first look at a point cloud: is it usable, where is it, how large, and how far can its numbers be trusted.
#pragma once

#include <cstdint>

#include "numerics/error.h"
#include "numerics/linear.h"

namespace rockfall {

struct Cloud {
  Vec3 centre;      // of the bounding box
  double extent;    // longest side of the bounding box
  double rounding;  // uncertainty of a coordinate, from the largest one given
  double flat;      // distances below this count as none

  Cloud scaled(double s) const { return {centre * s, extent * s, rounding * s, flat * s}; }
};

/// Coordinates beyond this (m) are refused: products of five of them must stay far from overflow.
constexpr double kMaxCoordinate = 1e12;

/// Check and measure a cloud.
/// @return RF_BAD_VALUE naming the point, RF_TOO_FEW_POINTS, RF_FLAT_CLOUD, or RF_OK
rf_status check_cloud(const double* points, uint32_t count, Cloud* cloud, rf_error* error);

}  // namespace rockfall
