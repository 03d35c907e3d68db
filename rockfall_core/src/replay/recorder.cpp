#include "replay/recorder.h"

#include <initializer_list>

#include "numerics/library_version.h"
#include "replay/hash.h"
#include "replay/keyframes.h"
#include "replay/recording_format.h"

namespace rockfall {
namespace {

size_t free_bytes(const rf_recorder& recorder) { return recorder.capacity - recorder.used; }

// Position of the payload of the next record; the caller has checked that it fits.
unsigned char* next_payload(const rf_recorder& recorder) { return recorder.memory + recorder.used + kRecordHeader; }

// Writes header and chain of a record whose payload of any size is written.
void finish_record(rf_recorder& recorder, rf_record_kind kind, size_t payload) {
  unsigned char* const record = recorder.memory + recorder.used;
  store_u32(static_cast<uint32_t>(kind), record);
  store_u32(static_cast<uint32_t>(payload), record + 4);
  store_u64(recorder.step, record + 8);
  recorder.chain = next_chain(recorder.chain, record, kRecordHeader + payload);
  store_u64(recorder.chain, record + kRecordHeader + payload);
  recorder.used += kRecordOverhead + payload;
  recorder.bytes += kRecordOverhead + payload;
  ++recorder.records;
}

void finish_record(rf_recorder& recorder, rf_record_kind kind) { finish_record(recorder, kind, payload_bytes(kind)); }

bool fits(const rf_recorder& recorder, rf_record_kind kind) {
  return free_bytes(recorder) >= kRecordOverhead + payload_bytes(kind);
}

bool write_rock_state(rf_recorder& recorder, rf_record_kind kind, uint32_t rock, const rf_state& state) {
  if (!fits(recorder, kind)) return false;
  unsigned char* const payload = next_payload(recorder);
  store_u32(rock, payload);
  pack(kStateFields, &state, payload + 4);
  finish_record(recorder, kind);
  return true;
}

void write_hash(rf_recorder& recorder, const rf_state* states, uint32_t count) {
  store_u64(hash_states(states, count), next_payload(recorder));
  finish_record(recorder, RF_RECORD_HASH);
}

}  // namespace

size_t recording_header_bytes(uint32_t metadata_bytes) { return kHeaderMetadata + metadata_bytes + kChainBytes; }

size_t recorder_step_bytes(uint32_t count) {
  const uint64_t bytes =
      2 * RF_RECORD_BYTES_MAX + static_cast<uint64_t>(count) * (kRecordOverhead + payload_bytes(RF_RECORD_STATE));
  return bytes > SIZE_MAX ? SIZE_MAX : static_cast<size_t>(bytes);
}

bool write_header(rf_recorder& recorder, const rf_recording_def& def, const rf_scene_identity& identity,
                  const rf_settings& settings) {
  const size_t bytes = recording_header_bytes(def.metadata_bytes);
  if (recorder.capacity < bytes) return false;
  unsigned char* const header = recorder.memory;
  std::memcpy(header, kRecordingMagic, sizeof kRecordingMagic);
  store_u32(RF_RECORDING_VERSION, header + kHeaderVersion);
  store_u32(kLibraryVersion, header + kHeaderLibrary);
  store_u64(layout_hash(kStateFields), header + kHeaderLayouts);
  store_u64(layout_hash(kSettingsFields), header + kHeaderLayouts + 8);
  store_u64(layout_hash(kGroundFields), header + kHeaderLayouts + 16);
  const uint64_t hashes[4] = {identity.rocks, identity.surface, identity.ground, identity.settings};
  for (size_t i = 0; i < 4; ++i) store_u64(hashes[i], header + kHeaderIdentity + 8 * i);
  store_u64(def.seed, header + kHeaderSeed);
  store_u32(def.hash_every, header + kHeaderHashEvery);
  store_u32(def.states_every, header + kHeaderStatesEvery);
  store_u32(def.metadata_bytes, header + kHeaderMetadataBytes);
  pack(kSettingsFields, &settings, header + kHeaderSettings);
  if (def.metadata_bytes) std::memcpy(header + kHeaderMetadata, def.metadata, def.metadata_bytes);
  recorder.chain = next_chain(0, header, bytes - kChainBytes);
  store_u64(recorder.chain, header + bytes - kChainBytes);
  recorder.used = bytes;
  recorder.bytes = bytes;
  begin_keyframes(recorder);
  return true;
}

bool write_add(rf_recorder& recorder, const rf_state& state) {
  if (!fits(recorder, RF_RECORD_ADD)) return false;
  pack(kStateFields, &state, next_payload(recorder));
  finish_record(recorder, RF_RECORD_ADD);
  ++recorder.rock_count;
  return true;
}

bool write_replace(rf_recorder& recorder, uint32_t rock, const rf_state& state) {
  return write_rock_state(recorder, RF_RECORD_REPLACE, rock, state);
}

bool write_remove(rf_recorder& recorder, uint32_t rock, rf_removal removal) {
  if (!fits(recorder, RF_RECORD_REMOVE)) return false;
  unsigned char* const payload = next_payload(recorder);
  store_u32(rock, payload);
  store_u32(static_cast<uint32_t>(removal), payload + 4);
  finish_record(recorder, RF_RECORD_REMOVE);
  --recorder.rock_count;
  return true;
}

uint64_t shape_record_bytes(const rf_rock& rock) { return kRecordOverhead + packed_shape_bytes(rock); }

bool write_shape(rf_recorder& recorder, const rf_rock& rock) {
  if (free_bytes(recorder) < shape_record_bytes(rock)) return false;
  pack_shape(rock, next_payload(recorder));
  finish_record(recorder, RF_RECORD_SHAPE, static_cast<size_t>(packed_shape_bytes(rock)));
  ++recorder.shape_count;
  return true;
}

uint64_t heights_record_bytes(uint32_t columns, uint32_t rows) {
  return kRecordOverhead + kHeightsHeader + uint64_t{16} * columns * rows;
}

bool write_heights(rf_recorder& recorder, const rf_node_heights& change, const double* before) {
  const uint64_t bytes = heights_record_bytes(change.columns, change.rows);
  if (free_bytes(recorder) < bytes) return false;
  unsigned char* payload = next_payload(recorder);
  store_u32(change.column, payload);
  store_u32(change.row, payload + 4);
  store_u32(change.columns, payload + 8);
  store_u32(change.rows, payload + 12);
  payload += kHeightsHeader;
  const size_t nodes = size_t{change.columns} * change.rows;
  for (const double* heights : {before, change.heights}) {
    for (size_t i = 0; i < nodes; ++i, payload += 8) store_real(heights[i], payload);
  }
  finish_record(recorder, RF_RECORD_HEIGHTS, static_cast<size_t>(bytes - kRecordOverhead));
  ++recorder.height_changes;
  return true;
}

bool write_impulse(rf_recorder& recorder, uint32_t rock, const double impulse[3], const double* point) {
  if (!fits(recorder, RF_RECORD_IMPULSE)) return false;
  unsigned char* const payload = next_payload(recorder);
  store_u32(rock, payload);
  store_u32(point != nullptr, payload + 4);
  for (size_t k = 0; k < 3; ++k) {
    store_real(impulse[k], payload + 8 + 8 * k);
    store_real(point ? point[k] : 0.0, payload + 32 + 8 * k);
  }
  finish_record(recorder, RF_RECORD_IMPULSE);
  return true;
}

bool write_settings(rf_recorder& recorder, const rf_settings& settings) {
  if (!fits(recorder, RF_RECORD_SETTINGS)) return false;
  pack(kSettingsFields, &settings, next_payload(recorder));
  recorder.last_settings = recorder.bytes;
  finish_record(recorder, RF_RECORD_SETTINGS);
  return true;
}

bool write_ground(rf_recorder& recorder, const rf_ground& ground) {
  if (!fits(recorder, RF_RECORD_GROUND)) return false;
  pack(kGroundFields, &ground, next_payload(recorder));
  recorder.last_ground = recorder.bytes;
  finish_record(recorder, RF_RECORD_GROUND);
  return true;
}

uint32_t steps_until_due(const rf_recorder& recorder) {
  const auto until = [&](uint32_t interval) { return interval - static_cast<uint32_t>(recorder.step % interval); };
  const uint32_t hash = until(recorder.hash_every ? recorder.hash_every : 1);
  if (!recorder.states_every) return hash;
  const uint32_t states = until(recorder.states_every);
  return states < hash ? states : hash;
}

bool write_stepped(rf_recorder& recorder, const rf_state* states, uint32_t count, uint32_t steps) {
  const uint64_t step = recorder.step + steps;
  const bool hash_due = step % recorder.hash_every == 0;
  const bool states_due = recorder.states_every && step % recorder.states_every == 0;
  uint64_t needed = hash_due ? kRecordOverhead + payload_bytes(RF_RECORD_HASH) : 0;
  for (uint32_t i = 0; states_due && i < count; ++i) {
    if (states[i].end == RF_MOVING) needed += kRecordOverhead + payload_bytes(RF_RECORD_STATE);
  }
  if (free_bytes(recorder) < needed) return false;
  recorder.step = step;
  if (hash_due) write_hash(recorder, states, count);
  for (uint32_t i = 0; states_due && i < count; ++i) {
    if (states[i].end == RF_MOVING) write_rock_state(recorder, RF_RECORD_STATE, i, states[i]);
  }
  if (!recorder.keyframes) return true;
  uint64_t moving = 0;
  for (uint32_t i = 0; i < count; ++i) moving += states[i].end == RF_MOVING;
  recorder.work += steps * (1 + moving);
  keep_keyframe(recorder, states);
  return true;
}

uint64_t end_bytes(const rf_recorder& recorder) {
  return kRecordOverhead + payload_bytes(RF_RECORD_END) + keyframe_record_bytes(recorder);
}

bool write_end(rf_recorder& recorder, const rf_state* states, uint32_t count) {
  if (free_bytes(recorder) < end_bytes(recorder)) return false;
  size_t position = 0;
  for (KeyframeBytes keyframe; next_keyframe(recorder, position, keyframe);) {
    std::memcpy(next_payload(recorder), keyframe.payload, keyframe.bytes);
    finish_record(recorder, RF_RECORD_KEYFRAME, keyframe.bytes);
  }
  unsigned char* const payload = next_payload(recorder);
  store_u64(hash_states(states, count), payload);
  store_u64(recorder.records, payload + 8);
  store_u32(count, payload + 16);
  finish_record(recorder, RF_RECORD_END);
  recorder.ended = 1;
  return true;
}

}  // namespace rockfall
