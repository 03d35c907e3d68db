// The RocFall3 models against closed-form solutions.
#include "rocfall/legacy_world.h"

using namespace legacy;

TEST_CASE("in flight both RocFall3 models follow the parabola to rounding") {
  for (const rf_model model : {RF_MODEL_ROCFALL_RIGID, RF_MODEL_ROCFALL_LUMPED}) {
    LegacyWorld world(model, -0.5, rf_default_ground());
    rf_state state = world.placed(0, 0, 20);
    state.velocity[0] = 7;
    state.velocity[2] = 3;
    const rf_state start = state;
    world.step(state, 500);
    const double t = world.time(state);
    CHECK(state.phase == RF_PHASE_FLIGHT);
    CHECK(state.position[0] == doctest::Approx(start.position[0] + 7 * t).epsilon(1e-13));
    CHECK(state.position[2] == doctest::Approx(start.position[2] + 3 * t - 0.5 * kGravity * t * t).epsilon(1e-12));
    CHECK(state.velocity[2] == doctest::Approx(3 - kGravity * t).epsilon(1e-12));
  }
}

TEST_CASE("the RocFall3 models have no soil: a scar ends with the first step") {
  for (const rf_model model : {RF_MODEL_ROCFALL_RIGID, RF_MODEL_ROCFALL_LUMPED}) {
    LegacyWorld world(model, -0.5, rf_default_ground());
    rf_state state = world.placed(0, 0, 20);
    state.scar_depth = 0.1;
    state.scar_path = 2;
    world.step(state, 1);
    CHECK(state.scar_depth == 0);
    CHECK(state.scar_path == 0);
  }
}

TEST_CASE("a rotating sphere in flight turns about its angular velocity by its angle") {
  LegacyWorld world(RF_MODEL_ROCFALL_RIGID, 0, rf_default_ground());
  rf_state state = world.placed(0, 0, 50);
  state.angular_velocity[1] = 3;
  world.step(state, 250);
  CHECK(std::fabs(state.orientation[0]) == doctest::Approx(std::fabs(std::cos(0.75))).epsilon(1e-12));
  CHECK(std::fabs(state.orientation[2]) == doctest::Approx(std::sin(0.75)).epsilon(1e-12));
  CHECK(state.angular_velocity[1] == doctest::Approx(3).epsilon(1e-13));
}

namespace {

struct Bounce {
  double height;
  double time;
};

// Apexes of the bounces, computed from the vertical velocity and height of states in flight.
std::vector<Bounce> bounces(const LegacyWorld& world, rf_state& state, double radius, int steps) {
  std::vector<Bounce> found;
  for (int i = 0; i < steps && state.phase == RF_PHASE_FLIGHT; ++i) {
    const double v = state.velocity[2], z = state.position[2] - radius;
    const Bounce top = {z + v * v / (2 * kGravity), world.time(state) + v / kGravity};
    if (found.empty() || std::fabs(top.time - found.back().time) > 1e-7) found.push_back(top);
    world.step(state);
  }
  return found;
}

}  // namespace

