#include <doctest/doctest.h>
#include <rockfall/step.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "rotation/free_rotation.h"
#include "support/sanitized.h"

using namespace rockfall;

namespace {

const Vec3 kCuboid(5.0 / 12, 10.0 / 12, 13.0 / 12);
const Quat kTilted = normalised({0.4, -0.3, 0.8, 0.1});

struct Motion {
  Vec3 omega;
  Quat orientation;
};

Motion rotated_steps(const Vec3& inertia, double dt, Vec3 omega, int steps) {
  Motion motion{omega, kTilted};
  for (int i = 0; i < steps; ++i) {
    const FreeRotation next = exact_rotation(inertia, dt, motion.orientation, motion.omega);
    motion = {next.omega, next.orientation};
  }
  return motion;
}

double distance(const Quat& a, const Quat& b) {
  const double sign = a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z < 0 ? -1 : 1;
  return std::fabs(a.w - sign * b.w) + std::fabs(a.x - sign * b.x) + std::fabs(a.y - sign * b.y) +
         std::fabs(a.z - sign * b.z);
}

// Euler's equations and the kinematics of the quaternion by the classical Runge-Kutta method.
struct Rates {
  Vec3 omega;
  Eigen::Vector4d p;
};

Rates rates(const Vec3& inertia, const Rates& y) {
  const Vec3 e = y.p.tail<3>();
  Rates out;
  out.omega = -y.omega.cross(Vec3(inertia.cwiseProduct(y.omega))).cwiseQuotient(inertia);
  out.p[0] = -0.5 * e.dot(y.omega);
  out.p.tail<3>() = 0.5 * (y.p[0] * y.omega + e.cross(y.omega));
  return out;
}

Motion reference(const Vec3& inertia, double time, const Vec3& omega, int steps) {
  const double h = time / steps;
  Rates y{omega, {kTilted.w, kTilted.x, kTilted.y, kTilted.z}};
  const auto at = [&](const Rates& k, double c) { return Rates{y.omega + c * k.omega, y.p + c * k.p}; };
  for (int i = 0; i < steps; ++i) {
    const Rates a = rates(inertia, y), b = rates(inertia, at(a, 0.5 * h)), c = rates(inertia, at(b, 0.5 * h)),
                d = rates(inertia, at(c, h));
    y = {y.omega + h / 6 * (a.omega + 2 * b.omega + 2 * c.omega + d.omega),
         y.p + h / 6 * (a.p + 2 * b.p + 2 * c.p + d.p)};
  }
  return {y.omega, {y.p[0], y.p[1], y.p[2], y.p[3]}};
}

struct Drift {
  double energy = 0, angular_momentum = 0;
};

Drift drift(int scheme, const Vec3& inertia, double dt, Vec3 omega, int whole_run) {
  const int steps = support::run_length(whole_run);
  Quat p = kTilted;
  const double energy = omega.dot(inertia.cwiseProduct(omega));
  const Vec3 start = rotate(p, inertia.cwiseProduct(omega));
  Drift out;
  for (int i = 1; i <= steps; ++i) {
    const FreeRotation next = free_rotation(scheme, inertia, dt, p, omega);
    omega = next.omega;
    p = next.orientation;
    if (i % 64 != 0 && i != steps) continue;
    const Vec3 momentum = inertia.cwiseProduct(omega);
    // The comparisons make NaN count as infinite.
    const double e = std::fabs(omega.dot(momentum) / energy - 1),
                 s = (rotate(p, momentum) - start).norm() / start.norm();
    out.energy = e <= out.energy ? out.energy : e < 1 ? e : 1e300;
    out.angular_momentum = s <= out.angular_momentum ? out.angular_momentum : s < 1 ? s : 1e300;
  }
  return out;
}

// Sphere, symmetric tops, nearly symmetric tops (within rounding and not), moments at the limit of the triangle
// inequality.
const std::vector<Vec3> kSingular = {Vec3(2, 2, 2),          Vec3(1, 1, 1.7),         Vec3(1, 1.7, 1.7),
                                     Vec3(1.7, 1, 1.7),      Vec3(1, 1 + 1e-15, 1.7), Vec3(1, 1 + 1e-13, 1.7),
                                     Vec3(1, 1 + 1e-8, 1.7), Vec3(1, 2, 3),           Vec3(3, 1, 2),
                                     Vec3(1e-3, 1, 1.001),   Vec3(1, 1.0001, 2.0001), kCuboid};

}  // namespace

TEST_CASE("the exact scheme conserves energy and angular momentum over ten million steps" *
          doctest::test_suite("long")) {
  const Drift kept = drift(RF_SCHEME_EXACT, kCuboid, 0.01, {1e-3, 10, 1e-3}, 10000000);
  CHECK(kept.energy < 1e-11);
  CHECK(kept.angular_momentum < 1e-11);
}

TEST_CASE("the energy of the exact scheme does not drift at one radian per step") {
  const Vec3 axes[] = {{0.57735, 0.57735, 0.57735}, {-0.3, 0.5, 0.81}, {0.8, 0.1, -0.59}};
  for (const Vec3& axis : axes) {
    const Drift kept = drift(RF_SCHEME_EXACT, kCuboid, 0.01, 100 * axis, 1000000);
    CHECK(kept.energy < 1e-12);
    CHECK(kept.angular_momentum < 1e-12);
  }
}

