// The state that every other state starts from.
#pragma once

#include <rockfall/step.h>

namespace rockfall {

inline rf_state default_state() {
  rf_state state = {};
  state.orientation[0] = 1;
  for (uint32_t& feature : state.feature) feature = RF_NO_FEATURE;
  return state;
}

}  // namespace rockfall
