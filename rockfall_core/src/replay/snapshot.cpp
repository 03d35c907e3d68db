#include "replay/snapshot.h"

#include "numerics/error.h"
#include "numerics/library_version.h"
#include "replay/fields.h"

namespace rockfall {
namespace {

constexpr unsigned char kMagic[8] = {'R', 'F', 'S', 'N', 'A', 'P', 'S', 'H'};
constexpr size_t kHeaderBytes = 32;
constexpr size_t kStateBytes = packed_bytes(kStateFields);
constexpr size_t kHashBytes = 8;

uint64_t hash_bytes(const unsigned char* memory, size_t bytes) {
  Hasher hasher(kHashSnapshot);
  hasher.bytes(memory, bytes);
  return hasher.value();
}

uint64_t exact_bytes(uint32_t count) { return kHeaderBytes + static_cast<uint64_t>(count) * kStateBytes + kHashBytes; }

rf_status check_header(const unsigned char* memory, size_t bytes, rf_error* error) {
  const size_t magic_bytes = bytes < sizeof kMagic ? bytes : sizeof kMagic;
  if (std::memcmp(memory, kMagic, magic_bytes) != 0) {
    return fail(error, RF_CORRUPTED, "not a snapshot: the bytes do not begin with RFSNAPSH");
  }
  if (bytes < kHeaderBytes) return fail(error, RF_TRUNCATED, "the snapshot ends inside its header");
  const uint32_t version = load_u32(memory + 8);
  if (version != RF_SNAPSHOT_VERSION) {
    return fail_with(error, RF_WRONG_VERSION, "the snapshot has format version %u, this library reads %u",
                     static_cast<unsigned>(version), static_cast<unsigned>(RF_SNAPSHOT_VERSION));
  }
  if (load_u64(memory + 16) != layout_hash(kStateFields) || load_u32(memory + 28) != kStateBytes) {
    return fail(error, RF_WRONG_VERSION, "the snapshot was written by a version whose rf_state has other members");
  }
  return RF_OK;
}

}  // namespace

size_t snapshot_bytes(uint32_t count) {
  const uint64_t bytes = exact_bytes(count);
  return bytes > SIZE_MAX ? SIZE_MAX : static_cast<size_t>(bytes);
}

void write_snapshot(const rf_state* states, uint32_t count, unsigned char* memory) {
  std::memcpy(memory, kMagic, sizeof kMagic);
  store_u32(RF_SNAPSHOT_VERSION, memory + 8);
  store_u32(kLibraryVersion, memory + 12);
  store_u64(layout_hash(kStateFields), memory + 16);
  store_u32(count, memory + 24);
  store_u32(static_cast<uint32_t>(kStateBytes), memory + 28);
  unsigned char* next = memory + kHeaderBytes;
  for (uint32_t i = 0; i < count; ++i, next += kStateBytes) pack(kStateFields, states + i, next);
  store_u64(hash_bytes(memory, static_cast<size_t>(next - memory)), next);
}

rf_status check_snapshot(const unsigned char* memory, size_t bytes, rf_snapshot_info& info, rf_error* error) {
  const rf_status header = check_header(memory, bytes, error);
  if (header != RF_OK) return header;
  const uint32_t count = load_u32(memory + 24);
  const uint64_t needed = exact_bytes(count);
  if (bytes < needed) return fail(error, RF_TRUNCATED, "the snapshot ends before its last state");
  if (bytes > needed) return fail(error, RF_CORRUPTED, "there are bytes after the end of the snapshot");
  if (load_u64(memory + bytes - kHashBytes) != hash_bytes(memory, bytes - kHashBytes)) {
    return fail(error, RF_CORRUPTED, "the snapshot was altered: its hash does not match");
  }
  info = {RF_SNAPSHOT_VERSION, load_u32(memory + 12), count};
  return RF_OK;
}

void read_states(const unsigned char* memory, uint32_t count, rf_state* states) {
  const unsigned char* next = memory + kHeaderBytes;
  for (uint32_t i = 0; i < count; ++i, next += kStateBytes) unpack(kStateFields, next, states + i);
}

}  // namespace rockfall
