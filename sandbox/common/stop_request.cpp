#include "common/stop_request.h"

#include <signal.h>
#include <unistd.h>

namespace sandbox {
namespace {

// A handler reaches globals only.
std::atomic<bool> stop_is_requested{false};
std::atomic<int> requesting_signal{SIGTERM};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free,
              "a handler must not lock");

void set_request(int signal) {
  requesting_signal = signal;
  stop_is_requested = true;
}

}  // namespace

StopRequest::StopRequest() {
  stop_is_requested = false;
  signals_.emplace(set_request);
}

const std::atomic<bool>& StopRequest::requested() const { return stop_is_requested; }

void StopRequest::end_program() const {
  const int signal = requesting_signal;
  ::signal(signal, SIG_DFL);
  raise(signal);
  _exit(128 + signal);
}

}  // namespace sandbox
