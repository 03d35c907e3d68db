// The share of a triangle below a plane, for doubles and SIMD lanes.
#pragma once

#include "numerics/real.h"

namespace rockfall {

/// Returns use(share, above, whole): the share of the area of a triangle on the side of its tip, which is the corner
/// that is alone on its side of a plane; whether the tip is above; whether all corners are below.
/// @param a, b, c  heights of the corners over the plane, a < 0
template <class Real, class Use>
Real use_tip(const Real& a, const Real& b, const Real& c, Use use) {
  const auto b_below = b < 0.0, c_below = c < 0.0;
  const auto above = b_below | c_below;
  const Real tip = select(b_below, c, select(c_below, b, a));
  const Real left = select(above, a, b), right = select(b_below, b, c);
  return use(tip / (tip - left) * (tip / (tip - right)), above, b_below & c_below);
}

/// The share of the area of a triangle that is below a plane. @param a, b, c  see use_tip
template <class Real>
Real submerged_share(const Real& a, const Real& b, const Real& c) {
  return use_tip(a, b, c, [&](const Real& share, const auto& above, const auto& whole) {
    const Real rest = 1.0 - share;
    const Real cut = select(above, select(rest > 0.0, rest, constant_like(a, 0.0)), share);
    return select(whole, constant_like(a, 1.0), cut);
  });
}

/// The same divided by the number of corners below the plane: the part of a triangle that each of these corners brings
/// to a sum.
template <class Real>
Real submerged_share_of_corner(const Real& a, const Real& b, const Real& c) {
  return use_tip(a, b, c, [&](const Real& share, const auto& above, const auto& whole) {
    return select(whole, constant_like(a, 1.0 / 3), select(above, 0.5 - 0.5 * share, share));
  });
}

}  // namespace rockfall