TEST_CASE(
    "exact and director scheme conserve energy and angular momentum of degenerate bodies up to one radian per step") {
  const Vec3 axes[] = {{0.6, -0.5, 0.62}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1e-9, 1, 1e-9}, {1, 1e-5, 0}};
  for (const int scheme : {RF_SCHEME_EXACT, RF_SCHEME_DIRECTOR}) {
    for (const Vec3& inertia : kSingular) {
      for (const Vec3& axis : axes) {
        for (const double angle : {1e-6, 0.1, 1.0}) {
          const Drift kept = drift(scheme, inertia, 0.01, (angle / 0.01) * axis, 4000);
          INFO("scheme ", scheme, " moments ", inertia[0], " ", inertia[1], " ", inertia[2], " axis ", axis[0], " ",
               axis[1], " ", axis[2], " angle ", angle);
          CHECK(kept.energy < 1e-12);
          CHECK(kept.angular_momentum < 1e-12);
        }
      }
    }
  }
}

TEST_CASE("the exact scheme agrees with a Runge-Kutta solution of Euler's equations") {
  for (const Vec3& inertia : kSingular) {
    const Vec3 omega(3, -7, 5);
    const Motion found = rotated_steps(inertia, 0.01, omega, 100), truth = reference(inertia, 1, omega, 40000);
    INFO("moments ", inertia[0], " ", inertia[1], " ", inertia[2]);
    CHECK((found.omega - truth.omega).norm() / omega.norm() < 1e-11);
    CHECK(distance(found.orientation, truth.orientation) < 1e-10);
  }
}

TEST_CASE("the flips of the exact scheme are at the times of the exact solution within 1e-4 s") {
  const double exact[] = {2.46534, 6.93788, 11.41043, 15.88297};
  Motion motion{{1e-3, 10, 1e-3}, kTilted};
  std::vector<double> found;
  for (int i = 0; i < 2000; ++i) {
    const double before = motion.omega[1];
    motion = [&] {
      const FreeRotation next = exact_rotation(kCuboid, 0.01, motion.orientation, motion.omega);
      return Motion{next.omega, next.orientation};
    }();
    const double after = motion.omega[1];
    if ((before < 0) != (after < 0)) found.push_back(0.01 * (i + before / (before - after)));
  }
  REQUIRE(found.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) CHECK(std::fabs(found[i] - exact[i]) < 1e-4);
}

TEST_CASE("the angular velocity of the exact scheme does not depend on the time step") {
  const Vec3 omega(30, 60, -70);  // one radian per step of 0.01 s
  const Motion coarse = rotated_steps(kCuboid, 0.01, omega, 100), fine = rotated_steps(kCuboid, 0.01 / 8, omega, 800);
  CHECK((coarse.omega - fine.omega).norm() / omega.norm() < 1e-10);
}

TEST_CASE("the orientation of the exact scheme has order eight") {
  const Vec3 omega(30, 60, -70);
  const Motion truth = rotated_steps(kCuboid, 0.01 / 16, omega, 160);
  const double coarse = distance(rotated_steps(kCuboid, 0.01, omega, 10).orientation, truth.orientation);
  const double fine = distance(rotated_steps(kCuboid, 0.005, omega, 20).orientation, truth.orientation);
  CHECK(coarse < 1e-4);
  CHECK(std::log2(coarse / fine) > 7);
}

TEST_CASE("energy and angular momentum are conserved for many radians per step") {
  for (const int scheme : {RF_SCHEME_IMPLICIT, RF_SCHEME_EXACT, RF_SCHEME_DIRECTOR}) {
    for (const Vec3& inertia : kSingular) {
      for (const double angle : {3.0, 30.0, 1000.0}) {
        const Drift kept = drift(scheme, inertia, 0.01, (angle / 0.01) * Vec3(0.5, 0.6, -0.6), 500);
        INFO("scheme ", scheme, " moments ", inertia[0], " ", inertia[1], " ", inertia[2], " angle ", angle);
        CHECK(kept.energy < 1e-11);
        CHECK(kept.angular_momentum < 1e-11);
      }
    }
  }
}

TEST_CASE("a rotation exactly about the middle axis keeps its axis for hundreds of radians per step") {
  for (const double angle : {100.0, 300.0, 1000.0, 1e4, 1e5}) {
    CAPTURE(angle);
    const Motion motion = rotated_steps(kCuboid, 1.0, {0, angle, 0}, 1);
    CHECK(motion.omega == Vec3(0, angle, 0));
    const Quat turned = rotated(kTilted, {std::cos(0.5 * angle), 0, std::sin(0.5 * angle), 0}, 1.0);
    CHECK(distance(motion.orientation, turned) < 1e-14 * angle);
  }
}

TEST_CASE("a rock without angular velocity keeps the bits of its orientation") {
  for (const int scheme : {RF_SCHEME_IMPLICIT, RF_SCHEME_DIRECTOR, RF_SCHEME_EXACT}) {
    const FreeRotation next = free_rotation(scheme, kCuboid, 0.01, {1, 0, 0, 0}, {0, 0, 0});
    CHECK(next.omega.norm() == 0);
    CHECK(next.orientation.w == 1);
    CHECK(next.orientation.x == 0);
  }
}

TEST_CASE("a rock without angular velocity gets a unit quaternion in every scheme") {
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    CAPTURE(scheme);
    const FreeRotation next = free_rotation(scheme, kCuboid, 0.01, {1.2, 0, 0, 0}, {0, 0, 0});
    CHECK(next.orientation.w == doctest::Approx(1).epsilon(1e-14));
  }
}

TEST_CASE("nearly equal principal moments give nearly the motion of equal moments") {
  const Vec3 omega(3, -7, 5);
  const Motion equal = rotated_steps({1, 1, 1.7}, 0.01, omega, 1000);
  for (const double difference : {1e-15, 9e-15, 1.1e-14, 1e-12}) {
    const Motion near = rotated_steps({1, 1 + difference, 1.7}, 0.01, omega, 1000);
    CHECK((near.omega - equal.omega).norm() < 1e-9);
    CHECK(distance(near.orientation, equal.orientation) < 1e-9);
  }
}
