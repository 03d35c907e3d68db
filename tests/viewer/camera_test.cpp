#include <doctest/doctest.h>
#include <rockfall/rockfall.h>
#include <rockfall_viewer/picking.h>

#include <cmath>
#include <initializer_list>

using namespace rockfall_viewer;

TEST_CASE("the ray through the pixel of a place on the ground hits that place") {
  rf_plane plane = rf_default_plane();
  plane.slope_x = -0.7;
  rf_terrain terrain;
  REQUIRE(rf_plane_terrain(&plane, &terrain, nullptr) == RF_OK);
  OrbitCamera orbit;
  orbit.distance = 70;
  orbit.azimuth = 0.4;
  for (const double x : {-12.0, 3.0, 20.0}) {
    const Vec3 place = {x, 0.3 * x + 2, -0.7 * x};
    double px = 0, py = 0;
    REQUIRE(pixel_of(orbit.camera(), place, 800, 600, &px, &py));
    Vec3 hit;
    REQUIRE(hit_terrain(terrain, pixel_ray(orbit.camera(), px, py, 800, 600), 0.5, 1000, &hit));
    CHECK(length(hit - place) < 0.01);
  }
}

TEST_CASE("a ray to the sky hits nothing") {
  const rf_plane plane = rf_default_plane();
  rf_terrain terrain;
  REQUIRE(rf_plane_terrain(&plane, &terrain, nullptr) == RF_OK);
  Vec3 hit;
  CHECK_FALSE(hit_terrain(terrain, {{0, 0, 5}, unit({1, 0, 0.1})}, 0.5, 1000, &hit));
}

TEST_CASE("the following camera stays behind the rock and keeps its axes perpendicular") {
  FollowCamera follow;
  follow.start({0, 0, 0}, {10, 0, 0});
  Vec3 position{}, velocity{10, 0, 0};
  for (int i = 0; i < 600; ++i) {
    const double t = i / 60.0;
    velocity = {10 * std::cos(0.5 * t), 10 * std::sin(0.5 * t), 6 * std::sin(5 * t)};
    position = position + (1 / 60.0) * velocity;
    follow.advance(position, velocity, 1 / 60.0);
    const CameraAxes& frame = follow.frame();
    CHECK(std::fabs(dot(frame.forward, frame.up)) < 1e-9);
    CHECK(length(frame.right) == doctest::Approx(1));
    CHECK(length(follow.camera().eye - position) == doctest::Approx(follow.distance));
    CHECK(frame.up.z > 0);
  }
  CHECK(dot(unit(velocity), follow.frame().forward) > 0.7);
}

TEST_CASE("the following camera turns about no axis but across its path") {
  // Level and steady, on a path that bends within one vertical plane: a frame that twisted would leave the plane.
  FollowCamera follow;
  follow.start({}, {10, 0, 0});
  for (int i = 1; i < 200; ++i) {
    follow.advance({0.1 * i, 0, 0}, {10, 0, 8 * std::sin(0.2 * i)}, 1 / 60.0);
    CHECK(std::fabs(follow.frame().right.x) < 1e-9);
    CHECK(std::fabs(follow.frame().right.z) < 1e-9);
    CHECK(follow.frame().right.y == doctest::Approx(-1));
  }
}

TEST_CASE("a rock that stands still does not turn the following camera") {
  FollowCamera follow;
  follow.start({}, {0, 5, 0});
  follow.advance({}, {0.01, -0.02, 0}, 1.0);
  CHECK(follow.frame().forward.y == doctest::Approx(1));
}

TEST_CASE("orbiting never turns the camera over its poles") {
  OrbitCamera orbit;
  orbit.turn(0, 10);
  CHECK(orbit.elevation < 1.5708);
  CHECK(axes_of(orbit.camera()).up.z > 0);
  orbit.turn(100, -20);
  CHECK(axes_of(orbit.camera()).up.z > 0);
  orbit.zoom(1e-9);
  CHECK(orbit.distance >= 0.2);
}

TEST_CASE("flying on from an orbit keeps eye and direction") {
  OrbitCamera orbit;
  orbit.target = {3, 4, 5};
  FlyCamera fly;
  fly.take(orbit.camera());
  CHECK(length(fly.camera().eye - orbit.camera().eye) < 1e-9);
  CHECK(dot(axes_of(fly.camera()).forward, axes_of(orbit.camera()).forward) == doctest::Approx(1));
}
