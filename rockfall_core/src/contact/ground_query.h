// A rock near the ground in the middle of a step: does it touch, and if not, for how long is it sure not to?
#pragma once

#include <cstdint>

namespace rockfall {

/// Ground around a rock: slopes of a plane, and how far those of the ground differ from them (along x and along y).
struct Slopes {
  double x, y, spread;  // spread 0: not known
};

/// The free rotation of a step, where the lanes have it already.
struct KnownRotation {
  double omega[3];        // angular velocity after the step, K
  double orientation[4];  // after the step
};

struct GroundQuery {
  bool touched;          // the step is done, with contacts; otherwise the state is as it was and the rock flies
  uint32_t clear_steps;  // that it flies after this one, at least, as long as the ground has such slopes
};

}  // namespace rockfall
