#include <doctest/doctest.h>
#include <rockfall/rockfall.h>

#include <cstring>
#include <string>

#include "bodies.h"
#include "numerics/quaternion.h"

using namespace bodies;

namespace {

void moment_along_directors(void* user, double, const double directors[9], double moment[3]) {
  const double* own = static_cast<const double*>(user);
  for (int k = 0; k < 3; ++k) {
    moment[k] = own[0] * directors[k] + own[1] * directors[3 + k] + own[2] * directors[6 + k];
  }
}

void nan_moment(void*, double, const double[9], double moment[3]) {
  moment[0] = moment[1] = moment[2] = std::numeric_limits<double>::quiet_NaN();
}

void store_time(void* user, double time, const double[9], double moment[3]) {
  *static_cast<double*>(user) = time;
  moment[0] = moment[1] = moment[2] = 0;
}

std::string error_text(const rf_body& body) {
  rf_error error;
  return rf_body_check(&body, &error) == RF_OK ? "" : error.text;
}

}  // namespace

TEST_CASE("a rigid director body solves the published equations with the reported multipliers") {
  const rf_body body = loaded(RF_BODY_RIGID);
  rf_body_state state = started(body, 4, -7, 5);
  for (int i = 0; i < 50; ++i) {
    const rf_body_state old = state;
    rf_body_report report;
    REQUIRE(rf_body_step(&body, &state, &report) == RF_OK);
    CHECK(equation_residual(body, old, state, report) < 1e-12);
    CHECK(report.iterations < 8);
    CHECK(report.twist_multiplier == 0);
    CHECK(invariants(body, state).orthonormality < 1e-14);
    CHECK(state.step == old.step + 1);
  }
}

TEST_CASE(
    "a free rigid director body conserves energy and angular momentum for any inertia up to one radian per step") {
  const double moments[][3] = {{1, 1, 1}, {2, 2, 3}, {1, 2, 3}, {1e-3, 1, 1.001}, {5, 10, 13}};
  for (const auto& m : moments) {
    const rf_body body = with_moments(RF_BODY_RIGID, m[0], m[1], m[2]);
    for (const double rate : {1e-3, 10.0, 57.0}) {
      const Drift kept = drift(body, started(body, 0.9 * rate, -1.1 * rate, rate), 20000);
      INFO(m[0], " ", m[1], " ", m[2], " rate ", rate);
      CHECK(kept.energy < 1e-11);
      CHECK(kept.angular_momentum < 1e-11);
      CHECK(kept.orthonormality < 1e-14);
    }
  }
}

TEST_CASE("a free rigid director body with a full inertia tensor conserves energy and angular momentum") {
  rf_body body = loaded(RF_BODY_RIGID);
  std::fill(body.moment, body.moment + 3, 0.0);
  std::fill(body.moment_directors, body.moment_directors + 3, 0.0);
  const Drift kept = drift(body, started(body, 3, -8, 5), 20000);
  CHECK(kept.energy < 1e-11);
  CHECK(kept.angular_momentum < 1e-11);
}

TEST_CASE("a director body at rest keeps the bits of its directors") {
  const rf_body body = with_moments(RF_BODY_RIGID, 5, 10, 13);
  const rf_body_state start = started(body, 0, 0, 0);
  rf_body_state state = start;
  for (int i = 0; i < 100; ++i) REQUIRE(rf_body_step(&body, &state, nullptr) == RF_OK);
  CHECK(std::memcmp(state.directors, start.directors, sizeof start.directors) == 0);
}

TEST_CASE("a director body that rotates exactly about a principal axis keeps this axis") {
  const rf_body body = with_moments(RF_BODY_RIGID, 5, 10, 13);
  rf_body_state state = started(body, 0, 10, 0);
  for (int i = 0; i < 10000; ++i) REQUIRE(rf_body_step(&body, &state, nullptr) == RF_OK);
  const rf_body_invariants now = invariants(body, state);
  CHECK(std::fabs(now.material_angular_momentum[0]) < 1e-9);
  CHECK(std::fabs(now.material_angular_momentum[2]) < 1e-9);
  CHECK(now.material_angular_momentum[1] == doctest::Approx(100).epsilon(1e-12));
}

TEST_CASE("a rigid director body converges with second order to the exact torque-free rotation") {
  rf_body body = with_moments(RF_BODY_RIGID, 5, 10, 13);
  double last = 0;
  for (const double h : {0.01, 0.005, 0.0025}) {
    body.time_step = h;
    rf_body_state state = started(body, 3, -2, 1);
    double p[] = {0.5, 0.5, -0.5, 0.5}, omega[] = {3, -2, 1};
    const double inertia[] = {5, 10, 13};
    for (int i = 0; i < static_cast<int>(2 / h + 0.5); ++i) {
      REQUIRE(rf_body_step(&body, &state, nullptr) == RF_OK);
      REQUIRE(rf_free_rotation(RF_SCHEME_EXACT, inertia, h, 1, p, omega, nullptr) == RF_OK);
    }
    const Mat3 exact = rockfall::rotation_matrix(rockfall::load_quat(p));
    const double error = (rockfall::load_columns(state.directors) - exact).norm();
    if (last > 0) CHECK(last / error == doctest::Approx(4).epsilon(0.02));
    last = error;
  }
  CHECK(last < 1e-3);
}

