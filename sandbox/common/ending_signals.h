// A handler of the signals that end a program.
#ifndef ROCKFALL_SANDBOX_COMMON_ENDING_SIGNALS_H
#define ROCKFALL_SANDBOX_COMMON_ENDING_SIGNALS_H

#include <signal.h>

namespace sandbox {

/** While it lives, SIGINT and SIGTERM call a handler, once: from then on both end the program as usual. One at a time.
 */
class EndingSignals {
 public:
  /** @param handler  may only call what is safe in a signal handler */
  explicit EndingSignals(void (*handler)(int signal));
  ~EndingSignals();
  EndingSignals(const EndingSignals&) = delete;
  EndingSignals& operator=(const EndingSignals&) = delete;

 private:
  struct sigaction former_[2];
};

}  // namespace sandbox
#endif
