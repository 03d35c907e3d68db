#include "api/check.h"
#include "api/replay_actions.h"
#include "numerics/floating_point_environment.h"
#include "replay/recording.h"
#include "replay/recording_format.h"

using namespace rockfall;

namespace {

const unsigned char* keyframe_payload(const rf_replay& replay, uint32_t keyframe) {
  return replay.beginning.memory + replay.index[replay.height_changes + keyframe] + kRecordHeader;
}

// The last keyframe at or before a step; null for the beginning.
const unsigned char* keyframe_before(const rf_replay& replay, uint64_t step) {
  uint32_t low = 0, high = replay.keyframes;  // those below `low` are at or before the step
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (load_u64(keyframe_payload(replay, middle) + kKeyframeStep) <= step) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low == 0 ? nullptr : keyframe_payload(replay, low - 1);
}

// The reading position of a keyframe; the beginning for null.
rf_recording place_of(const rf_replay& replay, const unsigned char* keyframe) {
  rf_recording place = replay.beginning;
  if (!keyframe) return place;
  place.offset = static_cast<size_t>(load_u64(keyframe + kKeyframeNext));
  place.last_settings = static_cast<size_t>(load_u64(keyframe + kKeyframeSettings));
  place.last_ground = static_cast<size_t>(load_u64(keyframe + kKeyframeGround));
  place.rock_count = load_u32(keyframe + kKeyframeRocks);
  place.shape_count = load_u32(keyframe + kKeyframeShapes);
  place.height_changes = load_u32(keyframe + kKeyframeHeights);
  return place;
}

rf_record record_at(const rf_replay& replay, uint64_t offset) {
  rf_recording reader = replay.beginning;
  reader.offset = static_cast<size_t>(offset);
  return read_record(reader);
}

// The ground that holds at a place; null if it is not known.
const rf_ground* ground_at(const rf_replay& replay, const rf_recording& place, rf_record& record) {
  if (place.last_ground == 0) {
    return replay.first_ground ? replay.first_ground : replay.has_ground ? &replay.ground : nullptr;
  }
  record = record_at(replay, place.last_ground);
  return &record.ground;
}

rf_status move_ground(const rf_replay& replay, const rf_recording& place, rf_error* error) {
  if (place.last_ground == replay.recording.last_ground) return RF_OK;
  rf_record record;
  const rf_ground* const ground = ground_at(replay, place, record);
  if (!ground) return fail(error, RF_UNSUPPORTED, "the ground of the beginning is not known: set replay.first_ground");
  return change_ground(replay, *ground, error);
}

// Makes or takes back the changes of heights between the present place and another one.
rf_status move_heights(rf_replay& replay, const rf_recording& place, rf_error* error) {
  uint32_t& made = replay.recording.height_changes;
  for (; made < place.height_changes; ++made) {
    RF_TRY(make_height_change(replay, record_at(replay, replay.index[made]), error));
  }
  for (; made > place.height_changes; --made) {
    RF_TRY(take_back_height_change(replay, record_at(replay, replay.index[made - 1]), error));
  }
  return RF_OK;
}

void move_settings(rf_replay& replay, const rf_recording& place) {
  if (place.last_settings != 0) {
    replay.scene->settings = record_at(replay, place.last_settings).settings;
  } else {
    unpack(kSettingsFields, place.memory + kHeaderSettings, &replay.scene->settings);
  }
}

uint64_t step_of_next(const rf_recording& place) { return load_u64(place.memory + place.offset + 8); }

// The reading position before the comparisons (hashes and states) of the step of a keyframe: the keyframe follows them.
rf_recording comparisons_before(const rf_replay& replay, const unsigned char* keyframe) {
  const uint64_t step = load_u64(keyframe + kKeyframeStep), end = load_u64(keyframe + kKeyframeNext);
  rf_recording place = place_of(replay, step > 0 ? keyframe_before(replay, step - 1) : nullptr);
  while (place.offset < end && step_of_next(place) < step) skip_record(place);
  return place;
}

// Sets scene and states to a keyframe; the beginning for null.
rf_status jump(rf_replay& replay, const unsigned char* keyframe, rf_error* error) {
  const rf_recording place = place_of(replay, keyframe);
  RF_TRY(move_heights(replay, place, error));
  RF_TRY(move_ground(replay, place, error));
  move_settings(replay, place);
  replay.scene->rock_count = replay.first_shapes + place.shape_count;
  for (uint32_t i = 0; i < place.rock_count; ++i) {
    unpack(kStateFields, keyframe + kKeyframeStates + size_t{kPackedState} * i, replay.states + i);
  }
  for (uint32_t i = 0; replay.events && i < replay.capacity; ++i) replay.events->tracks[i] = {};
  replay.recording = place;
  replay.count = place.rock_count;
  replay.step = keyframe ? load_u64(keyframe + kKeyframeStep) : 0;
  replay.acted = replay.finished = 0;
  RF_TRY(keyframe ? check_shapes(replay, error) : apply_actions(replay, error));
  replay.comparisons = keyframe ? comparisons_before(replay, keyframe) : replay.recording;
  return RF_OK;
}

rf_status make_steps(const rf_replay& replay, uint32_t steps, rf_many_report& report) {
  if (!replay.events) return rf_step_many(replay.scene, replay.states, replay.count, steps, replay.tasks, &report);
  rf_events events = *replay.events;  // the tracks are kept up, the events are not wanted
  events.buffer = nullptr;
  events.capacity = 0;
  return rf_step_many_with_events(replay.scene, replay.states, replay.count, steps, replay.tasks, &report, &events);
}

// Step of the next record that is an action, or `target`. Skips the comparisons before.
uint64_t next_stop(rf_replay& replay, uint64_t target) {
  while (true) {
    const uint64_t step = step_of_next(replay.recording);
    if (step >= target) return target;
    if (is_action(load_u32(replay.recording.memory + replay.recording.offset))) return step;
    skip_record(replay.recording);
  }
}

rf_status run_to(rf_replay& replay, uint64_t target, rf_replay_report& report, rf_error* error) {
  while (replay.step < target) {
    RF_TRY(apply_actions(replay, error));
    const uint64_t left = next_stop(replay, target) - replay.step;
    const uint32_t steps =
        left < RF_RECORDING_HASH_EVERY_MAX ? static_cast<uint32_t>(left) : RF_RECORDING_HASH_EVERY_MAX;
    rf_many_report many;
    if (make_steps(replay, steps, many) != RF_OK) return fail_action("a step", error);
    replay.step += steps;
    replay.acted = 0;
    replay.comparisons = replay.recording;
    report.steps_made += steps;
    report.rock_steps += many.rock_steps;
  }
  return RF_OK;
}

rf_status check_seek(const rf_replay* replay, uint64_t step, const rf_replay_report* report, rf_error* error) {
  RF_TRY(check_begun(replay, report, error));
  if (step > replay->steps) {
    return fail_value(error, "step", static_cast<double>(step), "at most the steps of the recording");
  }
  if (replay->index || replay->recording.height_changes == 0) return RF_OK;
  return fail(error, RF_MEMORY_TOO_SMALL, "replay.index is null but the recording has changes of heights");
}

}  // namespace

extern "C" {

rf_status rf_replay_seek(rf_replay* replay, uint64_t step, rf_replay_report* report, rf_error* error) {
  const FloatingPointEnvironment environment;
  if (report) *report = {};
  RF_TRY(check_seek(replay, step, report, error));
  clear_events(*replay);
  const unsigned char* const keyframe = keyframe_before(*replay, step);
  const uint64_t from = keyframe ? load_u64(keyframe + kKeyframeStep) : 0;
  // The actions of the beginning belong to step 0, those of a later step to the next one.
  const bool passed = replay->step > step || (replay->step == step && step > 0 && replay->acted);
  rf_status status = passed || replay->step < from ? jump(*replay, keyframe, error) : RF_OK;
  if (status == RF_OK) status = run_to(*replay, step, *report, error);
  if (status != RF_OK) {
    replay->recording = {};
    return status;
  }
  replay->recording = replay->comparisons;
  replay->finished = 0;
  report_present_step(*replay, *report);
  return succeed(error);
}

}  // extern "C"
