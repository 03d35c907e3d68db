#include "replay/recorder.h"

#include "replay/hash.h"
#include "replay/recording_format.h"

namespace rockfall {
namespace {

size_t room(const rf_recorder& recorder) { return recorder.capacity - recorder.used; }

// Where the payload of the next record goes; the caller has made sure that there is room.
unsigned char* payload_of_next(const rf_recorder& recorder) { return recorder.memory + recorder.used + kRecordHead; }

// Frame the payload that has been written.
void finish_record(rf_recorder& recorder, rf_record_kind kind) {
  unsigned char* const record = recorder.memory + recorder.used;
  const size_t payload = payload_bytes(kind);
  store_u32(static_cast<uint32_t>(kind), record);
  store_u32(static_cast<uint32_t>(payload), record + 4);
  store_u64(recorder.step, record + 8);
  recorder.chain = next_chain(recorder.chain, record, kRecordHead + payload);
  store_u64(recorder.chain, record + kRecordHead + payload);
  recorder.used += kRecordFrame + payload;
  ++recorder.records;
}

bool fits(const rf_recorder& recorder, rf_record_kind kind) {
  return room(recorder) >= kRecordFrame + payload_bytes(kind);
}

bool write_rock_state(rf_recorder& recorder, rf_record_kind kind, uint32_t rock, const rf_state& state) {
  if (!fits(recorder, kind)) return false;
  unsigned char* const at = payload_of_next(recorder);
  store_u32(rock, at);
  pack(kStateFields, &state, at + 4);
  finish_record(recorder, kind);
  return true;
}

void write_hash(rf_recorder& recorder, const rf_state* states, uint32_t count) {
  store_u64(hash_states(states, count), payload_of_next(recorder));
  finish_record(recorder, RF_RECORD_HASH);
}

}  // namespace

size_t recording_head_bytes(uint32_t metadata_bytes) { return kHeadMetadata + metadata_bytes + kChainBytes; }

size_t recorder_step_bytes(uint32_t count) {
  const uint64_t bytes =
      2 * RF_RECORD_BYTES_MAX + static_cast<uint64_t>(count) * (kRecordFrame + payload_bytes(RF_RECORD_STATE));
  return bytes > SIZE_MAX ? SIZE_MAX : static_cast<size_t>(bytes);
}

bool write_head(rf_recorder& recorder, const rf_recording_def& def, const rf_scene_identity& identity,
                const rf_settings& settings) {
  const size_t bytes = recording_head_bytes(def.metadata_bytes);
  if (recorder.capacity < bytes) return false;
  unsigned char* const head = recorder.memory;
  std::memcpy(head, kRecordingMagic, sizeof kRecordingMagic);
  store_u32(RF_RECORDING_VERSION, head + kHeadVersion);
  store_u32(rf_version(), head + kHeadLibrary);
  store_u64(layout_hash(kStateFields), head + kHeadLayouts);
  store_u64(layout_hash(kSettingsFields), head + kHeadLayouts + 8);
  store_u64(layout_hash(kGroundFields), head + kHeadLayouts + 16);
  const uint64_t hashes[4] = {identity.rocks, identity.surface, identity.ground, identity.settings};
  for (size_t i = 0; i < 4; ++i) store_u64(hashes[i], head + kHeadIdentity + 8 * i);
  store_u64(def.seed, head + kHeadSeed);
  store_u32(def.hash_every, head + kHeadHashEvery);
  store_u32(def.states_every, head + kHeadStatesEvery);
  store_u32(def.metadata_bytes, head + kHeadMetadataBytes);
  pack(kSettingsFields, &settings, head + kHeadSettings);
  if (def.metadata_bytes) std::memcpy(head + kHeadMetadata, def.metadata, def.metadata_bytes);
  recorder.chain = next_chain(0, head, bytes - kChainBytes);
  store_u64(recorder.chain, head + bytes - kChainBytes);
  recorder.used = bytes;
  return true;
}

bool write_add(rf_recorder& recorder, const rf_state& state) {
  if (!fits(recorder, RF_RECORD_ADD)) return false;
  pack(kStateFields, &state, payload_of_next(recorder));
  finish_record(recorder, RF_RECORD_ADD);
  ++recorder.rock_count;
  return true;
}

bool write_replace(rf_recorder& recorder, uint32_t rock, const rf_state& state) {
  return write_rock_state(recorder, RF_RECORD_REPLACE, rock, state);
}

bool write_impulse(rf_recorder& recorder, uint32_t rock, const double impulse[3], const double* point) {
  if (!fits(recorder, RF_RECORD_IMPULSE)) return false;
  unsigned char* const at = payload_of_next(recorder);
  store_u32(rock, at);
  store_u32(point != nullptr, at + 4);
  for (size_t k = 0; k < 3; ++k) {
    store_real(impulse[k], at + 8 + 8 * k);
    store_real(point ? point[k] : 0.0, at + 32 + 8 * k);
  }
  finish_record(recorder, RF_RECORD_IMPULSE);
  return true;
}

bool write_settings(rf_recorder& recorder, const rf_settings& settings) {
  if (!fits(recorder, RF_RECORD_SETTINGS)) return false;
  pack(kSettingsFields, &settings, payload_of_next(recorder));
  finish_record(recorder, RF_RECORD_SETTINGS);
  return true;
}

bool write_ground(rf_recorder& recorder, const rf_ground& ground) {
  if (!fits(recorder, RF_RECORD_GROUND)) return false;
  pack(kGroundFields, &ground, payload_of_next(recorder));
  finish_record(recorder, RF_RECORD_GROUND);
  return true;
}

bool write_stepped(rf_recorder& recorder, const rf_state* states, uint32_t count) {
  const uint64_t step = recorder.step + 1;
  const bool hash_due = step % recorder.hash_every == 0;
  const bool states_due = recorder.states_every && step % recorder.states_every == 0;
  uint64_t needed = hash_due ? kRecordFrame + payload_bytes(RF_RECORD_HASH) : 0;
  for (uint32_t i = 0; states_due && i < count; ++i) {
    if (states[i].end == RF_MOVING) needed += kRecordFrame + payload_bytes(RF_RECORD_STATE);
  }
  if (room(recorder) < needed) return false;
  recorder.step = step;
  if (hash_due) write_hash(recorder, states, count);
  for (uint32_t i = 0; states_due && i < count; ++i) {
    if (states[i].end == RF_MOVING) write_rock_state(recorder, RF_RECORD_STATE, i, states[i]);
  }
  return true;
}

bool write_end(rf_recorder& recorder, const rf_state* states, uint32_t count) {
  if (!fits(recorder, RF_RECORD_END)) return false;
  unsigned char* const at = payload_of_next(recorder);
  store_u64(hash_states(states, count), at);
  store_u64(recorder.records, at + 8);
  store_u32(count, at + 16);
  finish_record(recorder, RF_RECORD_END);
  recorder.ended = 1;
  return true;
}

}  // namespace rockfall
