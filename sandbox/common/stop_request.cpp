#include "common/stop_request.h"

#include <signal.h>
#include <unistd.h>

namespace sandbox {
namespace {

constexpr int ending_signals[] = {SIGINT, SIGTERM};

// A handler reaches globals only.
std::atomic<bool> stop_is_requested{false};
std::atomic<int> requesting_signal{SIGTERM};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free,
              "a handler must not lock");
struct sigaction former_actions[2];

void set_request(int signal) {
  requesting_signal = signal;
  stop_is_requested = true;
  for (const int ending : ending_signals) ::signal(ending, SIG_DFL);
}

}  // namespace

StopRequest::StopRequest() {
  stop_is_requested = false;
  struct sigaction action {};
  action.sa_handler = set_request;
  action.sa_flags = SA_RESTART;
  for (std::size_t i = 0; i < 2; ++i) {
    sigaction(ending_signals[i], nullptr, &former_actions[i]);
    // A program in the background ignores SIGINT: leave it so.
    if (former_actions[i].sa_handler != SIG_IGN) sigaction(ending_signals[i], &action, nullptr);
  }
}

StopRequest::~StopRequest() {
  for (std::size_t i = 0; i < 2; ++i) sigaction(ending_signals[i], &former_actions[i], nullptr);
}

const std::atomic<bool>& StopRequest::requested() const { return stop_is_requested; }

void StopRequest::end_program() const {
  const int signal = requesting_signal;
  ::signal(signal, SIG_DFL);
  raise(signal);
  _exit(128 + signal);
}

}  // namespace sandbox
