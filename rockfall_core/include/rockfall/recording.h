/* rockfall/recording.h: recordings of runs, and their replay with a comparison of all bits.
 *
 * A recording contains the hashes of the scene, the settings, the actions of the host between the steps (rocks added
 * and replaced, impulses, changed settings and ground) and, at chosen intervals, a hash of all states or the states
 * themselves. It is written to memory of the caller; the caller writes files. docs/recording.md describes the format.
 *
 * All rocks of a recording step together:
 *
 *   rf_recorder_begin(&recorder, &def, &scene, memory, bytes, &error);
 *   rf_recorder_add(&recorder, &states[i], &error);                for each rock
 *   per step:
 *     rf_apply_impulse(...); rf_recorder_impulse(...);             each action of the host
 *     rf_step_many(&scene, states, count, 1, tasks, NULL);
 *     rf_recorder_stepped(&recorder, states, count, &error);
 *   rf_recorder_end(&recorder, states, count, &error);
 *
 * or, where the host does nothing between the steps, n = rf_recorder_steps_until_due(&recorder) steps at a time with
 * rf_recorder_stepped_many(). */
#ifndef ROCKFALL_RECORDING_H
#define ROCKFALL_RECORDING_H

#include "base.h"
#include "events.h"
#include "hash.h"
#include "step.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Version of the format, stored in every recording. */
#define RF_RECORDING_VERSION 1u

/** Maximum size of the metadata of a recording, bytes. */
#define RF_RECORDING_METADATA_MAX 65536u

/** Maximum of rf_recording_def::hash_every. It bounds the steps of a recording by its size: at most this many for every
 *  hash. */
#define RF_RECORDING_HASH_EVERY_MAX 1000000u

/** Maximum number of bytes that one call writes, except rf_recorder_begin, rf_recorder_stepped and rf_recorder_end. */
#define RF_RECORD_BYTES_MAX 512u

/** Contents of a recording. Make it with rf_default_recording_def(). */
typedef struct rf_recording_def {
  uint32_t struct_size;    /**< set by rf_init_recording_def(); checked */
  uint32_t hash_every;     /**< interval of the hashes of all states, steps, 1 to RF_RECORDING_HASH_EVERY_MAX;
                                default 1 */
  uint32_t states_every;   /**< interval of the stored states of moving rocks, steps; 0: no states; default 0 */
  uint32_t metadata_bytes; /**< size of the metadata, at most RF_RECORDING_METADATA_MAX; default 0 */
  const char* metadata;    /**< any bytes of the host, e.g. a description of the scene; owned by the caller, read during
                                the call; default null */
  uint64_t seed;           /**< seed of the campaign, for information only; default 0 */
} rf_recording_def;

/** A hash at each step, no states, no metadata. `size` and errors: see base.h. */
RF_API rf_status rf_init_recording_def(rf_recording_def* def, size_t size);

/** rf_init_recording_def() as a value. */
static inline rf_recording_def rf_default_recording_def(void) {
  rf_recording_def def;
  rf_init_recording_def(&def, sizeof def);
  return def;
}

/** A recording being written. Plain data without ownership. Between calls the caller may take the first `used` bytes of
 *  `memory` and set `used` to 0, or set memory, capacity and used to another block. A host that rolls back restores a
 *  copy of the struct: what was recorded after the copy is discarded. One thread at a time. */
typedef struct rf_recorder {
  unsigned char* memory; /**< block of the caller */
  size_t capacity;       /**< size of the block, bytes */
  size_t used;           /**< bytes written to the block */
  uint64_t step;         /**< steps recorded */
  uint64_t records;      /**< records written */
  uint64_t chain;        /**< hash chain: hash of all bytes recorded so far */
  uint32_t hash_every;   /**< as in the def */
  uint32_t states_every; /**< as in the def */
  uint32_t rock_count;   /**< rocks added */
  int32_t ended;         /**< 1 after rf_recorder_end */
} rf_recorder;

/** Bytes that rf_recorder_begin writes; 0 if null. Thread-safe. */
RF_API size_t rf_recorder_begin_bytes(const rf_recording_def* def);

/** Maximum number of bytes that rf_recorder_stepped or rf_recorder_end writes for `count` rocks; SIZE_MAX if it does
 *  not fit into a size_t. Thread-safe. */
RF_API size_t rf_recorder_step_bytes(uint32_t count);

/** Begin a recording of a scene. Reads a built-in grid once for its hash. A call of a recorder that fails writes
 *  nothing; after RF_MEMORY_TOO_SMALL take the bytes, or set a larger block, and call again.
 *  @param recorder  out
 *  @param def       its metadata is copied into the recording
 *  @param scene     as in the first step
 *  @param memory    block of the caller, any alignment
 *  @param bytes     size of the block, at least rf_recorder_begin_bytes(def)
 *  @param error     nullable
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE, RF_MEMORY_TOO_SMALL, and those of rf_hash_scene. */
RF_API rf_status rf_recorder_begin(rf_recorder* recorder, const rf_recording_def* def, const rf_scene* scene,
                                   void* memory, size_t bytes, rf_error* error);

