// Bodies and residuals shared by the tests of the director bodies.
#ifndef ROCKFALL_TESTS_ROTATION_BODIES_H
#define ROCKFALL_TESTS_ROTATION_BODIES_H

#include <rockfall/body.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "rotation/director_step.h"
#include "support/sanitized.h"

namespace bodies {

using rockfall::Mat3;
using rockfall::Vec3;

/// A body with a full inertia tensor and all kinds of moments.
inline rf_body loaded(rf_body_kind kind) {
  rf_body body = rf_default_body();
  body.kind = kind;
  const double inertia[9] = {3, -0.3, 0.2, -0.3, 4, 0.5, 0.2, 0.5, 5};
  std::copy(inertia, inertia + 9, body.inertia);
  body.time_step = 0.02;
  body.constraint_weight = 0.3;
  const double moment[] = {1, -2, 3}, own[] = {4, 2, -1};
  std::copy(moment, moment + 3, body.moment);
  std::copy(own, own + 3, body.moment_directors);
  return body;
}

inline rf_body with_moments(rf_body_kind kind, double a, double b, double c) {
  rf_body body = rf_default_body();
  body.kind = kind;
  body.inertia[0] = a;
  body.inertia[4] = b;
  body.inertia[8] = c;
  body.time_step = 0.01;
  return body;
}

inline rf_body_state started(const rf_body& body, double x, double y, double z) {
  const double omega[] = {x, y, z}, orientation[] = {0.5, 0.5, -0.5, 0.5};
  rf_body_state state;
  state.step = 77;
  if (rf_body_start(&body, orientation, omega, &state, nullptr) != RF_OK) {
    std::fill(state.directors, state.directors + 9, std::numeric_limits<double>::quiet_NaN());
  }
  return state;
}

inline rf_body_invariants invariants(const rf_body& body, const rf_body_state& state) {
  rf_body_invariants out;
  rf_body_get_invariants(&body, &state, &out);
  return out;
}

/// Residual of (2/h^2) M (q+ - q - h q') - Q + H^T lambda + G^T mu = 0: largest component, relative to its terms.
inline double equation_residual(const rf_body& body, const rf_body_state& old, const rf_body_state& next,
                                const rf_body_report& report) {
  const double h = body.time_step, a = body.constraint_weight;
  const Mat3 d = rockfall::load_columns(old.directors), way = rockfall::load_columns(next.directors) - d;
  const Mat3 middle = d + 0.5 * way, rates = rockfall::load_columns(old.velocities);
  const Mat3 inertia = (2 / (h * h)) * (way - h * rates) * rockfall::euler_inertia(body.inertia);
  const Vec3 moment = rockfall::load3(body.moment) + middle * rockfall::load3(body.moment_directors);
  const double* l = report.multipliers;
  Mat3 lambda;
  lambda << l[0], l[5], l[4], l[5], l[1], l[3], l[4], l[3], l[2];
  Mat3 rest = inertia + middle * lambda;
  for (int i = 0; i < 3; ++i) rest.col(i) -= 0.5 * moment.cross(middle.col(i));
  rest.col(0) += report.twist_multiplier * (1 - a) * middle.col(1);
  rest.col(1) -= report.twist_multiplier * a * middle.col(0);
  return rest.cwiseAbs().maxCoeff() / (inertia.cwiseAbs().maxCoeff() + 1e-300);
}

/// Largest relative drifts of kinetic energy, angular momentum and its first two material components.
struct Drift {
  double energy = 0, angular_momentum = 0, material_angular_momentum = 0, orthonormality = 0, twist = 0;
};

inline Drift drift(const rf_body& body, rf_body_state state, int steps) {
  const rf_body_invariants start = invariants(body, state);
  const double length = rockfall::load3(start.angular_momentum).norm();
  Drift out;
  for (int i = 0; i < support::run_length(steps); ++i) {
    rf_body_report report;
    if (rf_body_step(&body, &state, &report) != RF_OK) {
      out.energy = std::numeric_limits<double>::infinity();
      return out;
    }
    const rf_body_invariants now = invariants(body, state);
    out.energy = std::max(out.energy, std::fabs(now.kinetic_energy / start.kinetic_energy - 1));
    out.angular_momentum =
        std::max(out.angular_momentum,
                 (rockfall::load3(now.angular_momentum) - rockfall::load3(start.angular_momentum)).norm() / length);
    for (int k = 0; k < 2; ++k) {
      out.material_angular_momentum =
          std::max(out.material_angular_momentum,
                   std::fabs(now.material_angular_momentum[k] - start.material_angular_momentum[k]) / length);
    }
    out.orthonormality = std::max(out.orthonormality, now.orthonormality);
    out.twist = std::max(out.twist, std::fabs(report.constraint_residual));
  }
  return out;
}

}  // namespace bodies

#endif
