#include <rockfall/replay.h>

#include "api/check.h"
#include "api/default.h"
#include "api/replay_actions.h"
#include "numerics/floating_point_environment.h"
#include "replay/recording.h"
#include "terrain/dispatch.h"

using namespace rockfall;

namespace {

rf_status compare_scenes(const rf_scene_identity& recorded, const rf_scene_identity& current, rf_error* error) {
  const char* what = nullptr;
  if (recorded.rocks != current.rocks) what = "other rocks";
  if (recorded.ground != current.ground) what = "other ground parameters";
  if (recorded.surface != current.surface) what = "another terrain";
  if (!what) return RF_OK;
  return fail_with(error, RF_MISMATCH, "the recording was made with %s: the hashes differ", what);
}

// Applies the actions before the first step to the states and to a copy of the scene, so that those of a recording with
// an invalid action do not reach the scene of the host.
rf_status try_actions(const rf_replay& replay, const rf_scene& scene, rf_error* error) {
  rf_scene copy = scene;
  rf_replay trial = replay;
  trial.scene = &copy;
  if (replay.set_ground) trial.set_ground = [](void*, rf_scene*, const rf_ground*) { return RF_OK; };
  if (replay.set_heights) trial.set_heights = [](void*, rf_scene*, const rf_node_heights*) { return RF_OK; };
  return apply_actions(trial, error);
}

rf_status step_once(const rf_replay& replay, rf_many_report& report) {
  if (!replay.events) return rf_step_many(replay.scene, replay.states, replay.count, 1, replay.tasks, &report);
  return rf_step_many_with_events(replay.scene, replay.states, replay.count, 1, replay.tasks, &report, replay.events);
}

rf_status check_memory(const rf_replay& replay, const rf_recording_info& info, rf_error* error) {
  if (info.rock_count > replay.capacity) {
    return fail(error, RF_MEMORY_TOO_SMALL, "replay.capacity is below the number of rocks in the recording");
  }
  if (info.nodes_max > (replay.heights ? replay.height_capacity : 0)) {
    return fail(error, RF_MEMORY_TOO_SMALL, "replay.height_capacity is below the nodes of a change of heights");
  }
  const uint64_t entries = uint64_t{info.height_changes} + info.keyframes;
  if (!replay.index || replay.index_capacity >= entries) return RF_OK;
  return fail(error, RF_MEMORY_TOO_SMALL, "replay.index_capacity is below height_changes + keyframes");
}

// Notes the offsets of the changes of heights and of the keyframes, which come last.
void fill_index(rf_replay& replay, const rf_recording_info& info) {
  replay.keyframes = replay.height_changes = 0;
  if (!replay.index || info.keyframes + info.height_changes == 0) return;
  replay.keyframes = info.keyframes;
  replay.height_changes = info.height_changes;
  uint64_t* next = replay.index;
  rf_recording reader = replay.beginning;
  for (uint32_t kind = 0; kind != RF_RECORD_END;) {
    const size_t offset = reader.offset;
    kind = skip_record(reader);
    if (kind == RF_RECORD_HEIGHTS || kind == RF_RECORD_KEYFRAME) *next++ = offset;
  }
}

// The ground of a terrain that contains one, below its roughness and its bounds.
void note_ground(rf_replay& replay) {
  const rf_terrain* terrain = &replay.scene->terrain;
  for (const rf_terrain* below = terrain; below;) {
    terrain = below;
    const rf_roughness* const roughness = roughness_of(*terrain);
    const rf_terrain_bounds* const bounds = bounds_of(*terrain);
    below = roughness ? &roughness->base : bounds ? &bounds->base : nullptr;
  }
  const rf_grid* const grid = grid_of(*terrain);
  const rf_plane* const plane = plane_of(*terrain);
  const rf_height_field* const field = height_field_of(*terrain);
  replay.has_ground = grid || plane || field;
  if (grid) replay.ground = grid->ground;
  if (plane) replay.ground = plane->ground;
  if (field) replay.ground = field->ground;
}

}  // namespace

extern "C" {

rf_status rf_init_replay(rf_replay* out, size_t size) {
  rf_replay replay = {};
  return write_default(replay, out, size);
}

rf_status rf_replay_begin(rf_replay* replay, const void* memory, size_t bytes, rf_error* error) {
  RF_TRY(check_replay(replay, error));
  replay->recording = {};
  rf_recording_info info;
  rf_replay opened = *replay;
  RF_TRY(rf_recording_open(&opened.recording, memory, bytes, &info, error));
  opened.beginning = opened.recording;
  opened.step = 0;
  opened.steps = info.steps;
  opened.count = 0;
  opened.acted = opened.finished = 0;
  opened.first_shapes = replay->scene->rock_count;
  RF_TRY(check_memory(opened, info, error));
  rf_scene recorded = *replay->scene;
  recorded.settings = info.settings;
  rf_scene_identity current;
  RF_TRY(rf_hash_scene(&recorded, &current, error));
  RF_TRY(compare_scenes(info.identity, current, error));
  RF_TRY(load_shapes(opened, info, error));
  if (info.shape_count > 0) recorded.rocks = opened.shapes;
  RF_TRY(try_actions(opened, recorded, error));
  note_ground(opened);
  fill_index(opened, info);
  const rf_scene before = *replay->scene;
  *replay->scene = recorded;
  const rf_status applied = apply_actions(opened, error);
  if (applied != RF_OK) {  // set_ground or set_heights failed
    replay->scene->settings = before.settings;
    replay->scene->rocks = before.rocks;
    replay->scene->rock_count = before.rock_count;
    return applied;
  }
  opened.comparisons = opened.recording;
  *replay = opened;
  return succeed(error);
}

rf_status rf_replay_step(rf_replay* replay, rf_replay_report* report, rf_error* error) {
  const FloatingPointEnvironment environment;
  if (report) *report = {};
  RF_TRY(check_begun(replay, report, error));
  clear_events(*replay);
  if (!replay->finished) {
    RF_TRY(apply_actions(*replay, error));
    if (replay->step < replay->steps) {
      rf_many_report many;
      if (step_once(*replay, many) != RF_OK) return fail_action("a step", error);
      ++replay->step;
      replay->acted = 0;
      replay->comparisons = replay->recording;
      report->steps_made = 1;
      report->rock_steps = many.rock_steps;
    }
  }
  report_present_step(*replay, *report);
  return succeed(error);
}

}  // extern "C"
