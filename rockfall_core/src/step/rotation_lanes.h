// Torque-free rotation of rocks in SIMD lanes, by any scheme. Included by step/batch_lanes.h; everything has internal
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

// Before the step.
struct RotationInput {
  const Lanes* inertia;  // 3
  double time_step;
  const QuatOf<Lanes>& orientation;
  const Lanes* omega;      // 3
  const LaneMask& active;  // lanes with a rock
};

// After the step.
struct RotationLanes {
  Lanes omega[3];
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

inline RotationLanes midpoint_rotation(const RotationInput& in) {
  const MidpointRotation<Lanes, LaneMask> rotation = midpoint_rule<LaneMask>(
      in.inertia, in.time_step, in.orientation, in.omega, [](const Lanes& square) { return small_half_angle(square); });
  return {{rotation.omega[0], rotation.omega[1], rotation.omega[2]},
          rotation.orientation,
          rotation.solved & (0.25 * rotation.angle_squared <= kSmallHalfAngleSquared)};
}

inline RotationLanes director_rotation(const RotationInput& in) {
  const ExactRotation<Lanes> next =
      director_rule<LaneMask>(vector_of(in.inertia), in.time_step, in.orientation, vector_of(in.omega));
  return {{next.omega[0], next.omega[1], next.omega[2]}, next.orientation, in.active};
}

inline RotationLanes explicit_rotation(const RotationInput& in) {
  const Lanes zero = all_lanes(0.0);
  const VectorOf<Lanes> omega =
      explicit_rule(vector_of(in.inertia), in.time_step, VectorOf<Lanes>{{zero, zero, zero}}, vector_of(in.omega))
          .omega;
  return {{omega[0], omega[1], omega[2]},
          advanced(advanced(in.orientation, in.omega, 0.5 * in.time_step), omega.x, 0.5 * in.time_step),
          in.active};
}

// Equal moments as in the single step: about z first, then about x; about y alone they do not occur in sorted
// moments.
inline RotationLanes exact_rotation(const RotationInput& in) {
  const VectorOf<Lanes> inertia = vector_of(in.inertia), omega = vector_of(in.omega), rates = euler_rates_of(inertia);
  const LaneMask about_z = absolute(rates[2]) <= kEqualMoments,
                 about_x = ~about_z & (absolute(rates[0]) <= kEqualMoments);
  const LaneMask symmetric = about_z | about_x;
  LaneMask small = in.active;
  const auto half_angle = [&small](const Lanes& square) {
    small = small & (0.25 * square <= kSmallHalfAngleSquared);
    return small_half_angle(square);
  };
  RotationLanes result;
  LaneMask valid = no_lanes();
  ExactRotation<Lanes> next = {omega, in.orientation};
  if (!none_set(in.active & symmetric)) {
    next = symmetric_rotation(TopAxisLanes{about_z}, inertia, in.time_step, in.orientation, omega, half_angle,
                              rotate_by_shears<Lanes>);
    valid = symmetric & small;
  }
  const LaneMask triaxial =
      ~symmetric & (absolute(rates[1]) > kEqualMoments) & (in.time_step * in.time_step * dot(omega, omega) <= 1.0);
  if (!none_set(in.active & triaxial)) {
    small = in.active;
    Lanes momentum_squared;
    const ExactRotation<Lanes> other =
        triaxial_rotation(rates, inertia, in.time_step, in.orientation, omega, momentum_squared, half_angle);
    valid = valid | (triaxial & small & (momentum_squared > kSmallestExactMomentumSquared));
    for (int k = 0; k < 3; ++k) next.omega[k] = select(symmetric, next.omega[k], other.omega[k]);
    next.orientation.w = select(symmetric, next.orientation.w, other.orientation.w);
    next.orientation.x = select(symmetric, next.orientation.x, other.orientation.x);
    next.orientation.y = select(symmetric, next.orientation.y, other.orientation.y);
    next.orientation.z = select(symmetric, next.orientation.z, other.orientation.z);
  }
  for (int k = 0; k < 3; ++k) result.omega[k] = next.omega[k];
  result.orientation = next.orientation;
  result.valid = valid;
  return result;
}

// By an rf_scheme.
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
