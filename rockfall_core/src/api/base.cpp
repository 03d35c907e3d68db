#include <rockfall/base.h>

#include "numerics/library_version.h"

extern "C" {

const char* rf_status_text(rf_status status) {
  switch (status) {
    case RF_OK:
      return "ok";
    case RF_NULL_ARGUMENT:
      return "null argument";
    case RF_BAD_DEF:
      return "struct not made by its rf_init_* or rf_default_* function, or of another version of the library";
    case RF_BAD_VALUE:
      return "bad value";
    case RF_MEMORY_TOO_SMALL:
      return "memory too small";
    case RF_MEMORY_MISALIGNED:
      return "memory misaligned";
    case RF_TOO_FEW_POINTS:
      return "too few points";
    case RF_FLAT_CLOUD:
      return "flat point cloud";
    case RF_BAD_HULL:
      return "bad hull";
    case RF_NO_HULL_LIBRARY:
      return "this build has no hull library";
    case RF_HULL_FAILED:
      return "hull computation failed";
    case RF_FAULTY_STATE:
      return "faulty state";
    case RF_UNSUPPORTED:
      return "unsupported";
    case RF_WRONG_VERSION:
      return "wrong version";
    case RF_TRUNCATED:
      return "truncated";
    case RF_CORRUPTED:
      return "corrupted";
    case RF_MISMATCH:
      return "mismatch";
  }
  return "unknown status";
}

uint32_t rf_version(void) { return rockfall::kLibraryVersion; }

}  // extern "C"
