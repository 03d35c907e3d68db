// Reads recordings.
#pragma once

#include <rockfall/recording.h>

namespace rockfall {

/// Checks all bytes.
/// @param info       out: contents of the header and what the records hold
/// @param beginning  out: before the first record
rf_status check_recording(const unsigned char* memory, size_t bytes, rf_recording_info& info, rf_recording& beginning,
                          rf_error* error);

/// Reads the next record of a checked recording. The end record can be read repeatedly.
rf_record read_record(rf_recording& recording);

/// Moves to the next record without reading this one. Returns its kind.
uint32_t skip_record(rf_recording& recording);

}  // namespace rockfall