TEST_CASE("bounce heights and times of a dropped rock follow the geometric sequence until it rests") {
  for (const rf_model model : {RF_MODEL_ROCFALL_RIGID, RF_MODEL_ROCFALL_LUMPED}) {
    for (const double dt : {0.002, 0.02}) {
      const double r_n = 0.6, height = 2, v0 = std::sqrt(2 * kGravity * height);
      LegacyWorld world(model, 0, ground(r_n, 0.9, 0.5));
      world.scene.settings.time_step = dt;
      static_cast<rf_plane*>(world.scene.terrain.user)->ground.rocfall_bounce_speed = 0.3;
      rf_state state = world.placed(0, 0, height);
      const double radius = model == RF_MODEL_ROCFALL_RIGID ? kRadius : 0;
      const auto tops = bounces(world, state, radius, static_cast<int>(10 / dt));
      // 6.26 0.6^k is above 0.3 up to k = 5: six parabolas including the first fall.
      REQUIRE(tops.size() >= 5);
      double top_time = 0;
      for (size_t k = 0; k < 5; ++k) {
        const double v = v0 * std::pow(r_n, static_cast<double>(k));
        CHECK(tops[k].height == doctest::Approx(v * v / (2 * kGravity)).epsilon(1e-9));
        CHECK(tops[k].time == doctest::Approx(top_time).epsilon(1e-9));
        top_time += v / kGravity * (1 + r_n);
      }
      CHECK(state.phase != RF_PHASE_FLIGHT);
      double rest = v0 / kGravity, v = v0;  // time of the last impact
      while ((v *= r_n) >= 0.3) rest += 2 * v / kGravity;
      CHECK(world.time(state) >= rest);
      CHECK(world.time(state) < rest + dt * (1 + 1e-9));
      world.step(state, 10);
      CHECK(state.phase == RF_PHASE_RESTING);
      CHECK(state.position[2] == doctest::Approx(radius).epsilon(1e-12));
      CHECK(state.velocity[2] == 0);
    }
  }
}

TEST_CASE("bounces with zero bounce speed converge within a step to rest") {
  for (const rf_model model : {RF_MODEL_ROCFALL_RIGID, RF_MODEL_ROCFALL_LUMPED}) {
    LegacyWorld world(model, 0, ground(0.9, 1, 0.5));
    static_cast<rf_plane*>(world.scene.terrain.user)->ground.rocfall_bounce_speed = 0;
    rf_state state = world.placed(0, 0, 1);
    world.step(state, 8000);
    CHECK(state.phase == RF_PHASE_RESTING);
    CHECK(std::fabs(state.velocity[2]) == 0);
  }
}

TEST_CASE("a sphere rolls down a plane with 5/7 g (sin a - mu_r cos a)") {
  for (const double mu_r : {0.0, 0.1}) {
    const double slope = 0.4, angle = std::atan(slope);
    LegacyWorld world(RF_MODEL_ROCFALL_RIGID, -slope, ground(0.3, 0.8, 0.6, mu_r));
    rf_state state = world.placed(0, 0, 0);
    const rf_state start = state;
    world.step(state, 1000);
    const double t = world.time(state), a = 5.0 / 7 * kGravity * (std::sin(angle) - mu_r * std::cos(angle));
    CHECK(state.phase == RF_PHASE_ROLLING);
    CHECK(world.down(state.velocity) == doctest::Approx(a * t).epsilon(1e-10));
    const double displacement[3] = {state.position[0] - start.position[0], 0, state.position[2] - start.position[2]};
    CHECK(world.down(displacement) == doctest::Approx(0.5 * a * t * t).epsilon(1e-10));
    CHECK(std::fabs(state.angular_velocity[1]) * kRadius == doctest::Approx(a * t).epsilon(1e-10));
    CHECK(world.above_plane(state) == doctest::Approx(kRadius).epsilon(1e-12));
  }
}

TEST_CASE("a sphere released at rest slips if tan a > 7/2 mu") {
  for (const double mu : {0.2, 0.3}) {
    for (const bool slips : {false, true}) {
      const double slope = 3.5 * mu * (slips ? 1 + 1e-6 : 1 - 1e-6);
      LegacyWorld world(RF_MODEL_ROCFALL_RIGID, -slope, ground(0.3, 0.8, mu));
      rf_state state = world.placed(0, 0, 0);
      world.step(state, 100);
      CHECK(state.phase == (slips ? RF_PHASE_SLIDING : RF_PHASE_ROLLING));
      const double angle = std::atan(slope);
      CHECK(world.down(state.velocity) ==
            doctest::Approx(kGravity * (std::sin(angle) - mu * std::cos(angle)) * 0.2).epsilon(slips ? 1e-10 : 1e-5));
    }
  }
}

