// Format of a snapshot, the states of many rocks as bytes:
//
//   0   8 bytes  "RFSNAPSH"
//   8   u32      RF_SNAPSHOT_VERSION
//   12  u32      rf_version()
//   16  u64      layout hash of the fields of rf_state
//   24  u32      number of states n
//   28  u32      size of a state b
//   32  n * b    the states, field by field
//   ..  u64      hash of all preceding bytes
#pragma once

#include <rockfall/snapshot.h>

namespace rockfall {

/// SIZE_MAX on overflow.
size_t snapshot_bytes(uint32_t count);

/// @param memory  block of snapshot_bytes(count) bytes
void write_snapshot(const rf_state* states, uint32_t count, unsigned char* memory);

rf_status check_snapshot(const unsigned char* memory, size_t bytes, rf_snapshot_info& info, rf_error* error);

/// Reads the states of a checked snapshot.
void read_states(const unsigned char* memory, uint32_t count, rf_state* states);

}  // namespace rockfall
