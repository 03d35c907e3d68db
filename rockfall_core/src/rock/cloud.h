// Checks a point cloud and computes its centre, extent and tolerances.
#pragma once

#include <rockfall/base.h>

#include <cstdint>

#include "numerics/linear.h"

namespace rockfall {

struct Cloud {
  Vec3 centre;      // of the bounding box
  double extent;    // longest side of the bounding box
  double rounding;  // rounding error of the largest coordinate
  double flat;      // distances below this are treated as zero

  Cloud scaled(double s) const { return {centre * s, extent * s, rounding * s, flat * s}; }
};

/// Largest accepted coordinate, m: a product of five coordinates does not overflow.
constexpr double kMaxCoordinate = 1e12;

/// Checks a cloud and computes the members of Cloud.
/// @return RF_BAD_VALUE (the text names the point), RF_TOO_FEW_POINTS, RF_FLAT_CLOUD, or RF_OK
rf_status check_cloud(const double* points, uint32_t count, Cloud* cloud, rf_error* error);

}  // namespace rockfall
