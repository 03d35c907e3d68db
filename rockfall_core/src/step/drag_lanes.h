// Drag that acts on S, and that of the soil on the rotation, in SIMD lanes, and the steps of rocks in soil that touch
// nothing hard. Part of step/run_lanes.h: everything has internal linkage.
//
// Each lane performs exactly the arithmetic of step/moreau_step.cpp: free motion with drag (step/free_motion.cpp) and
// the next state.
#pragma once

#include "body/kinetic_energy.h"
#include "body/still_time.h"
#include "contact/scar_path.h"
#include "numerics/lanes.h"
#include "step/bounded_drag.h"
#include "step/spin_drag.h"
#include "step/state_lanes.h"

namespace rockfall {
namespace {

// Free motion of S with drag.
template <int N>
struct SlowedMotion {
  LanesOf<N> inverse_mass;  // of what percussions change
  VectorOf<LanesOf<N>> velocity;
};

// @param drag  coefficient, kg/s
template <int N>
SlowedMotion<N> slowed(const rf_settings& settings, const LanesOf<N>& mass, const LanesOf<N>& drag,
                       const VectorOf<LanesOf<N>>& old) {
  using Real = LanesOf<N>;
  const double dt = settings.time_step, h = 0.5 * dt, g = settings.gravity;
  const Real bounded = bounded_drag(drag, mass, dt);
  const Real inverse_mass = 1.0 / (mass + h * bounded), kept = mass - h * bounded;
  const MaskOf<N> without = drag == 0.0;
  SlowedMotion<N> motion;
  motion.inverse_mass = inverse_mass;
  for (int k = 0; k < 3; ++k) {
    const Real damped = k == 2 ? kept * old[k] - mass * g * dt : kept * old[k];
    const Real undamped = k == 2 ? old[k] - g * dt : old[k];
    motion.velocity[k] = select(without, undamped, inverse_mass * damped);
  }
  return motion;
}

// The rotation with the drag of the soil.
template <int N>
SpinDrag<LanesOf<N>> slowed_spin(const rf_settings& settings, const LanesOf<N>& mass, const LanesOf<N>& drag) {
  const double dt = settings.time_step;
  return spin_drag(bounded_drag(drag, mass, dt), mass, 0.5 * dt);
}

// next_state() of the single step in the given lanes, after velocity, omega, slippage and scar_depth of `next` have
// been set. Returns the lanes in which it is valid. @param path  length of the path in this step
inline LaneMask complete_step(const LaneMask& lanes, const Lanes& path, const rf_settings& settings,
                              const BodyLanes& body, const StateLanes& old, const VectorOf<Lanes>& middle,
                              StateLanes& next) {
  replace(lanes, middle + 0.5 * settings.time_step * next.velocity, next.position);
  const Lanes kinetic = kinetic_energy_of(body.mass, body.moments.inertia.x, next.velocity.x, next.omega.x);
  const Lanes still_time = still_time_after(kinetic, body.stop_energy, old.still_time, settings.time_step);
  next.still_time = select(lanes, still_time, next.still_time);
  const LaneMask in_soil = lanes & (next.scar_depth > 0.0);
  next.scar_path = select(in_soil, old.scar_path + path, next.scar_path);
  next.scar_depth = select(
      in_soil,
      depth_left_on_path(next.scar_depth, next.scar_path, path, body.radius, diameters_of_scar(settings.scar_length)),
      next.scar_depth);
  const VectorOf<Lanes>& x = next.position;
  return lanes & is_finite(kinetic + ((x[0] + x[1]) + x[2])) &
         is_finite((next.slippage + next.still_time) + (next.scar_depth + next.scar_path));
}

// Turn the free flight in `next`, in which scar_depth has been set, into the step with drag. Returns the lanes in which
// it is valid.
inline LaneMask step_with_drag(const LaneMask& lanes, const Lanes& drag, const Lanes& spin_drag,
                               const rf_settings& settings, const BodyLanes& body, const StateLanes& old,
                               const VectorOf<Lanes>& middle, StateLanes& next) {
  const double dt = settings.time_step;
  const LaneMask turns = lanes & ~(spin_drag == 0.0);
  if (!none_set(turns)) replace(turns, slowed_spin(settings, body.mass, spin_drag).kept * next.omega, next.omega);
  replace(lanes, slowed(settings, body.mass, drag, old.velocity).velocity, next.velocity);
  const Lanes path = dt * square_root(dot(next.velocity, next.velocity));
  return complete_step(lanes, path, settings, body, old, middle, next);
}

}  // namespace
}  // namespace rockfall
