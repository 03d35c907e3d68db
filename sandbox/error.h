// What the programs throw: one clear sentence for the user each.
#ifndef ROCKFALL_SANDBOX_ERROR_H
#define ROCKFALL_SANDBOX_ERROR_H

#include <stdexcept>
#include <string>

namespace sandbox {

/** Arguments or files of the user are wrong: exit code 2. */
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/** A run failed although its input was accepted: exit code 1. */
struct RunError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace sandbox
#endif
