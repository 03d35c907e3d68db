// Checks of pointers, sizes of structs and indices before every step, without which a call could crash, and of the time
// step and the kinds of models, without which its result would mean nothing.
#pragma once

#include <rockfall/step.h>

#include "api/check.h"

namespace rockfall {

inline rf_status guard_scene(const rf_scene* scene) {
  if (!scene || !scene->terrain.sample || (!scene->rocks && scene->rock_count > 0)) return RF_NULL_ARGUMENT;
  const bool made = scene->struct_size == sizeof(rf_scene) && scene->terrain.struct_size == sizeof(rf_terrain) &&
                    scene->settings.struct_size == sizeof(rf_settings);
  return made ? RF_OK : RF_BAD_DEF;
}

/// True if scheme, model, shape of RocFall3 and soil law are values of their enumerations.
inline bool kinds_exist(const rf_settings& settings) {
  const auto below = [](int32_t kind, int32_t count) { return kind >= 0 && kind < count; };
  return below(settings.scheme, RF_SCHEME_COUNT) && below(settings.model, RF_MODEL_COUNT) &&
         below(settings.rocfall_shape, RF_ROCFALL_HULL + 1) && below(settings.soil_law, RF_SOIL_LAW_COUNT);
}

/// As guard_scene() for a call that makes steps.
inline rf_status guard_steps(const rf_scene* scene) {
  RF_TRY(guard_scene(scene));
  return is_positive(scene->settings.time_step) && kinds_exist(scene->settings) ? RF_OK : RF_BAD_VALUE;
}

inline rf_status guard_state(const rf_scene& scene, const rf_state* state) {
  if (!state) return RF_NULL_ARGUMENT;
  if (state->rock >= scene.rock_count) return RF_BAD_VALUE;
  return scene.rocks[state->rock] ? RF_OK : RF_NULL_ARGUMENT;
}

inline const rf_rock& rock_of(const rf_scene& scene, const rf_state& state) { return *scene.rocks[state.rock]; }

}  // namespace rockfall
