#include "api/scene.h"

#include <rockfall/step.h>

#include <cstring>

#include "api/check.h"
#include "api/default.h"
#include "api/rock_guard.h"
#include "body/default_state.h"
#include "numerics/floating_point_environment.h"
#include "rock/rock.h"

using namespace rockfall;

namespace {

const char* const kSchemeNames[RF_SCHEME_COUNT] = {"implicit", "explicit", "director", "exact"};
const char* const kModelNames[RF_MODEL_COUNT] = {"hard_contact", "rocfall_rigid", "rocfall_lumped"};
const char* const kEndNames[RF_END_COUNT] = {"moving", "stopped", "left_terrain", "time_limit", "fault"};
const char* const kSoilLawNames[RF_SOIL_LAW_COUNT] = {"drag_at_s", "drag_at_centroid", "face_pressure"};

// Index of a name in a list.
rf_status find_name(const char* const* names, int32_t count, const char* name, int32_t* index) {
  if (!name || !index) return RF_NULL_ARGUMENT;
  for (int32_t i = 0; i < count; ++i) {
    if (std::strcmp(name, names[i]) != 0) continue;
    *index = i;
    return RF_OK;
  }
  return RF_BAD_VALUE;
}

rf_status check_rock(const rf_rock* rock, uint32_t number, rf_error* error) {
  const unsigned i = number;
  switch (guard_rock(rock)) {
    case RF_OK:
      return RF_OK;
    case RF_NULL_ARGUMENT:
      return fail_with(error, RF_NULL_ARGUMENT, "scene.rocks[%u] is null", i);
    case RF_MEMORY_MISALIGNED:
      return fail_with(error, RF_MEMORY_MISALIGNED, "scene.rocks[%u] is not aligned to 64 bytes", i);
    default:
      return fail_with(error, RF_CORRUPTED, "scene.rocks[%u] is no shape cooked by this build", i);
  }
}

}  // namespace

