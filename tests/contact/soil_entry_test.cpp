#include "contact/soil_entry.h"

#include <doctest/doctest.h>

#include <cmath>

#include "support/random.h"
#include "support/rocks.h"

using namespace rockfall;

namespace {

constexpr double kStrength = 1e7;  // Pa

// A cube of 1 m in its K, in soil for a step of 0.002 s.
struct CubeEntering {
  /// @param depth  of the rebound surface before the step
  CubeEntering(const Vec3& v, const Vec3& omega, double depth) : velocity{v, omega}, before(depth) {
    ground.soil_strength = kStrength;
  }
  SoilEntry entry() const { return SoilEntry(*rock.get(), rotation, velocity, 0.002, before); }
  // Equation 11 of Lu et al. 2019.
  double depth_of(double speed) const {
    return 0.1 * std::cbrt(rock->mass) * std::pow(1e-3 * kStrength, -0.4) * std::pow(speed, 0.8);
  }

  support::Rock rock = support::box_rock(1, 1, 1);
  Mat3 rotation = Mat3::Identity();
  Velocity velocity;
  double before;
  rf_ground ground = rf_default_ground();
};

const Vec3 kUp(0, 0, 1);

}  // namespace

TEST_CASE("a later vertex that enters the soil faster deepens the scar to the depth of its own speed") {
  // Vertices at x = 0.5 and x = -0.5 of a rock that falls with 3 m/s and turns move down with 3 -+ 0.5 omega.
  const Vec3 slow_arm(-0.5, 0, -0.5), fast_arm(0.5, 0, -0.5);
  for (const double omega : {2.0, 5.0}) {
    CAPTURE(omega);
    CubeEntering cube(Vec3(0, 0, -3), Vec3(0, omega, 0), 0);
    SoilEntry first = cube.entry();
    first.add_vertex(-0.001, kUp, slow_arm, slow_arm, cube.ground);
    const double slow = cube.depth_of(3 - 0.5 * omega), fast = cube.depth_of(3 + 0.5 * omega);
    CHECK(first.depth() == doctest::Approx(slow).epsilon(1e-12));
    cube.before = first.depth();
    SoilEntry second = cube.entry();
    second.add_vertex(-0.001, kUp, fast_arm, fast_arm, cube.ground);
    CHECK(second.depth() == doctest::Approx(fast).epsilon(1e-12));
    // A slower one afterwards leaves it, and so does a fast one that was in the soil before.
    second.add_vertex(-0.001, kUp, slow_arm, slow_arm, cube.ground);
    CHECK(second.depth() == doctest::Approx(fast).epsilon(1e-12));
    SoilEntry third = cube.entry();
    third.add_vertex(-0.02, kUp, fast_arm, fast_arm, cube.ground);
    CHECK(third.depth() == cube.before);
  }
}

TEST_CASE("a vertex that the rotation takes into the soil deepens the scar, however slow S is") {
  const CubeEntering cube(Vec3(0, 0, -1), Vec3(0, 50, 0), 0.001);
  const Vec3 arm(0.5, 0, -0.5);  // 26 m/s: 0.052 m in the step
  SoilEntry entry = cube.entry();
  entry.add_vertex(-0.04, kUp, arm, arm, cube.ground);
  CHECK(entry.depth() == doctest::Approx(cube.depth_of(1 + 50 * 0.5)).epsilon(1e-12));
}

TEST_CASE("the scar has the depth of the speed along the normal, and a vertex that moves out makes none") {
  const CubeEntering cube(Vec3(4, 0, -3), Vec3(0, 0, 0), 0);
  const Vec3 arm(0, 0, -0.5), normal(-0.6, 0, 0.8);
  SoilEntry flat = cube.entry(), inclined = cube.entry(), out = cube.entry();
  flat.add_vertex(-0.001, kUp, arm, arm, cube.ground);
  CHECK(flat.depth() == doctest::Approx(cube.depth_of(3)).epsilon(1e-12));
  inclined.add_vertex(-0.001, normal, arm, arm, cube.ground);
  CHECK(inclined.depth() == doctest::Approx(cube.depth_of(0.6 * 4 + 0.8 * 3)).epsilon(1e-12));
  out.add_vertex(-0.001, Vec3(0.8, 0, 0.6), arm, arm, cube.ground);
  CHECK(out.depth() == 0);
  CHECK(out.present());
}

