#include "replay/recording.h"

#include "numerics/error.h"
#include "replay/recording_format.h"

namespace rockfall {
namespace {

rf_status check_version(const unsigned char* header, rf_error* error) {
  const uint32_t version = load_u32(header + kHeaderVersion);
  if (version != RF_RECORDING_VERSION) {
    if (error) {
      error->status = RF_WRONG_VERSION;
      std::snprintf(error->text, sizeof error->text, "the recording has format version %u, this library reads %u",
                    static_cast<unsigned>(version), static_cast<unsigned>(RF_RECORDING_VERSION));
    }
    return RF_WRONG_VERSION;
  }
  const bool same = load_u64(header + kHeaderLayouts) == layout_hash(kStateFields) &&
                    load_u64(header + kHeaderLayouts + 8) == layout_hash(kSettingsFields) &&
                    load_u64(header + kHeaderLayouts + 16) == layout_hash(kGroundFields);
  if (same) return RF_OK;
  return fail(error, RF_WRONG_VERSION,
              "the recording was written by a version whose states, settings or ground have other members");
}

// Checks the header and its chain. `end` is set to the offset of its end.
rf_status check_header(const unsigned char* memory, size_t bytes, size_t& end, rf_error* error) {
  const size_t magic = bytes < sizeof kRecordingMagic ? bytes : sizeof kRecordingMagic;
  if (std::memcmp(memory, kRecordingMagic, magic) != 0) {
    return fail(error, RF_CORRUPTED, "not a recording: the bytes do not begin with RFRECORD");
  }
  if (bytes < kHeaderMetadata) return fail(error, RF_TRUNCATED, "the recording ends inside its header");
  const rf_status version = check_version(memory, error);
  if (version != RF_OK) return version;
  const uint32_t metadata_bytes = load_u32(memory + kHeaderMetadataBytes);
  if (metadata_bytes > RF_RECORDING_METADATA_MAX) {
    return fail(error, RF_CORRUPTED, "the recording was altered in its header");
  }
  end = kHeaderMetadata + metadata_bytes + kChainBytes;
  if (bytes < end) return fail(error, RF_TRUNCATED, "the recording ends inside its header");
  if (load_u64(memory + end - kChainBytes) == next_chain(0, memory, end - kChainBytes)) return RF_OK;
  return fail(error, RF_CORRUPTED, "the recording was altered in its header");
}

void read_header(const unsigned char* header, rf_recording_info& info) {
  info = {};
  info.version = load_u32(header + kHeaderVersion);
  info.library_version = load_u32(header + kHeaderLibrary);
  info.identity = {load_u64(header + kHeaderIdentity), load_u64(header + kHeaderIdentity + 8),
                   load_u64(header + kHeaderIdentity + 16), load_u64(header + kHeaderIdentity + 24)};
  info.settings.struct_size = sizeof info.settings;
  unpack(kSettingsFields, header + kHeaderSettings, &info.settings);
  info.seed = load_u64(header + kHeaderSeed);
  info.hash_every = load_u32(header + kHeaderHashEvery);
  info.states_every = load_u32(header + kHeaderStatesEvery);
  info.metadata_bytes = load_u32(header + kHeaderMetadataBytes);
  if (info.metadata_bytes) info.metadata = reinterpret_cast<const char*>(header + kHeaderMetadata);
}

// Error text: "the recording <what> at byte <offset>".
rf_status fail_at(rf_error* error, rf_status status, const char* what, size_t offset) {
  if (error) {
    error->status = status;
    std::snprintf(error->text, sizeof error->text, "the recording %s at byte %zu", what, offset);
  }
  return status;
}

// Counters to check that records are consistent, which a replay relies on.
struct Progress {
  uint64_t hash_every;
  uint64_t step = 0, records = 0, hashes = 0;
  uint32_t rocks = 0;
  bool acted = true;  // the host acted at this step: before the first step or after the comparisons
};

// Are the hashes before a record those of a recorder, which writes one first at every hash_every-th step? Without them
// a few bytes could prescribe any number of steps.
bool hashes_are_complete(uint32_t kind, uint64_t step, Progress& progress) {
  if (kind == RF_RECORD_HASH) ++progress.hashes;
  if (step / progress.hash_every != progress.hashes) return false;
  return kind != RF_RECORD_HASH || step % progress.hash_every == 0;
}

bool is_consistent(const unsigned char* record, uint32_t kind, Progress& progress) {
  const unsigned char* const payload = record + kRecordHeader;
  const uint64_t step = load_u64(record + 8);
  if (step < progress.step || !hashes_are_complete(kind, step, progress)) return false;
  if (step > progress.step) progress.acted = false;
  progress.step = step;
  const bool is_comparison = kind == RF_RECORD_HASH || kind == RF_RECORD_STATE;
  if (is_comparison && progress.acted) return false;  // a replay would wait for it for ever
  progress.acted = progress.acted || !is_comparison;
  ++progress.records;
  if (kind == RF_RECORD_ADD) return ++progress.rocks != 0;
  const bool has_rock = kind == RF_RECORD_REPLACE || kind == RF_RECORD_IMPULSE || kind == RF_RECORD_STATE;
  if (has_rock) return load_u32(payload) < progress.rocks;
  if (kind != RF_RECORD_END) return true;
  return load_u64(payload + 8) == progress.records - 1 && load_u32(payload + 16) == progress.rocks;
}

}  // namespace

rf_status check_recording(const unsigned char* memory, size_t bytes, rf_recording_info& info, size_t& first,
                          rf_error* error) {
  size_t offset;
  const rf_status header = check_header(memory, bytes, offset, error);
  if (header != RF_OK) return header;
  read_header(memory, info);
  first = offset;
  uint64_t chain = load_u64(memory + offset - kChainBytes);
  if (info.hash_every == 0 || info.hash_every > RF_RECORDING_HASH_EVERY_MAX) {
    return fail(error, RF_CORRUPTED, "the recording was altered in its header");
  }
  Progress progress{info.hash_every};
  while (true) {
    if (bytes - offset < kRecordHeader) return fail_at(error, RF_TRUNCATED, "is truncated", bytes);
    const unsigned char* const record = memory + offset;
    const uint32_t kind = load_u32(record);
    const size_t payload = payload_bytes(kind);
    if (payload == 0 || load_u32(record + 4) != payload) return fail_at(error, RF_CORRUPTED, "was altered", offset);
    if (bytes - offset < kRecordOverhead + payload) return fail_at(error, RF_TRUNCATED, "is truncated", bytes);
    chain = next_chain(chain, record, kRecordHeader + payload);
    if (load_u64(record + kRecordHeader + payload) != chain || !is_consistent(record, kind, progress)) {
      return fail_at(error, RF_CORRUPTED, "was altered", offset);
    }
    offset += kRecordOverhead + payload;
    if (kind != RF_RECORD_END) continue;
    if (offset != bytes) return fail_at(error, RF_CORRUPTED, "continues after its end", offset);
    info.rock_count = progress.rocks;
    info.steps = progress.step;
    info.states_hash = load_u64(record + kRecordHeader);
    return RF_OK;
  }
}

rf_record read_record(rf_recording& recording) {
  const unsigned char* const header = recording.memory + recording.offset;
  const unsigned char* const payload = header + kRecordHeader;
  rf_record record = {};
  record.kind = static_cast<int32_t>(load_u32(header));
  record.step = load_u64(header + 8);
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
  if (record.kind != RF_RECORD_END) {
    recording.offset += kRecordOverhead + payload_bytes(static_cast<uint32_t>(record.kind));
  }
  return record;
}

}  // namespace rockfall
