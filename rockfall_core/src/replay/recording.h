// Reads recordings.
#pragma once

#include <rockfall/recording.h>

namespace rockfall {

/// Checks all bytes.
/// @param info   out: contents of the header and of the end record
/// @param first  out: offset of the first record
rf_status check_recording(const unsigned char* memory, size_t bytes, rf_recording_info& info, size_t& first,
                          rf_error* error);

/// Reads the next record of a checked recording. The end record can be read repeatedly.
rf_record read_record(rf_recording& recording);

}  // namespace rockfall
