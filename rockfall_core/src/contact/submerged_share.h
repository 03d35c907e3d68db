// The share of a triangle below a plane, for doubles and SIMD lanes.
#pragma once

#include "numerics/minmax.h"
#include "numerics/real.h"

namespace rockfall {

/// Returns use(share, above, whole): the share of the area of a triangle on the side of its tip, which is the corner
/// that is alone on its side of a plane; whether the tip is above; whether all corners are below.
/// @param a, b, c  heights of the corners over the plane, a < 0
template <class Real, class Use>
Real use_tip(const Real& a, const Real& b, const Real& c, Use use) {
  const Real low = smaller_of(b, c), high = larger_of(b, c);
  const auto above = low < 0.0;
  // The tip is the highest corner above the plane, or the only one below it.
  const Real tip = select(above, high, a), other = select(above, a, high);
  return use(tip / (tip - low) * (tip / (tip - other)), above, high < 0.0);
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

/// The same divided by the number of corners below the plane: the share that each of these corners adds to a sum over
/// corners.
template <class Real>
Real submerged_share_of_corner(const Real& a, const Real& b, const Real& c) {
  return use_tip(a, b, c, [&](const Real& share, const auto& above, const auto& whole) {
    return select(whole, constant_like(a, 1.0 / 3), select(above, 0.5 - 0.5 * share, share));
  });
}

}  // namespace rockfall
