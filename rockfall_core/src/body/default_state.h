// The default state of a rock.
#pragma once

#include <rockfall/step.h>

namespace rockfall {

inline rf_state default_state() {
  rf_state state = {};
  state.orientation[0] = 1;
  return state;
}

}  // namespace rockfall
