// Torque-free rotation of rocks in SIMD lanes, by any scheme. Part of step/run_lanes.h: everything has internal
// linkage.
#pragma once

#include <rockfall/step.h>

#include "numerics/half_angle.h"
#include "numerics/lanes.h"
#include "rotation/director_rule.h"
#include "rotation/exact_rule.h"
#include "rotation/explicit_rule.h"
#include "rotation/midpoint_rule.h"

namespace rockfall {
namespace {

// Bodies and states before the step.
struct RotationInput {
  const PrincipalBodyOf<Lanes>& body;  // rates: rotation_rates
  double time_step;
  const QuatOf<Lanes>& orientation;
  const VectorOf<Lanes>& omega;
  const LaneMask& active;  // lanes with a rock
};

// States after the step.
struct RotationLanes {
  VectorOf<Lanes> omega;
  QuatOf<Lanes> orientation;
  LaneMask valid;  // lanes whose rotation equals that of the single step
};

// The axis of symmetric tops: z where `last`, else x.
struct TopAxisLanes {
  LaneMask last;
  Lanes i(const VectorOf<Lanes>& v) const { return select(last, v[0], v[1]); }
  Lanes j(const VectorOf<Lanes>& v) const { return select(last, v[1], v[2]); }
  Lanes k(const VectorOf<Lanes>& v) const { return select(last, v[2], v[0]); }
  VectorOf<Lanes> vector(const Lanes& i, const Lanes& j, const Lanes& k) const {
    return {{select(last, i, k), select(last, j, i), select(last, k, j)}};
  }
};

ROCKFALL_INLINE_CALLS inline RotationLanes midpoint_rotation(const RotationInput& in) {
  const MidpointRotation<Lanes, LaneMask> rotation =
      midpoint_rule<LaneMask>(in.body.rates, in.body.inertia.x, in.time_step, in.orientation, in.omega.x,
                              [](const Lanes& square) { return small_half_angle(square); });
  return {vector_of(rotation.omega), rotation.orientation,
          rotation.solved & (0.25 * rotation.angle_squared <= kSmallHalfAngleSquared)};
}

ROCKFALL_INLINE_CALLS inline RotationLanes director_rotation(const RotationInput& in) {
  const ExactRotation<Lanes> next = director_rule<LaneMask>(in.body, in.time_step, in.orientation, in.omega);
  return {next.omega, next.orientation, in.active};
}

ROCKFALL_INLINE_CALLS inline RotationLanes explicit_rotation(const RotationInput& in) {
  const Lanes zero = all_lanes(0.0);
  const VectorOf<Lanes> omega =
      explicit_rule(in.body.inertia, in.time_step, VectorOf<Lanes>{{zero, zero, zero}}, in.omega).omega;
  return {omega, twice_advanced(in.orientation, in.omega.x, omega.x, in.time_step),
          in.active & within_explicit_turn(omega, in.time_step)};
}

// Equal moments are tested as in the single step: about z first, then about x. They are sorted, so that none are equal
// about y alone.
ROCKFALL_INLINE_CALLS inline RotationLanes exact_rotation(const RotationInput& in) {
  const VectorOf<Lanes>&inertia = in.body.inertia, &rates = in.body.rates;
  const VectorOf<Lanes>& omega = in.omega;
  const LaneMask about_z = absolute(rates[2]) <= kEqualMoments,
                 about_x = ~about_z & (absolute(rates[0]) <= kEqualMoments);
  const LaneMask symmetric = about_z | about_x;
  LaneMask small = in.active;
  const auto half_angle = [&small](const Lanes& square) {
    small = small & (0.25 * square <= kSmallHalfAngleSquared);
    return small_half_angle(square);
  };
  ExactRotation<Lanes> next = {omega, in.orientation};
  LaneMask valid = no_lanes();
  if (!none_set(in.active & ~symmetric)) {
    Lanes momentum_squared;
    next = triaxial_rotation(rates, inertia, in.time_step, in.orientation, omega, momentum_squared, half_angle);
    valid = ~symmetric & (absolute(rates[1]) > kEqualMoments) &
            (in.time_step * in.time_step * dot(omega, omega) <= 1.0) & small &
            (momentum_squared > kSmallestExactMomentumSquared);
  }
  if (!none_set(in.active & symmetric)) {
    small = in.active;
    const ExactRotation<Lanes> other = symmetric_rotation(TopAxisLanes{about_z}, inertia, in.time_step, in.orientation,
                                                          omega, half_angle, rotate_by_shears<Lanes>);
    valid = valid | (symmetric & small);
    replace(symmetric, other.omega, next.omega);
    replace(symmetric, other.orientation, next.orientation);
  }
  return {next.omega, next.orientation, valid};
}

// Coefficients of the scheme that depend on the moments only.
inline VectorOf<Lanes> rotation_rates(int32_t scheme, const VectorOf<Lanes>& inertia, double time_step) {
  return scheme == RF_SCHEME_IMPLICIT ? midpoint_rates(inertia, time_step) : euler_rates_of(inertia);
}

// The rotation by a scheme, an rf_scheme.
inline RotationLanes free_rotation(int32_t scheme, const RotationInput& in) {
  switch (scheme) {
    case RF_SCHEME_EXACT:
      return exact_rotation(in);
    case RF_SCHEME_EXPLICIT:
      return explicit_rotation(in);
    case RF_SCHEME_DIRECTOR:
      return director_rotation(in);
    default:
      return midpoint_rotation(in);
  }
}

}  // namespace
}  // namespace rockfall
