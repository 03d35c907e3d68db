// A request by a signal to end the program, for work that saves its results first.
#ifndef ROCKFALL_SANDBOX_COMMON_STOP_REQUEST_H
#define ROCKFALL_SANDBOX_COMMON_STOP_REQUEST_H

#include <atomic>
#include <optional>

#include "common/ending_signals.h"

namespace sandbox {

/** While it lives, the first SIGINT or SIGTERM only sets requested(); a second one ends the program as usual. One at a
 *  time. */
class StopRequest {
 public:
  StopRequest();

  /** Set by the signal; to be read by any thread. */
  const std::atomic<bool>& requested() const;

  /** Ends the program by the signal that was received; the exit code is that of the signal. */
  [[noreturn]] void end_program() const;

 private:
  std::optional<EndingSignals> signals_;
};

}  // namespace sandbox
#endif
