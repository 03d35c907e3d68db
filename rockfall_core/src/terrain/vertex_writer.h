// The array of a callback for terrain vertices (rf_terrain::terrain_vertices).
#pragma once

#include <cstddef>
#include <cstdint>

#include "terrain/terrain.h"

namespace rockfall {

/// Limit of the nodes that one call looks at. Of more, only every second, third ... row and column is searched.
inline constexpr double kMaxVertexNodes = 4096;

/// Writes vertices one after the other, as long as there is room.
struct VertexWriter {
  double* xyz;
  uint32_t capacity;
  uint32_t count = 0;

  bool full() const { return count >= capacity; }
  void add(double x, double y, double z) {
    double* const p = xyz + 3 * static_cast<size_t>(count++);
    p[0] = x;
    p[1] = y;
    p[2] = z;
  }
  /// Fill the array with points far below every rock: to the caller a full array means that there may be more vertices.
  void fill_up() {
    while (!full()) add(kNoGround, kNoGround, kNoGround);
  }
};

}  // namespace rockfall