/** Record that the host added a rock after the existing ones.
 *  Errors: RF_NULL_ARGUMENT, RF_MEMORY_TOO_SMALL, RF_BAD_VALUE (the recording has ended). */
RF_API rf_status rf_recorder_add(rf_recorder* recorder, const rf_state* state, rf_error* error);

/** Record that the host replaced the state of rock `rock`. Errors: as rf_recorder_add, RF_BAD_VALUE (rock). */
RF_API rf_status rf_recorder_replace(rf_recorder* recorder, uint32_t rock, const rf_state* state, rf_error* error);

/** Record a successful call of rf_apply_impulse with these arguments. Errors: as rf_recorder_replace. */
RF_API rf_status rf_recorder_impulse(rf_recorder* recorder, uint32_t rock, const double impulse[3],
                                     const double point[3], rf_error* error);

/** Record that the host changed the settings of the scene. Errors: as rf_recorder_add, RF_BAD_DEF. */
RF_API rf_status rf_recorder_settings(rf_recorder* recorder, const rf_settings* settings, rf_error* error);

/** Record that the host changed the ground of the terrain (rf_grid::ground, rf_plane::ground).
 *  Errors: as rf_recorder_add. */
RF_API rf_status rf_recorder_ground(rf_recorder* recorder, const rf_ground* ground, rf_error* error);

/** Record one step of all rocks; rocks that have ended keep their state.
 *  @param states  all rocks, in the order they were added
 *  @param count   number of rocks added
 *  Errors: RF_NULL_ARGUMENT, RF_MEMORY_TOO_SMALL, RF_BAD_VALUE (count, or the recording has ended). */
RF_API rf_status rf_recorder_stepped(rf_recorder* recorder, const rf_state* states, uint32_t count, rf_error* error);

/** Number of steps until the recorder needs the states again: up to this many steps may be made by one call of
 *  rf_step_many and recorded by one call of rf_recorder_stepped_many. At least 1; 0 if null. Thread-safe. */
RF_API uint32_t rf_recorder_steps_until_due(const rf_recorder* recorder);

/** Record several steps of all rocks at once, without actions of the host between them. With
 * rf_recording_def::hash_every 100, a host then makes 100 steps per call, in half the time of one step per call.
 *  @param steps  1 to rf_recorder_steps_until_due(recorder)
 *  Errors: as rf_recorder_stepped, RF_BAD_VALUE (steps). */
RF_API rf_status rf_recorder_stepped_many(rf_recorder* recorder, const rf_state* states, uint32_t count, uint32_t steps,
                                          rf_error* error);

/** End the recording and store the hash of all states. A recording without this call is reported as truncated.
 *  Errors: as rf_recorder_stepped. */
RF_API rf_status rf_recorder_end(rf_recorder* recorder, const rf_state* states, uint32_t count, rf_error* error);

/** Header and summary of a recording. */
typedef struct rf_recording_info {
  uint32_t version;           /**< version of the format */
  uint32_t library_version;   /**< rf_version() of the library that wrote it; another version may give other bits */
  rf_scene_identity identity; /**< hashes of the scene at the beginning */
  rf_settings settings;       /**< settings at the beginning */
  uint64_t seed;              /**< as in the def */
  uint32_t hash_every;        /**< as in the def */
  uint32_t states_every;      /**< as in the def */
  uint32_t rock_count;        /**< total number of rocks added */
  uint32_t metadata_bytes;    /**< size of the metadata */
  const char* metadata;       /**< points into the memory of the recording, not NUL-terminated; null if there is none */
  uint64_t steps;             /**< number of steps */
  uint64_t states_hash;       /**< rf_hash_states at the end */
} rf_recording_info;

/** Kind of a record. */
typedef enum rf_record_kind {
  RF_RECORD_ADD = 1,      /**< a rock is added */
  RF_RECORD_REPLACE = 2,  /**< a rock's state is replaced */
  RF_RECORD_IMPULSE = 3,  /**< an impulse on a rock */
  RF_RECORD_SETTINGS = 4, /**< settings change */
  RF_RECORD_GROUND = 5,   /**< the ground changes */
  RF_RECORD_HASH = 6,     /**< hash of all states */
  RF_RECORD_STATE = 7,    /**< state of a rock */
  RF_RECORD_END = 8       /**< end of the recording; hash of all states */
} rf_record_kind;

