// States at the limits of what a double can hold: the step of one rock and of many give the same bits, and what cannot
// be stepped ends as a fault.
#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "support/refusal.h"
#include "support/scenes.h"

using namespace support;

namespace {

// Steps every state by rf_step, and all of them together by rf_step_many.
struct BothWays {
  BothWays(const rf_scene& scene, const std::vector<rf_state>& starts, uint32_t steps) : single(starts), many(starts) {
    for (rf_state& state : single) {
      for (uint32_t k = 0; k < steps && state.end == RF_MOVING; ++k) {
        if (rf_step(&scene, &state, nullptr) == RF_FAULTY_STATE) ++faults;
      }
    }
    REQUIRE(rf_step_many(&scene, many.data(), static_cast<uint32_t>(many.size()), steps, nullptr, &report) == RF_OK);
  }
  void check_equal() const {
    CHECK(report.faults == faults);
    for (size_t i = 0; i < single.size(); ++i) {
      CAPTURE(i);
      CHECK(same_bits(single[i], many[i]));
    }
  }
  std::vector<rf_state> single, many;
  rf_many_report report;
  uint32_t faults = 0;
};

rf_state at_height(double z) {
  rf_state state = rf_default_state();
  state.position[2] = z;
  return state;
}

// States in flight and on the ground with one angular velocity.
std::vector<rf_state> with_angular_velocity(double x, double y, double z) {
  std::vector<rf_state> states;
  for (const double height : {50.0, 0.5, 3.0, 0.4, 20.0}) {
    rf_state state = at_height(height);
    state.angular_velocity[0] = x;
    state.angular_velocity[1] = y;
    state.angular_velocity[2] = z;
    states.push_back(state);
  }
  return states;
}

// A plane whose callback gives one ground parameter a value that rf_ground_check refuses.
struct BadGround {
  BadGround(OnPlane& on, int member, double value) : plane(on.scene.terrain), member_(member), value_(value) {
    on.scene.terrain.user = this;
    on.scene.terrain.sample = [](void* user, const double* xy, uint32_t count, rf_terrain_sample* out) {
      const BadGround& bad = *static_cast<BadGround*>(user);
      bad.plane.sample(bad.plane.user, xy, count, out);
      for (uint32_t i = 0; i < count; ++i) (&out[i].ground.mu_min)[bad.member_] = bad.value_;
    };
    on.scene.terrain.upper_plane = [](void* user, const rf_rectangle* area, rf_upper_plane* out) {
      const BadGround& bad = *static_cast<BadGround*>(user);
      bad.plane.upper_plane(bad.plane.user, area, out);
    };
    on.scene.terrain.uniform_beta = -1;
  }
  rf_terrain plane;

 private:
  int member_;
  double value_;
};

double length(const rf_state& state) {
  const double* p = state.orientation;
  return std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
}

}  // namespace

TEST_CASE("an angular velocity whose square underflows is stepped by every scheme") {
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    CAPTURE(scheme);
    OnPlane on(box_rock(1, 1.2, 0.8));
    on.scene.settings.scheme = scheme;
    on.scene.settings.stop_speed = 0;
    for (const double omega : {1e-100, 1e-145, 1e-150, 1e-155, 1e-157, 1e-159, 1e-162, 1e-200, 5e-324}) {
      CAPTURE(omega);
      for (const auto& starts :
           {with_angular_velocity(omega, 0, 0), with_angular_velocity(-omega, omega, 0.5 * omega)}) {
        const BothWays stepped(on.scene, starts, 20);
        CHECK(stepped.faults == 0);
        stepped.check_equal();
        for (const rf_state& state : stepped.single) {
          CHECK(length(state) == doctest::Approx(1).epsilon(1e-14));
          // In flight such an angular velocity turns nothing.
          if (state.position[2] > 10) CHECK(state.orientation[0] == doctest::Approx(1).epsilon(1e-14));
        }
      }
    }
  }
}

TEST_CASE("a step whose orientation would be no unit quaternion ends as a fault with the state before it") {
  // The squares of an angular momentum of 1e160 overflow.
  rf_rock_def def = rf_default_rock_def();
  const std::vector<double> corners = {0, 0,   0, 1, 0, 0,   0, 0.8, 0,   0, 0,   0.6,
                                       1, 0.8, 0, 1, 0, 0.6, 0, 0.8, 0.6, 1, 0.8, 0.6};
  def.points = corners.data();
  def.point_count = 8;
  for (const double density : {1e78, 1e155, 1e160}) {
    CAPTURE(density);
    def.density = density;
    OnPlane on(cooked_rock(def));
    for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
      CAPTURE(scheme);
      on.scene.settings.scheme = scheme;
      const BothWays stepped(on.scene, with_angular_velocity(1, 2, 3), 3);
      stepped.check_equal();
      for (const rf_state& state : stepped.single) CHECK(rf_state_check(&on.scene, &state, nullptr) == RF_OK);
    }
  }
}

