#include <rockfall/body.h>
#include <rockfall/step.h>

#include <cmath>
#include <limits>

#include "api/check.h"
#include "api/default.h"
#include "numerics/floating_point_environment.h"
#include "numerics/minmax.h"
#include "numerics/symmetric_eigen.h"
#include "rotation/director_step.h"
#include "rotation/free_rotation.h"

using namespace rockfall;

namespace {

rf_status check_inertia(const double* j, rf_error* error) {
  RF_TRY(check_all_finite(error, "inertia", j, 9));
  const double trace = j[0] + j[4] + j[8];
  for (int i = 0; i < 3; ++i) {
    const int a = 3 * i + (i + 1) % 3, b = 3 * ((i + 1) % 3) + i;
    if (!(std::fabs(j[a] - j[b]) <= 1e-12 * std::fabs(trace))) {
      return fail(error, RF_BAD_VALUE, "inertia is not symmetric");
    }
  }
  const Vec3 moments = symmetric_eigen(load_columns(j)).values;
  RF_TRY(check_positive(error, "smallest principal moment of inertia", moments[0]));
  RF_TRY(check_range(error, "largest principal moment of inertia", moments[2], 0,
                     (moments[0] + moments[1]) * (1 + 1e-9), "at most the sum of the other two"));
  return RF_OK;
}

bool all_finite(const rf_body_state& state) {
  for (int i = 0; i < 9; ++i) {
    if (!is_finite(state.directors[i]) || !is_finite(state.velocities[i])) return false;
  }
  return true;
}

// The numbers are divided by `unit` before they are squared.
double distance_in(double unit, const double* a, const double* b, uint32_t count) {
  double sum = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const double difference = a[i] / unit - b[i] / unit;
    sum += difference * difference;
  }
  return std::sqrt(sum);
}

double largest_number(const double* x, uint32_t count, double largest) {
  for (uint32_t i = 0; i < count; ++i) largest = larger_of(largest, std::fabs(x[i]));
  return largest;
}

}  // namespace

