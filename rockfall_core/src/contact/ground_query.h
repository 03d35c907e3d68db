// Result of a ground query: whether a rock touches the ground in this step, and if not, for how many steps it cannot.
#pragma once

#include <cstdint>

namespace rockfall {

/// Slopes of the ground around a rock: mean slopes, and the largest deviation from them along x and along y.
struct Slopes {
  double x, y, spread;  // spread 0: unknown
};

/// Torque-free rotation of a step, already computed by the SIMD lanes.
struct KnownRotation {
  double omega[3];        // angular velocity after the step, K
  double orientation[4];  // after the step
};

struct GroundQuery {
  bool touched;          // true: the step was taken, with contacts; false: the state is unchanged, no contact
  uint32_t clear_steps;  // guaranteed steps of flight after this one while the ground has the given slopes
};

}  // namespace rockfall
