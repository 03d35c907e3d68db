// Version of the library as programs and files show it.
#ifndef ROCKFALL_SANDBOX_COMMON_VERSION_H
#define ROCKFALL_SANDBOX_COMMON_VERSION_H

#include <rockfall/base.h>

#include <cstdint>
#include <string>

namespace sandbox {

/** "0.1.0". @param version  as rf_version() returns it */
inline std::string version_text(std::uint32_t version = rf_version()) {
  return std::to_string(version / 10000) + "." + std::to_string(version / 100 % 100) + "." +
         std::to_string(version % 100);
}

}  // namespace sandbox
#endif
