#include "contact/soil_layer.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "contact/directions.h"
#include "contact/soil_entry.h"
#include "contact/vertex_kernels.h"
#include "support/random.h"
#include "support/rocks.h"

using namespace rockfall;
using contacts::random_unit;
using support::Random;

namespace {

// A random rock and a random plane of soil, at most `reach` from the centre of the rock.
struct RockInSoil {
  RockInSoil(Random& random, double reach)
      : rock(support::shape_rock(RF_SHAPE_RANDOM, 1, 0.7, 1.3, 24, 1 + random.below(50))),
        plane{random_unit(random), random.between(-reach, reach), soil()} {}

  static rf_ground soil() {
    rf_ground ground = rf_default_ground();
    ground.soil_strength = 1e7;
    return ground;
  }
  SoilReaction reaction(int32_t law, const Velocity& velocity) const {
    return soil_reaction(*rock.get(), plane, law, Mat3::Identity(), velocity, 0.002, kBaselineKernels);
  }

  support::Rock rock;
  SoilPlane plane;
};

constexpr double kTimeStep = 0.002;              // s
constexpr double kPressure = 0.5 * 2.5 * 1700;   // 1/2 C rho, kg/m3
const double kStiffness = 1e7 / std::sqrt(3.0);  // M_E over the space diagonal of a cube of 1 m, N/m3
constexpr double kFriction = 0.6;

// A cube of 1 m in soil.
struct CubeInSoil {
  /// @param clearance  of S over the surface
  CubeInSoil(const Vec3& normal, double clearance) : plane{normal, clearance, soil()} {}

  static rf_ground soil() {
    rf_ground ground = RockInSoil::soil();
    ground.soil_drag = 2.5;
    ground.soil_density = 1700;
    ground.mu_min = kFriction;
    return ground;
  }
  SoilReaction reaction(int32_t law, const Vec3& v, const Vec3& omega) const {
    return soil_reaction(*rock.get(), plane, law, Mat3::Identity(), Velocity{v, omega}, kTimeStep, kBaselineKernels);
  }

  support::Rock rock = support::box_rock(1, 1, 1);
  SoilPlane plane;
};

void check_close(const Vec3& got, const Vec3& expected, double tolerance) {
  CHECK((got - expected).norm() <= tolerance * expected.norm());
}

}  // namespace

TEST_CASE("the depth of a scar follows equation 11 of Lu et al. 2019") {
  const double cube_root = std::cbrt(780.0);
  const struct {
    double strength, speed, depth;
  } rows[] = {{25e6, 11.20, 0.1107}, {15e6, 10.74, 0.1313}, {10e6, 10.36, 0.1501}, {10e6, 8.52, 0.1283}};
  for (const auto& row : rows) CHECK(std::fabs(impact_depth(cube_root, row.strength, row.speed) - row.depth) < 1e-4);
  CHECK(impact_depth(cube_root, 1e7, 0) == 0);
  CHECK(impact_depth(cube_root, 2e7, 5) < impact_depth(cube_root, 1e7, 5));
}

TEST_CASE("a scar is as deep as its deepest impact and at most the radius of the rock, to the last bit") {
  const support::Rock box = support::box_rock(2, 3, 4);
  const rf_rock& rock = *box.get();
  Random random(91);
  int deeper = 0;
  for (int i = 0; i < 20000; ++i) {
    const double strength = std::pow(10, random.between(3, 9)), speed = std::pow(10, random.between(-6, 2));
    const double impact = impact_depth(rock.cube_root_of_mass, strength, speed);
    const double part = std::pow(10, random.between(-17, 0)) * random.between(-1, 1);  // most are close to the impact
    const double before = i % 8 == 0 ? 0.0 : impact * (1 + part);
    const double expected = std::max(before, std::min(impact, rock.bounding_radius));
    CHECK(deepened(rock, strength, speed, before) == expected);
    deeper += expected > before;
  }
  CHECK(deeper > 5000);
  CHECK(deeper < 15000);
}

TEST_CASE("a rock above the soil has no submerged area and feels nothing") {
  const support::Rock rock = support::shape_rock(RF_SHAPE_EOTA, 1, 1, 1);
  const SoilPlane plane{Vec3(0, 0, 1), 2, rf_default_ground()};
  CHECK(submerged_area(*rock.get(), plane, Vec3(0, 0, -1)) == 0);
  const Velocity velocity{Vec3(3, 0, -4), Vec3(1, 2, 3)};
  for (int32_t law = 0; law < RF_SOIL_LAW_COUNT; ++law) {
    const SoilReaction reaction =
        soil_reaction(*rock.get(), plane, law, Mat3::Identity(), velocity, 0.002, kBaselineKernels);
    CHECK(reaction.linear_drag == 0);
    CHECK(reaction.impulse.norm() == 0);
    CHECK(reaction.angular_impulse.norm() == 0);
  }
}

