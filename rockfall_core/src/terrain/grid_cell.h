// A cell of a bilinear grid, its surface, and the grid as loops over SIMD lanes see it (Leine et al. 2014, eq. 7).
#pragma once

#include <cstdint>

#include "terrain/cells.h"
#include "terrain/surface_normal.h"

namespace rockfall {

/// Surface of one cell: z = z0 + p u + q w + s u w, with u and w measured from its low corner;
/// 0 <= u <= width, 0 <= w <= depth.
struct GridPatch {
  double x0, y0, width, depth;
  double z0, p, q, s;

  double height(double u, double w) const { return z0 + p * u + (q + s * u) * w; }
};

/// A position over a grid: its cell, and the place inside the cell, 0 to 1.
struct GridPosition {
  uint32_t column, row;
  double eta, xi;
};

/// A grid for loops that are compiled for several instruction sets, which call no member functions.
struct GridView {
  const float* heights_f32;   // nullable
  const double* heights_f64;  // nullable if heights_f32 is not
  uint32_t columns, rows;
  double x0, y0, x_max, y_max;
  double per_x, per_y;  // cells per metre
};

/// A cell of a grid or of a height field, and the heights of its corners. Position inside it, 0 <= u < 1:
/// u = (x - x0) scale_x - column in a grid, and (x - x0) / scale_x - column in a height field, with the bits of their
/// samples.
struct CellCorners {
  double x0, y0, scale_x, scale_y;
  double column, row;
  double h00, h10, h01, h11;
};

/// Unit normal of the ground in a cell. @param u, v  position inside the cell
template <class Real>
void write_surface_normal(const Real& h00, const Real& h10, const Real& h01, const Real& h11, const Real& u,
                          const Real& v, double per_x, double per_y, Real normal[3]) {
  const RisesOfCell<Real> rises = bilinear_rises(h00, h10, h01, h11, u, v);
  const Real slope_x = rises.u * per_x, slope_y = rises.v * per_y;
  write_normal_of_slopes(slope_x, slope_y, normal);
}

}  // namespace rockfall
