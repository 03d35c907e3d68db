/* rockfall/recording.h: everything that is needed to make a run again, and hashes to see that it comes out the same.
 *
 * A recording holds the identity of the scene, the settings, what the host did between the steps (rocks added and
 * replaced, impulses, changed settings and ground) and, after some of the steps, a hash of all states or the states
 * themselves. It works on memory of the caller; files are the caller's business. docs/recording.md has the format.
 *
 * All rocks of a recording make their steps together:
 *
 *   rf_recorder_begin(&recorder, &def, &scene, memory, bytes, &error);
 *   rf_recorder_add(&recorder, &states[i], &error);                for each rock
 *   per step:
 *     rf_apply_impulse(...); rf_recorder_impulse(...);             whatever the host does
 *     rf_step_many(&scene, states, count, 1, tasks, NULL);
 *     rf_recorder_stepped(&recorder, states, count, &error);
 *   rf_recorder_end(&recorder, states, count, &error);
 */
#ifndef ROCKFALL_RECORDING_H
#define ROCKFALL_RECORDING_H

#include "base.h"
#include "hash.h"
#include "step.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Version of the format, which recordings carry. */
#define RF_RECORDING_VERSION 1u

/** The longest note that fits, bytes. */
#define RF_RECORDING_NOTE_MAX 65536u

/** Bytes that any single call but rf_recorder_begin and rf_recorder_stepped needs at the most. */
#define RF_RECORD_BYTES_MAX 512u

/** What to record. Make it with rf_default_recording_def(). */
typedef struct rf_recording_def {
  uint32_t struct_size;  /**< set by rf_default_recording_def(); checked */
  uint32_t hash_every;   /**< steps from one hash of all states to the next, >= 1; default 1 */
  uint32_t states_every; /**< steps from one storing of the moving rocks' states to the next; 0: never; default 0 */
  uint32_t note_bytes;   /**< at most RF_RECORDING_NOTE_MAX; default 0 */
  const char* note; /**< what the host wants to find again, e.g. how to build the scene; read during the call only */
  uint64_t seed;    /**< of the campaign, for information: the rocks are recorded as they were added; default 0 */
} rf_recording_def;

/** A hash at each step, no states, no note. */
RF_API rf_recording_def rf_default_recording_def(void);

/** A recording being written. Plain data without ownership. The caller may at any time take the first `used` bytes of
 *  `memory` away and set `used` to 0, or hand in another block by setting memory, capacity and used. A copy of the
 *  struct put back later forgets what was recorded meanwhile, for hosts that roll back. One thread at a time. */
typedef struct rf_recorder {
  unsigned char* memory; /**< block of the caller */
  size_t capacity;       /**< bytes of it */
  size_t used;           /**< bytes written so far that nobody has taken away */
  uint64_t step;         /**< steps recorded */
  uint64_t records;      /**< records written */
  uint64_t chain;        /**< hash of all bytes so far */
  uint32_t hash_every;   /**< as in the def */
  uint32_t states_every; /**< as in the def */
  uint32_t rock_count;   /**< rocks added */
  int32_t ended;         /**< 1 after rf_recorder_end */
} rf_recorder;

/** Bytes that rf_recorder_begin needs; 0 on null. */
RF_API size_t rf_recorder_begin_bytes(const rf_recording_def* def);

/** Bytes that rf_recorder_stepped and rf_recorder_end need at the most for so many rocks; SIZE_MAX if they cannot be
 *  counted in a size_t. */
RF_API size_t rf_recorder_step_bytes(uint32_t count);

/** Begin a recording of a scene. Reads a built-in grid once for its hash. No call of a recorder writes anything if it
 *  fails; RF_MEMORY_TOO_SMALL means: take bytes away or hand in a larger block, and call again.
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE, RF_MEMORY_TOO_SMALL, and those of rf_hash_scene. */
RF_API rf_status rf_recorder_begin(rf_recorder* recorder, const rf_recording_def* def, const rf_scene* scene,
                                   void* memory, size_t bytes, rf_error* error);

/** A rock was added, behind those there are. Errors: RF_NULL_ARGUMENT, RF_MEMORY_TOO_SMALL, RF_BAD_VALUE (ended). */
RF_API rf_status rf_recorder_add(rf_recorder* recorder, const rf_state* state, rf_error* error);

/** The state of rock `rock` was replaced by the host. Errors: as rf_recorder_add, RF_BAD_VALUE (rock). */
RF_API rf_status rf_recorder_replace(rf_recorder* recorder, uint32_t rock, const rf_state* state, rf_error* error);

/** rf_apply_impulse was called with these arguments and succeeded. Errors: as rf_recorder_replace. */
RF_API rf_status rf_recorder_impulse(rf_recorder* recorder, uint32_t rock, const double impulse[3],
                                     const double point[3], rf_error* error);

/** The scene's settings were changed to these. Errors: as rf_recorder_add, RF_BAD_DEF. */
RF_API rf_status rf_recorder_settings(rf_recorder* recorder, const rf_settings* settings, rf_error* error);

/** The ground that holds where no field says otherwise was changed to this. Errors: as rf_recorder_add. */
RF_API rf_status rf_recorder_ground(rf_recorder* recorder, const rf_ground* ground, rf_error* error);

/** All rocks made one step (those that have ended stayed as they were).
 *  @param states  all rocks, in the order they were added
 *  @param count   as many as were added
 *  Errors: RF_NULL_ARGUMENT, RF_MEMORY_TOO_SMALL, RF_BAD_VALUE (count; ended). */
