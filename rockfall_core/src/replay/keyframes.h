// Keyframes of a recording that is being written, in a block of fixed size. When the block is full every second one is
// removed and the work between two of them doubles.
#pragma once

#include <rockfall/recording.h>

namespace rockfall {

/// Clears the block. A block that is too small for anything holds no keyframes.
void begin_keyframes(rf_recorder& recorder);

/// Removes those later than the recorder, which a host has restored from a copy.
void discard_later_keyframes(const rf_recorder& recorder);

/// Adds a keyframe if the work since the last one is enough. `recorder.work` includes the last step.
void keep_keyframe(const rf_recorder& recorder, const rf_state* states);

/// The payload of a keyframe as a record.
struct KeyframeBytes {
  const unsigned char* payload;
  size_t bytes;
};

/// Reads the keyframes in the order of their steps.
/// @param position  0 for the first one; moved to the next one
/// @return          false at the end
bool next_keyframe(const rf_recorder& recorder, size_t& position, KeyframeBytes& keyframe);

/// Size of all keyframes as records.
uint64_t keyframe_record_bytes(const rf_recorder& recorder);

}  // namespace rockfall
