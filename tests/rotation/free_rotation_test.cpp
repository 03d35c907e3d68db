#include "rotation/free_rotation.h"

#include <doctest/doctest.h>
#include <rockfall/step.h>

#include <algorithm>
#include <cmath>

#include "support/random.h"

using namespace rockfall;
using namespace support;

namespace {

double energy(const Vec3& inertia, const Vec3& omega) { return 0.5 * omega.dot(inertia.cwiseProduct(omega)); }

Vec3 angular_momentum(const Vec3& inertia, const Quat& p, const Vec3& omega) {
  return rotate(p, inertia.cwiseProduct(omega));
}

double length_error(const Quat& p) { return std::fabs(p.w * p.w + p.x * p.x + p.y * p.y + p.z * p.z - 1); }

// Principal moments of a physical body, ascending, including degenerate kinds.
Vec3 random_inertia(Random& random, int kind) {
  double s[3] = {random.between(0.05, 1), random.between(0.05, 1), random.between(0.05, 1)};  // sums of m x^2 etc.
  if (kind == 1) s[1] = s[2] = s[0];                                                          // sphere
  if (kind == 2) s[1] = s[0];                // symmetric top, oblate or prolate
  if (kind == 3) s[0] = 0;                   // flat body: C = A + B
  if (kind == 4) s[1] = s[0] * (1 + 1e-13);  // nearly symmetric
  if (kind == 5) s[0] = s[1] = 1e-6;         // needle
  double moments[3] = {s[1] + s[2], s[0] + s[2], s[0] + s[1]};
  std::sort(moments, moments + 3);
  const double scale = std::pow(10.0, random.between(-2, 7));
  return scale * Vec3(moments[0], moments[1], moments[2]);
}

using Propagator = FreeRotation (*)(const Vec3&, double, const Quat&, const Vec3&);

// Euler's equations and kinematics by the classical Runge-Kutta method of fourth order in many small steps.
FreeRotation reference(const Vec3& inertia, double dt, const Quat& p, const Vec3& omega, int steps) {
  struct Rate {
    Vec3 omega;
    double p[4];
  };
  const auto rate = [&](const Vec3& w, const double* q) {
    Rate r;
    r.omega = inertia.cwiseProduct(w).cross(w).cwiseQuotient(inertia);
    r.p[0] = -0.5 * (q[1] * w[0] + q[2] * w[1] + q[3] * w[2]);
    r.p[1] = 0.5 * (q[0] * w[0] + q[2] * w[2] - q[3] * w[1]);
    r.p[2] = 0.5 * (q[0] * w[1] + q[3] * w[0] - q[1] * w[2]);
    r.p[3] = 0.5 * (q[0] * w[2] + q[1] * w[1] - q[2] * w[0]);
    return r;
  };
  Vec3 w = omega;
  double q[4] = {p.w, p.x, p.y, p.z};
  const double h = dt / steps;
  for (int i = 0; i < steps; ++i) {
    const auto moved = [&](const Rate& r, double s, Vec3& w2, double* q2) {
      w2 = w + s * r.omega;
      for (int k = 0; k < 4; ++k) q2[k] = q[k] + s * r.p[k];
    };
    Vec3 w2;
    double q2[4];
    const Rate a = rate(w, q);
    moved(a, 0.5 * h, w2, q2);
    const Rate b = rate(w2, q2);
    moved(b, 0.5 * h, w2, q2);
    const Rate c = rate(w2, q2);
    moved(c, h, w2, q2);
    const Rate d = rate(w2, q2);
    w += h / 6 * (a.omega + 2 * b.omega + 2 * c.omega + d.omega);
    for (int k = 0; k < 4; ++k) q[k] += h / 6 * (a.p[k] + 2 * b.p[k] + 2 * c.p[k] + d.p[k]);
  }
  return {w, normalised(load_quat(q))};
}

// Error of orientation and omega of a propagator after one second.
double error_over_a_second(Propagator propagate, int steps) {
  const Vec3 inertia(1, 2, 2.5);
  Vec3 omega(1.1, 0.6, -0.8);
  Quat p = {1, 0, 0, 0};
  const FreeRotation exact = reference(inertia, 1, p, omega, 4000);
  for (int i = 0; i < steps; ++i) {
    const FreeRotation next = propagate(inertia, 1.0 / steps, p, omega);
    omega = next.omega;
    p = next.orientation;
  }
  const Mat3 turn = rotation_matrix(p) - rotation_matrix(exact.orientation);
  return (omega - exact.omega).norm() + turn.norm();
}

struct Named {
  const char* name;
  Propagator propagate;
};
const Named kConservingSchemes[] = {
    {"implicit", implicit_midpoint_rotation}, {"director", director_rotation}, {"exact", exact_rotation}};

}  // namespace

