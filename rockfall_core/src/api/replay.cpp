#include <rockfall/recording.h>

#include "api/check.h"
#include "api/default.h"
#include "numerics/floating_point_environment.h"
#include "replay/hash.h"
#include "replay/recording.h"

using namespace rockfall;

namespace {

rf_status check_replay(const rf_replay* replay, rf_error* error) {
  if (!replay) return fail_null(error, "replay");
  if (replay->struct_size != sizeof *replay) return fail_def(error, "replay");
  if (!replay->scene) return fail_null(error, "replay.scene");
  if (!replay->states && replay->capacity > 0) return fail_null(error, "replay.states");
  if (!replay->events) return RF_OK;
  RF_TRY(rf_events_check(replay->events, error));
  if (!replay->events->tracks && replay->capacity > 0) return fail_null(error, "replay.events.tracks");
  return RF_OK;
}

rf_status compare_scenes(const rf_scene_identity& recorded, const rf_scene_identity& current, rf_error* error) {
  const char* what = nullptr;
  if (recorded.rocks != current.rocks) what = "rocks";
  if (recorded.ground != current.ground) what = "ground parameters";
  if (recorded.surface != current.surface) what = "terrain";
  if (!what) return RF_OK;
  if (error) {
    error->status = RF_MISMATCH;
    std::snprintf(error->text, sizeof error->text, "the recording was made with other %s: the hashes differ", what);
  }
  return RF_MISMATCH;
}

rf_status fail_action(const char* what, rf_error* error) {
  if (error) {
    error->status = RF_CORRUPTED;
    std::snprintf(error->text, sizeof error->text, "the recording contains invalid data: %s failed", what);
  }
  return RF_CORRUPTED;
}

// Sets the state of a rock; its events start anew.
void set_state(rf_replay& replay, const rf_record& record) {
  replay.states[record.rock] = record.state;
  if (replay.events) replay.events->tracks[record.rock] = {};
}

rf_status add_rock(rf_replay& replay, const rf_record& record, rf_error* error) {
  if (record.rock >= replay.capacity) {
    return fail(error, RF_MEMORY_TOO_SMALL, "replay.capacity is below the number of rocks in the recording");
  }
  set_state(replay, record);
  replay.count = record.rock + 1;
  return RF_OK;
}

rf_status change_ground(const rf_replay& replay, const rf_ground& ground, rf_error* error) {
  if (!replay.set_ground) {
    return fail(error, RF_UNSUPPORTED, "the recording changes the ground but replay.set_ground is null");
  }
  if (rf_ground_check(&ground, nullptr) != RF_OK) return fail_action("a change of the ground", error);
  const rf_status status = replay.set_ground(replay.user, replay.scene, &ground);
  return status == RF_OK ? RF_OK : fail(error, status, "replay.set_ground failed");
}

// Applies one recorded action of the host.
rf_status apply_action(rf_replay& replay, const rf_record& record, rf_error* error) {
  switch (record.kind) {
    case RF_RECORD_ADD:
      return add_rock(replay, record, error);
    case RF_RECORD_REPLACE:
      set_state(replay, record);
      return RF_OK;
    case RF_RECORD_IMPULSE: {
      const rf_status status = rf_apply_impulse(replay.scene, replay.states + record.rock, record.impulse,
                                                record.has_point ? record.point : nullptr, nullptr);
      return status == RF_OK ? RF_OK : fail_action("an impulse", error);
    }
    case RF_RECORD_SETTINGS:
      if (rf_settings_check(&record.settings, nullptr) != RF_OK) return fail_action("a change of settings", error);
      replay.scene->settings = record.settings;
      return RF_OK;
    case RF_RECORD_GROUND:
      return change_ground(replay, record.ground, error);
    default:
      return fail_action("a comparison", error);
  }
}

bool is_action(const rf_record& record) { return record.kind >= RF_RECORD_ADD && record.kind <= RF_RECORD_GROUND; }

rf_status apply_actions(rf_replay& replay, rf_error* error) {
  while (true) {
    rf_recording next = replay.recording;
    const rf_record record = read_record(next);
    if (!is_action(record) || record.step != replay.step) return RF_OK;
    RF_TRY(apply_action(replay, record, error));
    replay.recording = next;
  }
}

// Applies the actions before the first step to the states and to a copy of the scene, so that those of a recording with
// an invalid action do not reach the scene of the host.
rf_status try_actions(const rf_replay& replay, const rf_scene& scene, rf_error* error) {
  rf_scene copy = scene;
  rf_replay trial = replay;
  trial.scene = &copy;
  if (replay.set_ground) trial.set_ground = [](void*, rf_scene*, const rf_ground*) { return RF_OK; };
  return apply_actions(trial, error);
}

// Compares the states after a step with the recorded hashes and states of this step.
void compare(rf_replay& replay, rf_replay_report& report) {
  while (!replay.finished) {
    rf_recording next = replay.recording;
    const rf_record record = read_record(next);
    if (is_action(record) || record.step != replay.step) return;
    replay.recording = next;
    report.compared = 1;
    if (record.kind == RF_RECORD_STATE) {
      report.differs |= hash_state(record.state) != hash_state(replay.states[record.rock]);
      continue;
    }
    report.recorded_hash = record.hash;
    report.differs |= record.hash != report.hash;
    replay.finished = record.kind == RF_RECORD_END;
  }
}

rf_status step_once(const rf_replay& replay) {
  if (!replay.events) return rf_step_many(replay.scene, replay.states, replay.count, 1, replay.tasks, nullptr);
  return rf_step_many_with_events(replay.scene, replay.states, replay.count, 1, replay.tasks, nullptr, replay.events);
}

// True if the recording has no further step.
bool at_end(const rf_replay& replay) {
  rf_recording next = replay.recording;
  const rf_record record = read_record(next);
  return record.kind == RF_RECORD_END && record.step == replay.step;
}

}  // namespace

