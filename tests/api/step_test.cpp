#include <rockfall/campaign.h>
#include <rockfall/events.h>
#include <rockfall/observe.h>
#include <rockfall/queries.h>

#include <functional>

#include "support/refusal.h"
#include "support/scenes.h"

using namespace support;

namespace {

// Every call that steps or measures makes the same checks.
void check_guards(const rf_scene& good, const std::function<rf_status(const rf_scene*, rf_state*)>& call) {
  rf_state state = rf_default_state();
  state.position[2] = 5;
  rf_scene scene = good;
  CHECK(call(&scene, &state) == RF_OK);
  CHECK(call(nullptr, &state) == RF_NULL_ARGUMENT);
  CHECK(call(&scene, nullptr) == RF_NULL_ARGUMENT);
  scene.rocks = nullptr;
  CHECK(call(&scene, &state) == RF_NULL_ARGUMENT);
  scene = good;
  scene.terrain.sample = nullptr;
  CHECK(call(&scene, &state) == RF_NULL_ARGUMENT);
  scene = good;
  scene.struct_size = 0;
  CHECK(call(&scene, &state) == RF_BAD_DEF);
  scene = good;
  scene.terrain.struct_size = 0;
  CHECK(call(&scene, &state) == RF_BAD_DEF);
  scene = good;
  scene.settings.struct_size = 0;
  CHECK(call(&scene, &state) == RF_BAD_DEF);
  const rf_rock* const none[1] = {nullptr};
  scene = good;
  scene.rocks = none;
  CHECK(call(&scene, &state) == RF_NULL_ARGUMENT);
  state.rock = 1;
  scene = good;
  const rf_state before = state;
  CHECK(call(&scene, &state) == RF_BAD_VALUE);
  CHECK(same_bits(before, state));
}

void ignore_tasks(void*, rf_task_body, void*, uint32_t) {}

}  // namespace

TEST_CASE("stepping and measuring refuse arguments that would crash") {
  OnPlane on(box_rock(1, 1, 1));
  check_guards(on.scene, [](const rf_scene* scene, rf_state* state) { return rf_step(scene, state, nullptr); });
  check_guards(on.scene, [](const rf_scene* scene, rf_state* state) {
    rf_step_report report = {};
    return rf_step(scene, state, &report);
  });
  check_guards(on.scene, [](const rf_scene* scene, rf_state* state) {
    return rf_step_many(scene, state, 1, 1, nullptr, nullptr);
  });
  check_guards(on.scene, [](const rf_scene* scene, rf_state* state) {
    double angular_momentum[3];
    return rf_angular_momentum(scene, state, angular_momentum);
  });
  rf_state state = rf_default_state();
  CHECK(rf_angular_momentum(&on.scene, &state, nullptr) == RF_NULL_ARGUMENT);
  state.velocity[0] = 2;
  CHECK(rf_kinetic_energy(&on.scene, &state) == 2 * on.rock->mass);
  CHECK(rf_kinetic_energy(nullptr, &state) == 0);
  CHECK(rf_kinetic_energy(&on.scene, nullptr) == 0);
  state.rock = 9;
  CHECK(rf_kinetic_energy(&on.scene, &state) == 0);
}

namespace {

using StepCall = std::function<rf_status(const rf_scene&, rf_state&)>;

/// Every call that steps rocks.
const StepCall kStepCalls[] = {
    [](const rf_scene& scene, rf_state& state) { return rf_step(&scene, &state, nullptr); },
    [](const rf_scene& scene, rf_state& state) {
      rf_rock_statistics statistics = rf_default_rock_statistics(&state);
      return rf_step_with_statistics(&scene, &state, &statistics, nullptr);
    },
    [](const rf_scene& scene, rf_state& state) { return rf_step_many(&scene, &state, 1, 3, nullptr, nullptr); },
    [](const rf_scene& scene, rf_state& state) {
      const rf_observation observation = rf_default_observation();
      return rf_step_many_observed(&scene, &state, 1, 3, nullptr, &observation, nullptr);
    },
    [](const rf_scene& scene, rf_state& state) {
      rf_rock_track track = {};
      rf_events events = rf_default_events();
      events.tracks = &track;
      return rf_step_many_with_events(&scene, &state, 1, 3, nullptr, nullptr, &events);
    },
};

/// Checks that every call that steps refuses settings that rf_settings_check refuses, and changes no state.
void check_refused(const rf_scene& scene, const rf_settings& settings) {
  REQUIRE(rf_settings_check(&settings, nullptr) == RF_BAD_VALUE);
  rf_state start = rf_default_state();
  start.position[2] = 0.49;
  start.velocity[0] = 1;
  rf_scene refused = scene;
  refused.settings = settings;
  for (const StepCall& call : kStepCalls) {
    rf_state state = start;
    CHECK(call(refused, state) == RF_BAD_VALUE);
    CHECK(same_bits(state, start));
    CHECK(call(scene, state) == RF_OK);
    CHECK(state.step > 0);
  }
}

}  // namespace

TEST_CASE("every call that steps refuses a time step that rf_settings_check refuses, and changes no state") {
  OnPlane on(box_rock(1, 1, 1));
  for (int32_t model = 0; model < RF_MODEL_COUNT; ++model) {
    on.scene.settings.model = model;
    for (const double time_step : {0.0, -0.0, -0.002, kNaN, kInfinity, -kInfinity}) {
      CAPTURE(time_step);
      rf_settings settings = on.scene.settings;
      settings.time_step = time_step;
      check_refused(on.scene, settings);
    }
  }
}

