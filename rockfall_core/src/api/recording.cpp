#include "replay/recording.h"

#include "api/check.h"
#include "api/default.h"
#include "numerics/floating_point_environment.h"
#include "replay/keyframes.h"
#include "replay/recorder.h"
#include "replay/recording_format.h"

using namespace rockfall;

namespace {

// Check a recorder, which a host may have restored from a copy, and discard the keyframes after the place of the copy.
rf_status prepare_recorder(const rf_recorder* recorder, rf_error* error) {
  if (!recorder) return fail_null(error, "recorder");
  if (recorder->hash_every == 0) {
    return fail(error, recorder->memory ? RF_BAD_VALUE : RF_NULL_ARGUMENT,
                "recorder was not initialised with rf_recorder_begin");
  }
  if (!recorder->memory) return fail_null(error, "recorder.memory");
  if (recorder->used > recorder->capacity) {
    return fail(error, RF_BAD_VALUE, "recorder.used is above recorder.capacity");
  }
  if (recorder->ended) return fail(error, RF_BAD_VALUE, "recorder has ended: rf_recorder_end was called");
  discard_later_keyframes(*recorder);
  return RF_OK;
}

rf_status check_rock(const rf_recorder& recorder, uint32_t rock, rf_error* error) {
  if (rock < recorder.rock_count) return RF_OK;
  return fail_value(error, "rock", rock, "below the number of rocks in the recording");
}

rf_status check_states(const rf_recorder& recorder, const rf_state* states, uint32_t count, rf_error* error) {
  if (!states && count > 0) return fail_null(error, "states");
  if (count == recorder.rock_count) return RF_OK;
  return fail_value(error, "count", count, "the number of rocks in the recording");
}

size_t as_size(uint64_t bytes) { return bytes > SIZE_MAX ? SIZE_MAX : static_cast<size_t>(bytes); }

rf_status check_kind(const rf_record* record, rf_record_kind kind, const char* rule, rf_error* error) {
  if (!record) return fail_null(error, "record");
  if (record->kind != kind) return fail_value(error, "record.kind", record->kind, rule);
  return record->payload ? RF_OK : fail_null(error, "record.payload");
}

rf_status write_status(bool fits, rf_error* error) {
  if (fits) return succeed(error);
  return fail(error, RF_MEMORY_TOO_SMALL, "the recorder's memory is full: take its bytes or set a larger block");
}

}  // namespace

extern "C" {

rf_status rf_init_recording_def(rf_recording_def* out, size_t size) {
  rf_recording_def def = {};
  def.hash_every = 1;
  return write_default(def, out, size);
}

size_t rf_recorder_begin_bytes(const rf_recording_def* def) {
  return def ? recording_header_bytes(def->metadata_bytes) : 0;
}

size_t rf_recorder_step_bytes(uint32_t count) { return recorder_step_bytes(count); }

size_t rf_recorder_shape_bytes(const rf_rock* rock) { return rock ? as_size(shape_record_bytes(*rock)) : 0; }

size_t rf_recorder_heights_bytes(uint32_t columns, uint32_t rows) {
  const bool possible = columns == 0 || rows <= RF_RECORD_NODES_MAX / columns;
  return possible ? as_size(heights_record_bytes(columns, rows)) : SIZE_MAX;
}

size_t rf_recorder_end_bytes(const rf_recorder* recorder) {
  if (!recorder || recorder->hash_every == 0 || recorder->ended) return 0;
  return as_size(end_bytes(*recorder));
}

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
  if (!def->keyframe_memory && def->keyframe_bytes) return fail_null(error, "def.keyframe_memory");
  rf_scene_identity identity;
  RF_TRY(rf_hash_scene(scene, &identity, error));
  rf_recorder initial = {};
  initial.memory = static_cast<unsigned char*>(memory);
  initial.capacity = bytes;
  initial.hash_every = def->hash_every;
  initial.states_every = def->states_every;
  initial.keyframes = static_cast<unsigned char*>(def->keyframe_memory);
  initial.keyframe_bytes = def->keyframe_bytes;
  if (!write_header(initial, *def, identity, scene->settings)) {
    return fail_with(error, RF_MEMORY_TOO_SMALL, "memory has %zu bytes, must have at least %zu", bytes,
                     recording_header_bytes(def->metadata_bytes));
  }
  *recorder = initial;
  return succeed(error);
}

rf_status rf_recorder_add(rf_recorder* recorder, const rf_state* state, rf_error* error) {
  RF_TRY(prepare_recorder(recorder, error));
  if (!state) return fail_null(error, "state");
  return write_status(write_add(*recorder, *state), error);
}

rf_status rf_recorder_replace(rf_recorder* recorder, uint32_t rock, const rf_state* state, rf_error* error) {
  RF_TRY(prepare_recorder(recorder, error));
  RF_TRY(check_rock(*recorder, rock, error));
  if (!state) return fail_null(error, "state");
  return write_status(write_replace(*recorder, rock, *state), error);
}

rf_status rf_recorder_remove(rf_recorder* recorder, uint32_t rock, int32_t removal, rf_error* error) {
  RF_TRY(prepare_recorder(recorder, error));
  RF_TRY(check_rock(*recorder, rock, error));
  RF_TRY(check_range(error, "removal", removal, 0, RF_REMOVAL_COUNT - 1, "an rf_removal"));
  return write_status(write_remove(*recorder, rock, static_cast<rf_removal>(removal)), error);
}