TEST_CASE("a step after which the kinetic energy would not be finite ends as a fault in every scheme and model") {
  for (int32_t kind = 0; kind < RF_SCHEME_COUNT + RF_MODEL_COUNT - 1; ++kind) {
    CAPTURE(kind);
    OnPlane on(box_rock(1, 1.2, 0.8));
    if (kind < RF_SCHEME_COUNT) {
      on.scene.settings.scheme = kind;
    } else {
      on.scene.settings.model = 1 + kind - RF_SCHEME_COUNT;
    }
    std::vector<rf_state> fast = with_angular_velocity(0, 0, 0);
    for (rf_state& state : fast) {
      state.velocity[0] = 1e156;
      state.velocity[2] = -1e156;
    }
    const BothWays stepped(on.scene, fast, 3);
    CHECK(stepped.faults == fast.size());
    stepped.check_equal();
    for (rf_state& state : fast) state.velocity[0] = state.velocity[2] = 1e148;
    CHECK(BothWays(on.scene, fast, 1).faults == 0);
  }
}

TEST_CASE("the explicit scheme ends a rotation by more than 1e5 rad in a step as a fault, and keeps the energy below") {
  OnPlane on(box_rock(1, 1.2, 0.8));
  on.scene.settings.scheme = RF_SCHEME_EXPLICIT;
  on.scene.settings.gravity = 0;
  const double limit = 1e5 / on.scene.settings.time_step;
  for (const double share : {1e-3, 0.3, 0.5, 0.7, 3.0, 1e3, 1e80}) {
    CAPTURE(share);
    const std::vector<rf_state> starts = with_angular_velocity(share * limit, share * limit, -share * limit);
    const BothWays stepped(on.scene, starts, 20);
    stepped.check_equal();
    const bool too_fast = share * std::sqrt(3.0) > 1;
    for (size_t i = 0; i < starts.size(); ++i) {
      if (starts[i].position[2] < 1) continue;  // in contact
      const rf_state& state = stepped.single[i];
      CHECK(state.end == (too_fast ? RF_ENDED_FAULT : RF_MOVING));
      const double before = rf_kinetic_energy(&on.scene, &starts[i]), after = rf_kinetic_energy(&on.scene, &state);
      if (!too_fast) CHECK(std::fabs(after - before) < 1e-9 * before);
    }
  }
}

TEST_CASE("a rotation that drag stops remains finite until it is zero") {
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    CAPTURE(scheme);
    OnPlane on(box_rock(1, 1, 1));
    on.plane.ground.layer_drag_rotation = 5e4;
    on.plane.ground.layer_height = 100;
    on.renew();
    on.scene.settings.scheme = scheme;
    on.scene.settings.stop_speed = 0;
    const BothWays stepped(on.scene, with_angular_velocity(3, -2, 5), 4000);
    CHECK(stepped.faults == 0);
    stepped.check_equal();
  }
}

TEST_CASE("rf_step_many ends a state as a fault exactly where rf_step does") {
  OnPlane on(box_rock(1, 1.2, 0.8));
  const double huge[] = {1e150, 1e154, 1e160, 1e300, 1.7e308, kInfinity, kNaN};
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    CAPTURE(scheme);
    on.scene.settings.scheme = scheme;
    for (const double value : huge) {
      CAPTURE(value);
      std::vector<rf_state> starts = with_angular_velocity(1, 2, 3);
      for (int member = 0; member < 16; ++member) {
        rf_state state = at_height(5);
        double* const numbers[] = {state.position, state.orientation, state.velocity, state.angular_velocity};
        if (member < 4) state.orientation[member] = value;
        if (member >= 4 && member < 13) {
          (member < 7 ? numbers[0] : member < 10 ? numbers[2] : numbers[3])[(member - 4) % 3] = value;
        }
        if (member == 13) state.slippage = value;
        if (member == 14) state.still_time = value;
        if (member == 15) state.scar_depth = value;
        starts.push_back(state);
        for (double& x : state.velocity) x = value;  // sums overflow where the members do not
        starts.push_back(state);
      }
      const BothWays stepped(on.scene, starts, 3);
      stepped.check_equal();
      for (const rf_state& state : stepped.single) {
        if (state.end != RF_MOVING) continue;
        CHECK(length(state) == doctest::Approx(1).epsilon(1e-12));
        CHECK(std::isfinite(state.velocity[0] * 0 + state.angular_velocity[2] * 0 + state.position[2] * 0));
      }
    }
  }
}