TEST_CASE("drag at the centre of mass acts where the square of the speed underflows, and none acts at rest") {
  const CubeInSoil in(Vec3(0, 0, 1), 0.2);
  const double speed = 1e-170;  // m/s
  const SoilReaction slow = in.reaction(RF_SOIL_DRAG_AT_S, Vec3(0, 0, -speed), Vec3(1, 0, 0));
  CHECK(std::fabs(slow.linear_drag / (kPressure * speed) - 1) < 1e-12);
  const SoilReaction still = in.reaction(RF_SOIL_DRAG_AT_S, Vec3(0, 0, 0), Vec3(1, 0, 0));
  CHECK(still.linear_drag == 0);
  CHECK(still.spin_drag == 0);
  for (const SoilReaction& reaction : {slow, still}) {
    CHECK(std::isfinite(reaction.area));
    CHECK(std::isfinite(reaction.spin_drag));
    CHECK_FALSE(reaction.has_impulse());
  }
}

TEST_CASE("every soil law takes power from the motion of the rock") {
  Random random(62);
  int acting = 0;
  for (int i = 0; i < 600; ++i) {
    const RockInSoil in(random, 0.5);
    const Velocity velocity{10 * random_unit(random), 10 * random_unit(random)};
    for (int32_t law = 1; law < RF_SOIL_LAW_COUNT; ++law) {
      const SoilReaction reaction = in.reaction(law, velocity);
      const double power = reaction.impulse.dot(velocity.linear) + reaction.angular_impulse.dot(velocity.angular);
      acting += power < 0;
      CHECK(power <= 0);
    }
  }
  CHECK(acting > 600);
}

TEST_CASE("drag at the centroid acts along the same line whether the rock moves into the soil or out of it") {
  Random random(64);
  int turning = 0;
  for (int i = 0; i < 300; ++i) {
    const RockInSoil in(random, 0.4);
    const Vec3 v = 10 * random_unit(random), none(0, 0, 0);
    const SoilReaction one = in.reaction(RF_SOIL_DRAG_AT_CENTROID, {v, none}),
                       other = in.reaction(RF_SOIL_DRAG_AT_CENTROID, {-v, none});
    const double size = 1e-9 * (1e-3 + one.impulse.norm());
    CHECK((one.impulse + other.impulse).norm() < size);
    CHECK((one.angular_impulse + other.angular_impulse).norm() < size);
    turning += one.angular_impulse.norm() > 0.1 * one.impulse.norm();
  }
  CHECK(turning > 20);
}

TEST_CASE("drag at the centroid of a cube acts on the centroid of its front with that place's velocity") {
  const CubeInSoil cube(Vec3(0, 0, 1), 0.3);  // 0.2 m deep
  const Vec3 side(0.5, 0, -0.4);
  const double drag = kPressure * 0.2 * 12;
  const SoilReaction turning = cube.reaction(RF_SOIL_DRAG_AT_CENTROID, Vec3(12, 0, 0), Vec3(0, 2, 0));
  const Vec3 force = -drag * Vec3(12 - 0.8, 0, -1);  // v + omega x side
  check_close(turning.impulse, kTimeStep * force, 1e-12);
  check_close(turning.angular_impulse, kTimeStep * side.cross(force), 1e-12);
  CHECK(turning.resistance == doctest::Approx(drag * 11.2).epsilon(1e-12));
  CHECK(turning.area == doctest::Approx(0.2).epsilon(1e-12));
  CHECK(turning.linear_drag == 0);
  // Moving into the soil the bottom belongs to the front, moving out of it the cut in the surface.
  for (const double rise : {-3.0, 3.0}) {
    const Vec3 v(12, 0, rise), other(0, 0, rise < 0 ? -0.5 : -0.3);
    const double flow = 0.2 * 12 + 1.0 * 3;
    const SoilReaction reaction = cube.reaction(RF_SOIL_DRAG_AT_CENTROID, v, Vec3(0, 0, 0));
    const Vec3 centre = (0.2 * 12 * side + 1.0 * 3 * other) / flow, drag_force = -kPressure * flow * v;
    check_close(reaction.impulse, kTimeStep * drag_force, 1e-12);
    check_close(reaction.angular_impulse, kTimeStep * centre.cross(drag_force), 1e-12);
    CHECK(reaction.area == doctest::Approx(flow / v.norm()).epsilon(1e-12));
    CHECK(reaction.resistance == doctest::Approx(kPressure * flow * v.norm()).epsilon(1e-12));
  }
}

