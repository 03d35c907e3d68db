#include <doctest/doctest.h>
#include <rockfall/body.h>

#include <string>

#include "bodies.h"

using namespace bodies;

TEST_CASE("a non-twisting body solves the published equations with the reported multipliers") {
  for (const double weight : {0.0, 0.3, 1.0}) {
    rf_body body = loaded(RF_BODY_NON_TWISTING);
    body.constraint_weight = weight;
    rf_body_state state = started(body, 4, -7, 0);
    for (int i = 0; i < 50; ++i) {
      const rf_body_state old = state;
      rf_body_report report;
      REQUIRE(rf_body_step(&body, &state, &report) == RF_OK);
      CHECK(equation_residual(body, old, state, report) < 1e-12);
      CHECK(std::fabs(report.constraint_residual) < 1e-12);
      CHECK(report.twist_multiplier != 0);
      CHECK(invariants(body, state).orthonormality < 1e-14);
    }
  }
}

TEST_CASE("a free non-twisting body conserves energy and two material momenta up to one radian per step") {
  const double moments[][3] = {{1, 1, 1}, {2, 2, 3}, {1, 2, 3}, {3, 2, 1}, {5, 10, 13}};
  for (const auto& m : moments) {
    const rf_body body = with_moments(RF_BODY_NON_TWISTING, m[0], m[1], m[2]);
    for (const double rate : {1e-3, 10.0, 70.0}) {
      const Drift kept = drift(body, started(body, 0.9 * rate, -1.1 * rate, 0), 20000);
      INFO(m[0], " ", m[1], " ", m[2], " rate ", rate);
      CHECK(kept.energy < 1e-11);
      CHECK(kept.material_angular_momentum < 1e-11);
      CHECK(kept.twist < 1e-12 * (1 + rate));
      CHECK(kept.orthonormality < 1e-14);
    }
  }
}

TEST_CASE("a free non-twisting body does not conserve angular momentum, a free rigid body does") {
  const rf_body body = with_moments(RF_BODY_NON_TWISTING, 5, 10, 13);
  const rf_body rigid = with_moments(RF_BODY_RIGID, 5, 10, 13);
  CHECK(drift(body, started(body, 3, 4, 0), 1000).angular_momentum > 0.1);
  CHECK(drift(rigid, started(rigid, 3, 4, 0), 1000).angular_momentum < 1e-12);
}

TEST_CASE("a free non-twisting body with a full inertia tensor conserves its energy") {
  rf_body body = loaded(RF_BODY_NON_TWISTING);
  std::fill(body.moment, body.moment + 3, 0.0);
  std::fill(body.moment_directors, body.moment_directors + 3, 0.0);
  const Drift kept = drift(body, started(body, 3, -8, 0), 20000);
  CHECK(kept.energy < 1e-11);
  CHECK(kept.twist < 1e-12);
}

TEST_CASE("the weight of the non-twisting constraint changes the multipliers but not the motion") {
  rf_body first = loaded(RF_BODY_NON_TWISTING), last = first;
  first.constraint_weight = 0;
  last.constraint_weight = 1;
  rf_body_state a = started(first, 1, 2, 0), b = a;
  rf_body_report first_report, last_report;
  for (int i = 0; i < 200; ++i) {
    REQUIRE(rf_body_step(&first, &a, &first_report) == RF_OK);
    REQUIRE(rf_body_step(&last, &b, &last_report) == RF_OK);
  }
  for (int k = 0; k < 9; ++k) CHECK(a.directors[k] == doctest::Approx(b.directors[k]).epsilon(1e-10));
  CHECK(std::fabs(first_report.multipliers[5] - last_report.multipliers[5]) > 0.1);
}

TEST_CASE("a moment about d3 does not rotate a non-twisting body") {
  rf_body body = with_moments(RF_BODY_NON_TWISTING, 5, 10, 13);
  body.moment_directors[2] = 7;
  const rf_body_state start = started(body, 0, 0, 0);
  rf_body_state state = start;
  rf_body_report report;
  for (int i = 0; i < 100; ++i) REQUIRE(rf_body_step(&body, &state, &report) == RF_OK);
  for (int k = 0; k < 9; ++k) CHECK(state.directors[k] == doctest::Approx(start.directors[k]).epsilon(1e-13));
  CHECK(report.twist_multiplier == doctest::Approx(7).epsilon(1e-12));
}

TEST_CASE("a non-twisting body cannot start with an angular velocity about d3") {
  const rf_body body = with_moments(RF_BODY_NON_TWISTING, 5, 10, 13);
  const double omega[] = {1, 2, 1e-3};
  rf_body_state state;
  rf_error error;
  CHECK(rf_body_start(&body, nullptr, omega, &state, &error) == RF_BAD_VALUE);
  CHECK(std::string(error.text).find("angular_velocity[2]") != std::string::npos);
}

TEST_CASE("d3 of a free non-twisting body moves on a great circle at a constant rate for any principal moments") {
  const rf_body body = with_moments(RF_BODY_NON_TWISTING, 5, 10, 13);
  rf_body_state state = started(body, 3, 4, 0);
  const Vec3 start = rockfall::load3(state.directors + 6), rate = rockfall::load3(state.velocities + 6);
  for (int i = 0; i < 100; ++i) REQUIRE(rf_body_step(&body, &state, nullptr) == RF_OK);
  const Vec3 end = rockfall::load3(state.directors + 6);
  CHECK(std::fabs(end.dot(start.cross(rate))) < 1e-12);
  // Rotation angle per step: 2 atan(5 rad/s * 0.005 s).
  CHECK(end.dot(start) == doctest::Approx(std::cos(200 * std::atan(0.025))).epsilon(1e-10));
}
