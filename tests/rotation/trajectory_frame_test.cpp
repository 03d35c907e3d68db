#include <doctest/doctest.h>
#include <rockfall/body.h>
#include <rockfall/frame.h>
#include <rockfall/step.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "numerics/linear.h"
#include "numerics/quaternion.h"
#include "support/refusal.h"

using namespace rockfall;
using support::check_refusal;
using support::check_success;

namespace {

Vec3 tangent(const rf_frame& frame) { return load3(frame.tangent); }
Vec3 normal(const rf_frame& frame) { return load3(frame.normal); }
Vec3 binormal(const rf_frame& frame) { return load3(frame.binormal); }

double orthonormality_error(const rf_frame& frame) {
  Mat3 a;
  a << tangent(frame), normal(frame), binormal(frame);
  return std::fmax((a.transpose() * a - Mat3::Identity()).cwiseAbs().maxCoeff(), std::fabs(a.determinant() - 1));
}

rf_frame started(const Vec3& position, const Vec3& velocity) {
  rf_frame frame;
  REQUIRE(rf_frame_start(position.data(), velocity.data(), nullptr, &frame, nullptr) == RF_OK);
  return frame;
}

void advance(rf_frame& frame, const Vec3& position, const Vec3& velocity) {
  REQUIRE(rf_frame_advance(&frame, position.data(), velocity.data(), nullptr) == RF_OK);
  CHECK(orthonormality_error(frame) < 1e-14);
}

// Helix of radius 2 and rise 0.7 per radian.
Vec3 helix(double u) { return {2 * std::cos(u), 2 * std::sin(u), 0.7 * u}; }
Vec3 helix_rate(double u) { return {-2 * std::sin(u), 2 * std::cos(u), 0.7}; }
Vec3 helix_normal(double u) { return {-std::cos(u), -std::sin(u), 0}; }

// Angle by which the transported normal has rotated relative to the normal of the helix, from u = 0 to 3.
double rotation_on_helix(int count) {
  rf_frame frame = started(helix(0), helix_rate(0));
  const auto angle = [&](double u) {
    const Vec3 own = helix_normal(u);
    return std::atan2(normal(frame).dot(tangent(frame).cross(own)), normal(frame).dot(own));
  };
  const double first = angle(0);
  for (int i = 1; i <= count; ++i) advance(frame, helix(3.0 * i / count), helix_rate(3.0 * i / count));
  return angle(3) - first;
}

}  // namespace

TEST_CASE("on a helix the frame rotates relative to the principal normal by the torsion, with fourth order") {
  // Torsion times arc length: 0.7 / sqrt(4 + 0.49) per radian.
  const double exact = -3 * 0.7 / std::sqrt(4.49);
  double last = 0;
  for (const int count : {10, 20, 40}) {
    const double error = std::fabs(std::remainder(rotation_on_helix(count) - exact, 2 * 3.14159265358979323846));
    if (last > 0) CHECK(last / error == doctest::Approx(16).epsilon(0.1));
    last = error;
  }
  CHECK(last < 1e-6);
}

TEST_CASE("on a ballistic parabola the binormal is constant") {
  rf_frame frame = started({0, 0, 0}, {3, 4, 5});
  const Vec3 start = binormal(frame);
  for (int i = 1; i <= 1000; ++i) {
    const double t = 0.01 * i;
    advance(frame, {3 * t, 4 * t, 5 * t - 4.905 * t * t}, {3, 4, 5 - 9.81 * t});
  }
  CHECK((binormal(frame) - start).norm() < 1e-13);
}

TEST_CASE("a rebound rotates the frame in the plane of both velocities") {
  rf_frame frame = started({0, 0, 0}, {3, 1, -5});
  const Vec3 across = Vec3(3, 1, -5).cross(Vec3(3, 1, 4)).normalized();
  const double before = normal(frame).dot(across);
  advance(frame, {0.03, 0.01, -0.005}, {3, 1, 4});
  CHECK(tangent(frame).dot(Vec3(3, 1, 4).normalized()) == doctest::Approx(1).epsilon(1e-15));
  CHECK(normal(frame).dot(across) == doctest::Approx(before).epsilon(1e-12));
}

