/* rockfall/recording.h: recordings of runs: writing, checking and reading them. Replays: replay.h.
 *
 * A recording contains the hashes of the scene, the settings, the actions of the host between the steps (rocks added,
 * replaced and removed, new shapes, impulses, changed settings, ground and heights), at chosen intervals a hash of all
 * states or the states themselves, and keyframes from which a replay continues. It is written to memory of the caller;
 * the caller writes files. docs/recording.md describes the format.
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
#include "hash.h"
#include "step.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Version of the format, stored in every recording. Version 1, which has no removed rocks, new shapes, changed heights
 *  and keyframes, is read as well. */
#define RF_RECORDING_VERSION 2u

/** Maximum size of the metadata of a recording, bytes. */
#define RF_RECORDING_METADATA_MAX 65536u

/** Maximum of rf_recording_def::hash_every. It limits the steps of a recording of a given size: at most this many for
 *  every hash in it. */
#define RF_RECORDING_HASH_EVERY_MAX 1000000u

/** Maximum number of bytes that one call writes, except calls whose number of bytes has a function of its own:
 *  rf_recorder_begin, rf_recorder_shape, rf_recorder_heights, rf_recorder_stepped, rf_recorder_stepped_many and
 *  rf_recorder_end. */
#define RF_RECORD_BYTES_MAX 512u

/** Maximum number of nodes in one change of heights. */
#define RF_RECORD_NODES_MAX 4194304u

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
  void* keyframe_memory;   /**< block of the caller for keyframes, any alignment; must stay valid until
                                rf_recorder_end(). Null: no keyframes; default null */
  size_t keyframe_bytes;   /**< size of the block, bytes; limits the keyframes, each of which takes 16 bytes more in the
                                recording than in the block; default 0 */
} rf_recording_def;

/** A hash at each step, no states, no metadata, no keyframes. `size` and errors: see base.h. */
RF_API rf_status rf_init_recording_def(rf_recording_def* def, size_t size);

/** rf_init_recording_def() as a value. */
static inline rf_recording_def rf_default_recording_def(void) {
  rf_recording_def def;
  rf_init_recording_def(&def, sizeof def);
  return def;
}

/** A recording being written. Plain data without ownership. Between calls the caller may take the first `used` bytes of
 *  `memory` and set `used` to 0, or set memory, capacity and used to another block. A host that rolls back restores a
 *  copy of the struct: what was recorded after the copy is discarded. A host that does both takes the bytes right
 *  before it makes the copy, so that `used` is 0 in the copy, and on going back cuts off what it has stored behind the
 *  first `bytes` bytes. One thread at a time. */
typedef struct rf_recorder {
  unsigned char* memory;    /**< block of the caller */
  size_t capacity;          /**< size of the block, bytes */
  size_t used;              /**< bytes written to the block */
  unsigned char* keyframes; /**< rf_recording_def::keyframe_memory */
  size_t keyframe_bytes;    /**< as in the def */
  uint64_t bytes;           /**< bytes recorded so far, including those that the caller has taken */
  uint64_t step;            /**< steps recorded */
  uint64_t work;            /**< rock-steps recorded, plus one for each step; 0 without keyframes */
  uint64_t records;         /**< records written */
  uint64_t chain;           /**< hash chain: hash of all bytes recorded so far */
  uint64_t last_settings;   /**< offset of the last change of settings, bytes; 0: none */
  uint64_t last_ground;     /**< offset of the last change of the ground, bytes; 0: none */
  uint32_t hash_every;      /**< as in the def */
  uint32_t states_every;    /**< as in the def */
  uint32_t rock_count;      /**< rocks added and not removed */
  uint32_t shape_count;     /**< shapes added */
  uint32_t height_changes;  /**< changes of heights */
  int32_t ended;            /**< 1 after rf_recorder_end */
} rf_recorder;

/** Bytes that rf_recorder_begin writes; 0 if null. Thread-safe. */
RF_API size_t rf_recorder_begin_bytes(const rf_recording_def* def);

/** Maximum number of bytes that rf_recorder_stepped or rf_recorder_stepped_many writes for `count` rocks; SIZE_MAX if
 *  it does not fit into a size_t. Thread-safe. */
RF_API size_t rf_recorder_step_bytes(uint32_t count);

/** Bytes that rf_recorder_shape writes for a shape; 0 if null. Thread-safe. */
RF_API size_t rf_recorder_shape_bytes(const rf_rock* rock);

/** Bytes that rf_recorder_heights writes for a rectangle of columns x rows nodes; SIZE_MAX if they are more than
 *  RF_RECORD_NODES_MAX. Thread-safe. */
RF_API size_t rf_recorder_heights_bytes(uint32_t columns, uint32_t rows);

/** Bytes that rf_recorder_end writes now, keyframes included; 0 if null, not begun or ended. Needs no
 * rf_recorder::memory. Thread-safe. */
