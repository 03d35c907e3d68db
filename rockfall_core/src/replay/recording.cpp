#include "replay/recording.h"

#include "numerics/error.h"
#include "replay/recording_format.h"

namespace rockfall {
namespace {

rf_status check_version(const unsigned char* head, rf_error* error) {
  const uint32_t version = load_u32(head + kHeadVersion);
  if (version != RF_RECORDING_VERSION) {
    if (error) {
      error->status = RF_WRONG_VERSION;
      std::snprintf(error->text, sizeof error->text, "the recording has format version %u, this library reads %u",
                    static_cast<unsigned>(version), static_cast<unsigned>(RF_RECORDING_VERSION));
    }
    return RF_WRONG_VERSION;
  }
  const bool same = load_u64(head + kHeadLayouts) == layout_hash(kStateFields) &&
                    load_u64(head + kHeadLayouts + 8) == layout_hash(kSettingsFields) &&
                    load_u64(head + kHeadLayouts + 16) == layout_hash(kGroundFields);
  if (same) return RF_OK;
  return fail(error, RF_WRONG_VERSION,
              "the recording was written by a version whose states, settings or ground have other members");
}

// The head with its chain; `end` is where it ends.
rf_status check_head(const unsigned char* memory, size_t bytes, size_t& end, rf_error* error) {
  const size_t magic = bytes < sizeof kRecordingMagic ? bytes : sizeof kRecordingMagic;
  if (std::memcmp(memory, kRecordingMagic, magic) != 0) {
    return fail(error, RF_CORRUPTED, "these bytes are no recording: they do not begin with RFRECORD");
  }
  if (bytes < kHeadMetadata) return fail(error, RF_TRUNCATED, "the recording ends inside its head");
  const rf_status version = check_version(memory, error);
  if (version != RF_OK) return version;
  const uint32_t note = load_u32(memory + kHeadMetadataBytes);
  if (note > RF_RECORDING_METADATA_MAX) return fail(error, RF_CORRUPTED, "the recording was altered in its head");
  end = kHeadMetadata + note + kChainBytes;
  if (bytes < end) return fail(error, RF_TRUNCATED, "the recording ends inside its head");
  if (load_u64(memory + end - kChainBytes) == next_chain(0, memory, end - kChainBytes)) return RF_OK;
  return fail(error, RF_CORRUPTED, "the recording was altered in its head");
}

void read_head(const unsigned char* head, rf_recording_info& info) {
  info = {};
  info.version = load_u32(head + kHeadVersion);
  info.library_version = load_u32(head + kHeadLibrary);
  info.identity = {load_u64(head + kHeadIdentity), load_u64(head + kHeadIdentity + 8),
                   load_u64(head + kHeadIdentity + 16), load_u64(head + kHeadIdentity + 24)};
  info.settings.struct_size = sizeof info.settings;
  unpack(kSettingsFields, head + kHeadSettings, &info.settings);
  info.seed = load_u64(head + kHeadSeed);
  info.hash_every = load_u32(head + kHeadHashEvery);
  info.states_every = load_u32(head + kHeadStatesEvery);
  info.metadata_bytes = load_u32(head + kHeadMetadataBytes);
  if (info.metadata_bytes) info.metadata = reinterpret_cast<const char*>(head + kHeadMetadata);
}

// "the recording <what> at byte <at>".
rf_status fail_at(rf_error* error, rf_status status, const char* what, size_t at) {
  if (error) {
    error->status = status;
    std::snprintf(error->text, sizeof error->text, "the recording %s at byte %zu", what, at);
  }
  return status;
}

// What records say of each other, so that a replay need not doubt them.
struct Progress {
  uint64_t step = 0, records = 0;
  uint32_t rocks = 0;
};

bool makes_sense(const unsigned char* record, uint32_t kind, Progress& progress) {
  const unsigned char* const payload = record + kRecordHead;
  const uint64_t step = load_u64(record + 8);
  if (step < progress.step) return false;
  progress.step = step;
  ++progress.records;
  if (kind == RF_RECORD_ADD) return ++progress.rocks != 0;
  const bool names_rock = kind == RF_RECORD_REPLACE || kind == RF_RECORD_IMPULSE || kind == RF_RECORD_STATE;
  if (names_rock) return load_u32(payload) < progress.rocks;
  if (kind != RF_RECORD_END) return true;
  return load_u64(payload + 8) == progress.records - 1 && load_u32(payload + 16) == progress.rocks;
}

}  // namespace

rf_status check_recording(const unsigned char* memory, size_t bytes, rf_recording_info& info, size_t& first,
                          rf_error* error) {
  size_t at;
  const rf_status head = check_head(memory, bytes, at, error);
  if (head != RF_OK) return head;
  read_head(memory, info);
  first = at;
  uint64_t chain = load_u64(memory + at - kChainBytes);
  Progress progress;
  while (true) {
    if (bytes - at < kRecordHead) return fail_at(error, RF_TRUNCATED, "is cut off", bytes);
    const unsigned char* const record = memory + at;
    const uint32_t kind = load_u32(record);
    const size_t payload = payload_bytes(kind);
    if (payload == 0 || load_u32(record + 4) != payload) return fail_at(error, RF_CORRUPTED, "was altered", at);
    if (bytes - at < kRecordFrame + payload) return fail_at(error, RF_TRUNCATED, "is cut off", bytes);
    chain = next_chain(chain, record, kRecordHead + payload);
    if (load_u64(record + kRecordHead + payload) != chain || !makes_sense(record, kind, progress)) {
      return fail_at(error, RF_CORRUPTED, "was altered", at);
    }
    at += kRecordFrame + payload;
    if (kind != RF_RECORD_END) continue;
    if (at != bytes) return fail_at(error, RF_CORRUPTED, "goes on behind its end", at);
    info.rock_count = progress.rocks;
    info.steps = progress.step;
    info.states_hash = load_u64(record + kRecordHead);
    return RF_OK;
  }
}

rf_record read_record(rf_recording& recording) {
  const unsigned char* const head = recording.memory + recording.offset;
  const unsigned char* const payload = head + kRecordHead;
  rf_record record = {};
  record.kind = static_cast<int32_t>(load_u32(head));
  record.step = load_u64(head + 8);
  switch (record.kind) {
    case RF_RECORD_ADD:
      record.rock = recording.rocks_added++;
      unpack(kStateFields, payload, &record.state);
      break;
    case RF_RECORD_REPLACE:
    case RF_RECORD_STATE:
      record.rock = load_u32(payload);
      unpack(kStateFields, payload + 4, &record.state);
      break;
    case RF_RECORD_IMPULSE:
      record.rock = load_u32(payload);
      record.has_point = static_cast<int32_t>(load_u32(payload + 4));
      for (size_t k = 0; k < 3; ++k) {
        record.impulse[k] = load_real(payload + 8 + 8 * k);
        record.point[k] = load_real(payload + 32 + 8 * k);
      }
      break;
    case RF_RECORD_SETTINGS:
      record.settings.struct_size = sizeof record.settings;
      unpack(kSettingsFields, payload, &record.settings);
      break;
    case RF_RECORD_GROUND:
      unpack(kGroundFields, payload, &record.ground);
      break;
    default:
      record.hash = load_u64(payload);
  }
  if (record.kind != RF_RECORD_END) recording.offset += kRecordFrame + payload_bytes(static_cast<uint32_t>(record.kind));
  return record;
}

}  // namespace rockfall
