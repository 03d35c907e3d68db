// Polygons in the plane, as arrays x y x y ... of their corners.
#pragma once

#include <cstddef>
#include <cstdint>

namespace rockfall {

/// True if the side from a to b crosses the horizontal line at y; of two sides that meet on it only one may.
inline bool crosses(const double* a, const double* b, double y) { return (a[1] > y) != (b[1] > y); }

/// x where a side that crosses the line does so.
inline double crossing_of(const double* a, const double* b, double y) {
  return a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1]);
}

/// True if a line from the point towards +x crosses an odd number of sides.
inline bool inside_polygon(const double* corners, uint32_t count, double x, double y) {
  bool inside = false;
  for (uint32_t i = 0, j = count - 1; i < count; j = i++) {
    const double* const a = corners + 2 * static_cast<size_t>(i);
    const double* const b = corners + 2 * static_cast<size_t>(j);
    if (crosses(a, b, y) && x < crossing_of(a, b, y)) inside = !inside;
  }
  return inside;
}

}  // namespace rockfall