TEST_CASE("a vertex of the terrain enters with the smaller of its speeds along the normals of face and ground") {
  rf_terrain_sample flat = {0, {0, 0, 1}, rf_default_ground(), 1};
  flat.ground.soil_strength = kStrength;
  const Vec3 arm(0.45, 0, 0), side(-1, 0, 0);
  const struct {
    Vec3 v, face;
    double speed;
  } rows[] = {{Vec3(3, 0, -4), side, 3}, {Vec3(4, 0, -3), side, 3}, {Vec3(3, 0, 0), side, 0},
              {Vec3(0, 0, -4), side, 0}, {Vec3(3, 0, -4), kUp, 4},  {Vec3(3, 0, 1), side, 0}};
  for (const auto& row : rows) {
    CAPTURE(row.v[0]);
    CAPTURE(row.v[2]);
    CubeEntering cube(row.v, Vec3(0, 0, 0), 0);
    SoilEntry entry = cube.entry();
    entry.add_terrain_vertex(-0.05, row.face, arm, arm, flat);
    CHECK(entry.depth() == doctest::Approx(row.speed > 0 ? cube.depth_of(row.speed) : 0).epsilon(1e-12));
    CHECK(entry.present());
    // A rock that is in soil meets vertices of the terrain in every step.
    cube.before = 0.001;
    SoilEntry later = cube.entry();
    later.add_terrain_vertex(-0.05, row.face, arm, arm, flat);
    CHECK(later.depth() == 0.001);
  }
}

TEST_CASE("where a vertex of the terrain may not deepen the scar, it does not, whatever the normal of the ground") {
  support::Random random(1);
  int deeper = 0, as_deep = 0;
  for (int run = 0; run < 300; ++run) {
    double x[6];
    random.fill(x, 6, 5);
    const CubeEntering cube(Vec3(x[0], x[1], x[2]), Vec3(x[3], x[4], x[5]), 0);
    SoilEntry entry = cube.entry();
    for (int i = 0; i < 10; ++i) {
      random.fill(x, 6, 0.5);
      const Vec3 arm(x[0], x[1], x[2]), face = Vec3(x[3], x[4], 1).normalized();
      const bool same_normal = random.below(2) == 0;
      rf_terrain_sample below = {0, {x[5], 0, std::sqrt(1 - x[5] * x[5])}, cube.ground, 1};
      if (same_normal) store3(face, below.normal);
      const double before = entry.depth();
      const bool may = entry.may_deepen(face, arm, below.ground);
      entry.add_terrain_vertex(-0.05, face, arm, arm, below);
      if (!may) CHECK(entry.depth() == before);
      if (may && same_normal) CHECK(entry.depth() > before);
      ++(entry.depth() > before ? deeper : as_deep);
    }
  }
  CHECK(deeper > 100);
  CHECK(as_deep > 1000);
  const CubeEntering fast(Vec3(0, 0, -20), Vec3(0, 0, 0), 0), ploughing(Vec3(0, 0, -20), Vec3(0, 0, 0), 0.001);
  CHECK(fast.entry().may_deepen(kUp, Vec3(0, 0, 0), fast.ground));
  CHECK_FALSE(fast.entry().may_deepen(-kUp, Vec3(0, 0, 0), fast.ground));
  CHECK_FALSE(ploughing.entry().may_deepen(kUp, Vec3(0, 0, 0), fast.ground));
}

TEST_CASE("a vertex of the terrain has the velocity of the rock at its place") {
  rf_terrain_sample flat = {0, {0, 0, 1}, rf_default_ground(), 1};
  flat.ground.soil_strength = kStrength;
  const CubeEntering cube(Vec3(0, 0, -1), Vec3(0, 2, 0), 0);
  const Vec3 arm(0.4, 0, -0.45);
  SoilEntry entry = cube.entry();
  entry.add_terrain_vertex(-0.05, kUp, arm, arm, flat);
  CHECK(entry.depth() == doctest::Approx(cube.depth_of(1 + 2 * 0.4)).epsilon(1e-12));
}

TEST_CASE("a rock does not sink in deeper than its bounding radius") {
  const support::Rock rock = support::box_rock(1, 1, 1);
  const double radius = 0.5 * std::sqrt(3.0);
  CHECK(deepened(*rock.get(), 1e3, 60, 0) == doctest::Approx(radius).epsilon(1e-14));
  CHECK(deepened(*rock.get(), 1e3, 60, 0.1) == doctest::Approx(radius).epsilon(1e-14));
  const double bound_speed = std::pow(radius / (0.1 * std::cbrt(rock->mass)), 1.25);  // in soil of 1 kN/m2
  CHECK(deepened(*rock.get(), 1e3, 0.99 * bound_speed, 0) == doctest::Approx(std::pow(0.99, 0.8) * radius));
  CHECK(deepened(*rock.get(), 1e3, 0.99 * bound_speed, 0) < 0.999 * radius);
}
