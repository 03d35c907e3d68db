// The check of a cooked shape, which may come from a file.
#pragma once

#include <rockfall/rock.h>

#include <cstdint>

#include "rock/layout.h"

namespace rockfall {

inline rf_status guard_rock(const rf_rock* rock) {
  if (!rock) return RF_NULL_ARGUMENT;
  if (reinterpret_cast<uintptr_t>(rock) % RF_MEMORY_ALIGNMENT != 0) return RF_MEMORY_MISALIGNED;
  return begins_as_rock(*rock) ? RF_OK : RF_CORRUPTED;
}

}  // namespace rockfall
