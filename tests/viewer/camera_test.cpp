#include <doctest/doctest.h>
#include <rockfall/rockfall.h>
#include <rockfall_viewer/picking.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>

using namespace rockfall_viewer;

TEST_CASE("the ray through the pixel of a terrain point hits that point") {
  rf_plane plane = rf_default_plane();
  plane.slope_x = -0.7;
  rf_terrain terrain;
  REQUIRE(rf_plane_terrain(&plane, &terrain, nullptr) == RF_OK);
  OrbitCamera orbit;
  orbit.distance = 70;
  orbit.azimuth = 0.4;
  for (const double x : {-12.0, 3.0, 20.0}) {
    const Vec3 point = {x, 0.3 * x + 2, -0.7 * x};
    double px = 0, py = 0;
    REQUIRE(pixel_of(orbit.camera(), point, 800, 600, &px, &py));
    Vec3 hit;
    REQUIRE(hit_terrain(terrain, pixel_ray(orbit.camera(), px, py, 800, 600), 1000, &hit));
    CHECK(length(hit - point) < 0.01);
  }
}

TEST_CASE("a ray above the horizon does not hit the terrain") {
  const rf_plane plane = rf_default_plane();
  rf_terrain terrain;
  REQUIRE(rf_plane_terrain(&plane, &terrain, nullptr) == RF_OK);
  Vec3 hit;
  CHECK_FALSE(hit_terrain(terrain, {{0, 0, 5}, unit({1, 0, 0.1})}, 1000, &hit));
}

TEST_CASE("the follow camera stays behind the rock and its axes stay perpendicular") {
  FollowCamera follow;
  follow.start({0, 0, 0}, {10, 0, 0});
  Vec3 position{}, velocity{10, 0, 0};
  for (int i = 0; i < 600; ++i) {
    const double t = i / 60.0;
    velocity = {10 * std::cos(0.5 * t), 10 * std::sin(0.5 * t), 6 * std::sin(5 * t)};
    position = position + (1 / 60.0) * velocity;
    follow.advance(position, velocity, 1 / 60.0);
    const CameraAxes frame = follow.frame();
    CHECK(std::fabs(dot(frame.forward, frame.up)) < 1e-9);
    CHECK(length(frame.right) == doctest::Approx(1));
    CHECK(length(follow.camera().eye - position) == doctest::Approx(follow.distance));
    CHECK(frame.up.z > 0);
  }
  CHECK(dot(unit(velocity), follow.frame().forward) > 0.7);
}

namespace {

/** A helix of varying height, after which a rotation-minimising frame is not level. */
void helix(double t, Vec3* position, Vec3* velocity) {
  *position = {20 * std::cos(0.5 * t), 20 * std::sin(0.5 * t), 3 * std::sin(1.5 * t) - 2 * t};
  *velocity = {-10 * std::sin(0.5 * t), 10 * std::cos(0.5 * t), 4.5 * std::cos(1.5 * t) - 2};
}

}  // namespace

TEST_CASE("the follow camera without smoothing has the frame of rf_frame and does not roll") {
  FollowCamera follow;
  follow.smoothing_time = 0;
  Vec3 position, velocity;
  helix(0, &position, &velocity);
  follow.start(position, velocity);
  rf_frame frame;
  REQUIRE(rf_frame_start(&position.x, &velocity.x, nullptr, &frame, nullptr) == RF_OK);
  double largest = 0;
  for (int i = 1; i <= 2000; ++i) {
    helix(0.005 * i, &position, &velocity);
    follow.advance(position, velocity, 0.005);
    REQUIRE(rf_frame_advance(&frame, &position.x, &velocity.x, nullptr) == RF_OK);
    CHECK(length(follow.frame().forward - vec3(frame.tangent)) < 1e-12);
    largest = std::max(largest, length(follow.frame().up - vec3(frame.normal)));
  }
  CHECK(largest < 1e-4);
  // A levelled frame would differ, so this test can fail.
  const Vec3 level = unit(cross(follow.frame().forward, {0, 0, 1}));
  CHECK(std::fabs(dot(follow.frame().up, level)) > 0.1);
}

