// The strongest contact of a step, for the events of many rocks.
#pragma once

#include <rockfall/step.h>

#include <cstdint>

namespace rockfall {

struct StepContact {
  bool touches;       // there was a percussion, or the rock is in soil
  double percussion;  // magnitude of the strongest one, N s
  double speed;       // largest approach speed along the normal before the step, m/s, >= 0
  double point[3];    // of the strongest contact, I
  double normal[3];
};

/// Called after each step with contact. @param index  of the rock
struct ContactObserver {
  void* user;
  void (*touched)(void* user, uint32_t index, const rf_state& state, const StepContact& contact);
};

}  // namespace rockfall
