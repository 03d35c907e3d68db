// Exceptions of the programs. Each holds one sentence for the user.
#ifndef ROCKFALL_SANDBOX_COMMON_ERROR_H
#define ROCKFALL_SANDBOX_COMMON_ERROR_H

#include <stdexcept>
#include <string>

namespace sandbox {

/** Invalid arguments or files: exit code 2. */
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/** A run failed with valid input: exit code 1. */
struct RunError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace sandbox
#endif
