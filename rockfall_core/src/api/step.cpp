#include "step/step.h"

#include <rockfall/observe.h>
#include <rockfall/step.h>

#include "api/check.h"
#include "api/default.h"
#include "api/scene.h"
#include "api/step_many.h"
#include "body/body.h"
#include "campaign/place.h"
#include "numerics/floating_point_environment.h"
#include "numerics/quaternion.h"
#include "rocfall/place.h"
#include "rock/rock.h"
#include "step/impulse.h"
#include "step/schedule.h"

using namespace rockfall;

namespace {

rf_status step_many_checked(const rf_scene* scene, rf_state* states, uint32_t count, uint32_t steps,
                            const rf_tasks* tasks, const rf_observation* observation, rf_many_report* report) {
  const FloatingPointEnvironment environment;
  uint64_t before;
  RF_TRY(guard_many(scene, states, count, tasks, before));
  step_many(*scene, states, count, steps, tasks, observation);
  if (report) *report = report_many(states, count, before);
  return RF_OK;
}

// A rock that was not placed: there is no ground below S, or below none of its vertices.
rf_status fail_placing(const rf_scene& scene, const rf_state& state, bool by_vertices, rf_error* error) {
  rf_terrain_sample below = {};
  scene.terrain.sample(scene.terrain.user, state.position, 1, &below);
  const bool finite = is_finite(below.height), narrow = by_vertices && below.exists && finite;
  const char* const text = narrow
                               ? "there is no ground below the vertices of the rock at (%.9g, %.9g), only between them"
                           : below.exists && !finite ? "the height of the terrain at (%.9g, %.9g) is not finite"
                                                     : "position (%.9g, %.9g) is not over ground";
  return fail_with(error, RF_BAD_VALUE, text, state.position[0], state.position[1]);
}

}  // namespace

extern "C" {

rf_status rf_step(const rf_scene* scene, rf_state* state, rf_step_report* report) {
  const FloatingPointEnvironment environment;
  RF_TRY(guard_steps(scene));
  RF_TRY(guard_state(*scene, state));
  return step_rock(rock_of(*scene, *state), scene->terrain, scene->settings, *state, report);
}

rf_status rf_step_many(const rf_scene* scene, rf_state* states, uint32_t count, uint32_t steps, const rf_tasks* tasks,
                       rf_many_report* report) {
  return step_many_checked(scene, states, count, steps, tasks, nullptr, report);
}

rf_status rf_init_observation(rf_observation* out, size_t size) {
  rf_observation observation = {};
  return write_default(observation, out, size);
}

rf_status rf_observation_check(const rf_observation* observation, rf_error* error) {
  const FloatingPointEnvironment environment;
  if (!observation) return fail_null(error, "observation");
  RF_TRY(check_observation(*observation, error));
  return succeed(error);
}

rf_status rf_step_many_observed(const rf_scene* scene, rf_state* states, uint32_t count, uint32_t steps,
                                const rf_tasks* tasks, const rf_observation* observation, rf_many_report* report) {
  const FloatingPointEnvironment environment;
  if (!observation) return RF_NULL_ARGUMENT;
  RF_TRY(check_observation(*observation, nullptr));
  return step_many_checked(scene, states, count, steps, tasks, observation, report);
}

rf_status rf_apply_impulse(const rf_scene* scene, rf_state* state, const double impulse[3], const double point[3],
                           rf_error* error) {
  const FloatingPointEnvironment environment;
  if (!scene) return fail_null(error, "scene");
  if (!state) return fail_null(error, "state");
  if (!impulse) return fail_null(error, "impulse");
  RF_TRY(rf_scene_check(scene, error));
  RF_TRY(rf_state_check(scene, state, error));
  RF_TRY(check_all_finite(error, "impulse", impulse, 3));
  if (point) RF_TRY(check_all_finite(error, "point", point, 3));
  if (state->end != RF_MOVING && state->end != RF_ENDED_STOPPED) {
    return fail_value(error, "end", state->end, "RF_MOVING or RF_ENDED_STOPPED to apply an impulse");
  }
  rf_state next = *state;
  apply_impulse(body_of(rock_of(*scene, *state), scene->settings), impulse, point ? point : state->position, next);
  RF_TRY(check_all_finite(error, "velocity", next.velocity, 3));
  RF_TRY(check_all_finite(error, "angular_velocity", next.angular_velocity, 3));
  *state = next;
  return succeed(error);
}

double rf_kinetic_energy(const rf_scene* scene, const rf_state* state) {
  const FloatingPointEnvironment environment;
  if (guard_scene(scene) != RF_OK || guard_state(*scene, state) != RF_OK) return 0;
  return kinetic_energy(body_of(rock_of(*scene, *state), scene->settings), state->velocity, state->angular_velocity);
}

rf_status rf_angular_momentum(const rf_scene* scene, const rf_state* state, double angular_momentum[3]) {
  const FloatingPointEnvironment environment;
  RF_TRY(guard_scene(scene));
  RF_TRY(guard_state(*scene, state));
  if (!angular_momentum) return RF_NULL_ARGUMENT;
  const Vec3 in_body =
      body_of(rock_of(*scene, *state), scene->settings).inertia.cwiseProduct(load3(state->angular_velocity));
  store3(rotate(load_quat(state->orientation), in_body), angular_momentum);
  return RF_OK;
}

rf_status rf_point_velocity(const rf_state* state, const double point[3], double velocity[3]) {
  const FloatingPointEnvironment environment;
  if (!state || !point || !velocity) return RF_NULL_ARGUMENT;
  if (!can_step(*state)) return RF_BAD_VALUE;
  const Vec3 omega = rotate(load_quat(state->orientation), load3(state->angular_velocity));
  const Vec3 found = load3(state->velocity) + omega.cross(load3(point) - load3(state->position));
  if (!is_finite(found[0]) || !is_finite(found[1]) || !is_finite(found[2])) return RF_BAD_VALUE;
  store3(found, velocity);
  return RF_OK;
}

rf_status rf_place_above_ground(const rf_scene* scene, rf_state* state, double clearance, rf_error* error) {
  const FloatingPointEnvironment environment;
  RF_TRY(rf_scene_check(scene, error));
  RF_TRY(rf_state_check(scene, state, error));
  RF_TRY(check_finite(error, "clearance", clearance));
  double z;
  const rf_rock& rock = rock_of(*scene, *state);
  const Body body = body_of(rock, scene->settings);
  const bool by_vertices = body.kind == Body::Kind::hull;
  const bool over_ground = by_vertices ? height_of_placement(rock, scene->terrain, *state, clearance, &z)
                                       : rocfall::height_of_placement(body, scene->terrain, *state, clearance, &z);
  if (!over_ground) return fail_placing(*scene, *state, by_vertices, error);
  RF_TRY(check_finite(error, "height above the ground", z));
  state->position[2] = z;
  state->scar_depth = state->scar_path = 0;
  return succeed(error);
}

}  // extern "C"
