// Drag of the soil on the rotation of a rock, for doubles and SIMD lanes.
#pragma once

namespace rockfall {

/// The rotation after a step with the torque -c / m Theta omega: omega = kept omega_f + response Theta^-1 M for a
/// moment percussion M. It acts on the mean of the angular velocities after the torque-free rotation, omega_f, and
/// after the step, so its work is never positive.
template <class Real>
struct SpinDrag {
  Real kept, response;
};

/// @param drag       c, kg/s, 0 to 2 m / dt
/// @param half_step  dt / 2
template <class Real>
SpinDrag<Real> spin_drag(const Real& drag, const Real& mass, double half_step) {
  const Real share = half_step * drag / mass, response = 1.0 / (1.0 + share);
  return {(1.0 - share) * response, response};
}

}  // namespace rockfall