extern "C" {

rf_status rf_free_rotation(int32_t scheme, const double inertia[3], double time_step, uint32_t steps,
                           double orientation[4], double angular_velocity[3], rf_error* error) {
  const FloatingPointEnvironment environment;
  if (!inertia) return fail_null(error, "inertia");
  if (!orientation) return fail_null(error, "orientation");
  if (!angular_velocity) return fail_null(error, "angular_velocity");
  RF_TRY(check_range(error, "scheme", scheme, 0, RF_SCHEME_COUNT - 1, "an rf_scheme"));
  RF_TRY(check_positive(error, "time_step", time_step));
  RF_TRY(check_orientation(orientation, error));
  RF_TRY(check_all_finite(error, "angular_velocity", angular_velocity, 3));
  for (int i = 0; i < 3; ++i) {
    RF_TRY(check_positive(error, "inertia", inertia[i]));
    const double others = inertia[(i + 1) % 3] + inertia[(i + 2) % 3];
    RF_TRY(check_range(error, "inertia", inertia[i], 0, others * (1 + 1e-9), "at most the sum of the other two"));
  }
  FreeRotation rotation{load3(angular_velocity), load_quat(orientation)};
  const Vec3 moments = load3(inertia);
  for (uint32_t i = 0; i < steps; ++i) {
    rotation = free_rotation(scheme, moments, time_step, rotation.orientation, rotation.omega);
  }
  if (!can_be_normalised(rotation.orientation) || !rotation.omega.allFinite()) {
    return fail(
        error, RF_FAULTY_STATE,
        "the orientation or angular_velocity would not be finite: inertia, angular_velocity or time_step is extreme");
  }
  store_quat(rotation.orientation, orientation);
  store3(rotation.omega, angular_velocity);
  return succeed(error);
}

rf_status rf_init_body(rf_body* out, size_t size) {
  rf_body body = {};
  body.kind = RF_BODY_RIGID;
  body.inertia[0] = body.inertia[4] = body.inertia[8] = 1;
  body.constraint_weight = 0.5;
  body.time_step = 0.005;
  return write_default(body, out, size);
}

rf_status rf_body_check(const rf_body* body, rf_error* error) {
  const FloatingPointEnvironment environment;
  if (!body) return fail_null(error, "body");
  if (body->struct_size != sizeof *body) return fail_def(error, "body");
  RF_TRY(check_range(error, "kind", body->kind, RF_BODY_RIGID, RF_BODY_NON_TWISTING, "an rf_body_kind"));
  RF_TRY(check_inertia(body->inertia, error));
  RF_TRY(check_range(error, "constraint_weight", body->constraint_weight, 0, 1, "between 0 and 1"));
  RF_TRY(check_positive(error, "time_step", body->time_step));
  RF_TRY(check_all_finite(error, "moment", body->moment, 3));
  RF_TRY(check_all_finite(error, "moment_directors", body->moment_directors, 3));
  return succeed(error);
}

rf_status rf_body_start(const rf_body* body, const double orientation[4], const double angular_velocity[3],
                        rf_body_state* state, rf_error* error) {
  const FloatingPointEnvironment environment;
  RF_TRY(rf_body_check(body, error));
  if (!angular_velocity) return fail_null(error, "angular_velocity");
  if (!state) return fail_null(error, "state");
  RF_TRY(check_all_finite(error, "angular_velocity", angular_velocity, 3));
  if (body->kind == RF_BODY_NON_TWISTING) {
    RF_TRY(check_range(error, "angular_velocity[2]", angular_velocity[2], 0, 0, "0 for a non-twisting body"));
  }
  Quat p{1, 0, 0, 0};
  if (orientation) {
    RF_TRY(check_orientation(orientation, error));
    p = normalised(load_quat(orientation));
  }
  const Mat3 directors = rotation_matrix(p);
  *state = {};
  store_columns(directors, state->directors);
  store_columns(directors * skew(load3(angular_velocity)), state->velocities);
  return succeed(error);
}

rf_status rf_body_step(const rf_body* body, rf_body_state* state, rf_body_report* report) {
  const FloatingPointEnvironment environment;
  if (!body || !state) return RF_NULL_ARGUMENT;
  if (body->struct_size != sizeof *body) return RF_BAD_DEF;
  rf_body_state next = *state;
  const bool found = body->kind == RF_BODY_NON_TWISTING ? step_non_twisting_body(*body, next, report)
                                                        : step_director_body(*body, next, report);
  if (!found || !all_finite(next)) return RF_FAULTY_STATE;
  *state = next;
  return RF_OK;
}

rf_status rf_body_get_invariants(const rf_body* body, const rf_body_state* state, rf_body_invariants* out) {
  const FloatingPointEnvironment environment;
  if (!body || !state || !out) return RF_NULL_ARGUMENT;
  if (body->struct_size != sizeof *body) return RF_BAD_DEF;
  const Mat3 d = load_columns(state->directors), rates = load_columns(state->velocities);
  const Mat3 momenta = rates * euler_inertia(body->inertia);
  Vec3 angular_momentum = Vec3::Zero(), omega = Vec3::Zero();
  double energy = 0, off = 0;
  for (int i = 0; i < 3; ++i) {
    angular_momentum += d.col(i).cross(momenta.col(i));
    omega += 0.5 * d.col(i).cross(rates.col(i));
    energy += 0.5 * rates.col(i).dot(momenta.col(i));
    for (int j = 0; j <= i; ++j) off = larger_of(off, std::fabs(d.col(i).dot(d.col(j)) - (i == j ? 1.0 : 0.0)));
  }
  out->kinetic_energy = energy;
  store3(angular_momentum, out->angular_momentum);
  store3(d.transpose() * angular_momentum, out->material_angular_momentum);
  store3(d.transpose() * omega, out->angular_velocity);
  const double a = body->constraint_weight;
  out->twist = (1.0 - a) * d.col(1).dot(rates.col(0)) - a * d.col(0).dot(rates.col(1));
  out->orthonormality = off;
  return RF_OK;
}

rf_status rf_quotient_of_precision(const double* x_h, const double* x_h2, const double* x_h4, uint32_t count,
                                   double* quotient) {
  const FloatingPointEnvironment environment;
  if (!x_h || !x_h2 || !x_h4 || !quotient) return RF_NULL_ARGUMENT;
  // Squares of extreme numbers overflow or underflow.
  const double largest = largest_number(x_h, count, largest_number(x_h2, count, largest_number(x_h4, count, 0)));
  const double unit = largest > 1e100 || (largest > 0 && largest < 1e-100) ? largest : 1.0;
  const double coarse = distance_in(unit, x_h, x_h2, count), fine = distance_in(unit, x_h2, x_h4, count);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (fine == 0) {
    *quotient = coarse == 0 ? std::numeric_limits<double>::quiet_NaN() : kInfinity;
  } else {
    *quotient = coarse / fine;
  }
  return RF_OK;
}

}  // extern "C"
