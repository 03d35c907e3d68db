#include <rockfall/abi.h>

#include <cinttypes>
#include <cstring>

#include "numerics/error.h"

using namespace rockfall;

extern "C" {

rf_status rf_check_abi(uint64_t layout_hash, rf_error* error) {
  const uint64_t own = rf_layout_hash();
  if (layout_hash == own) return succeed(error);
  return fail_with(error, RF_BAD_DEF,
                   "layout_hash is %016" PRIx64 ", must be %016" PRIx64
                   ": the client was compiled with other headers than the library, version %d.%d.%d",
                   layout_hash, own, RF_VERSION_MAJOR, RF_VERSION_MINOR, RF_VERSION_PATCH);
}

size_t rf_struct_size(const char* name) {
  if (!name) return 0;
#define RF_STRUCT_SIZE(s) \
  if (std::strcmp(name, #s) == 0) return sizeof(s);
#define RF_NO_MEMBER(s, m)
  RF_LAYOUT(RF_STRUCT_SIZE, RF_NO_MEMBER)
#undef RF_STRUCT_SIZE
#undef RF_NO_MEMBER
  return 0;
}

}  // extern "C"