TEST_CASE("a zero velocity keeps the axes, and a new velocity at the same position takes the shortest rotation") {
  rf_frame frame = started({1, 2, 3}, {1, 0, 0});
  const rf_frame before = frame;
  advance(frame, {1.1, 2, 3}, {0, 0, 0});
  CHECK(std::memcmp(frame.tangent, before.tangent, sizeof frame.tangent) == 0);
  CHECK(std::memcmp(frame.normal, before.normal, sizeof frame.normal) == 0);
  CHECK(frame.position[0] == 1.1);
  advance(frame, {1.1, 2, 3}, {0, 2, 0});
  CHECK((normal(frame) - Vec3(0, 0, 1)).norm() < 1e-15);
  CHECK((binormal(frame) - Vec3(1, 0, 0)).norm() < 1e-15);
}

TEST_CASE("a reversed velocity keeps the normal") {
  for (const double distance : {0.0, 0.3}) {
    rf_frame frame = started({0, 0, 0}, {1, 2, -1});
    const Vec3 before = normal(frame), forward = distance * Vec3(1, 2, -1);
    advance(frame, forward, {-1, -2, 1});
    CHECK((normal(frame) - before).norm() < 1e-14);
  }
}

TEST_CASE("the first normal is upright for any velocity") {
  CHECK(normal(started({0, 0, 0}, {3, 4, 0}))[2] == doctest::Approx(1));
  CHECK(normal(started({0, 0, 0}, {3, 4, -5}))[2] == doctest::Approx(std::sqrt(0.5)));
  CHECK((normal(started({0, 0, 0}, {0, 0, 0})) - Vec3(0, 0, 1)).norm() == 0);
  CHECK(orthonormality_error(started({0, 0, 0}, {0, 0, 0})) < 1e-15);
  CHECK(orthonormality_error(started({0, 0, 0}, {0, 0, -7})) < 1e-15);
  CHECK(orthonormality_error(started({0, 0, 0}, {1e-10, 0, -7})) < 1e-15);
}

TEST_CASE("a rotated trajectory has rotated frames") {
  const Quat turn = normalised({0.3, -0.5, 0.7, 0.2});
  const Vec3 up = rotate(turn, Vec3(0, 0, 1));
  rf_frame frame = started(helix(0), helix_rate(0)), other;
  REQUIRE(rf_frame_start(rotate(turn, helix(0)).eval().data(), rotate(turn, helix_rate(0)).eval().data(), up.data(),
                         &other, nullptr) == RF_OK);
  for (int i = 1; i < 50; ++i) {
    advance(frame, helix(0.1 * i), helix_rate(0.1 * i));
    advance(other, rotate(turn, helix(0.1 * i)), rotate(turn, helix_rate(0.1 * i)));
    CHECK((rotate(turn, normal(frame)) - normal(other)).norm() < 1e-13);
  }
}

TEST_CASE("rf_frame_along gives the frames of rf_frame_start and rf_frame_advance") {
  std::vector<double> positions, velocities;
  for (int i = 0; i < 20; ++i) {
    const Vec3 x = helix(0.2 * i), v = helix_rate(0.2 * i);
    positions.insert(positions.end(), x.data(), x.data() + 3);
    velocities.insert(velocities.end(), v.data(), v.data() + 3);
  }
  std::vector<rf_frame> frames(20);
  REQUIRE(rf_frame_along(positions.data(), velocities.data(), 20, nullptr, frames.data(), nullptr) == RF_OK);
  rf_frame frame = started(helix(0), helix_rate(0));
  for (int i = 0; i < 20; ++i) {
    if (i > 0) advance(frame, helix(0.2 * i), helix_rate(0.2 * i));
    CHECK(std::memcmp(&frame, &frames[static_cast<std::size_t>(i)], sizeof frame) == 0);
  }
}

TEST_CASE("the quaternion of a frame takes frame components to inertial components") {
  const rf_frame frame = started({0, 0, 0}, {-3, 4, 1});
  double p[4];
  REQUIRE(rf_frame_orientation(&frame, p, nullptr) == RF_OK);
  CHECK((rotate(load_quat(p), Vec3(1, 0, 0)) - tangent(frame)).norm() < 1e-15);
  CHECK((rotate(load_quat(p), Vec3(0, 1, 0)) - normal(frame)).norm() < 1e-15);
  CHECK((rotate(load_quat(p), Vec3(0, 0, 1)) - binormal(frame)).norm() < 1e-15);
}

