// Cells of a terrain in which the height was asked for last, so that the next question finds their corners.
#pragma once

#include <cstdint>

namespace rockfall {

/// A cell of the lattice of a relief. Not known where it is initialised by {}.
struct ReliefCell {
  int64_t column, row;
  double h[4];  // heights of the corners (0, 0), (1, 0), (0, 1), (1, 1) over the base, m
  bool known;
};

/// Heights of the corners of a cell of a height field: south-west, south-east, north-west, north-east.
struct FieldCorners {
  double a, b, c, d;
};

/// A cell of a height field. Not known where it is initialised by {}.
struct FieldCell {
  uint32_t column, row;
  FieldCorners corners;
  bool known;
};

/// Of a height field, of relief, or of relief over a height field.
struct SurfaceMemory {
  FieldCell field;
  ReliefCell relief;
};

}  // namespace rockfall
