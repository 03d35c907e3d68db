// The version of this library, which files that it writes contain.
#pragma once

#include <rockfall/base.h>

namespace rockfall {

/// See rf_version().
constexpr uint32_t kLibraryVersion = RF_VERSION_MAJOR * 10000 + RF_VERSION_MINOR * 100 + RF_VERSION_PATCH;

}  // namespace rockfall
