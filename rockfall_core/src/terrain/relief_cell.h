// The surface of a cell of a relief, for doubles and SIMD lanes.
#pragma once

#include <cstdint>

#include "numerics/minmax.h"
#include "numerics/real.h"
#include "terrain/cells.h"
#include "terrain/surface_normal.h"

namespace rockfall {

/// Stored heights of the nodes of a relief; see rf_roughness::heights.
struct ReliefView {
  const double* heights;
  double first_column, first_row;  // whole numbers, as the next two
  double columns, rows;
  double spacing;
  double highest;  // bound of the heights
};

/// A height of a node within its bounds; 0 for NaN.
template <class Real>
Real limited_height(const Real& height, double highest) {
  return smaller_of(larger_of(constant_like(height, 0.0), height), constant_like(height, highest));
}

/// Heights of the corners (0, 0), (1, 0), (0, 1), (1, 1) over the base, and a position between them, 0 to 1.
template <class Real>
struct ReliefCorners {
  Real h00, h10, h01, h11;
  Real eta, xi;
};

template <class Real>
Real relief_height(const ReliefCorners<Real>& c) {
  const Real low = c.h00 * (1.0 - c.eta) + c.h10 * c.eta, high = c.h01 * (1.0 - c.eta) + c.h11 * c.eta;
  return low * (1.0 - c.xi) + high * c.xi;
}

/// Rises per cell.
template <class Real>
RisesOfCell<Real> relief_rises(const ReliefCorners<Real>& c) {
  return bilinear_rises(c.h00, c.h10, c.h01, c.h11, c.eta, c.xi);
}

/// Add the slopes of a relief to a surface. @param normal  unit, of the base; changed
template <class Real>
void add_slopes(const Real& slope_x, const Real& slope_y, Real normal[3]) {
  const auto flat = (slope_x == 0.0) & (slope_y == 0.0);
  Real raised[3];
  write_normal_of_slopes<Real>(slope_x - normal[0] / normal[2], slope_y - normal[1] / normal[2], raised);
  for (int k = 0; k < 3; ++k) normal[k] = select(flat, normal[k], raised[k]);
}

}  // namespace rockfall