/** One record. Members that do not belong to its kind are zero. */
typedef struct rf_record {
  int32_t kind;         /**< an rf_record_kind */
  uint32_t rock;        /**< add, replace, impulse, state: number of the rock */
  uint64_t step;        /**< number of steps before the record */
  uint64_t hash;        /**< hash, end: rf_hash_states of all rocks */
  rf_state state;       /**< add, replace, state */
  double impulse[3];    /**< impulse: in I, N s */
  double point[3];      /**< impulse: point of application in I, m */
  int32_t has_point;    /**< impulse: 1 if `point` is set; 0: the impulse acted at S */
  rf_settings settings; /**< settings */
  rf_ground ground;     /**< ground */
} rf_record;

/** A recording being read. Plain data that points into the memory of the recording. A copy reads independently of the
 *  original. */
typedef struct rf_recording {
  const unsigned char* memory; /**< memory of the caller */
  size_t bytes;                /**< size of the recording */
  size_t offset;               /**< offset of the next record, bytes */
  uint32_t rocks_added;        /**< rocks added by the records read so far */
} rf_recording;

/** Check a whole recording and open it for reading: all bytes, and that every hash is at the step where it is due, so
 *  that a replay ends after rf_recording_info::steps. Reads at most `bytes` bytes. The memory must stay valid and
 *  unchanged while the recording is read. Thread-safe.
 *  @param info   nullable
 *  @param error  nullable
 *  Errors: RF_NULL_ARGUMENT, RF_WRONG_VERSION, RF_TRUNCATED, RF_CORRUPTED. */
RF_API rf_status rf_recording_open(rf_recording* recording, const void* memory, size_t bytes, rf_recording_info* info,
                                   rf_error* error);

/** Read the next record; after the end record the end record again. Errors: RF_NULL_ARGUMENT, RF_BAD_DEF (not opened).
 *  Thread-safe for different rf_recording objects. */
RF_API rf_status rf_recording_next(rf_recording* recording, rf_record* record, rf_error* error);

/** A replay of a recording. Make it with rf_default_replay(), set the members marked "in", then call
 *  rf_replay_begin. */
typedef struct rf_replay {
  uint32_t struct_size;  /**< set by rf_init_replay(); checked */
  uint32_t capacity;     /**< in: number of states that fit, at least rf_recording_info::rock_count */
  rf_state* states;      /**< in: array of the caller */
  rf_scene* scene;       /**< in: the scene; its settings are replaced by those of the recording */
  const rf_tasks* tasks; /**< in: nullable, as for rf_step_many */
  rf_events* events;     /**< in: nullable: each step reports its events here, the same as the recorded run gave; its
                              tracks need `capacity` elements, and are zeroed where a rock is added or replaced */
  void* user;            /**< in: passed to set_ground */
  /** in: called when the recording changes the ground; must set this ground in the terrain of the scene. Null is
   * allowed if the recording does not change the ground (otherwise RF_UNSUPPORTED). Returns RF_OK, or a status that
   * ends the replay. */
  rf_status (*set_ground)(void* user, rf_scene* scene, const rf_ground* ground);
  rf_recording recording; /**< reading position */
  uint64_t step;          /**< steps made */
  uint32_t count;         /**< rocks added so far */
  int32_t finished;       /**< 1 after the last step */
} rf_replay;

/** Result of one step of a replay. */
typedef struct rf_replay_report {
  uint64_t step;          /**< steps made, with this one */
  int32_t compared;       /**< 1 if the recording contains a hash or states of this step */
  int32_t differs;        /**< 1 if the hash or a state differs from the recording */
  uint64_t hash;          /**< rf_hash_states of the replayed states */
  uint64_t recorded_hash; /**< hash in the recording; 0 if there is none for this step */
  int32_t finished;       /**< 1: the recording has no further step */
} rf_replay_report;

/** An empty replay. `size` and errors: see base.h. */
RF_API rf_status rf_init_replay(rf_replay* replay, size_t size);

/** rf_init_replay() as a value. */
static inline rf_replay rf_default_replay(void) {
  rf_replay replay;
  rf_init_replay(&replay, sizeof replay);
  return replay;
}

/** Check a recording, compare its scene with rf_replay::scene, and add the rocks added before the first step. A call
 *  that fails leaves the scene as it was, except for what set_ground did; the states are then undefined, and
 *  rf_replay_step returns RF_BAD_DEF.
 *  Errors: those of rf_recording_open; RF_MISMATCH (other rocks, terrain or ground; the text says which),
 *  RF_MEMORY_TOO_SMALL (capacity), RF_BAD_DEF, and those of rf_hash_scene. */
RF_API rf_status rf_replay_begin(rf_replay* replay, const void* memory, size_t bytes, rf_error* error);

/** Apply the recorded actions of the host, make one step, and compare. May be called again after a difference. After
 * the last step it only reports finished. Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_UNSUPPORTED (no set_ground),
 * RF_CORRUPTED (an action failed), a status of set_ground. */
RF_API rf_status rf_replay_step(rf_replay* replay, rf_replay_report* report, rf_error* error);

#ifdef __cplusplus
}
#endif
#endif
