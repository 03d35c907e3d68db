// Translation of a rock over a step with drag, for doubles and SIMD lanes (Leine et al. 2021, eq. 81).
#pragma once

#include "numerics/real.h"
#include "numerics/vector_of.h"
#include "step/bounded_drag.h"

namespace rockfall {

/// (m + dt/2 c) v+ = (m - dt/2 c) v - m g dt e_z + percussions.
template <class Real>
struct Translation {
  Real drag;          // c, kg/s
  Real inverse_mass;  // of m + dt/2 c
};

/// @param drag  kg/s; limited by bounded_drag()
template <class Real>
Translation<Real> translation_with(const Real& drag, const Real& mass, double time_step) {
  const Real bounded = bounded_drag(drag, mass, time_step);
  return {bounded, 1.0 / (mass + 0.5 * time_step * bounded)};
}

/// v+ without percussions; in free flight exactly the parabola, for a batch as for one rock.
template <class Real>
VectorOf<Real> velocity_after(const Translation<Real>& translation, const Real& mass, const VectorOf<Real>& old,
                              double gravity, double time_step) {
  const Real kept = mass - 0.5 * time_step * translation.drag;
  const auto free = translation.drag == 0.0;
  const Real weight = mass * gravity * time_step;
  const auto after = [&](const Real& slowed, const Real& falling) {
    return select(free, falling, translation.inverse_mass * slowed);
  };
  return {{after(kept * old[0], old[0]), after(kept * old[1], old[1]),
           after(kept * old[2] - weight, old[2] - gravity * time_step)}};
}

}  // namespace rockfall