TEST_CASE("a sphere that starts sliding rolls after 2 v0 / (7 mu g) with 5/7 of its speed") {
  for (const double dt : {0.001, 0.01}) {
    const double v0 = 5, mu = 0.35, until = 2 * v0 / (7 * mu * kGravity);
    LegacyWorld world(RF_MODEL_ROCFALL_RIGID, 0, ground(0.3, 0.8, mu));
    world.scene.settings.time_step = dt;
    rf_state state = world.placed(0, 0, 0);
    state.velocity[0] = v0;
    int steps = 0;
    for (; steps < 10000 && state.phase != RF_PHASE_ROLLING; ++steps) world.step(state);
    CHECK(world.time(state) >= until);
    CHECK(world.time(state) < until + dt);
    CHECK(state.velocity[0] == doctest::Approx(5.0 / 7 * v0).epsilon(1e-12));
    // The path gives the exact time of transition: v0 t - mu g t^2 / 2 sliding, then rolling at constant speed.
    const double slid = v0 * until - 0.5 * mu * kGravity * until * until;
    const double rolled = (state.position[0] - slid) / (5.0 / 7 * v0);
    CHECK(until + rolled == doctest::Approx(world.time(state)).epsilon(1e-12));
  }
}

TEST_CASE("a lumped mass on level ground stops after the path v^2 / (2 mu g) and the time v / (mu g)") {
  const double v0 = 4, mu = 0.5;
  LegacyWorld world(RF_MODEL_ROCFALL_LUMPED, 0, ground(0.3, 0.8, mu));
  rf_state state = world.placed(0, 0, 0);
  state.velocity[0] = v0;
  for (int i = 0; i < 10000 && state.phase != RF_PHASE_RESTING; ++i) world.step(state);
  CHECK(world.time(state) >= v0 / (mu * kGravity) - 1e-12);
  CHECK(world.time(state) < v0 / (mu * kGravity) + world.scene.settings.time_step);
  CHECK(state.position[0] == doctest::Approx(v0 * v0 / (2 * mu * kGravity)).epsilon(1e-12));
  CHECK(state.velocity[0] == 0);
}

TEST_CASE("a lumped mass slides down with g (sin a - mu cos a) or stays at rest") {
  for (const double mu : {0.3, 0.8}) {
    LegacyWorld world(RF_MODEL_ROCFALL_LUMPED, -0.6, ground(0.3, 0.8, mu));
    rf_state state = world.placed(0, 0, 0);
    world.step(state, 500);
    const double angle = std::atan(0.6), a = kGravity * (std::sin(angle) - mu * std::cos(angle));
    if (mu < 0.6) {
      CHECK(state.phase == RF_PHASE_SLIDING);
      CHECK(world.down(state.velocity) == doctest::Approx(a).epsilon(1e-11));
    } else {
      CHECK(state.phase == RF_PHASE_RESTING);
      CHECK(state.position[0] == 0);
    }
  }
}

TEST_CASE("rolling friction stops a sphere on a flat after 7 v^2 / (10 mu_r g)") {
  const double v0 = 2, mu_r = 0.2;
  LegacyWorld world(RF_MODEL_ROCFALL_RIGID, 0, ground(0.3, 0.8, 0.6, mu_r));
  rf_state state = world.placed(0, 0, 0);
  state.velocity[0] = v0;
  state.angular_velocity[1] = v0 / kRadius;
  for (int i = 0; i < 10000 && state.phase != RF_PHASE_RESTING; ++i) world.step(state);
  CHECK(state.phase == RF_PHASE_RESTING);
  CHECK(state.position[0] == doctest::Approx(0.7 * v0 * v0 / (mu_r * kGravity)).epsilon(1e-9));
  for (int k = 0; k < 3; ++k) CHECK(state.velocity[k] == 0);
}

TEST_CASE("rolling friction above the slope keeps a sphere at rest") {
  LegacyWorld world(RF_MODEL_ROCFALL_RIGID, -0.2, ground(0.3, 0.8, 0.6, 0.25));
  world.scene.settings.stop_speed = 0.1;
  rf_state state = world.placed(3, 4, 0);
  world.step(state, 300);
  CHECK(state.end == RF_ENDED_STOPPED);
  CHECK(state.phase == RF_PHASE_RESTING);
  CHECK(state.position[0] == 3);
}