RF_API rf_status rf_recorder_stepped(rf_recorder* recorder, const rf_state* states, uint32_t count, rf_error* error);

/** The run is over: stores the hash of all states. Without this a recording counts as truncated.
 *  Errors: as rf_recorder_stepped. */
RF_API rf_status rf_recorder_end(rf_recorder* recorder, const rf_state* states, uint32_t count, rf_error* error);

/** What a recording says of itself. */
typedef struct rf_recording_info {
  uint32_t version;           /**< of the format */
  uint32_t library_version;   /**< rf_version() of the library that wrote it: another may give other bits */
  rf_scene_identity identity; /**< of the scene at the beginning */
  rf_settings settings;       /**< at the beginning */
  uint64_t seed;              /**< as in the def */
  uint32_t hash_every;        /**< as in the def */
  uint32_t states_every;      /**< as in the def */
  uint32_t rock_count;        /**< rocks added in all */
  uint32_t note_bytes;        /**< length of the note */
  const char* note;           /**< inside the recording's memory, not NUL-terminated; null if there is none */
  uint64_t steps;             /**< steps recorded */
  uint64_t states_hash;       /**< rf_hash_states at the end */
} rf_recording_info;

/** Kinds of records. */
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

/** One record. Only the members of its kind are set, all others are zero. */
typedef struct rf_record {
  int32_t kind;         /**< an rf_record_kind */
  uint32_t rock;        /**< add, replace, impulse, state: number of the rock */
  uint64_t step;        /**< steps made before it happened */
  uint64_t hash;        /**< hash, end */
  rf_state state;       /**< add, replace, state */
  double impulse[3];    /**< impulse: N s */
  double point[3];      /**< impulse: m */
  int32_t has_point;    /**< impulse: 0 if it acted at S */
  rf_settings settings; /**< settings */
  rf_ground ground;     /**< ground */
} rf_record;

/** A recording being read. Plain data; leads into the recording's memory. Copies read on independently. */
typedef struct rf_recording {
  const unsigned char* memory; /**< of the caller */
  size_t bytes;                /**< of the recording */
  size_t at;                   /**< where the next record begins */
  uint32_t rocks_added;        /**< by the records read so far */
} rf_recording;

/** Check a whole recording and begin to read it. Nothing beyond `bytes` is read. The memory must stay while the
 *  recording is read. Thread-safe.
 *  @param info  nullable
 *  Errors: RF_NULL_ARGUMENT, RF_WRONG_VERSION, RF_TRUNCATED, RF_CORRUPTED. */
RF_API rf_status rf_recording_open(rf_recording* recording, const void* memory, size_t bytes, rf_recording_info* info,
                                   rf_error* error);

/** Read the next record; at the end the last one again. Errors: RF_NULL_ARGUMENT, RF_BAD_DEF (not opened). */
RF_API rf_status rf_recording_next(rf_recording* recording, rf_record* record, rf_error* error);

/** A recording being replayed. Make it with rf_default_replay(), set the members marked in:, then rf_replay_begin. */
typedef struct rf_replay {
  uint32_t struct_size;  /**< set by rf_default_replay(); checked */
  uint32_t capacity;     /**< in: room for states, at least rf_recording_info::rock_count */
  rf_state* states;      /**< in: room of the caller */
  rf_scene* scene;       /**< in: the scene; its settings are set from the recording */
  const rf_tasks* tasks; /**< in: nullable, as for rf_step_many */
  void* user;            /**< in: handed to set_ground */
  /** in: called when the recording changes the ground: make the scene's terrain have it. Needed only for recordings
   * that do (RF_UNSUPPORTED otherwise). Returns RF_OK, or a status that ends the replay. */
  rf_status (*set_ground)(void* user, rf_scene* scene, const rf_ground* ground);
  rf_recording recording; /**< where it is */
  uint64_t step;          /**< steps made */
  uint32_t count;         /**< rocks so far */
  int32_t finished;       /**< 1 after the last step */
} rf_replay;

/** What came out of one step of a replay. */
typedef struct rf_replay_report {
  uint64_t step;          /**< steps made now */
  int32_t compared;       /**< 1 if the recording has a hash or states of this step */
  int32_t differs;        /**< 1 if something compared has other bits */
  uint64_t hash;          /**< of the states now */
  uint64_t recorded_hash; /**< in the recording; 0 if it has none of this step */
  int32_t finished;       /**< 1: the recording has no further step */
} rf_replay_report;

/** An empty replay. */
RF_API rf_replay rf_default_replay(void);

/** Check a recording, compare its scene with the one at hand, and add the rocks of its beginning.
 *  Errors: those of rf_recording_open; RF_MISMATCH (other rocks, terrain or ground; the text says which),
 *  RF_MEMORY_TOO_SMALL (capacity), RF_BAD_DEF, and those of rf_hash_scene. */
RF_API rf_status rf_replay_begin(rf_replay* replay, const void* memory, size_t bytes, rf_error* error);

/** Do what the host did, make one step, and compare. Goes on after a difference if called again. After the last step
 *  it does nothing but report finished.
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_UNSUPPORTED (no set_ground), RF_CORRUPTED (a record that cannot be done),
 *  a status of set_ground. */
RF_API rf_status rf_replay_step(rf_replay* replay, rf_replay_report* report, rf_error* error);

#ifdef __cplusplus
}
#endif
#endif