TEST_CASE("an orientation that is no unit quaternion ends as a fault and keeps its value") {
  OnPlane on(box_rock(1, 1, 1));
  for (const double scale : {0.0, 1e-160, 1e-3, 0.5, 2.0, 1e3, 1e160}) {
    CAPTURE(scale);
    rf_state state = at_height(5);
    state.orientation[0] = scale;
    const rf_state start = state;
    for (int32_t model = 0; model < RF_MODEL_COUNT; ++model) {
      on.scene.settings.model = model;
      rf_state one = start, three[3] = {start, start, start};
      CHECK(rf_step(&on.scene, &one, nullptr) == RF_FAULTY_STATE);
      CHECK(one.end == RF_ENDED_FAULT);
      CHECK(one.orientation[0] == start.orientation[0]);
      rf_many_report report;
      REQUIRE(rf_step_many(&on.scene, three, 3, 2, nullptr, &report) == RF_OK);
      CHECK(report.faults == 3);
      CHECK(same_bits(three[1], one));
    }
  }
}

TEST_CASE("a negative slippage gives the friction of none, for one rock as for many") {
  OnPlane on(box_rock(1, 1.2, 0.8));
  on.plane.ground.mu_min = 0.3;
  on.plane.ground.mu_max = 0.9;
  on.plane.ground.kappa = 2;
  on.renew();
  CHECK(rf_ground_friction(&on.plane.ground, -0.3) == 0.3);
  std::vector<rf_state> starts;
  for (const double slippage : {-1e-9, -0.3, -1.0, -1e77, -1e300, 0.0, -0.0, 0.5}) {
    rf_state state = at_height(0.399);
    state.velocity[0] = 5;
    state.velocity[2] = -1;
    state.slippage = slippage;
    starts.push_back(state);
  }
  const BothWays stepped(on.scene, starts, 1);
  stepped.check_equal();
  for (size_t i = 0; i + 1 < starts.size(); ++i) CHECK(stepped.single[i].velocity[0] == stepped.single[6].velocity[0]);
  CHECK(stepped.single[7].velocity[0] < stepped.single[6].velocity[0]);
  BothWays(on.scene, starts, 500).check_equal();
}

TEST_CASE("rf_step_many gives the states and faults of rf_step where a callback gives ground out of range") {
  uint32_t faults = 0;
  for (int member = 0; member < RF_GROUND_FIELD_COUNT; ++member) {
    for (const double value : {kNaN, kInfinity, -kInfinity, -1e9, -1.0, 1e300}) {
      CAPTURE(rf_ground_field_name(member));
      CAPTURE(value);
      OnPlane on(box_rock(1, 1.2, 0.8));
      on.plane.ground.kappa = 2;
      on.plane.ground.mu_max = on.plane.ground.mu_min + 0.3;
      on.plane.ground.soil_strength = member >= RF_GROUND_SOIL_STRENGTH ? 1e7 : 0;
      on.renew();
      const BadGround bad(on, member, value);
      std::vector<rf_state> starts;
      for (const double height : {0.4, 0.5, 1.0, 3.0, 0.39, 0.6, 20.0, 0.45}) {
        rf_state state = at_height(height);
        state.velocity[0] = 4 + height;
        state.velocity[2] = -3;
        state.angular_velocity[1] = 2;
        state.slippage = 0.2;
        starts.push_back(state);
      }
      const BothWays stepped(on.scene, starts, 60);
      stepped.check_equal();
      faults += stepped.faults;
      for (const rf_state& state : stepped.single) CHECK(std::isfinite(state.slippage));
    }
  }
  CHECK(faults > 0);
}

// With sanitizers it also finds a number that is converted to an integer that cannot hold it.
TEST_CASE("a gravity that rf_scene_check refuses gives finite states, for one rock as for many") {
  for (int32_t model = 0; model < RF_MODEL_COUNT; ++model) {
    for (int32_t shape = 0; shape < 2; ++shape) {
      for (const double gravity : {kNaN, kInfinity, -kInfinity, 1e300, -1e300, -1e12, -9.81}) {
        CAPTURE(model);
        CAPTURE(shape);
        CAPTURE(gravity);
        OnPlane on(box_rock(1, 1.2, 0.8));
        on.scene.settings.model = model;
        on.scene.settings.rocfall_shape = shape;
        on.scene.settings.gravity = gravity;
        std::vector<rf_state> starts;
        for (const double height : {0.4, 0.5, 3.0, 20.0}) {
          starts.push_back(at_height(height));
          starts.back().velocity[2] = -3;
        }
        const BothWays stepped(on.scene, starts, 5);
        stepped.check_equal();
        for (const rf_state& state : stepped.single) {
          CHECK(std::isfinite(state.position[2]));
          CHECK(std::isfinite(state.velocity[2]));
        }
      }
    }
  }
}