TEST_CASE("drag at the centroid of a tilted cube acts at the centroid of the triangle that is in soil") {
  // Surface z = -0.35 + 0.4 x: of the faces across y a right-angled triangle is below it.
  const Vec3 up = Vec3(-0.4, 0, 1) / std::sqrt(1.16);
  const CubeInSoil cube(up, 0.35 / std::sqrt(1.16));
  const double length = 0.875, height = 0.35, area = 0.5 * length * height;
  for (const double speed : {10.0, -10.0}) {
    const Vec3 v(0, speed, 0), centroid(0.5 - length / 3, speed > 0 ? 0.5 : -0.5, -0.5 + height / 3);
    const SoilReaction reaction = cube.reaction(RF_SOIL_DRAG_AT_CENTROID, v, Vec3(0, 0, 0));
    const Vec3 force = -kPressure * area * 10 * v;
    check_close(reaction.impulse, kTimeStep * force, 1e-12);
    check_close(reaction.angular_impulse, kTimeStep * centroid.cross(force), 1e-12);
  }
}

TEST_CASE("pressure and friction on the submerged faces of a cube have the numbers of the law") {
  const CubeInSoil cube(Vec3(0, 0, 1), 0.3);  // 0.2 m deep: the bottom of 1 m2, sides of 0.2 m2 with 0.1 m mean depth
  const Vec3 none(0, 0, 0);
  const auto bottom_pressure = [](double into) { return kStiffness * 0.2 + kPressure * into * into; };
  const double side_pressure = kStiffness * 0.1 + kPressure * 12 * 12;

  const SoilReaction straight = cube.reaction(RF_SOIL_FACE_PRESSURE, Vec3(0, 0, -10), none);
  check_close(straight.impulse, Vec3(0, 0, kTimeStep * bottom_pressure(10)), 1e-12);
  CHECK(straight.area == doctest::Approx(1).epsilon(1e-12));
  CHECK(straight.resistance == doctest::Approx(bottom_pressure(10)).epsilon(1e-12));
  CHECK(straight.linear_drag == 0);

  for (const double down : {10.0, 3.0}) {
    const Vec3 v(12, 0, -down);
    const double p = bottom_pressure(down), q = 0.2 * side_pressure;
    const Vec3 on_bottom = p * Vec3(-kFriction, 0, 1), on_side = q * Vec3(-1, 0, kFriction);
    const SoilReaction reaction = cube.reaction(RF_SOIL_FACE_PRESSURE, v, none);
    check_close(reaction.impulse, kTimeStep * (on_bottom + on_side), 1e-12);
    // Of a pressure that grows with depth the resultant acts at two thirds of the depth.
    const double growing = kStiffness * 0.1 / side_pressure,
                 centre = -0.3 - growing * 0.2 * 2 / 3 - (1 - growing) * 0.1;
    const Vec3 moment = Vec3(0.5, 0, centre).cross(on_side) + Vec3(0, 0, -0.5).cross(on_bottom);
    check_close(reaction.angular_impulse, kTimeStep * moment, 1e-12);
    CHECK(reaction.area == doctest::Approx((0.2 * 12 + 1.0 * down) / v.norm()).epsilon(1e-12));
    CHECK(reaction.resistance == doctest::Approx(-(on_bottom + on_side).dot(v) / v.norm()).epsilon(1e-12));
  }
}

