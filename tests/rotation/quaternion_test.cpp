#include "numerics/quaternion.h"

#include <doctest/doctest.h>

#include "numerics/quaternion_of_matrix.h"
#include "support/random.h"

using namespace rockfall;
using namespace support;

namespace {

Quat random_quat(Random& random) {
  double p[4];
  random.orientation(p);
  return load_quat(p);
}

Vec3 random_vector(Random& random, double half) {
  double v[3];
  random.fill(v, 3, half);
  return load3(v);
}

double distance(const Quat& a, const Quat& b) {  // of the rotations: p and -p are the same rotation
  const double dot = a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z, s = dot < 0 ? -1 : 1;
  return std::sqrt((a.w - s * b.w) * (a.w - s * b.w) + (a.x - s * b.x) * (a.x - s * b.x) +
                   (a.y - s * b.y) * (a.y - s * b.y) + (a.z - s * b.z) * (a.z - s * b.z));
}

}  // namespace

TEST_CASE("quaternion, rotation matrix and rotated vector agree") {
  Random random(51);
  for (int i = 0; i < 1000; ++i) {
    const Quat p = random_quat(random), q = random_quat(random);
    const Vec3 v = random_vector(random, 3);
    const Mat3 a = rotation_matrix(p);
    CHECK((a * v - rotate(p, v)).norm() < 5e-15);
    CHECK((a.transpose() * v - rotate_back(p, v)).norm() < 5e-15);
    CHECK(a.determinant() == doctest::Approx(1).epsilon(1e-14));
    CHECK((a * a.transpose() - Mat3::Identity()).cwiseAbs().maxCoeff() < 4e-15);
    CHECK((rotation_matrix(product(p, q)) - a * rotation_matrix(q)).cwiseAbs().maxCoeff() < 4e-15);
    CHECK(distance(quaternion_of(a), p) < 2e-15);
  }
}

TEST_CASE("the real part is first and a quarter turn about z takes x to y") {
  const double half = std::sqrt(0.5);
  CHECK((rotate({half, 0, 0, half}, Vec3(1, 0, 0)) - Vec3(0, 1, 0)).norm() < 1e-15);
  CHECK((rotation_matrix({1, 0, 0, 0}) - Mat3::Identity()).norm() == 0);
}

TEST_CASE("half turns, whose real part is zero, are recovered from their matrix") {
  for (const Vec3& axis : {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1), Vec3(0.6, 0.8, 0), Vec3(0.6, 0, -0.8)}) {
    const Quat p = {0, axis[0], axis[1], axis[2]};
    CHECK(distance(quaternion_of(rotation_matrix(p)), p) < 1e-15);
  }
}

TEST_CASE("the kinematic step rotates about omega by twice the arc tangent of half the angle") {
  Random random(52);
  for (int i = 0; i < 1000; ++i) {
    const Quat p = random_quat(random);
    const Vec3 omega = random_vector(random, 20);
    const double h = random.between(0, 0.05), size = omega.norm();
    const double half_turn = std::atan(0.5 * h * size);
    const Vec3 e = std::sin(half_turn) / size * omega;
    const Quat exact = product(p, {std::cos(half_turn), e[0], e[1], e[2]});
    CHECK(distance(advanced(p, omega, h), exact) < 1e-15);
  }
}

TEST_CASE("the kinematic step agrees with A' = A omega~ to first order") {
  Random random(53);
  for (int i = 0; i < 100; ++i) {
    const Quat p = random_quat(random);
    const Vec3 omega = random_vector(random, 5);
    const double h = 1e-6;
    const Mat3 slope = (rotation_matrix(advanced(p, omega, h)) - rotation_matrix(advanced(p, omega, -h))) / (2 * h);
    CHECK((slope - rotation_matrix(p) * skew(omega)).cwiseAbs().maxCoeff() < 1e-8);
  }
}

TEST_CASE("a rotation by a quaternion of any length gives a unit quaternion, also from a non-unit one") {
  Random random(54);
  for (int i = 0; i < 1000; ++i) {
    Quat p = random_quat(random);
    const Quat q = random_quat(random);
    const double k = random.between(0.1, 10);
    CHECK(distance(rotated(p, {k * q.w, k * q.x, k * q.y, k * q.z}), product(p, q)) < 1e-15);
    const double drift = 1 + random.between(-1e-3, 1e-3);
    p = {drift * p.w, drift * p.x, drift * p.y, drift * p.z};
    const Quat r = rotated(p, q);
    CHECK(std::fabs(r.w * r.w + r.x * r.x + r.y * r.y + r.z * r.z - 1) < 1e-14);
  }
}
