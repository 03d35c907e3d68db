// Format of a recording; see docs/recording.md.
//
//   header    see below, ends with the metadata
//   u64       chain: hash of the header
//   records   u32 kind, u32 size of the payload, u64 step, payload, u64 chain
//
// Each chain value is a hash of the previous one and of the record: the last one depends on all bytes.
#pragma once

#include <rockfall/recording.h>

#include "replay/fields.h"
#include "replay/shape_bytes.h"

namespace rockfall {

constexpr unsigned char kRecordingMagic[8] = {'R', 'F', 'R', 'E', 'C', 'O', 'R', 'D'};

constexpr size_t kPackedState = packed_bytes(kStateFields);
constexpr size_t kPackedSettings = packed_bytes(kSettingsFields);
constexpr size_t kPackedGround = packed_bytes(kGroundFields);
constexpr size_t kPackedShape = packed_bytes(kShapeFields);

// Offsets in the header.
enum HeaderOffset : size_t {
  kHeaderVersion = 8,
  kHeaderLibrary = 12,
  kHeaderLayouts = 16,   // of state, settings, ground
  kHeaderIdentity = 40,  // rocks, surface, ground, settings
  kHeaderSeed = 72,
  kHeaderHashEvery = 80,
  kHeaderStatesEvery = 84,
  kHeaderMetadataBytes = 88,
  kHeaderSettings = 92,
  kHeaderMetadata = kHeaderSettings + kPackedSettings
};

constexpr size_t kChainBytes = 8;
constexpr size_t kRecordHeader = 16;
constexpr size_t kRecordOverhead = kRecordHeader + kChainBytes;

// Offsets in the payload of a keyframe, which ends with the states.
enum KeyframeOffset : size_t {
  kKeyframeStep = 0,
  kKeyframeNext = 8,  // offset of the next record
  kKeyframeSettings = 16,
  kKeyframeGround = 24,
  kKeyframeRocks = 32,
  kKeyframeShapes = 36,
  kKeyframeHeights = 40,
  kKeyframeUnused = 44,
  kKeyframeStates = 48
};

// Payload of a change of heights: column, row, columns, rows, the heights before, the heights after.
constexpr size_t kHeightsHeader = 16;

/// Size of the payload of a record, without the arrays that end those of variable size; 0 for an unknown kind.
constexpr size_t payload_bytes(uint32_t kind) {
  switch (kind) {
    case RF_RECORD_ADD:
      return kPackedState;
    case RF_RECORD_REPLACE:
    case RF_RECORD_STATE:
      return 4 + kPackedState;
    case RF_RECORD_IMPULSE:
      return 8 + 6 * 8;
    case RF_RECORD_SETTINGS:
      return kPackedSettings;
    case RF_RECORD_GROUND:
      return kPackedGround;
    case RF_RECORD_HASH:
      return 8;
    case RF_RECORD_END:
      return 8 + 8 + 4;  // hash, number of preceding records, number of rocks
    case RF_RECORD_REMOVE:
      return 4 + 4;
    case RF_RECORD_SHAPE:
      return kPackedShape;
    case RF_RECORD_HEIGHTS:
      return kHeightsHeader;
    case RF_RECORD_KEYFRAME:
      return kKeyframeStates;
    default:
      return 0;
  }
}

inline bool has_variable_size(uint32_t kind) {
  return kind == RF_RECORD_SHAPE || kind == RF_RECORD_HEIGHTS || kind == RF_RECORD_KEYFRAME;
}

constexpr size_t larger_size(size_t a, size_t b) { return a > b ? a : b; }
constexpr size_t kLargestPayload = 4 + larger_size(kPackedState, larger_size(kPackedSettings, kPackedGround));
static_assert(kRecordOverhead + kLargestPayload <= RF_RECORD_BYTES_MAX &&
                  kRecordOverhead + payload_bytes(RF_RECORD_IMPULSE) <= RF_RECORD_BYTES_MAX,
              "a record may be larger than RF_RECORD_BYTES_MAX");

inline uint64_t next_chain(uint64_t chain, const unsigned char* bytes, size_t count) {
  Hasher hasher(kHashRecording);
  hasher.word(chain);
  hasher.bytes(bytes, count);
  return hasher.value();
}

}  // namespace rockfall
