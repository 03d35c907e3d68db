// Rolling friction as a set-valued law (Leine & Glocker 2003).
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "contact/contacts.h"
#include "contact/solver_stage.h"
#include "numerics/quaternion.h"
#include "support/scenes.h"

using namespace rockfall;
using support::Random;

TEST_CASE("sweeps over contacts with rolling friction find the velocities that Newton's method finds") {
  Random random(71);
  int different = 0, moments = 0;
  const int total = 300;
  for (int i = 0; i < total; ++i) {
    CAPTURE(i);
    contacts::Problem newton = contacts::random_problem(random, 1 + random.below(4), random.between(0.1, 0.6), 0);
    contacts::set_rolling(newton, random.between(0.001, 0.3));
    contacts::Problem swept = newton;
    Velocity u = newton.free, v = swept.free;
    SolverLimits sweeps_only = {5000, 1e-12};
    sweeps_only.failed_attempts = kStageCount;
    REQUIRE(solve_percussions(newton.set, newton.inverse_mass, 0, {0, 1e-10}, u).converged);
    REQUIRE(solve_percussions(swept.set, swept.inverse_mass, 0, sweeps_only, v).converged);
    CHECK(contacts::rolling_violation(swept, v) < 1e-9);
    contacts::check_below(contacts::violation(swept, v, 1), 1e-9);
    for (uint32_t k = 0; k < swept.set.count; ++k) moments += swept.set.items[k].moment.norm() > 0;
    if ((u.linear - v.linear).norm() < 1e-6 * contacts::speed(newton)) continue;
    // Sticking leaves the percussions along the line through two contacts undetermined, and with them the shares of the
    // load, on which the moments depend: there are several solutions.
    ++different;
    CHECK(contacts::rolling_violation(newton, u) < 1e-9);
    contacts::check_below(contacts::violation(newton, u, 1), 1e-9);
    int sticking = 0;
    for (uint32_t k = 0; k < newton.set.count; ++k) {
      const Contact& contact = newton.set.items[k];
      const double slip = contact_velocity(contact, u).tail<2>().norm();
      sticking += contact.percussion[0] > 0 && slip < 1e-9 * contacts::speed(newton);
    }
    CHECK(sticking >= 2);
  }
  CHECK(different <= 1);
  CHECK(moments > 200);
}

TEST_CASE("moments of rolling friction stay within their bound and oppose the rolling angular velocity") {
  Random random(71);
  int solved = 0, sticking = 0, rolling = 0;
  const int total = 300;
  for (int i = 0; i < total; ++i) {
    contacts::Problem problem = contacts::random_problem(random, 1 + random.below(6), random.between(0.1, 0.6), 0);
    const double resistance = random.between(0.001, 0.3);
    contacts::set_rolling(problem, resistance);
    Velocity velocity = problem.free;
    const SolverOutcome outcome = solve_percussions(problem.set, problem.inverse_mass, 0, {200, 1e-10}, velocity);
    if (!outcome.converged) continue;
    ++solved;
    double largest = 1e-300;
    for (uint32_t k = 0; k < problem.set.count; ++k) {
      largest = std::fmax(largest, problem.set.items[k].percussion.norm());
    }
    for (uint32_t k = 0; k < problem.set.count; ++k) {
      const Contact& contact = problem.set.items[k];
      const double bound = resistance * contact.percussion[0], length = contact.moment.norm();
      CHECK(length <= bound * (1 + 1e-9) + 1e-9 * largest);
      const Vec2 omega = contact.rolling_axes.transpose() * velocity.angular;
      if (length < bound * (1 - 1e-6) - 1e-7 * largest) {
        ++sticking;
        CHECK(omega.norm() <= 1e-6 * (1 + problem.free.angular.norm()));
      } else if (bound > 1e-6 * largest && omega.norm() > 1e-6 * problem.free.angular.norm()) {
        ++rolling;
        CHECK(contact.moment.dot(omega) == doctest::Approx(-length * omega.norm()).epsilon(1e-6));
      }
    }
  }
  CHECK(solved * 20 > 19 * total);
  CHECK(sticking > 20);
  CHECK(rolling > 20);
}

