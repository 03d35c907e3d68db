// Snapshots, as they are and with their hash made good: what restores can be written and restored again as the
// same states, and a failure writes no state.
#include <rockfall/snapshot.h>
#include <rockfall/step.h>

#include "replay/hasher.h"
#include "replay/little_endian.h"
#include "target.h"

namespace fuzz {
namespace {

constexpr uint32_t kCapacity = 8;

void check(const uint8_t* data, size_t size) {
  rf_state states[kCapacity], untouched[kCapacity];
  std::memset(states, 0x5a, sizeof states);
  std::memcpy(untouched, states, sizeof states);
  uint32_t count = 99;
  rf_snapshot_info info;
  const rf_status checked = rf_snapshot_check(data, size, &info, nullptr);
  const rf_status restored = rf_snapshot_restore(data, size, states, kCapacity, &count, nullptr);
  if (restored != RF_OK) {
    require(checked != RF_OK || info.count > kCapacity, "a checked snapshot can be restored");
    require(std::memcmp(states, untouched, sizeof states) == 0 && count == 0, "a failure writes no state");
    return;
  }
  require(checked == RF_OK && info.count == count, "a restored snapshot passes the check");
  Bytes again(rf_snapshot_bytes(count));
  require(rf_snapshot_write(states, count, again.data(), again.size(), nullptr) == RF_OK, "states can be written");
  rf_state twice[kCapacity];
  require(rf_snapshot_restore(again.data(), again.size(), twice, kCapacity, &count, nullptr) == RF_OK &&
              std::memcmp(states, twice, count * sizeof(rf_state)) == 0,
          "a round trip keeps all bits");
}

void run_snapshot(const uint8_t* data, size_t size) {
  check(data, size);
  if (size < 8) return;
  Bytes sealed(data, data + size);
  rockfall::Hasher hasher(rockfall::kHashSnapshot);
  hasher.bytes(sealed.data(), size - 8);
  rockfall::store_u64(hasher.value(), sealed.data() + size - 8);
  check(sealed.data(), size);
}

std::vector<Bytes> seeds_of_snapshot() {
  std::vector<Bytes> all;
  for (uint32_t count = 0; count < 4; ++count) {
    std::vector<rf_state> states(count + 1, rf_default_state());
    states[0].velocity[2] = -3;
    Bytes bytes(rf_snapshot_bytes(count));
    require(rf_snapshot_write(states.data(), count, bytes.data(), bytes.size(), nullptr) == RF_OK,
            "states can be written");
    all.push_back(bytes);
  }
  return all;
}

}  // namespace

const Target kSnapshot = {"snapshot", run_snapshot, seeds_of_snapshot};

}  // namespace fuzz

ROCKFALL_FUZZ_TARGET(fuzz::kSnapshot)
