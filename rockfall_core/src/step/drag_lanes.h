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
#include "step/translation.h"

namespace rockfall {
namespace {

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
  const Translation<Lanes> translation = translation_with(drag, body.mass, dt);
  replace(lanes, velocity_after(translation, body.mass, old.velocity, settings.gravity, dt), next.velocity);
  const Lanes path = dt * square_root(dot(next.velocity, next.velocity));
  return complete_step(lanes, path, settings, body, old, middle, next);
}

}  // namespace
}  // namespace rockfall
