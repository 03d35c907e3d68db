/* rockfall/replay.h: replays of recordings with a comparison of all bits, and jumps to any of their steps.
 *
 *   rf_replay replay = rf_default_replay();
 *   replay.states = states, replay.capacity = count, replay.scene = &scene;
 *   rf_replay_begin(&replay, recording, bytes, &error);
 *   while (rf_replay_step(&replay, &report, &error) == RF_OK && !report.finished && !report.differs) continue;
 */
#ifndef ROCKFALL_REPLAY_H
#define ROCKFALL_REPLAY_H

#include "base.h"
#include "events.h"
#include "recording.h"
#include "step.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A replay of a recording. Make it with rf_default_replay(), set the members marked "in", then call
 *  rf_replay_begin. Its calls change its scene, states and memory: one thread at a time. */
typedef struct rf_replay {
  uint32_t struct_size;  /**< set by rf_init_replay(); checked */
  uint32_t capacity;     /**< in: number of states that fit, at least rf_recording_info::rock_count */
  rf_state* states;      /**< in: array of the caller */
  rf_scene* scene;       /**< in: the scene; its settings are replaced by those of the recording */
  const rf_tasks* tasks; /**< in: nullable, as for rf_step_many */
  rf_events* events;     /**< in: nullable: each step reports its events here, the same as the recorded run gave if
                              kinds, thresholds and zones are those of the run in every step, and tracks were zeroed
                              there as here: where a rock is added or replaced. Its tracks need `capacity` elements */
  void* user;            /**< in: passed to set_ground and set_heights */
  /** in: called when the recording changes the ground; must set this ground in the terrain of the scene,
   * and make the terrain again (rf_grid_terrain, rf_plane_terrain, rf_height_field_terrain). Null is
   * allowed if the recording does not change the ground (otherwise RF_UNSUPPORTED). Returns RF_OK, or a status that
   * ends the replay. */
  rf_status (*set_ground)(void* user, rf_scene* scene, const rf_ground* ground);
  const rf_ground* first_ground; /**< in: nullable: ground at the beginning, set by rf_replay_seek() where it goes back
                                      before the first change of the ground. Null: that of a grid, a plane or a height
                                      field, also below relief and bounds */
  /** in: called when the recording changes heights, and by rf_replay_seek() to change them back; as set_ground. */
  rf_status (*set_heights)(void* user, rf_scene* scene, const rf_node_heights* change);
  double* heights;          /**< in: nullable, array of the caller for the heights of one change */
  uint32_t height_capacity; /**< in: number of heights that fit, at least rf_recording_info::nodes_max */
  uint32_t shape_capacity;  /**< in: number of shapes that fit into `shapes` */
  const rf_rock** shapes;   /**< in: nullable, array of the caller for rf_scene::rocks, needed if the recording adds
                                 shapes: at least rf_scene::rock_count + rf_recording_info::shape_count elements */
  void* shape_memory;       /**< in: nullable, block of the caller for the shapes that the recording adds, aligned to
                                 RF_MEMORY_ALIGNMENT; must outlive the scene */
  size_t shape_bytes;       /**< in: size of the block, at least rf_recording_info::shape_bytes */
  uint64_t* index;          /**< in: nullable, array of the caller for rf_replay_seek() */
  uint32_t index_capacity;  /**< in: number of elements, at least rf_recording_info::height_changes + keyframes */
  uint32_t keyframes;       /**< keyframes in the index */
  uint32_t height_changes;  /**< changes of heights in the index */
  uint32_t first_shapes;    /**< rf_scene::rock_count at the beginning */
  rf_recording recording;   /**< reading position */
  rf_recording comparisons; /**< reading position before the comparisons of this step */
  rf_recording beginning;   /**< reading position before the first record */
  rf_ground ground;         /**< ground of a grid or plane at the beginning */
  int32_t has_ground;       /**< 1 if `ground` is set */
  uint32_t count;           /**< number of rocks */
  uint64_t step;            /**< steps made */
  uint64_t steps;           /**< steps of the recording */
  int32_t acted;            /**< 1 if actions of the host at this step have been applied */
  int32_t finished;         /**< 1 after the last step */
} rf_replay;