TEST_CASE("the follow camera does not roll at impacts") {
  FollowCamera follow;
  follow.start({}, {8, 0, 0});
  for (int i = 0; i < 1200; ++i) {
    const CameraAxes before = follow.frame();
    const double t = i / 60.0;
    // The vertical velocity jumps at each bounce.
    follow.advance({}, {8 * std::cos(t), 8 * std::sin(t), 6 - 12 * (1.3 * t - std::floor(1.3 * t))}, 1 / 60.0);
    const CameraAxes after = follow.frame();
    // The rotation from `before` to `after` has no component along the mean direction.
    const Vec3 along = unit(before.forward + after.forward);
    const double twist = dot(cross(before.up, after.up) + cross(before.right, after.right), along);
    CHECK(std::fabs(twist) < 1e-12);
  }
}

TEST_CASE("the follow camera does not jump in vertical flight, at a reversal or at rest") {
  FollowCamera follow;
  Vec3 velocity{3, 0, 2};
  follow.start({}, velocity);
  for (int i = 0; i < 900; ++i) {
    const double t = i / 60.0;
    velocity = t < 3    ? Vec3{3 - t, 0, 2 - 9.81 * t}            // until the motion is vertical
               : t < 6  ? Vec3{0, 0, 20 - 9.81 * (t - 3)}         // straight up and down
               : t < 9  ? Vec3{-0.5, 0.5, 0}                      // reversed
               : t < 12 ? Vec3{1e-3 * std::sin(40 * t), 0, 1e-3}  // at rest with a residual of the solver
                        : Vec3{0, -2, -2};
    const CameraAxes before = follow.frame();
    follow.advance({}, velocity, 1 / 60.0);
    const CameraAxes after = follow.frame();
    // Upper bound: half a turn times the smoothing factor of one frame.
    const double bound = 1.01 * 3.1416 * (1 - std::exp(-1 / 24.0));
    CHECK(length(after.up - before.up) < bound);
    CHECK(length(after.forward - before.forward) < bound);
    if (t > 9 && t < 12) CHECK(length(after.forward - before.forward) == 0);
    CHECK(std::fabs(dot(after.forward, after.up)) < 1e-12);
  }
}

TEST_CASE("the follow camera levels the horizon if level_time is set") {
  FollowCamera follow;
  follow.level_time = 2;
  Vec3 position, velocity;
  helix(0, &position, &velocity);
  follow.start(position, velocity);
  for (int i = 1; i <= 2000; ++i) {
    helix(0.005 * i, &position, &velocity);
    follow.advance(position, velocity, 0.005);
  }
  for (int i = 0; i < 2000; ++i) follow.advance(position, velocity, 0.005);
  const CameraAxes axes = follow.frame();
  CHECK(std::fabs(axes.right.z) < 0.02);
  CHECK(axes.up.z > 0);
}

TEST_CASE("a rock at rest does not rotate the follow camera") {
  FollowCamera follow;
  follow.start({}, {0, 5, 0});
  follow.advance({}, {0.01, -0.02, 0}, 1.0);
  CHECK(follow.frame().forward.y == doctest::Approx(1));
}

TEST_CASE("the orbit camera does not pass the poles") {
  OrbitCamera orbit;
  orbit.turn(0, 10);
  CHECK(orbit.elevation < 1.5708);
  CHECK(axes_of(orbit.camera()).up.z > 0);
  orbit.turn(100, -20);
  CHECK(axes_of(orbit.camera()).up.z > 0);
  orbit.zoom(1e-9);
  CHECK(orbit.distance >= 0.2);
}

TEST_CASE("the fly camera can take over position and direction of the orbit camera") {
  OrbitCamera orbit;
  orbit.target = {3, 4, 5};
  FlyCamera fly;
  fly.set_from(orbit.camera());
  CHECK(length(fly.camera().eye - orbit.camera().eye) < 1e-9);
  CHECK(dot(axes_of(fly.camera()).forward, axes_of(orbit.camera()).forward) == doctest::Approx(1));
}
