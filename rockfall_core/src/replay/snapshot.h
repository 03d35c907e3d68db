// The states of many rocks as bytes:
//
//   0   8 bytes  "RFSNAPSH"
//   8   u32      RF_SNAPSHOT_VERSION
//   12  u32      rf_version()
//   16  u64      layout hash of the fields of rf_state
//   24  u32      number of states n
//   28  u32      bytes of a state b
//   32  n * b    the states, field by field
//   ..  u64      hash of all bytes before
#pragma once

#include <rockfall/snapshot.h>

namespace rockfall {

/// Saturates at SIZE_MAX.
size_t snapshot_bytes(uint32_t count);

/// `memory` has snapshot_bytes(count) bytes.
void write_snapshot(const rf_state* states, uint32_t count, unsigned char* memory);

rf_status check_snapshot(const unsigned char* memory, size_t bytes, rf_snapshot_info& info, rf_error* error);

/// The states of a snapshot that has been checked.
void read_states(const unsigned char* memory, uint32_t count, rf_state* states);

}  // namespace rockfall