RF_API size_t rf_recorder_end_bytes(const rf_recorder* recorder);

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

/** Record that the host replaced the state of rock `rock`. A replay zeroes the track of the rock: for the same events
 *  the host zeroes its rf_rock_track as well, also of a rock that rf_wake() or rf_lift_out_of_ground() changed.
 *  Errors: as rf_recorder_add, RF_BAD_VALUE (rock). */
RF_API rf_status rf_recorder_replace(rf_recorder* recorder, uint32_t rock, const rf_state* state, rf_error* error);

/** How the gap in the array of rocks is filled after a rock was removed. */
typedef enum rf_removal {
  RF_REMOVAL_SHIFT = 0, /**< the rocks after it move down by one number: their order stays */
  RF_REMOVAL_SWAP = 1   /**< the last rock takes its number */
} rf_removal;

/** Number of ways: 0 to RF_REMOVAL_COUNT - 1 are an rf_removal. */
#define RF_REMOVAL_COUNT 2

/** Record that the host removed rock `rock`. Elements of rf_events::tracks move with the states.
 *  @param removal  an rf_removal
 *  Errors: as rf_recorder_replace, RF_BAD_VALUE (removal). */
RF_API rf_status rf_recorder_remove(rf_recorder* recorder, uint32_t rock, int32_t removal, rf_error* error);

/** Record that the host added a shape after the existing ones of rf_scene::rocks. The whole cooked shape is stored: a
 *  replay needs neither its points nor a hull library. Errors: as rf_recorder_add. */
RF_API rf_status rf_recorder_shape(rf_recorder* recorder, const rf_rock* rock, rf_error* error);

/** Heights of a rectangle of nodes of a grid or height field. */
typedef struct rf_node_heights {
  uint32_t column;       /**< first column of nodes, as the host counts them */
  uint32_t row;          /**< first row of nodes */
  uint32_t columns;      /**< number of columns, >= 1 */
  uint32_t rows;         /**< number of rows, >= 1; columns * rows is at most RF_RECORD_NODES_MAX */
  const double* heights; /**< columns * rows heights, row by row, m; NaN: a hole. Owned by the caller, read during the
                              call */
} rf_node_heights;

/** Record that the host changed heights of the terrain, for example with rf_height_field_edit(). Rocks that rf_wake()
 *  changes are recorded with rf_recorder_replace().
 *  @param change  the heights after the change
 *  @param before  columns * rows heights before it, for replays that go back, see rf_height_field_heights(); row by row
 *  Errors: as rf_recorder_add, RF_BAD_VALUE (columns, rows). */
RF_API rf_status rf_recorder_heights(rf_recorder* recorder, const rf_node_heights* change, const double* before,
                                     rf_error* error);

/** Record a successful call of rf_apply_impulse with these arguments.
 *  Errors: as rf_recorder_replace, RF_BAD_VALUE (impulse, point). */
RF_API rf_status rf_recorder_impulse(rf_recorder* recorder, uint32_t rock, const double impulse[3],
                                     const double point[3], rf_error* error);

/** Record that the host changed the settings of the scene. Errors: as rf_recorder_add, and those of rf_settings_check.
 */
RF_API rf_status rf_recorder_settings(rf_recorder* recorder, const rf_settings* settings, rf_error* error);

/** Record that the host changed the ground of the terrain (rf_grid::ground, rf_plane::ground).
 *  Errors: as rf_recorder_add, and those of rf_ground_check. */
RF_API rf_status rf_recorder_ground(rf_recorder* recorder, const rf_ground* ground, rf_error* error);

/** Record one step of all rocks; rocks that have ended keep their state.
 *  @param states  all rocks, in their order
 *  @param count   number of rocks: rf_recorder::rock_count
 *  Errors: RF_NULL_ARGUMENT, RF_MEMORY_TOO_SMALL, RF_BAD_VALUE (count, or the recording has ended). */
RF_API rf_status rf_recorder_stepped(rf_recorder* recorder, const rf_state* states, uint32_t count, rf_error* error);

/** Number of steps until the recorder needs the states again: up to this many steps may be made by one call of
 *  rf_step_many and recorded by one call of rf_recorder_stepped_many. At least 1; 0 if null. Thread-safe. */
RF_API uint32_t rf_recorder_steps_until_due(const rf_recorder* recorder);

/** Record several steps of all rocks at once, without actions of the host between them. With
 *  rf_recording_def::hash_every 100, a host then makes 100 steps per call, in half the time of one step per call.
 *  Keyframes lie between calls.
 *  @param steps  1 to rf_recorder_steps_until_due(recorder)
 *  Errors: as rf_recorder_stepped, RF_BAD_VALUE (steps). */
RF_API rf_status rf_recorder_stepped_many(rf_recorder* recorder, const rf_state* states, uint32_t count, uint32_t steps,
                                          rf_error* error);