TEST_CASE("a nearly round rock decelerates by rolling friction as a sphere does, and stops") {
  support::OnPlane world(support::shape_rock(RF_SHAPE_ELLIPSOID, 1, 1, 1, 3000));
  world.plane.ground.rolling_resistance = 0.2;  // times R = 0.5 m
  world.renew();
  rf_state state = rf_default_state();
  REQUIRE(rf_place_above_ground(&world.scene, &state, 0.0, nullptr) == RF_OK);
  state.velocity[0] = 5;
  state.angular_velocity[1] = 10;
  double previous = 5;
  while (state.end == RF_MOVING && state.step < 10000) {
    REQUIRE(rf_step(&world.scene, &state, nullptr) == RF_OK);
    if (state.step == 200) previous = state.velocity[0];
    if (state.step == 600) {
      // a = mu_R g / R / (1 + 2/5): rolling without slip under the moment mu_R m g.
      CHECK((previous - state.velocity[0]) / 0.8 == doctest::Approx(0.1 * 9.81 / 0.5 / 1.4).epsilon(0.06));
    }
  }
  CHECK(state.end == RF_ENDED_STOPPED);
  REQUIRE(state.step > 600);  // the deceleration was compared
  const double distance = 25 * 1.4 * 0.5 / (2 * 9.81 * 0.1);
  CHECK(state.position[0] < distance);
  CHECK(state.position[0] > 0.9 * distance);
}

TEST_CASE("a nearly round rock rolls down a slope above the angle of rolling resistance, and rests below it") {
  for (const double resistance : {0.08, 0.12}) {
    CAPTURE(resistance);
    support::OnPlane world(support::shape_rock(RF_SHAPE_ELLIPSOID, 1, 1, 1, 6000), -0.1);
    world.plane.ground.rolling_resistance = resistance;
    world.scene.settings.stop_speed = 0;
    world.renew();
    rf_state state = rf_default_state();
    REQUIRE(rf_place_above_ground(&world.scene, &state, 0.0, nullptr) == RF_OK);
    for (int i = 0; i < 2000; ++i) REQUIRE(rf_step(&world.scene, &state, nullptr) == RF_OK);
    if (resistance < 0.1) {
      // 4 s from rest with g (sin a - mu_R cos a) / (1 + 2/5), less what the impacts of the corners take.
      const double path = 0.5 * 16 * 9.81 * (0.1 - resistance) / std::sqrt(1.01) / 1.4;
      CHECK(state.position[0] < path);
      CHECK(state.position[0] > 0.85 * path);
    } else {
      CHECK(std::fabs(state.position[0]) < 0.01);  // it pivots about corners
    }
  }
}

TEST_CASE("rolling friction never gives energy and its work is part of the ledger") {
  support::OnPlane world(support::shape_rock(RF_SHAPE_EOTA, 1, 0.9, 0.8), -0.5, 0.1);
  world.plane.ground.rolling_resistance = 0.1;
  world.plane.ground.restitution_normal = 0.3;
  world.renew();
  Random random(72);
  double residual = 0, work = 0;
  for (int i = 0; i < 10; ++i) {
    rf_state state = support::random_state(random, 0, 0, 0, 5, 8);
    REQUIRE(rf_place_above_ground(&world.scene, &state, 0.05, nullptr) == RF_OK);
    for (int k = 0; k < 300; ++k) {
      rf_step_report report = {};
      REQUIRE(rf_step(&world.scene, &state, &report) == RF_OK);
      const double scale = report.energy.kinetic_before + report.energy.kinetic_after + world.rock->mass;
      residual = std::fmax(residual, std::fabs(report.energy.residual) / scale);
      work = std::fmax(work, report.energy.contact_work / scale);
    }
  }
  CHECK(residual < 1e-12);
  CHECK(work < 1e-12);
}

