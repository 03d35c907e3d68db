// Slopes of the ground that a search for clear steps needs, and the number of steps from which it is worthwhile; see
// contact/conservative_advancement.h.
#pragma once

#include <cstdint>

namespace rockfall {

/// Slopes of the ground around a rock: mean slopes, and the largest deviation from them along x and along y.
struct Slopes {
  double x, y, spread;  // spread 0: unknown
};

/// A search that finds fewer clear steps is hardly worthwhile.
constexpr uint32_t kFewClearSteps = 2;

}  // namespace rockfall