TEST_CASE(
    "implicit, director and exact scheme conserve energy and angular momentum for any body and one radian per step") {
  for (const Named& scheme : kConservingSchemes) {
    Random random(61);
    double worst_energy = 0, worst_momentum = 0, worst_length = 0;
    for (int i = 0; i < 6000; ++i) {
      const Vec3 inertia = random_inertia(random, i % 6);
      double direction[3];
      random.fill(direction, 3, 1);
      if (i % 7 == 0) direction[0] = direction[1] = 0;
      if (i % 7 == 1) direction[1] = 1e-9;
      const double dt = random.between(0.0005, 0.02);
      const Vec3 omega = random.uniform() / (dt * load3(direction).norm()) * load3(direction);
      double q[4];
      random.orientation(q);
      const Quat p = load_quat(q);
      const FreeRotation next = scheme.propagate(inertia, dt, p, omega);
      const double before = energy(inertia, omega);
      const Vec3 momentum = angular_momentum(inertia, p, omega);
      worst_energy = std::fmax(worst_energy, std::fabs(energy(inertia, next.omega) - before) / before);
      worst_momentum =
          std::fmax(worst_momentum,
                    (angular_momentum(inertia, next.orientation, next.omega) - momentum).norm() / momentum.norm());
      worst_length = std::fmax(worst_length, length_error(next.orientation));
    }
    INFO(scheme.name);
    CHECK(worst_energy < 2e-14);
    CHECK(worst_momentum < 2e-14);
    CHECK(worst_length < 1e-14);
  }
}

TEST_CASE("a rock without angular velocity keeps its orientation in every scheme") {
  Random random(62);
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    for (int i = 0; i < 60; ++i) {
      const Vec3 inertia = random_inertia(random, i % 6);
      double q[4];
      random.orientation(q);
      FreeRotation next = {Vec3(0, 0, 0), load_quat(q)};
      for (int step = 0; step < 100; ++step) next = free_rotation(scheme, inertia, 0.01, next.orientation, next.omega);
      CHECK(next.omega == Vec3(0, 0, 0));
      double after[4];
      store_quat(next.orientation, after);
      for (int k = 0; k < 4; ++k) CHECK(std::fabs(after[k] - q[k]) < 4e-16);  // normalisation may change the last bit
    }
  }
}

TEST_CASE("rotations about a principal axis and of a sphere are constant in every scheme") {
  Random random(63);
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    for (int i = 0; i < 300; ++i) {
      const bool sphere = i % 4 == 3;
      const Vec3 inertia = random_inertia(random, sphere ? 1 : 0);
      double w[3];
      random.fill(w, 3, 30);
      for (int k = 0; k < 3 && !sphere; ++k) w[k] = k == i % 4 ? w[k] : 0;
      const FreeRotation next = free_rotation(scheme, inertia, 0.01, {1, 0, 0, 0}, load3(w));
      CHECK((next.omega - load3(w)).norm() <= 1e-15 * load3(w).norm());
      // The rotation axis is that of the angular velocity.
      const Vec3 axis(next.orientation.x, next.orientation.y, next.orientation.z);
      CHECK(axis.cross(load3(w)).norm() <= 1e-14 * load3(w).norm());
      CHECK(axis.dot(load3(w)) > 0);
    }
  }
}

TEST_CASE("the explicit scheme conserves the kinetic energy but not the angular momentum") {
  Random random(64);
  double worst = 0, momentum_error = 0;
  for (int i = 0; i < 2000; ++i) {
    const Vec3 inertia = random_inertia(random, i % 6);
    double w[3];
    random.fill(w, 3, 20);
    const FreeRotation next = explicit_free_rotation(inertia, 0.01, {1, 0, 0, 0}, load3(w));
    const double before = energy(inertia, load3(w));
    worst = std::fmax(worst, std::fabs(energy(inertia, next.omega) - before) / before);
    const double size = inertia.cwiseProduct(load3(w)).norm();
    momentum_error = std::fmax(momentum_error, std::fabs(inertia.cwiseProduct(next.omega).norm() - size) / size);
  }
  CHECK(worst < 2e-14);
  CHECK(momentum_error > 1e-6);
}

TEST_CASE(
    "the implicit and director schemes converge with order two, the explicit one with order one; the exact one hardly "
    "errs") {
  for (const Propagator propagate : {implicit_midpoint_rotation, director_rotation}) {
    const double coarse = error_over_a_second(propagate, 50), fine = error_over_a_second(propagate, 100);
    CHECK(coarse > 1e-6);
    CHECK(coarse / fine > 3.9);
    CHECK(coarse / fine < 4.1);
  }
  const double coarse = error_over_a_second(explicit_free_rotation, 200);
  CHECK(coarse / error_over_a_second(explicit_free_rotation, 400) == doctest::Approx(2).epsilon(0.02));
  CHECK(error_over_a_second(exact_rotation, 10) < 1e-9);
}

TEST_CASE("a rotated initial orientation rotates the result and changes nothing else") {
  // omega has the same bits; the final orientation is rotated.
  Random random(65);
  for (const Named& scheme : kConservingSchemes) {
    for (int i = 0; i < 200; ++i) {
      const Vec3 inertia = random_inertia(random, 0);
      double w[3], q[4];
      random.fill(w, 3, 20);
      random.orientation(q);
      const FreeRotation from_unit = scheme.propagate(inertia, 0.01, {1, 0, 0, 0}, load3(w));
      const FreeRotation turned_start = scheme.propagate(inertia, 0.01, load_quat(q), load3(w));
      CHECK(from_unit.omega == turned_start.omega);
      const Mat3 expected = rotation_matrix(load_quat(q)) * rotation_matrix(from_unit.orientation);
      CHECK((rotation_matrix(turned_start.orientation) - expected).cwiseAbs().maxCoeff() < 4e-15);
    }
  }
}