TEST_CASE("a constant moment changes the angular momentum of a rigid director body by moment times time") {
  rf_body body = with_moments(RF_BODY_RIGID, 2, 2, 2);
  body.moment[1] = 3;
  rf_body_state state = started(body, 0, 0, 0);
  for (int i = 0; i < 200; ++i) REQUIRE(rf_body_step(&body, &state, nullptr) == RF_OK);
  // The midpoint directors are shorter than 1 by the square of the rotation per step.
  CHECK(invariants(body, state).angular_momentum[1] == doctest::Approx(6).epsilon(1e-3));
  CHECK(std::fabs(invariants(body, state).angular_momentum[0]) < 1e-12);
}

TEST_CASE("a moment along the directors gives the same motion as a member and as a callback") {
  rf_body constant = loaded(RF_BODY_RIGID), called = constant;
  double own[3];
  std::copy(constant.moment_directors, constant.moment_directors + 3, own);
  std::fill(called.moment_directors, called.moment_directors + 3, 0.0);
  called.moment_at = moment_along_directors;
  called.moment_user = own;
  rf_body_state a = started(constant, 1, 2, 3), b = a;
  for (int i = 0; i < 200; ++i) {
    REQUIRE(rf_body_step(&constant, &a, nullptr) == RF_OK);
    REQUIRE(rf_body_step(&called, &b, nullptr) == RF_OK);
  }
  for (int k = 0; k < 9; ++k) CHECK(a.directors[k] == doctest::Approx(b.directors[k]).epsilon(1e-11));
}

TEST_CASE("a moment callback is called with the time at the middle of the step") {
  rf_body body = with_moments(RF_BODY_RIGID, 1, 1, 1);
  double time = 0;
  body.moment_at = store_time;
  body.moment_user = &time;
  rf_body_state state = started(body, 1, 0, 0);
  state.step = 9;
  REQUIRE(rf_body_step(&body, &state, nullptr) == RF_OK);
  CHECK(time == doctest::Approx(0.095).epsilon(1e-15));
}

TEST_CASE("a director body with a NaN moment keeps its state and returns RF_FAULTY_STATE") {
  for (const rf_body_kind kind : {RF_BODY_RIGID, RF_BODY_NON_TWISTING}) {
    rf_body body = with_moments(kind, 1, 1, 1);
    body.moment_at = nan_moment;
    rf_body_state state = started(body, 1, 0, 0);
    const rf_body_state before = state;
    CHECK(rf_body_step(&body, &state, nullptr) == RF_FAULTY_STATE);
    CHECK(std::memcmp(&state, &before, sizeof state) == 0);
  }
}

TEST_CASE("a body with a bad member is refused with the name of the member") {
  rf_body body = rf_default_body();
  CHECK(error_text(body).empty());
  body.inertia[1] = 0.1;
  CHECK(error_text(body).find("symmetric") != std::string::npos);
  body = with_moments(RF_BODY_RIGID, 1, 1, 2.1);
  CHECK(error_text(body).find("largest principal moment") != std::string::npos);
  body = with_moments(RF_BODY_RIGID, -1, 1, 1);
  CHECK(error_text(body).find("smallest principal moment") != std::string::npos);
  body = rf_default_body();
  body.constraint_weight = 1.1;
  CHECK(error_text(body).find("constraint_weight") != std::string::npos);
  body = rf_default_body();
  body.time_step = 0;
  CHECK(error_text(body).find("time_step") != std::string::npos);
  body = rf_default_body();
  body.kind = 2;
  CHECK(error_text(body).find("kind") != std::string::npos);
  body = rf_default_body();
  body.moment[2] = std::numeric_limits<double>::infinity();
  CHECK(error_text(body).find("moment[2]") != std::string::npos);
  rf_body zero = {};
  CHECK(rf_body_check(&zero, nullptr) == RF_BAD_DEF);
  rf_body_state state = {};
  CHECK(rf_body_step(&zero, &state, nullptr) == RF_BAD_DEF);
  CHECK(rf_body_step(nullptr, &state, nullptr) == RF_NULL_ARGUMENT);
}

TEST_CASE("the quotient of precision is 2 to the power of the order of a scheme") {
  const double x_h[] = {1 + 0.16, 2 - 0.32}, x_h2[] = {1 + 0.04, 2 - 0.08}, x_h4[] = {1 + 0.01, 2 - 0.02};
  double quotient = 0;
  REQUIRE(rf_quotient_of_precision(x_h, x_h2, x_h4, 2, &quotient) == RF_OK);
  CHECK(quotient == doctest::Approx(4));
  REQUIRE(rf_quotient_of_precision(x_h, x_h2, x_h2, 2, &quotient) == RF_OK);
  CHECK(std::isinf(quotient));
  REQUIRE(rf_quotient_of_precision(x_h2, x_h2, x_h2, 2, &quotient) == RF_OK);
  CHECK(std::isnan(quotient));
  CHECK(rf_quotient_of_precision(nullptr, x_h2, x_h2, 2, &quotient) == RF_NULL_ARGUMENT);
  for (const double unit : {1e-310, 1e-170, 1e170, 1e300}) {
    CAPTURE(unit);
    const double coarse[1] = {3 * unit}, middle[1] = {0}, fine[1] = {-2 * unit};
    REQUIRE(rf_quotient_of_precision(coarse, middle, fine, 1, &quotient) == RF_OK);
    CHECK(quotient == doctest::Approx(1.5));
  }
}