TEST_CASE("a rock on a slope below the angle of rolling resistance does not start to roll") {
  support::OnPlane world(support::shape_rock(RF_SHAPE_ELLIPSOID, 1, 1, 1, 2000), -0.1);
  world.plane.ground.rolling_resistance = 0.15;
  world.scene.settings.stop_speed = 0;
  world.renew();
  rf_state state = rf_default_state();
  REQUIRE(rf_place_above_ground(&world.scene, &state, 0.0, nullptr) == RF_OK);
  // Pivoting about the normal is free: only the angular velocity about the axes in the plane must stay zero.
  const double norm = std::sqrt(1 + 0.1 * 0.1);
  double fastest = 0;
  for (int i = 0; i < 7000; ++i) {
    REQUIRE(rf_step(&world.scene, &state, nullptr) == RF_OK);
    const Vec3 omega = rotate(load_quat(state.orientation), load3(state.angular_velocity));
    const Vec3 normal(0.1 / norm, 0, 1 / norm);
    fastest = std::fmax(fastest, (omega - normal.dot(omega) * normal).norm());
  }
  CHECK(fastest < 1e-8);
}

namespace {

// Leaves a pattern where the next call has its variables.
__attribute__((noinline)) void fill_stack(unsigned char pattern) {
  unsigned char bytes[1 << 16];
  std::memset(bytes, pattern, sizeof bytes);
  __asm__ volatile("" : : "r"(bytes) : "memory");  // the bytes count as used
}

}  // namespace

TEST_CASE("a rock that touches ground with and without rolling friction at once obeys the laws at every contact") {
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    CAPTURE(scheme);
    support::OnGrid world(support::box_rock(0.8, 0.6, 0.3), 40, 12, 0.25);
    Random random(73);
    world.roughen(random, -0.3, 0.05, 0.01);
    std::vector<float>& resistance = world.owner.grid()->fields()[RF_GROUND_ROLLING_RESISTANCE];
    for (uint32_t i = 0; i < 40 * 12; ++i) resistance.push_back(i % 4 < 2 ? 0.0F : 0.1F);
    world.scene.settings.scheme = scheme;
    world.renew();
    int mixed = 0, converged = 0;
    for (int i = 0; i < 20; ++i) {
      rf_state state = support::random_state(random, random.between(1.5, 4), random.between(1, 1.7), 0, 2, 3);
      REQUIRE(rf_place_above_ground(&world.scene, &state, -0.01, nullptr) == RF_OK);
      for (int k = 0; k < 300 && state.end == RF_MOVING; ++k) {
        rf_state again = state;
        rf_contact contacts[8];
        rf_step_report report = {};
        report.contacts = contacts;
        report.contact_capacity = 8;
        fill_stack(0);
        REQUIRE(rf_step(&world.scene, &state, &report) == RF_OK);
        fill_stack(0xff);
        REQUIRE(rf_step(&world.scene, &again, nullptr) == RF_OK);
        REQUIRE(support::same_bits(state, again));
        bool with = false, without = false;
        for (uint32_t c = 0; c < report.contact_count && c < 8; ++c) {
          rf_terrain_sample ground;
          REQUIRE(rf_terrain_at(&world.scene.terrain, contacts[c].point[0], contacts[c].point[1], &ground) == RF_OK);
          const bool rolls = ground.ground.rolling_resistance > 0;
          (rolls ? with : without) = true;
          if (!rolls) CHECK(std::hypot(contacts[c].moment[0], contacts[c].moment[1]) == 0);
        }
        mixed += with && without;
        converged += with && without && report.converged == 1;
      }
    }
    CHECK(mixed > 100);
    CHECK(converged > 0.97 * mixed);
  }
}