TEST_CASE("a frame refuses non-finite vectors and keeps its value") {
  rf_frame frame = started({0, 0, 0}, {1, 0, 0});
  const rf_frame before = frame;
  const double bad[] = {0, std::numeric_limits<double>::quiet_NaN(), 0}, good[] = {1, 0, 0}, zero[] = {0, 0, 0};
  CHECK(rf_frame_advance(&frame, bad, good, nullptr) == RF_BAD_VALUE);
  CHECK(rf_frame_advance(&frame, good, bad, nullptr) == RF_BAD_VALUE);
  CHECK(std::memcmp(&frame, &before, sizeof frame) == 0);
  CHECK(rf_frame_start(good, good, zero, &frame, nullptr) == RF_BAD_VALUE);
  CHECK(rf_frame_start(nullptr, good, nullptr, &frame, nullptr) == RF_NULL_ARGUMENT);
}

TEST_CASE("refused frames and rotations name the argument, and nothing is written") {
  rf_error error = support::stale_error();
  const double good[3] = {1, 2, 3}, bad[3] = {1, support::kNaN, 3}, zero[3] = {0, 0, 0},
               huge[3] = {1e308, -1e308, 1e308};
  rf_frame frame;
  check_refusal(rf_frame_start(bad, good, nullptr, &frame, &error), error, RF_BAD_VALUE, "position[1]");
  check_refusal(rf_frame_start(good, bad, nullptr, &frame, &error), error, RF_BAD_VALUE, "velocity[1]");
  check_refusal(rf_frame_start(good, good, zero, &frame, &error), error, RF_BAD_VALUE, "up");
  check_refusal(rf_frame_start(good, good, nullptr, nullptr, &error), error, RF_NULL_ARGUMENT, "frame");
  check_success(rf_frame_start(zero, good, nullptr, &frame, &error), error);
  const rf_frame before = frame;
  const double far[3] = {-1e308, 1e308, -1e308};
  frame.position[0] = huge[0];
  const rf_frame at_huge = frame;
  check_refusal(rf_frame_advance(&frame, far, good, &error), error, RF_BAD_VALUE, "frame");
  CHECK(std::memcmp(&frame, &at_huge, sizeof frame) == 0);
  const double path[9] = {0, 0, 0, 1, 0, 0, 2, support::kNaN, 0}, along[9] = {1, 0, 0, 1, 0, 0, 1, 0, 0};
  rf_frame frames[3] = {before, before, before};
  check_refusal(rf_frame_along(path, along, 3, nullptr, frames, &error), error, RF_BAD_VALUE, "point 2: position[1]");
  for (const rf_frame& one : frames) CHECK(std::memcmp(&one, &before, sizeof one) == 0);
  double p[4] = {1, 0, 0, 0}, omega[3] = {1, 2, 3};
  const double inertia[3] = {1, 1, 3};
  check_refusal(rf_free_rotation(RF_SCHEME_EXACT, inertia, 0.01, 1, p, omega, &error), error, RF_BAD_VALUE, "inertia");
  check_refusal(rf_free_rotation(9, good, 0.01, 1, p, omega, &error), error, RF_BAD_VALUE, "scheme");
  check_refusal(rf_free_rotation(RF_SCHEME_EXACT, good, 0.01, 1, nullptr, omega, &error), error, RF_NULL_ARGUMENT,
                "orientation");
  CHECK(omega[0] == 1);
}

TEST_CASE("the length of a velocity, a path or `up` does not matter, however large or small") {
  const Vec3 origin(0, 0, 0), v(1, 2, 3), up(0, 1, 0);
  rf_frame expected;
  REQUIRE(rf_frame_start(origin.data(), v.data(), up.data(), &expected, nullptr) == RF_OK);
  for (const double length : {1e-300, 1e-120, 1e120, 1e200, 1e300}) {
    const Vec3 long_up = length * up, fast = std::fmax(length, 1) * v;
    rf_frame frame;
    CHECK(rf_frame_start(origin.data(), v.data(), long_up.data(), &frame, nullptr) == RF_OK);
    CHECK((normal(frame) - normal(expected)).norm() < 1e-15);
    CHECK(rf_frame_start(origin.data(), fast.data(), up.data(), &frame, nullptr) == RF_OK);
    CHECK((tangent(frame) - tangent(expected)).norm() < 1e-15);
    CHECK(orthonormality_error(frame) < 1e-14);
    rf_frame near = started(origin, {1, 0, 0}), far = near;
    const Vec3 step(2, 1, 0), long_step = std::fmax(length, 1) * step;
    advance(near, step, v);
    advance(far, long_step, fast);
    CHECK((normal(far) - normal(near)).norm() < 1e-15);
    CHECK((tangent(far) - tangent(near)).norm() < 1e-15);
  }
}
