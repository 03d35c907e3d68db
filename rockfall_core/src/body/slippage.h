// Decay of slippage without contact.
#pragma once

namespace rockfall {

/// Slippage below this (m) is set to zero, so that a rock in long flight does not sample beta.
constexpr double kNegligibleSlippage = 1e-9;

}  // namespace rockfall
