// A signal that asks the program to end, for work that saves what is done first.
#ifndef ROCKFALL_SANDBOX_COMMON_STOP_REQUEST_H
#define ROCKFALL_SANDBOX_COMMON_STOP_REQUEST_H

#include <atomic>

namespace sandbox {

/** While it lives, the first SIGINT or SIGTERM only sets requested(); a second one ends the program as usual. One at a
 *  time. */
class StopRequest {
 public:
  StopRequest();
  ~StopRequest();
  StopRequest(const StopRequest&) = delete;
  StopRequest& operator=(const StopRequest&) = delete;

  /** Set by the signal; to be read by any thread. */
  const std::atomic<bool>& requested() const;

  /** Ends the program by the signal that asked for it, so that the exit code tells of it. */
  [[noreturn]] void end_program() const;
};

}  // namespace sandbox
#endif