/** Result of one step of a replay. */
typedef struct rf_replay_report {
  uint64_t step;          /**< steps made, with this one */
  int32_t compared;       /**< 1 if the recording contains a hash or states of this step */
  int32_t differs;        /**< 1 if the hash or a state differs from the recording */
  uint64_t hash;          /**< rf_hash_states of the replayed states */
  uint64_t recorded_hash; /**< hash in the recording; 0 if there is none for this step */
  int32_t finished;       /**< 1: the recording has no further step */
  uint64_t steps_made;    /**< steps made by the call */
  uint64_t rock_steps;    /**< steps made by the call, summed over all rocks */
} rf_replay_report;

/** An empty replay. `size` and errors: see base.h. */
RF_API rf_status rf_init_replay(rf_replay* replay, size_t size);

/** rf_init_replay() as a value. */
static inline rf_replay rf_default_replay(void) {
  rf_replay replay;
  rf_init_replay(&replay, sizeof replay);
  return replay;
}

/** Check a recording, compare its scene with rf_replay::scene, and apply what was recorded before the first step: the
 *  rocks that were added, and other actions of the host. A call that fails leaves the scene as it was, except for what
 *  set_ground and set_heights did; the states are then undefined, and rf_replay_step returns RF_BAD_DEF.
 *  @param memory  the recording; owned by the caller, valid and unchanged until the last call with this replay
 *  @param bytes   size of the recording
 *  @param error   nullable
 *  Errors: those of rf_recording_open, of rf_hash_scene, and of rf_replay_step for these actions; RF_MISMATCH (other
 *  rocks, terrain or ground; the text says which), RF_MEMORY_TOO_SMALL (capacity, shape_capacity, shape_bytes,
 *  height_capacity, index_capacity), RF_MEMORY_MISALIGNED (shape_memory), RF_BAD_DEF. */
RF_API rf_status rf_replay_begin(rf_replay* replay, const void* memory, size_t bytes, rf_error* error);

/** Apply the recorded actions of the host, make one step, and compare. May be called again after a difference. After
 *  the last step it applies the actions recorded after it, if there are any, compares the end, and reports finished.
 *  A recorded state of a shape that the scene does not have is refused; other members are not checked, see
 *  rf_state_check(). After a failure the report is empty, and the actions before the one that failed stay applied.
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_UNSUPPORTED (no set_ground or set_heights), RF_CORRUPTED (an action or a
 *  state is invalid), a status of set_ground or set_heights. */
RF_API rf_status rf_replay_step(rf_replay* replay, rf_replay_report* report, rf_error* error);

/** Go to any step, forward or back: from the last keyframe before it, or from where the replay is if that is nearer.
 *  The states are those after as many calls of rf_replay_step, with the same bits, before the actions recorded at this
 *  step; only the states of this step are compared with the recording. The size of their memory decides how far
 *  keyframes lie apart: docs/recording.md. Without `index` no keyframes are used: the way back begins at the first
 *  step. Reports no events; the tracks of `events` are zero at the keyframe. Allocates nothing.
 *  @param step  0 to rf_replay::steps; 0: as after rf_replay_begin
 *  Errors: as rf_replay_step; RF_BAD_VALUE (step), RF_MEMORY_TOO_SMALL (heights have changed but `index` is null),
 *  RF_UNSUPPORTED (the ground of the beginning is not known: set first_ground). After RF_UNSUPPORTED, RF_CORRUPTED and
 *  a status of set_ground or set_heights, begin the replay again on the scene of the beginning. */
RF_API rf_status rf_replay_seek(rf_replay* replay, uint64_t step, rf_replay_report* report, rf_error* error);

#ifdef __cplusplus
}
#endif
#endif
