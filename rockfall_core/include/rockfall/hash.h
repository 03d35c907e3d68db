/* rockfall/hash.h: 64-bit hashes of what shapes a run, and of what comes out. Hashes are taken member by member, never
 * over the bytes of a struct, so that padding does not count: equal on every platform where the values have the same
 * bits. Any two inputs that differ in a single number have different hashes. -0 and 0 differ; all NaNs are alike. */
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

/** Hash of one rock's state; 0 on null. Thread-safe. */
RF_API uint64_t rf_hash_state(const rf_state* state);

/** Hash of `count` states in their order, and of their number; 0 if states is null and count is not 0. Thread-safe. */
RF_API uint64_t rf_hash_states(const rf_state* states, uint32_t count);

/** Hash of a cooked shape: mass properties, vertices, faces, triangles; 0 on null. Thread-safe. */
RF_API uint64_t rf_hash_rock(const rf_rock* rock);

/** Hash of one ground; 0 on null. Thread-safe. */
RF_API uint64_t rf_hash_ground(const rf_ground* ground);

/** Hash of settings; 0 on null. Thread-safe. */
RF_API uint64_t rf_hash_settings(const rf_settings* settings);

/** Hashes of a terrain. */
typedef struct rf_terrain_hash {
  uint64_t surface; /**< heights, holes and their places; not rf_terrain::origin, which no step reads */
  uint64_t ground;  /**< ground parameters all over the terrain */
} rf_terrain_hash;

/** Hash a terrain by its content. The built-in grid is read once, all of it: a grid in single precision has the hash of
 *  the same heights in double. A terrain of the embedder's own callbacks has the hash of its rf_terrain::identity.
 *  Thread-safe. Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_UNSUPPORTED (callbacks, and identity is 0). */
RF_API rf_status rf_hash_terrain(const rf_terrain* terrain, rf_terrain_hash* hash, rf_error* error);

/** Hash a terrain by samples at columns x rows places spread evenly over a rectangle, edges included: one way to an
 *  rf_terrain::identity. Thread-safe.
 *  @param columns, rows  2 to 65536
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE (the rectangle, columns, rows). */
RF_API rf_status rf_hash_terrain_samples(const rf_terrain* terrain, const rf_rectangle* area, uint32_t columns,
                                         uint32_t rows, rf_terrain_hash* hash, rf_error* error);

/** What a scene is, for comparing: runs of scenes with the same identity from the same states have the same bits. */
typedef struct rf_scene_identity {
  uint64_t rocks;    /**< all shapes in their order */
  uint64_t surface;  /**< see rf_terrain_hash */
  uint64_t ground;   /**< see rf_terrain_hash */
  uint64_t settings; /**< see rf_hash_settings */
} rf_scene_identity;

/** Identity of a scene. Thread-safe. Errors: those of rf_scene_check and rf_hash_terrain. */
RF_API rf_status rf_hash_scene(const rf_scene* scene, rf_scene_identity* identity, rf_error* error);

#ifdef __cplusplus
}
#endif
#endif
