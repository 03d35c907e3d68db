#include "replay/hash.h"

#include <rockfall/hash.h>

#include "api/check.h"
#include "numerics/floating_point_environment.h"

using namespace rockfall;

extern "C" {

uint64_t rf_hash_state(const rf_state* state) {
  const FloatingPointEnvironment environment;
  return state ? hash_state(*state) : 0;
}

uint64_t rf_hash_states(const rf_state* states, uint32_t count) {
  const FloatingPointEnvironment environment;
  return states || count == 0 ? hash_states(states, count) : 0;
}

uint64_t rf_hash_rock(const rf_rock* rock) {
  const FloatingPointEnvironment environment;
  return rock ? hash_rock(*rock) : 0;
}

uint64_t rf_hash_ground(const rf_ground* ground) {
  const FloatingPointEnvironment environment;
  return ground ? hash_ground(*ground) : 0;
}

uint64_t rf_hash_settings(const rf_settings* settings) {
  const FloatingPointEnvironment environment;
  return settings ? hash_settings(*settings) : 0;
}

rf_status rf_hash_terrain(const rf_terrain* terrain, rf_terrain_hash* hash, rf_error* error) {
  const FloatingPointEnvironment environment;
  RF_TRY(check_terrain(terrain, error));
  if (!hash) return fail_null(error, "hash");
  if (!is_built_in(*terrain) && terrain->identity == 0) {
    return fail(error, RF_UNSUPPORTED, "terrain.identity is 0: it must be set for a terrain with own callbacks");
  }
  *hash = hash_terrain(*terrain);
  return succeed(error);
}

rf_status rf_hash_terrain_samples(const rf_terrain* terrain, const rf_rectangle* area, uint32_t columns, uint32_t rows,
                                  rf_terrain_hash* hash, rf_error* error) {
  const FloatingPointEnvironment environment;
  RF_TRY(check_terrain(terrain, error));
  if (!area) return fail_null(error, "area");
  if (!hash) return fail_null(error, "hash");
  RF_TRY(check_area(*area, error));
  RF_TRY(check_range(error, "columns", columns, 2, 65536, "between 2 and 65536"));
  RF_TRY(check_range(error, "rows", rows, 2, 65536, "between 2 and 65536"));
  *hash = hash_samples(*terrain, *area, columns, rows);
  return succeed(error);
}

rf_status rf_hash_scene(const rf_scene* scene, rf_scene_identity* identity, rf_error* error) {
  const FloatingPointEnvironment environment;
  RF_TRY(rf_scene_check(scene, error));
  if (!identity) return fail_null(error, "identity");
  rf_terrain_hash terrain;
  RF_TRY(rf_hash_terrain(&scene->terrain, &terrain, error));
  *identity = {hash_rocks(scene->rocks, scene->rock_count), terrain.surface, terrain.ground,
               hash_settings(scene->settings)};
  return succeed(error);
}

}  // extern "C"
