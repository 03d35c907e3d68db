// The share of a triangle below a plane, for doubles and SIMD lanes.
#pragma once

#include "numerics/real.h"

namespace rockfall {

/// The share of the area of a triangle that is below a plane. The corner that is alone on its side of the plane is the
/// tip of the part below, or of the part above.
/// @param a, b, c  heights of the corners over the plane, a < 0
template <class Real>
Real submerged_share(const Real& a, const Real& b, const Real& c) {
  const auto b_below = b < 0.0, c_below = c < 0.0;
  const auto tip_above = b_below | c_below;
  const Real tip = select(b_below, c, select(c_below, b, a));
  const Real left = select(tip_above, a, b), right = select(b_below, b, c);
  const Real share = tip / (tip - left) * (tip / (tip - right)), rest = 1.0 - share;
  const Real cut = select(tip_above, select(rest > 0.0, rest, constant_like(a, 0.0)), share);
  return select(b_below & c_below, constant_like(a, 1.0), cut);
}

/// The same divided by the number of corners below the plane: the part of a triangle that each of these corners brings
/// to a sum.
template <class Real>
Real submerged_share_of_corner(const Real& a, const Real& b, const Real& c) {
  const auto b_below = b < 0.0, c_below = c < 0.0;
  const auto tip_above = b_below | c_below;
  const Real tip = select(b_below, c, select(c_below, b, a));
  const Real left = select(tip_above, a, b), right = select(b_below, b, c);
  const Real share = tip / (tip - left) * (tip / (tip - right));
  return select(b_below & c_below, constant_like(a, 1.0 / 3), select(tip_above, 0.5 - 0.5 * share, share));
}

}  // namespace rockfall
