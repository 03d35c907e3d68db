// The status of a call of rockfall_core that can only fail by a mistake of this program.
#ifndef ROCKFALL_SANDBOX_RUN_CHECK_STATUS_H
#define ROCKFALL_SANDBOX_RUN_CHECK_STATUS_H

#include <rockfall/base.h>

#include <string>

#include "common/error.h"

namespace sandbox {

/** Throws RunError unless the status is RF_OK. @param what  was called, for the message */
inline void check_status(rf_status status, const char* what) {
  if (status != RF_OK) throw RunError(std::string(what) + " failed: " + rf_status_text(status));
}

}  // namespace sandbox
#endif
