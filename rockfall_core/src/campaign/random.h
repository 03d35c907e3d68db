// Random numbers by counter: functions of (seed, rock, event), never of order or threads.
#pragma once

#include <cstdint>

#include "numerics/quaternion.h"

namespace rockfall {

/// Two uniform numbers in [0, 1).
void random_pair(uint64_t seed, uint32_t rock, uint32_t event, double out[2]);

/// Uniform on the rotation group; uses events `event` and `event + 1`.
Quat random_orientation(uint64_t seed, uint32_t rock, uint32_t event);

}  // namespace rockfall
