#include "replay/recording.h"

#include "api/check.h"
#include "api/default.h"
#include "replay/recorder.h"

using namespace rockfall;

namespace {

rf_status check_recorder(const rf_recorder* recorder, rf_error* error) {
  if (!recorder) return fail_null(error, "recorder");
  if (!recorder->memory) return fail_null(error, "recorder.memory");
  if (recorder->hash_every == 0)
    return fail(error, RF_BAD_VALUE, "recorder was not initialised with rf_recorder_begin");
  if (recorder->used > recorder->capacity) {
    return fail(error, RF_BAD_VALUE, "recorder.used is above recorder.capacity");
  }
  if (!recorder->ended) return RF_OK;
  return fail(error, RF_BAD_VALUE, "recorder has ended: rf_recorder_end was called");
}

rf_status check_rock(const rf_recorder& recorder, uint32_t rock, rf_error* error) {
  if (rock < recorder.rock_count) return RF_OK;
  return fail_value(error, "rock", rock, "below the number of rocks added to the recording");
}

rf_status check_states(const rf_recorder& recorder, const rf_state* states, uint32_t count, rf_error* error) {
  if (!states && count > 0) return fail_null(error, "states");
  if (count == recorder.rock_count) return RF_OK;
  return fail_value(error, "count", count, "the number of rocks added to the recording");
}

rf_status write_status(bool fits, rf_error* error) {
  if (fits) return succeed(error);
  return fail(error, RF_MEMORY_TOO_SMALL, "the recorder's memory is full: take its bytes or set a larger block");
}

}  // namespace

extern "C" {

rf_status rf_init_recording_def(rf_recording_def* out, size_t size) {
  rf_recording_def def = {};
  def.struct_size = sizeof def;
  def.hash_every = 1;
  return write_default(def, out, size);
}

size_t rf_recorder_begin_bytes(const rf_recording_def* def) {
  return def ? recording_header_bytes(def->metadata_bytes) : 0;
}

size_t rf_recorder_step_bytes(uint32_t count) { return recorder_step_bytes(count); }

rf_status rf_recorder_begin(rf_recorder* recorder, const rf_recording_def* def, const rf_scene* scene, void* memory,
                            size_t bytes, rf_error* error) {
  if (!recorder) return fail_null(error, "recorder");
  if (!def) return fail_null(error, "def");
  if (!memory) return fail_null(error, "memory");
  if (def->struct_size != sizeof *def) return fail_def(error, "def");
  if (def->hash_every == 0 || def->hash_every > RF_RECORDING_HASH_EVERY_MAX) {
    return fail_value(error, "hash_every", def->hash_every, "1 to RF_RECORDING_HASH_EVERY_MAX (1000000)");
  }
  if (def->metadata_bytes > RF_RECORDING_METADATA_MAX) {
    return fail_value(error, "metadata_bytes", def->metadata_bytes, "at most RF_RECORDING_METADATA_MAX (65536)");
  }
  if (!def->metadata && def->metadata_bytes) return fail_null(error, "def.metadata");
  rf_scene_identity identity;
  RF_TRY(rf_hash_scene(scene, &identity, error));
  rf_recorder initial = {};
  initial.memory = static_cast<unsigned char*>(memory);
  initial.capacity = bytes;
  initial.hash_every = def->hash_every;
  initial.states_every = def->states_every;
  if (!write_header(initial, *def, identity, scene->settings)) return write_status(false, error);
  *recorder = initial;
  return succeed(error);
}

rf_status rf_recorder_add(rf_recorder* recorder, const rf_state* state, rf_error* error) {
  RF_TRY(check_recorder(recorder, error));
  if (!state) return fail_null(error, "state");
  return write_status(write_add(*recorder, *state), error);
}

rf_status rf_recorder_replace(rf_recorder* recorder, uint32_t rock, const rf_state* state, rf_error* error) {
  RF_TRY(check_recorder(recorder, error));
  RF_TRY(check_rock(*recorder, rock, error));
  if (!state) return fail_null(error, "state");
  return write_status(write_replace(*recorder, rock, *state), error);
}

rf_status rf_recorder_impulse(rf_recorder* recorder, uint32_t rock, const double impulse[3], const double point[3],
                              rf_error* error) {
  RF_TRY(check_recorder(recorder, error));
  RF_TRY(check_rock(*recorder, rock, error));
  if (!impulse) return fail_null(error, "impulse");
  return write_status(write_impulse(*recorder, rock, impulse, point), error);
}

rf_status rf_recorder_settings(rf_recorder* recorder, const rf_settings* settings, rf_error* error) {
  RF_TRY(check_recorder(recorder, error));
  RF_TRY(rf_settings_check(settings, error));
  return write_status(write_settings(*recorder, *settings), error);
}

rf_status rf_recorder_ground(rf_recorder* recorder, const rf_ground* ground, rf_error* error) {
  RF_TRY(check_recorder(recorder, error));
  RF_TRY(rf_ground_check(ground, error));
  return write_status(write_ground(*recorder, *ground), error);
}

rf_status rf_recorder_stepped(rf_recorder* recorder, const rf_state* states, uint32_t count, rf_error* error) {
  return rf_recorder_stepped_many(recorder, states, count, 1, error);
}

uint32_t rf_recorder_steps_until_due(const rf_recorder* recorder) { return recorder ? steps_until_due(*recorder) : 0; }

rf_status rf_recorder_stepped_many(rf_recorder* recorder, const rf_state* states, uint32_t count, uint32_t steps,
                                   rf_error* error) {
  RF_TRY(check_recorder(recorder, error));
  RF_TRY(check_states(*recorder, states, count, error));
  RF_TRY(check_range(error, "steps", steps, 1, steps_until_due(*recorder), "1 to rf_recorder_steps_until_due()"));
  return write_status(write_stepped(*recorder, states, count, steps), error);
}

rf_status rf_recorder_end(rf_recorder* recorder, const rf_state* states, uint32_t count, rf_error* error) {
  RF_TRY(check_recorder(recorder, error));
  RF_TRY(check_states(*recorder, states, count, error));
  return write_status(write_end(*recorder, states, count), error);
}

rf_status rf_recording_open(rf_recording* recording, const void* memory, size_t bytes, rf_recording_info* info,
                            rf_error* error) {
  if (!recording) return fail_null(error, "recording");
  *recording = {};
  if (!memory) return fail_null(error, "memory");
  rf_recording_info found;
  size_t first;
  const auto* const begin = static_cast<const unsigned char*>(memory);
  RF_TRY(check_recording(begin, bytes, found, first, error));
  *recording = {begin, bytes, first, 0};
  if (info) *info = found;
  return succeed(error);
}

rf_status rf_recording_next(rf_recording* recording, rf_record* record, rf_error* error) {
  if (!recording) return fail_null(error, "recording");
  if (!record) return fail_null(error, "record");
  if (!recording->memory) return fail(error, RF_BAD_DEF, "recording was not opened with rf_recording_open");
  *record = read_record(*recording);
  return succeed(error);
}

}  // extern "C"