TEST_CASE(
    "every call that steps refuses a scheme, model, shape or soil law that does not exist, and changes no state") {
  const OnPlane on(box_rock(1, 1, 1));
  int32_t rf_settings::*const kinds[] = {&rf_settings::scheme, &rf_settings::model, &rf_settings::rocfall_shape,
                                         &rf_settings::soil_law};
  const int32_t counts[] = {RF_SCHEME_COUNT, RF_MODEL_COUNT, RF_ROCFALL_HULL + 1, RF_SOIL_LAW_COUNT};
  for (size_t i = 0; i < 4; ++i) {
    for (const int32_t kind : {-1, counts[i], INT32_MAX, INT32_MIN}) {
      CAPTURE(i);
      CAPTURE(kind);
      rf_settings settings = on.scene.settings;
      settings.*kinds[i] = kind;
      check_refused(on.scene, settings);
    }
  }
}

TEST_CASE("rf_step_many refuses one bad shape index and steps no rock") {
  OnPlane on(box_rock(1, 1, 1));
  rf_state states[3] = {rf_default_state(), rf_default_state(), rf_default_state()};
  for (rf_state& state : states) state.position[2] = 5;
  states[2].rock = 7;
  const rf_state first = states[0];
  CHECK(rf_step_many(&on.scene, states, 3, 10, nullptr, nullptr) == RF_BAD_VALUE);
  CHECK(same_bits(first, states[0]));
  const rf_tasks no_run = {nullptr, nullptr, 0};
  CHECK(rf_step_many(&on.scene, states, 2, 1, &no_run, nullptr) == RF_NULL_ARGUMENT);
  CHECK(rf_step_many(&on.scene, nullptr, 0, 1, nullptr, nullptr) == RF_OK);
  const rf_tasks idle = {nullptr, ignore_tasks, 0};
  CHECK(rf_step_many(&on.scene, nullptr, 0, 1, &idle, nullptr) == RF_OK);
}

TEST_CASE("rf_step_many reports the numbers of steps, moving rocks and faults") {
  OnPlane on(box_rock(1, 1, 1));
  on.scene.settings.time_limit = 0.02;  // 10 steps
  std::vector<rf_state> states(40, rf_default_state());
  for (rf_state& state : states) state.position[2] = 50;
  states[3].end = RF_ENDED_LEFT_TERRAIN;
  states[20].velocity[1] = kNaN;
  rf_many_report report;
  REQUIRE(rf_step_many(&on.scene, states.data(), 40, 4, nullptr, &report) == RF_OK);
  CHECK(report.rock_steps == 38 * 4);
  CHECK(report.moving == 38);
  CHECK(report.faults == 1);
  REQUIRE(rf_step_many(&on.scene, states.data(), 40, 1000, nullptr, &report) == RF_OK);
  CHECK(report.rock_steps == 38 * 6);
  CHECK(report.moving == 0);
  CHECK(report.faults == 1);
  CHECK(states[3].step == 0);
}

TEST_CASE("a rock over ground that is narrower than the rock is not placed, and the text says why") {
  OnGrid on(box_rock(1, 1, 1), 11, 11, 0.4);
  for (uint32_t row = 0; row < 11; ++row) {
    for (uint32_t column = 0; column < 11; ++column) {
      if (column != 5 && column != 6) on.at(column, row) = kNaN;
    }
  }
  on.renew();
  rf_error error = stale_error();
  rf_state state = rf_default_state();
  state.position[0] = 2.2;  // the middle of the strip; the vertices of the box are 0.3 m outside it
  state.position[1] = 2.2;
  const rf_state before = state;
  for (const bool lift : {false, true}) {
    const rf_status status = lift ? rf_lift_out_of_ground(&on.scene, &state, nullptr, &error)
                                  : rf_place_above_ground(&on.scene, &state, 0, &error);
    check_refusal(status, error, RF_BAD_VALUE, "(2.2, 2.2)");
    check_refusal(status, error, RF_BAD_VALUE, "no ground below the vertices of the rock");
    CHECK(std::string(error.text).find("not over ground") == std::string::npos);
    CHECK(same_bits(before, state));
  }
  state.position[0] = 1.7;  // over a hole
  check_refusal(rf_place_above_ground(&on.scene, &state, 0, &error), error, RF_BAD_VALUE, "is not over ground");
  state.position[0] = 2.2;
  for (uint32_t row = 0; row < 11; ++row) on.at(4, row) = 0;  // ground below the vertices of one face is enough
  on.renew();
  check_success(rf_place_above_ground(&on.scene, &state, 0, &error), error);
}

TEST_CASE("rf_place_above_ground names a bad argument and does not change the state") {
  OnGrid on(box_rock(1, 1, 1), 4, 4, 1);
  rf_error error = stale_error();
  rf_state state = rf_default_state();
  state.position[0] = state.position[1] = 1.5;
  check_success(rf_place_above_ground(&on.scene, &state, 0.25, &error), error);
  CHECK(state.position[2] == doctest::Approx(0.75).epsilon(1e-14));
  check_refusal(rf_place_above_ground(nullptr, &state, 0, &error), error, RF_NULL_ARGUMENT, "scene");
  check_refusal(rf_place_above_ground(&on.scene, nullptr, 0, &error), error, RF_NULL_ARGUMENT, "state");
  check_refusal(rf_place_above_ground(&on.scene, &state, kNaN, &error), error, RF_BAD_VALUE, "clearance");
  state.position[0] = -3;
  const rf_state before = state;
  check_refusal(rf_place_above_ground(&on.scene, &state, 0, &error), error, RF_BAD_VALUE, "position");
  CHECK(same_bits(before, state));
  state.velocity[0] = kNaN;
  check_refusal(rf_place_above_ground(&on.scene, &state, 0, &error), error, RF_BAD_VALUE, "velocity[0]");
}