extern "C" {

const char* rf_scheme_name(int32_t scheme) {
  return scheme >= 0 && scheme < RF_SCHEME_COUNT ? kSchemeNames[scheme] : "unknown";
}

rf_status rf_scheme_find(const char* name, int32_t* scheme) {
  return find_name(kSchemeNames, RF_SCHEME_COUNT, name, scheme);
}

const char* rf_model_name(int32_t model) {
  return model >= 0 && model < RF_MODEL_COUNT ? kModelNames[model] : "unknown";
}

rf_status rf_model_find(const char* name, int32_t* model) {
  return find_name(kModelNames, RF_MODEL_COUNT, name, model);
}

const char* rf_soil_law_name(int32_t law) {
  return law >= 0 && law < RF_SOIL_LAW_COUNT ? kSoilLawNames[law] : "unknown";
}

rf_status rf_soil_law_find(const char* name, int32_t* law) {
  return find_name(kSoilLawNames, RF_SOIL_LAW_COUNT, name, law);
}

const char* rf_end_name(int32_t end) { return end >= 0 && end < RF_END_COUNT ? kEndNames[end] : "unknown"; }

rf_status rf_init_settings(rf_settings* out, size_t size) {
  rf_settings settings = {};
  settings.scheme = RF_SCHEME_IMPLICIT;
  settings.time_step = 0.002;
  settings.gravity = 9.81;
  settings.solver_sweeps = 200;
  settings.solver_tolerance = 1e-10;
  settings.stop_speed = 0.1;
  settings.stop_time = 0.5;
  settings.scar_length = 2;
  return write_default(settings, out, size);
}

rf_status rf_settings_check(const rf_settings* settings, rf_error* error) {
  const FloatingPointEnvironment environment;
  if (!settings) return fail_null(error, "settings");
  if (settings->struct_size != sizeof *settings) return fail_def(error, "settings");
  RF_TRY(check_range(error, "settings.scheme", settings->scheme, 0, RF_SCHEME_COUNT - 1, "an rf_scheme"));
  RF_TRY(check_positive(error, "settings.time_step", settings->time_step));
  RF_TRY(check_not_negative(error, "settings.gravity", settings->gravity));
  RF_TRY(check_range(error, "settings.solver_sweeps", settings->solver_sweeps, 1, 100000, "between 1 and 100000"));
  RF_TRY(check_positive(error, "settings.solver_tolerance", settings->solver_tolerance));
  RF_TRY(check_range(error, "settings.solver_tolerance", settings->solver_tolerance, 0, 0.01, "at most 0.01"));
  RF_TRY(check_not_negative(error, "settings.stop_speed", settings->stop_speed));
  RF_TRY(check_not_negative(error, "settings.stop_time", settings->stop_time));
  RF_TRY(check_not_negative(error, "settings.time_limit", settings->time_limit));
  RF_TRY(check_range(error, "settings.model", settings->model, 0, RF_MODEL_COUNT - 1, "an rf_model"));
  RF_TRY(check_range(error, "settings.rocfall_shape", settings->rocfall_shape, RF_ROCFALL_SPHERE, RF_ROCFALL_HULL,
                     "an rf_rocfall_shape"));
  RF_TRY(check_range(error, "settings.soil_law", settings->soil_law, 0, RF_SOIL_LAW_COUNT - 1, "an rf_soil_law"));
  RF_TRY(check_not_negative(error, "settings.scar_length", settings->scar_length));
  return succeed(error);
}

rf_status rf_init_scene(rf_scene* out, size_t size) {
  rf_scene scene = {};
  scene.terrain = rf_default_terrain();
  scene.settings = rf_default_settings();
  return write_default(scene, out, size);
}

rf_status rf_scene_check(const rf_scene* scene, rf_error* error) {
  const FloatingPointEnvironment environment;
  if (!scene) return fail_null(error, "scene");
  if (scene->struct_size != sizeof *scene) return fail_def(error, "scene");
  if (!scene->rocks && scene->rock_count > 0) return fail_null(error, "scene.rocks");
  for (uint32_t i = 0; i < scene->rock_count; ++i) RF_TRY(check_rock(scene->rocks[i], i, error));
  RF_TRY(check_terrain(&scene->terrain, error, "scene.terrain", "scene.terrain.sample"));
  RF_TRY(check_not_negative(error, "scene.terrain.layer_height_max", scene->terrain.layer_height_max));
  RF_TRY(check_not_negative(error, "scene.terrain.contact_drag_height_max", scene->terrain.contact_drag_height_max));
  RF_TRY(check_not_negative(error, "scene.terrain.contact_drag_max", scene->terrain.contact_drag_max));
  RF_TRY(check_not_negative(error, "scene.terrain.roughness_max", scene->terrain.roughness_max));
  RF_TRY(check_finite(error, "scene.terrain.uniform_beta", scene->terrain.uniform_beta));
  RF_TRY(check_all_finite(error, "scene.terrain.origin", scene->terrain.origin, 3));
  return rf_settings_check(&scene->settings, error);
}

rf_status rf_init_state(rf_state* out, size_t size) { return write_default(default_state(), out, size); }

rf_status rf_state_check(const rf_scene* scene, const rf_state* state, rf_error* error) {
  const FloatingPointEnvironment environment;
  if (!scene) return fail_null(error, "scene");
  if (scene->struct_size != sizeof *scene) return fail_def(error, "scene");
  if (!state) return fail_null(error, "state");
  RF_TRY(check_all_finite(error, "position", state->position, 3));
  RF_TRY(check_all_finite(error, "velocity", state->velocity, 3));
  RF_TRY(check_all_finite(error, "angular_velocity", state->angular_velocity, 3));
  RF_TRY(check_not_negative(error, "slippage", state->slippage));
  RF_TRY(check_not_negative(error, "still_time", state->still_time));
  RF_TRY(check_not_negative(error, "scar_depth", state->scar_depth));
  RF_TRY(check_not_negative(error, "scar_path", state->scar_path));
  RF_TRY(check_orientation(state->orientation, error));
  if (state->rock >= scene->rock_count) return fail_value(error, "rock", state->rock, "below scene.rock_count");
  if (!scene->rocks) return fail_null(error, "scene.rocks");
  const rf_rock* const rock = scene->rocks[state->rock];
  if (!rock) return fail_with(error, RF_NULL_ARGUMENT, "scene.rocks[%u] is null", static_cast<unsigned>(state->rock));
  if (state->scar_depth > rock->bounding_radius) {
    return fail_value(error, "scar_depth", state->scar_depth, "at most the bounding radius of the rock");
  }
  RF_TRY(check_range(error, "end", state->end, RF_MOVING, RF_ENDED_FAULT, "an rf_end"));
  RF_TRY(check_range(error, "phase", state->phase, RF_PHASE_FLIGHT, RF_PHASE_RESTING, "an rf_phase"));
  return succeed(error);
}

}  // extern "C"