/** End the recording: store the keyframes and the hash of all states. A recording without this call is reported as
 *  truncated. Needs rf_recorder_end_bytes() of memory. Errors: as rf_recorder_stepped. */
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
  uint32_t rock_count;        /**< largest number of rocks at a time */
  uint32_t shape_count;       /**< number of shapes added */
  size_t shape_bytes;         /**< size of the shapes added, bytes: for rf_replay::shape_memory */
  uint32_t height_changes;    /**< number of changes of heights */
  uint32_t nodes_max;         /**< largest number of nodes in one change of heights */
  uint32_t keyframes;         /**< number of keyframes */
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
  RF_RECORD_END = 8,      /**< end of the recording; hash of all states */
  RF_RECORD_REMOVE = 9,   /**< a rock is removed */
  RF_RECORD_SHAPE = 10,   /**< a shape is added */
  RF_RECORD_HEIGHTS = 11, /**< heights change */
  RF_RECORD_KEYFRAME = 12 /**< a keyframe, for rf_replay_seek(); all of them are directly before the end */
} rf_record_kind;

/** One record. Members that do not belong to its kind are zero. */
typedef struct rf_record {
  int32_t kind;      /**< an rf_record_kind */
  uint32_t rock;     /**< add, replace, impulse, state, remove: number of the rock; shape: number of the shape added */
  uint64_t step;     /**< number of steps before the record; keyframe: of its states */
  uint64_t hash;     /**< hash, end: rf_hash_states of all rocks */
  rf_state state;    /**< add, replace, state */
  double impulse[3]; /**< impulse: in I, N s */
  double point[3];   /**< impulse: point of application in I, m */
  int32_t has_point; /**< impulse: 1 if `point` is set; 0: the impulse acted at S */
  rf_settings settings;         /**< settings */
  rf_ground ground;             /**< ground */
  int32_t removal;              /**< remove: an rf_removal */
  uint32_t column, row;         /**< heights: first node */
  uint32_t columns;             /**< heights: number of columns */
  uint32_t rows;                /**< heights: number of rows */
  size_t shape_bytes;           /**< shape: size of the cooked shape, for rf_record_shape() */
  const unsigned char* payload; /**< the bytes of the record, in the memory of the recording */
} rf_record;

/** A recording being read. Plain data that points into the memory of the recording. A copy reads independently of the
 *  original. */
typedef struct rf_recording {
  const unsigned char* memory; /**< memory of the caller */
  size_t bytes;                /**< size of the recording */
  size_t offset;               /**< offset of the next record, bytes */
  size_t last_settings;        /**< offset of the last change of settings read, bytes; 0: none */
  size_t last_ground;          /**< offset of the last change of the ground read, bytes; 0: none */
  uint32_t rock_count;         /**< rocks after the records read so far */
  uint32_t shape_count;        /**< shapes added by them */
  uint32_t height_changes;     /**< changes of heights by them */
} rf_recording;

/** Check a whole recording and open it for reading: all bytes, and that every hash is at the step where it is due, so
 *  that a replay ends after rf_recording_info::steps. Reads at most `bytes` bytes. The memory must stay valid and
 *  unchanged while the recording is read. Thread-safe.
 *  @param recording  out; after a failure it is not open, and rf_recording_next() returns RF_BAD_DEF
 *  @param info       nullable
 *  @param error      nullable
 *  Errors: RF_NULL_ARGUMENT, RF_WRONG_VERSION, RF_TRUNCATED, RF_CORRUPTED. */
RF_API rf_status rf_recording_open(rf_recording* recording, const void* memory, size_t bytes, rf_recording_info* info,
                                   rf_error* error);

/** Read the next record; after the end record the end record again. Errors: RF_NULL_ARGUMENT, RF_BAD_DEF (not opened).
 *  Thread-safe for different rf_recording objects. */
RF_API rf_status rf_recording_next(rf_recording* recording, rf_record* record, rf_error* error);

/** Write the shape of a record of kind RF_RECORD_SHAPE to memory of the caller, with all bits of the recorded one.
 *  @param memory  aligned to RF_MEMORY_ALIGNMENT
 *  @param bytes   size of the block, at least rf_record::shape_bytes
 *  @param rock    on success set to the shape inside the block, otherwise to null
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_VALUE (another kind), RF_MEMORY_TOO_SMALL, RF_MEMORY_MISALIGNED, RF_CORRUPTED (not
 *  a shape). Thread-safe. */
RF_API rf_status rf_record_shape(const rf_record* record, void* memory, size_t bytes, const rf_rock** rock,
                                 rf_error* error);

/** Get the heights of a record of kind RF_RECORD_HEIGHTS.
 *  @param before, after  nullable arrays of columns * rows heights, row by row, m
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_VALUE (another kind). Thread-safe. */
RF_API rf_status rf_record_heights(const rf_record* record, double* before, double* after, rf_error* error);

#ifdef __cplusplus
}
#endif
#endif
