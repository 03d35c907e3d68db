#include "api/replay_actions.h"

#include "api/check.h"
#include "api/scene.h"
#include "replay/hash.h"
#include "replay/recording.h"

namespace rockfall {
namespace {

// Sets the heights in replay.heights at the nodes of a record.
rf_status set_heights(const rf_replay& replay, const rf_record& record, rf_error* error) {
  if (!replay.set_heights) {
    return fail(error, RF_UNSUPPORTED, "the recording changes heights but replay.set_heights is null");
  }
  const rf_node_heights change = {record.column, record.row, record.columns, record.rows, replay.heights};
  const rf_status status = replay.set_heights(replay.user, replay.scene, &change);
  return status == RF_OK ? RF_OK : fail(error, status, "replay.set_heights failed");
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

template <class Element>
void remove_element(Element* elements, uint32_t index, uint32_t last, int32_t removal) {
  if (removal == RF_REMOVAL_SWAP) {
    elements[index] = elements[last];
    return;
  }
  for (uint32_t i = index; i < last; ++i) elements[i] = elements[i + 1];
}

void remove_rock(rf_replay& replay, const rf_record& record) {
  const uint32_t last = --replay.count;
  remove_element(replay.states, record.rock, last, record.removal);
  if (replay.events) remove_element(replay.events->tracks, record.rock, last, record.removal);
}

rf_status push_rock(const rf_replay& replay, const rf_record& record, rf_error* error) {
  const rf_status status = rf_apply_impulse(replay.scene, replay.states + record.rock, record.impulse,
                                            record.has_point ? record.point : nullptr, nullptr);
  return status == RF_OK ? RF_OK : fail_action("an impulse", error);
}

rf_status apply_action(rf_replay& replay, const rf_record& record, rf_error* error) {
  switch (record.kind) {
    case RF_RECORD_ADD:
      return add_rock(replay, record, error);
    case RF_RECORD_REPLACE:
      set_state(replay, record);
      return RF_OK;
    case RF_RECORD_REMOVE:
      remove_rock(replay, record);
      return RF_OK;
    case RF_RECORD_IMPULSE:
      return push_rock(replay, record, error);
    case RF_RECORD_SETTINGS:
      if (rf_settings_check(&record.settings, nullptr) != RF_OK) return fail_action("a change of settings", error);
      replay.scene->settings = record.settings;
      return RF_OK;
    case RF_RECORD_GROUND:
      return change_ground(replay, record.ground, error);
    case RF_RECORD_SHAPE:
      ++replay.scene->rock_count;
      return RF_OK;
    case RF_RECORD_HEIGHTS:
      return make_height_change(replay, record, error);
    default:
      return fail_action("a comparison", error);
  }
}

void compare_states(rf_replay& replay, rf_replay_report& report) {
  while (!replay.finished) {
    rf_recording next = replay.recording;
    const rf_record record = read_record(next);
    const bool keyframe = record.kind == RF_RECORD_KEYFRAME;  // only the end follows
    if (keyframe && replay.step == replay.steps) {
      replay.recording = next;
      continue;
    }
    if (keyframe || is_action(static_cast<uint32_t>(record.kind)) || record.step != replay.step) return;
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

}  // namespace

bool is_action(uint32_t kind) {
  return (kind >= RF_RECORD_ADD && kind <= RF_RECORD_GROUND) || (kind >= RF_RECORD_REMOVE && kind <= RF_RECORD_HEIGHTS);
}

void report_present_step(rf_replay& replay, rf_replay_report& report) {
  report.step = replay.step;
  report.hash = hash_states(replay.states, replay.count);
  compare_states(replay, report);
  report.finished = replay.finished;
}

rf_status fail_action(const char* what, rf_error* error) {
  return fail_with(error, RF_CORRUPTED, "the recording contains invalid data: %s failed", what);
}

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

rf_status check_begun(const rf_replay* replay, const rf_replay_report* report, rf_error* error) {
  RF_TRY(check_replay(replay, error));
  if (!report) return fail_null(error, "report");
  if (!replay->recording.memory) return fail(error, RF_BAD_DEF, "replay was not initialised with rf_replay_begin");
  return RF_OK;
}

void clear_events(const rf_replay& replay) {
  if (replay.events) replay.events->count = replay.events->lost = 0;
}

rf_status load_shapes(rf_replay& replay, const rf_recording_info& info, rf_error* error) {
  if (info.shape_count == 0) return RF_OK;
  const uint32_t present = replay.scene->rock_count;
  if (!replay.shapes || replay.shape_capacity < uint64_t{present} + info.shape_count) {
    return fail(error, RF_MEMORY_TOO_SMALL, "replay.shape_capacity is below the number of shapes in the recording");
  }
  if (!replay.shape_memory || replay.shape_bytes < info.shape_bytes) {
    return fail(error, RF_MEMORY_TOO_SMALL, "replay.shape_bytes is below the size of the shapes in the recording");
  }
  for (uint32_t i = 0; i < present; ++i) replay.shapes[i] = replay.scene->rocks[i];
  auto* memory = static_cast<unsigned char*>(replay.shape_memory);
  size_t left = replay.shape_bytes;
  rf_recording reader = replay.beginning;
  while (reader.shape_count < info.shape_count) {
    const rf_record record = read_record(reader);
    if (record.kind != RF_RECORD_SHAPE) continue;
    RF_TRY(rf_record_shape(&record, memory, left, replay.shapes + present + record.rock, error));
    memory += record.shape_bytes;
    left -= record.shape_bytes;
  }
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

rf_status make_height_change(const rf_replay& replay, const rf_record& record, rf_error* error) {
  RF_TRY(rf_record_heights(&record, nullptr, replay.heights, error));
  return set_heights(replay, record, error);
}

rf_status take_back_height_change(const rf_replay& replay, const rf_record& record, rf_error* error) {
  RF_TRY(rf_record_heights(&record, replay.heights, nullptr, error));
  return set_heights(replay, record, error);
}

rf_status check_shapes(const rf_replay& replay, rf_error* error) {
  for (uint32_t i = 0; i < replay.count; ++i) {
    if (guard_state(*replay.scene, replay.states + i) == RF_OK) continue;
    return fail_with(error, RF_CORRUPTED, "the recording contains invalid data: rock %u has shape %u of %u",
                     static_cast<unsigned>(i), static_cast<unsigned>(replay.states[i].rock),
                     static_cast<unsigned>(replay.scene->rock_count));
  }
  return RF_OK;
}

rf_status apply_actions(rf_replay& replay, rf_error* error) {
  bool states_set = false;
  while (true) {
    rf_recording next = replay.recording;
    const rf_record record = read_record(next);
    if (!is_action(static_cast<uint32_t>(record.kind)) || record.step != replay.step) break;
    replay.acted = 1;
    RF_TRY(apply_action(replay, record, error));
    states_set |= record.kind == RF_RECORD_ADD || record.kind == RF_RECORD_REPLACE;
    replay.recording = next;
  }
  return states_set ? check_shapes(replay, error) : RF_OK;
}

}  // namespace rockfall
