// What the terrains made of cells have in common.
#pragma once

#include <cstdint>

namespace rockfall {

/// Height of the upper plane of a rectangle without ground.
inline constexpr double kNoGround = -1e300;

/// Integer part of u, clamped to [0, last].
inline uint32_t clamp_index(double u, uint32_t last) {
  if (!(u > 0)) return 0;
  if (u >= last) return last;
  return static_cast<uint32_t>(u);
}

}  // namespace rockfall
