// Reading recordings.
#pragma once

#include <rockfall/recording.h>

namespace rockfall {

/// Check all bytes; `info` says what the head and the end tell. `first` is where the first record begins.
rf_status check_recording(const unsigned char* memory, size_t bytes, rf_recording_info& info, size_t& first,
                          rf_error* error);

/// The record at the reading place of a recording that has been checked; moves on unless it is the end.
rf_record read_record(rf_recording& recording);

}  // namespace rockfall
