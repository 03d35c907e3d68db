// Decay of slippage without contact.
#pragma once

#include "numerics/elementary.h"
#include "numerics/inline_calls.h"

namespace rockfall {

/// The share of the slippage that is left after a time without contact (Leine et al. 2014, eq. 51).
ROCKFALL_ALWAYS_INLINE double slippage_decay(double beta, double time) { return exponential(-beta * time); }

/// Slippage below this (m) is set to zero, so that a rock in long flight does not sample beta.
constexpr double kNegligibleSlippage = 1e-9;

}  // namespace rockfall
