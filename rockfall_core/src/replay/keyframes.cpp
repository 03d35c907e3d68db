#include "replay/keyframes.h"

#include "replay/recording_format.h"

namespace rockfall {
namespace {

// Work between keyframes while the block has room: a few milliseconds of a replay.
constexpr uint64_t kFirstSpacing = 16384;

// Head of the block. Entries follow: u64 work, payload.
struct KeyframeHead {
  uint64_t used;                             // bytes, with the head
  uint64_t count;                            // keyframes
  uint64_t spacing;                          // least work between two of them
  uint64_t last_work, last_step, last_next;  // of the last one; 0 without
};

constexpr size_t kWorkBytes = 8;

KeyframeHead read_head(const rf_recorder& recorder) {
  KeyframeHead head;
  std::memcpy(&head, recorder.keyframes, sizeof head);
  return head;
}

void write_head(const rf_recorder& recorder, const KeyframeHead& head) {
  std::memcpy(recorder.keyframes, &head, sizeof head);
}

uint64_t payload_for(uint32_t rocks) { return kKeyframeStates + uint64_t{kPackedState} * rocks; }

size_t entry_bytes(const unsigned char* entry) {
  return kWorkBytes + static_cast<size_t>(payload_for(load_u32(entry + kWorkBytes + kKeyframeRocks)));
}

// Keeps the entries that `keep(index, payload)` selects, in their order.
template <class Keep>
void keep_only(const rf_recorder& recorder, KeyframeHead& head, const Keep& keep) {
  size_t from = sizeof head, to = sizeof head;
  const uint64_t count = head.count;
  head.count = head.last_work = head.last_step = head.last_next = 0;
  for (uint64_t i = 0; i < count; ++i) {
    const unsigned char* const entry = recorder.keyframes + from;
    const size_t bytes = entry_bytes(entry);
    from += bytes;
    if (!keep(i, entry + kWorkBytes)) continue;
    ++head.count;
    head.last_work = load_u64(entry);
    head.last_step = load_u64(entry + kWorkBytes + kKeyframeStep);
    head.last_next = load_u64(entry + kWorkBytes + kKeyframeNext);
    std::memmove(recorder.keyframes + to, entry, bytes);
    to += bytes;
  }
  head.used = to;
}

// Removes every second keyframe, or the only one.
void thin_out(const rf_recorder& recorder, KeyframeHead& head) {
  const bool one = head.count == 1;
  keep_only(recorder, head, [one](uint64_t i, const unsigned char*) { return !one && i % 2 == 0; });
  head.spacing *= 2;
}

void write_payload(const rf_recorder& recorder, const rf_state* states, unsigned char* payload) {
  store_u64(recorder.step, payload + kKeyframeStep);
  store_u64(recorder.bytes, payload + kKeyframeNext);
  store_u64(recorder.last_settings, payload + kKeyframeSettings);
  store_u64(recorder.last_ground, payload + kKeyframeGround);
  store_u32(recorder.rock_count, payload + kKeyframeRocks);
  store_u32(recorder.shape_count, payload + kKeyframeShapes);
  store_u32(recorder.height_changes, payload + kKeyframeHeights);
  store_u32(0, payload + kKeyframeUnused);
  for (uint32_t i = 0; i < recorder.rock_count; ++i) {
    pack(kStateFields, states + i, payload + kKeyframeStates + size_t{kPackedState} * i);
  }
}

// Made before the recorder's place, and not after a copy that was restored.
bool is_earlier(const rf_recorder& recorder, const unsigned char* payload) {
  return load_u64(payload + kKeyframeStep) <= recorder.step && load_u64(payload + kKeyframeNext) <= recorder.bytes;
}

}  // namespace

void begin_keyframes(rf_recorder& recorder) {
  const KeyframeHead head = {sizeof head, 0, kFirstSpacing, 0, 0, 0};
  if (recorder.keyframe_bytes < sizeof head) recorder.keyframes = nullptr;
  if (recorder.keyframes) write_head(recorder, head);
}

void discard_later_keyframes(const rf_recorder& recorder) {
  if (!recorder.keyframes) return;
  KeyframeHead head = read_head(recorder);
  if (head.last_step <= recorder.step && head.last_next <= recorder.bytes) return;
  keep_only(recorder, head,
            [&recorder](uint64_t, const unsigned char* payload) { return is_earlier(recorder, payload); });
  write_head(recorder, head);
}

void keep_keyframe(const rf_recorder& recorder, const rf_state* states) {
  KeyframeHead head = read_head(recorder);
  if (recorder.work - head.last_work < head.spacing) return;
  const uint64_t payload = payload_for(recorder.rock_count);
  while (head.used + kWorkBytes + payload > recorder.keyframe_bytes && head.count > 0) thin_out(recorder, head);
  const bool has_room = payload <= UINT32_MAX && head.used + kWorkBytes + payload <= recorder.keyframe_bytes;
  if (has_room && recorder.work - head.last_work >= head.spacing) {
    unsigned char* const entry = recorder.keyframes + head.used;
    store_u64(recorder.work, entry);
    write_payload(recorder, states, entry + kWorkBytes);
    head.used += kWorkBytes + payload;
    ++head.count;
    head.last_work = recorder.work;
    head.last_step = recorder.step;
    head.last_next = recorder.bytes;
  }
  write_head(recorder, head);
}

bool next_keyframe(const rf_recorder& recorder, size_t& position, KeyframeBytes& keyframe) {
  if (!recorder.keyframes) return false;
  const KeyframeHead head = read_head(recorder);
  if (position == 0) position = sizeof head;
  if (position >= head.used) return false;
  const unsigned char* const entry = recorder.keyframes + position;
  const size_t bytes = entry_bytes(entry);
  keyframe = {entry + kWorkBytes, bytes - kWorkBytes};
  position += bytes;
  return true;
}

uint64_t keyframe_record_bytes(const rf_recorder& recorder) {
  uint64_t bytes = 0;
  size_t position = 0;
  for (KeyframeBytes keyframe; next_keyframe(recorder, position, keyframe);) {
    if (is_earlier(recorder, keyframe.payload)) bytes += kRecordOverhead + keyframe.bytes;
  }
  return bytes;
}

}  // namespace rockfall
