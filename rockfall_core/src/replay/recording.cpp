#include "replay/recording.h"

#include "numerics/error.h"
#include "replay/recording_format.h"

namespace rockfall {
namespace {

// Records that a replay compares with its own rocks.
bool is_comparison(uint32_t kind) { return kind == RF_RECORD_HASH || kind == RF_RECORD_STATE; }

constexpr uint32_t kOldestVersion = 1;
constexpr uint32_t kLastKindOfVersion1 = RF_RECORD_END;

rf_status check_version(const unsigned char* header, rf_error* error) {
  const uint32_t version = load_u32(header + kHeaderVersion);
  if (version < kOldestVersion || version > RF_RECORDING_VERSION) {
    return fail_with(error, RF_WRONG_VERSION, "the recording has format version %u, this library reads %u to %u",
                     static_cast<unsigned>(version), static_cast<unsigned>(kOldestVersion),
                     static_cast<unsigned>(RF_RECORDING_VERSION));
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
  return fail_with(error, status, "the recording %s at byte %zu", what, offset);
}

// Moves behind a record and counts what it adds.
void pass_record(rf_recording& place) {
  const unsigned char* const record = place.memory + place.offset;
  const uint32_t kind = load_u32(record);
  if (kind == RF_RECORD_SETTINGS) place.last_settings = place.offset;
  if (kind == RF_RECORD_GROUND) place.last_ground = place.offset;
  place.rock_count += kind == RF_RECORD_ADD;
  place.rock_count -= kind == RF_RECORD_REMOVE;
  place.shape_count += kind == RF_RECORD_SHAPE;
  place.height_changes += kind == RF_RECORD_HEIGHTS;
  if (kind != RF_RECORD_END) place.offset += kRecordOverhead + load_u32(record + 4);
}

// Checks that records are consistent, which a replay relies on.
class Checker {
 public:
  Checker(const rf_recording& beginning, rf_recording_info& info)
      : info_(info), place_(beginning), keyframe_place_(beginning) {}

  // A record whose size and chain are right, at offset().
  bool accept() {
    const unsigned char* const record = place_.memory + place_.offset;
    const uint32_t kind = load_u32(record);
    const uint64_t step = load_u64(record + 8);
    if (info_.version == 1 && kind > kLastKindOfVersion1) return false;
    if (step < step_ || !accept_hash(kind, step)) return false;
    if (step > step_ && closing_) return false;
    if (step > step_) acted_ = false;
    step_ = step;
    if (!accept_order(kind) || !accept_payload(kind, record + kRecordHeader)) return false;
    ++records_;
    pass_record(place_);
    if (place_.rock_count > info_.rock_count) info_.rock_count = place_.rock_count;
    return true;
  }

  size_t offset() const { return place_.offset; }
  uint64_t step() const { return step_; }

 private:
  // A recorder writes a hash first at every hash_every-th step. False where one is missing: without this rule a few
  // bytes could prescribe any number of steps.
  bool accept_hash(uint32_t kind, uint64_t step) {
    if (kind == RF_RECORD_HASH) ++hashes_;
    if (step / info_.hash_every != hashes_) return false;
    return kind != RF_RECORD_HASH || step % info_.hash_every == 0;
  }

  // Comparisons must come before the actions of a step, because a replay would never reach a later one; keyframes must
  // come directly before the end.
  bool accept_order(uint32_t kind) {
    const bool is_last = kind == RF_RECORD_KEYFRAME || kind == RF_RECORD_END;
    if ((is_comparison(kind) && acted_) || (!is_last && closing_)) return false;
    acted_ = acted_ || !is_comparison(kind);
    closing_ = closing_ || is_last;
    return true;
  }

  bool accept_payload(uint32_t kind, const unsigned char* payload) {
    switch (kind) {
      case RF_RECORD_ADD:
        return place_.rock_count + 1 != 0;
      case RF_RECORD_REMOVE:
        return load_u32(payload) < place_.rock_count && load_u32(payload + 4) < RF_REMOVAL_COUNT;
      case RF_RECORD_REPLACE:
      case RF_RECORD_IMPULSE:
      case RF_RECORD_STATE:
        return load_u32(payload) < place_.rock_count;
      case RF_RECORD_SHAPE:
        ++info_.shape_count;
        info_.shape_bytes += unpacked_shape_bytes(payload);
        return true;
      case RF_RECORD_HEIGHTS: {
        const uint32_t nodes = load_u32(payload + 8) * load_u32(payload + 12);
        ++info_.height_changes;
        if (nodes > info_.nodes_max) info_.nodes_max = nodes;
        return true;
      }
      case RF_RECORD_KEYFRAME:
        ++info_.keyframes;
        return is_where_it_says(payload);
      case RF_RECORD_END:
        return load_u64(payload + 8) == records_ && load_u32(payload + 16) == place_.rock_count;
      default:
        return true;
    }
  }

  // Keyframes are in the order of their steps, each after the comparisons of its step and before the actions.
  bool is_where_it_says(const unsigned char* payload) {
    const uint64_t step = load_u64(payload + kKeyframeStep), next = load_u64(payload + kKeyframeNext);
    if (step <= keyframe_step_ || step > step_ || next < keyframe_place_.offset || next > place_.offset) return false;
    keyframe_step_ = step;
    uint64_t before = 0;
    while (keyframe_place_.offset < next) {
      before = load_u64(keyframe_place_.memory + keyframe_place_.offset + 8);
      pass_record(keyframe_place_);
    }
    if (keyframe_place_.offset != next || before > step) return false;
    const unsigned char* const record = keyframe_place_.memory + next;
    const uint64_t after = load_u64(record + 8);
    if (after < step || (is_comparison(load_u32(record)) && after == step)) return false;
    return load_u64(payload + kKeyframeSettings) == keyframe_place_.last_settings &&
           load_u64(payload + kKeyframeGround) == keyframe_place_.last_ground &&
           load_u32(payload + kKeyframeRocks) == keyframe_place_.rock_count &&
           load_u32(payload + kKeyframeShapes) == keyframe_place_.shape_count &&
           load_u32(payload + kKeyframeHeights) == keyframe_place_.height_changes;
  }

  rf_recording_info& info_;
  rf_recording place_, keyframe_place_;
  uint64_t step_ = 0, records_ = 0, hashes_ = 0, keyframe_step_ = 0;
  bool acted_ = true;  // the host acted at this step: before the first step or after the comparisons
  bool closing_ = false;
};

// Size of the payload of a record of variable size, from its first bytes; 0 if they are impossible.
uint64_t variable_payload(uint32_t kind, const unsigned char* payload) {
  if (kind == RF_RECORD_SHAPE) return packed_shape_bytes(payload);
  if (kind == RF_RECORD_KEYFRAME) return kKeyframeStates + uint64_t{kPackedState} * load_u32(payload + kKeyframeRocks);
  const uint32_t columns = load_u32(payload + 8), rows = load_u32(payload + 12);
  if (columns == 0 || rows == 0 || columns > RF_RECORD_NODES_MAX / rows) return 0;
  return kHeightsHeader + uint64_t{16} * columns * rows;
}

}  // namespace

rf_status check_recording(const unsigned char* memory, size_t bytes, rf_recording_info& info, rf_recording& beginning,
                          rf_error* error) {
  size_t first = 0;
  const rf_status header = check_header(memory, bytes, first, error);
  if (header != RF_OK) return header;
  read_header(memory, info);
  beginning = {memory, bytes, first, 0, 0, 0, 0, 0};
  uint64_t chain = load_u64(memory + first - kChainBytes);
  if (info.hash_every == 0 || info.hash_every > RF_RECORDING_HASH_EVERY_MAX) {
    return fail(error, RF_CORRUPTED, "the recording was altered in its header");
  }
  Checker checker(beginning, info);
  while (true) {
    const size_t offset = checker.offset();
    const unsigned char* const record = memory + offset;
    if (bytes - offset < kRecordHeader) return fail_at(error, RF_TRUNCATED, "is truncated", bytes);
    const uint32_t kind = load_u32(record);
    const size_t payload = load_u32(record + 4), least = payload_bytes(kind);
    const bool size_is_possible = has_variable_size(kind) ? payload >= least : payload == least;
    if (least == 0 || !size_is_possible) return fail_at(error, RF_CORRUPTED, "was altered", offset);
    const size_t rest = bytes - offset;
    if (rest < kRecordOverhead || rest - kRecordOverhead < payload) {
      return fail_at(error, RF_TRUNCATED, "is truncated", bytes);
    }
    const bool fits_itself = !has_variable_size(kind) || variable_payload(kind, record + kRecordHeader) == payload;
    chain = next_chain(chain, record, kRecordHeader + payload);
    if (!fits_itself || load_u64(record + kRecordHeader + payload) != chain || !checker.accept()) {
      return fail_at(error, RF_CORRUPTED, "was altered", offset);
    }
    if (kind != RF_RECORD_END) continue;
    if (offset + kRecordOverhead + payload != bytes) {
      return fail_at(error, RF_CORRUPTED, "continues after its end", offset + kRecordOverhead + payload);
    }
    info.steps = checker.step();
    info.states_hash = load_u64(record + kRecordHeader);
    return RF_OK;
  }
}

uint32_t skip_record(rf_recording& recording) {
  const uint32_t kind = load_u32(recording.memory + recording.offset);
  pass_record(recording);
  return kind;
}

rf_record read_record(rf_recording& recording) {
  const unsigned char* const header = recording.memory + recording.offset;
  const unsigned char* const payload = header + kRecordHeader;
  rf_record record = {};
  record.kind = static_cast<int32_t>(load_u32(header));
  record.step = load_u64(header + 8);
  record.payload = payload;
  switch (record.kind) {
    case RF_RECORD_ADD:
      record.rock = recording.rock_count;
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
    case RF_RECORD_REMOVE:
      record.rock = load_u32(payload);
      record.removal = static_cast<int32_t>(load_u32(payload + 4));
      break;
    case RF_RECORD_SHAPE:
      record.rock = recording.shape_count;
      record.shape_bytes = unpacked_shape_bytes(payload);
      break;
    case RF_RECORD_HEIGHTS:
      record.column = load_u32(payload);
      record.row = load_u32(payload + 4);
      record.columns = load_u32(payload + 8);
      record.rows = load_u32(payload + 12);
      break;
    case RF_RECORD_KEYFRAME:
      record.step = load_u64(payload + kKeyframeStep);
      break;
    default:
      record.hash = load_u64(payload);
  }
  pass_record(recording);
  return record;
}

}  // namespace rockfall