rf_status rf_recorder_shape(rf_recorder* recorder, const rf_rock* rock, rf_error* error) {
  RF_TRY(prepare_recorder(recorder, error));
  if (!rock) return fail_null(error, "rock");
  return write_status(write_shape(*recorder, *rock), error);
}

rf_status rf_recorder_heights(rf_recorder* recorder, const rf_node_heights* change, const double* before,
                              rf_error* error) {
  RF_TRY(prepare_recorder(recorder, error));
  if (!change) return fail_null(error, "change");
  if (!change->heights) return fail_null(error, "change.heights");
  if (!before) return fail_null(error, "before");
  RF_TRY(check_range(error, "columns", change->columns, 1, RF_RECORD_NODES_MAX, "1 to RF_RECORD_NODES_MAX (4194304)"));
  const uint32_t most_rows = RF_RECORD_NODES_MAX / change->columns;
  RF_TRY(check_range(error, "rows", change->rows, 1, most_rows,
                     ">= 1, and columns * rows at most RF_RECORD_NODES_MAX (4194304)"));
  return write_status(write_heights(*recorder, *change, before), error);
}

rf_status rf_recorder_impulse(rf_recorder* recorder, uint32_t rock, const double impulse[3], const double point[3],
                              rf_error* error) {
  const FloatingPointEnvironment environment;
  RF_TRY(prepare_recorder(recorder, error));
  RF_TRY(check_rock(*recorder, rock, error));
  if (!impulse) return fail_null(error, "impulse");
  RF_TRY(check_all_finite(error, "impulse", impulse, 3));
  if (point) RF_TRY(check_all_finite(error, "point", point, 3));
  return write_status(write_impulse(*recorder, rock, impulse, point), error);
}

rf_status rf_recorder_settings(rf_recorder* recorder, const rf_settings* settings, rf_error* error) {
  RF_TRY(prepare_recorder(recorder, error));
  RF_TRY(rf_settings_check(settings, error));
  return write_status(write_settings(*recorder, *settings), error);
}

rf_status rf_recorder_ground(rf_recorder* recorder, const rf_ground* ground, rf_error* error) {
  RF_TRY(prepare_recorder(recorder, error));
  RF_TRY(rf_ground_check(ground, error));
  return write_status(write_ground(*recorder, *ground), error);
}

rf_status rf_recorder_stepped(rf_recorder* recorder, const rf_state* states, uint32_t count, rf_error* error) {
  return rf_recorder_stepped_many(recorder, states, count, 1, error);
}

uint32_t rf_recorder_steps_until_due(const rf_recorder* recorder) { return recorder ? steps_until_due(*recorder) : 0; }

rf_status rf_recorder_stepped_many(rf_recorder* recorder, const rf_state* states, uint32_t count, uint32_t steps,
                                   rf_error* error) {
  const FloatingPointEnvironment environment;
  RF_TRY(prepare_recorder(recorder, error));
  RF_TRY(check_states(*recorder, states, count, error));
  RF_TRY(check_range(error, "steps", steps, 1, steps_until_due(*recorder), "1 to rf_recorder_steps_until_due()"));
  return write_status(write_stepped(*recorder, states, count, steps), error);
}

rf_status rf_recorder_end(rf_recorder* recorder, const rf_state* states, uint32_t count, rf_error* error) {
  const FloatingPointEnvironment environment;
  RF_TRY(prepare_recorder(recorder, error));
  RF_TRY(check_states(*recorder, states, count, error));
  return write_status(write_end(*recorder, states, count), error);
}

rf_status rf_recording_open(rf_recording* recording, const void* memory, size_t bytes, rf_recording_info* info,
                            rf_error* error) {
  if (!recording) return fail_null(error, "recording");
  *recording = {};
  if (!memory) return fail_null(error, "memory");
  rf_recording_info found;
  rf_recording beginning;
  RF_TRY(check_recording(static_cast<const unsigned char*>(memory), bytes, found, beginning, error));
  *recording = beginning;
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

rf_status rf_record_shape(const rf_record* record, void* memory, size_t bytes, const rf_rock** rock, rf_error* error) {
  const FloatingPointEnvironment environment;
  if (!rock) return fail_null(error, "rock");
  *rock = nullptr;
  RF_TRY(check_kind(record, RF_RECORD_SHAPE, "RF_RECORD_SHAPE", error));
  if (!memory) return fail_null(error, "memory");
  if (bytes < record->shape_bytes) return fail(error, RF_MEMORY_TOO_SMALL, "bytes is below record.shape_bytes");
  if (reinterpret_cast<uintptr_t>(memory) % RF_MEMORY_ALIGNMENT) {
    return fail(error, RF_MEMORY_MISALIGNED, "memory must be aligned to RF_MEMORY_ALIGNMENT (64) bytes");
  }
  *rock = unpack_shape(record->payload, memory);
  return *rock ? succeed(error) : fail(error, RF_CORRUPTED, "the recorded shape holds invalid numbers");
}

rf_status rf_record_heights(const rf_record* record, double* before, double* after, rf_error* error) {
  RF_TRY(check_kind(record, RF_RECORD_HEIGHTS, "RF_RECORD_HEIGHTS", error));
  const size_t nodes = size_t{record->columns} * record->rows;
  const unsigned char* const heights = record->payload + kHeightsHeader;
  for (size_t i = 0; before && i < nodes; ++i) before[i] = load_real(heights + 8 * i);
  for (size_t i = 0; after && i < nodes; ++i) after[i] = load_real(heights + 8 * (nodes + i));
  return succeed(error);
}

}  // extern "C"
