// Counter-based random numbers: they depend on (seed, rock, event) only.
#pragma once

#include <cstdint>

#include "numerics/quaternion.h"

namespace rockfall {

/// Two uniform numbers in [0, 1).
void random_pair(uint64_t seed, uint32_t rock, uint32_t event, double out[2]);

/// Uniform on the rotation group; uses the draws `event` and `event + 1`.
Quat random_orientation(uint64_t seed, uint32_t rock, uint32_t event);

}  // namespace rockfall