extern "C" {

rf_status rf_init_replay(rf_replay* out, size_t size) {
  rf_replay replay = {};
  replay.struct_size = sizeof replay;
  return write_default(replay, out, size);
}

rf_status rf_replay_begin(rf_replay* replay, const void* memory, size_t bytes, rf_error* error) {
  RF_TRY(check_replay(replay, error));
  replay->recording = {};
  rf_recording_info info;
  rf_replay opened = *replay;
  RF_TRY(rf_recording_open(&opened.recording, memory, bytes, &info, error));
  opened.step = 0;
  opened.count = 0;
  opened.finished = 0;
  if (info.rock_count > replay->capacity) {
    return fail(error, RF_MEMORY_TOO_SMALL, "replay.capacity is below the number of rocks in the recording");
  }
  rf_scene recorded = *replay->scene;
  recorded.settings = info.settings;
  rf_scene_identity current;
  RF_TRY(rf_hash_scene(&recorded, &current, error));
  RF_TRY(compare_scenes(info.identity, current, error));
  RF_TRY(try_actions(opened, recorded, error));
  const rf_settings before = replay->scene->settings;
  replay->scene->settings = info.settings;
  const rf_status applied = apply_actions(opened, error);
  if (applied != RF_OK) {  // set_ground failed
    replay->scene->settings = before;
    return applied;
  }
  *replay = opened;
  return succeed(error);
}

rf_status rf_replay_step(rf_replay* replay, rf_replay_report* report, rf_error* error) {
  const FloatingPointEnvironment environment;
  RF_TRY(check_replay(replay, error));
  if (!report) return fail_null(error, "report");
  if (!replay->recording.memory) return fail(error, RF_BAD_DEF, "replay was not initialised with rf_replay_begin");
  *report = {};
  if (replay->events) replay->events->count = replay->events->lost = 0;
  if (!replay->finished) {
    RF_TRY(apply_actions(*replay, error));
    if (!at_end(*replay)) {
      const rf_status status = step_once(*replay);
      if (status != RF_OK) return fail_action("a step", error);
      ++replay->step;
    }
  }
  report->step = replay->step;
  report->hash = hash_states(replay->states, replay->count);
  compare(*replay, *report);
  report->finished = replay->finished;
  return succeed(error);
}

}  // extern "C"