namespace {

// A box of 1 x 0.8 x 0.6 m. @param diagonals  bit i: which diagonal divides face i
support::Rock divided_box(uint32_t diagonals) {
  const std::vector<double> corners = {-0.5, -0.4, -0.3, 0.5, -0.4, -0.3, -0.5, 0.4, -0.3, 0.5, 0.4, -0.3,
                                       -0.5, -0.4, 0.3,  0.5, -0.4, 0.3,  -0.5, 0.4, 0.3,  0.5, 0.4, 0.3};
  constexpr uint32_t kFaces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                     {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  std::vector<uint32_t> triangles;
  for (uint32_t f = 0; f < 6; ++f) {
    const uint32_t turn = diagonals >> f & 1;
    for (const uint32_t k : {0u, 1u, 2u, 0u, 2u, 3u}) triangles.push_back(kFaces[f][(k + turn) % 4]);
  }
  rf_rock_def def = support::rock_def(corners);
  def.triangles = triangles.data();
  def.triangle_count = 12;
  return support::cooked_rock(def);
}

// The largest differences by the diagonals of the force and of its moment, relative to the force, in 50 motions.
struct Differences {
  Differences(const rf_ground& ground, double spin) {
    Random random(31);
    for (int i = 0; i < 50; ++i) {
      const SoilPlane plane{random_unit(random), random.between(-0.3, 0.4), ground};
      const Velocity velocity{12 * random_unit(random), spin * random_unit(random)};
      SoilReaction first;
      for (uint32_t diagonals = 0; diagonals < 64; diagonals += 7) {
        const support::Rock rock = divided_box(diagonals);
        const SoilReaction reaction = soil_reaction(*rock.get(), plane, RF_SOIL_FACE_PRESSURE, Mat3::Identity(),
                                                    velocity, kTimeStep, kBaselineKernels);
        if (diagonals == 0) first = reaction;
        const double size = first.impulse.norm() + 1e-9;
        force = std::fmax(force, (reaction.impulse - first.impulse).norm() / size);
        moment = std::fmax(moment, (reaction.angular_impulse - first.angular_impulse).norm() / size);
      }
    }
  }

  double force = 0, moment = 0;
};

}  // namespace

TEST_CASE("pressure on the submerged faces does not depend on the triangles into which a face is divided") {
  const Differences straight(CubeInSoil::soil(), 0);
  CHECK(straight.force <= 1e-12);
  CHECK(straight.moment <= 1e-12);
}

TEST_CASE("pressure on a turning rock does not depend on the triangles, and friction by at most a hundredth") {
  rf_ground smooth = CubeInSoil::soil();
  smooth.mu_min = 0;
  smooth.soil_strength = 1e-3;
  const Differences inertial(smooth, 10);
  CHECK(inertial.force <= 1e-10);
  CHECK(inertial.moment <= 1e-10);
  const Differences all(CubeInSoil::soil(), 10);
  CHECK(all.force <= 0.01);
  CHECK(all.moment <= 0.01);
}

TEST_CASE("pressure on the submerged faces lifts an edge that ploughs forward by the cotangent of its angle") {
  // A cube on its edge, 0.2 m deep; the face ahead leans forward by 45 degrees.
  const double half = std::sqrt(0.5), depth = 0.2;
  const Vec3 up = half * Vec3(1, 0, 1), ahead = half * Vec3(-1, 0, 1), face(-1, 0, 0), along(0, 0, 1);
  const CubeInSoil cube(up, half - depth);
  const SoilReaction reaction = cube.reaction(RF_SOIL_FACE_PRESSURE, 12 * ahead, Vec3(0, 0, 0));
  const double area = depth / half, into = 12 * half, p = kStiffness * 0.5 * depth + kPressure * into * into;
  check_close(reaction.impulse, -kTimeStep * area * p * (face + kFriction * along), 1e-12);
  CHECK(reaction.impulse.dot(up) == doctest::Approx(kTimeStep * area * p * half * (1 - kFriction)).epsilon(1e-12));
  CHECK(reaction.impulse.dot(ahead) == doctest::Approx(-kTimeStep * area * p * half * (1 + kFriction)).epsilon(1e-12));
  const SoilReaction at_s = cube.reaction(RF_SOIL_DRAG_AT_S, 12 * ahead, Vec3(0, 0, 0));
  CHECK(at_s.impulse.norm() == 0);
  CHECK(at_s.linear_drag == doctest::Approx(kPressure * depth * 12).epsilon(1e-12));
}

TEST_CASE("pressure on the submerged faces of a box that falls flat does not depend on rounding") {
  const support::Rock rock = support::shape_rock(RF_SHAPE_BOX, 1, 1, 1);
  rf_ground ground = rf_default_ground();
  ground.soil_strength = 1e7;
  const SoilPlane plane{Vec3(0, 0, 1), 0.3, ground};
  const auto reaction = [&](double sideways) {
    const Velocity velocity{Vec3(sideways, 0, -10), Vec3(0, 0, 0)};
    return soil_reaction(*rock.get(), plane, RF_SOIL_FACE_PRESSURE, Mat3::Identity(), velocity, 0.002,
                         kBaselineKernels);
  };
  const SoilReaction straight = reaction(0);
  for (const double sideways : {1e-15, -1e-15, 1e-9}) {
    const SoilReaction other = reaction(sideways);
    CHECK((other.impulse - straight.impulse).norm() < 1e-6 * straight.impulse.norm());
    CHECK((other.angular_impulse - straight.angular_impulse).norm() < 1e-6 * straight.impulse.norm());
  }
  CHECK(reaction(1).impulse[0] < 0);
}
