/* rockfall/hash.h: 64-bit hashes of the inputs and the results of a run. Structs are hashed member by member, without
 * their padding bytes, so that equal values have equal hashes on every platform. Two inputs that differ in a single
 * number have different hashes. -0 and 0 have different hashes; all NaNs have the same hash. */
#ifndef ROCKFALL_HASH_H
#define ROCKFALL_HASH_H

#include "base.h"
#include "ground.h"
#include "rock.h"
#include "step.h"
#include "terrain.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Hash of the state of one rock; 0 if null. Thread-safe. */
RF_API uint64_t rf_hash_state(const rf_state* state);

/** Hash of an array of `count` states; depends on order and count. 0 if states is null and count > 0. Thread-safe. */
RF_API uint64_t rf_hash_states(const rf_state* states, uint32_t count);

/** Hash of a cooked shape: mass properties, vertices, faces, triangles; 0 if null. Thread-safe. */
RF_API uint64_t rf_hash_rock(const rf_rock* rock);

/** Hash of ground parameters; 0 if null. Thread-safe. */
RF_API uint64_t rf_hash_ground(const rf_ground* ground);

/** Hash of settings; 0 if null. Thread-safe. */
RF_API uint64_t rf_hash_settings(const rf_settings* settings);

/** Hashes of a terrain. */
typedef struct rf_terrain_hash {
  uint64_t surface; /**< positions, heights and holes; not rf_terrain::origin, which does not affect a step */
  uint64_t ground;  /**< ground parameters of the whole terrain */
} rf_terrain_hash;

/** Hash the content of a terrain. Reads every node of a built-in grid once; a grid in single precision has the hash of
 *  the same heights in double precision. For the host's own callbacks the hash is that of rf_terrain::identity.
 *  Thread-safe. Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_UNSUPPORTED (own callbacks and identity is 0). */
RF_API rf_status rf_hash_terrain(const rf_terrain* terrain, rf_terrain_hash* hash, rf_error* error);

/** Hash samples of a terrain at columns x rows evenly spaced positions of a rectangle, edges included. Either hash can
 *  serve as rf_terrain::identity. Thread-safe.
 *  @param area           local coordinates, m
 *  @param columns, rows  number of positions along x and y, 2 to 65536
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE (the rectangle, columns, rows). */
RF_API rf_status rf_hash_terrain_samples(const rf_terrain* terrain, const rf_rectangle* area, uint32_t columns,
                                         uint32_t rows, rf_terrain_hash* hash, rf_error* error);

/** Hashes of the parts of a scene. Scenes with equal hashes give the same bits from the same states, if nobody has
 *  edited the callbacks and bounds of a built-in terrain. Material numbers do not affect a step and are hashed for
 * height fields only. */
typedef struct rf_scene_identity {
  uint64_t rocks;    /**< all shapes in their order */
  uint64_t surface;  /**< see rf_terrain_hash */
  uint64_t ground;   /**< see rf_terrain_hash */
  uint64_t settings; /**< see rf_hash_settings */
} rf_scene_identity;

/** Hash the parts of a scene. Thread-safe. Errors: those of rf_scene_check and rf_hash_terrain. */
RF_API rf_status rf_hash_scene(const rf_scene* scene, rf_scene_identity* identity, rf_error* error);

#ifdef __cplusplus
}
#endif
#endif
