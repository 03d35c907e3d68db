#include "replay/snapshot.h"

#include <rockfall/snapshot.h>

#include "numerics/error.h"

using namespace rockfall;

extern "C" {

size_t rf_snapshot_bytes(uint32_t count) { return snapshot_bytes(count); }

rf_status rf_snapshot_write(const rf_state* states, uint32_t count, void* memory, size_t bytes, rf_error* error) {
  if (!states && count > 0) return fail_null(error, "states");
  if (!memory) return fail_null(error, "memory");
  if (bytes < snapshot_bytes(count)) {
    return fail(error, RF_MEMORY_TOO_SMALL, "memory is smaller than rf_snapshot_bytes() requires");
  }
  write_snapshot(states, count, static_cast<unsigned char*>(memory));
  return succeed(error);
}

rf_status rf_snapshot_check(const void* memory, size_t bytes, rf_snapshot_info* info, rf_error* error) {
  if (!memory) return fail_null(error, "memory");
  rf_snapshot_info found = {};
  const rf_status status = check_snapshot(static_cast<const unsigned char*>(memory), bytes, found, error);
  if (status != RF_OK) return status;
  if (info) *info = found;
  return succeed(error);
}

rf_status rf_snapshot_restore(const void* memory, size_t bytes, rf_state* states, uint32_t capacity, uint32_t* count,
                              rf_error* error) {
  if (!count) return fail_null(error, "count");
  *count = 0;
  rf_snapshot_info info = {};
  const rf_status status = rf_snapshot_check(memory, bytes, &info, error);
  if (status != RF_OK) return status;
  if (info.count > capacity) {
    return fail(error, RF_MEMORY_TOO_SMALL, "capacity is below the number of rocks in the snapshot");
  }
  if (!states && info.count > 0) return fail_null(error, "states");
  read_states(static_cast<const unsigned char*>(memory), info.count, states);
  *count = info.count;
  return succeed(error);
}

}  // extern "C"
