#include "common/ending_signals.h"

#include <cstddef>

namespace sandbox {
namespace {

constexpr int ending_signals[] = {SIGINT, SIGTERM};

// A handler reaches globals only.
void (*own_handler)(int signal) = nullptr;
volatile sig_atomic_t is_handled[2] = {};

void call_once(int signal) {
  for (std::size_t i = 0; i < 2; ++i) {
    if (is_handled[i] != 0) ::signal(ending_signals[i], SIG_DFL);
  }
  own_handler(signal);
}

}  // namespace

EndingSignals::EndingSignals(void (*handler)(int signal)) {
  own_handler = handler;
  struct sigaction action {};
  action.sa_handler = call_once;
  action.sa_flags = SA_RESTART;
  for (std::size_t i = 0; i < 2; ++i) {
    sigaction(ending_signals[i], nullptr, &former_[i]);
    // A program in the background ignores SIGINT: leave it so.
    is_handled[i] = former_[i].sa_handler != SIG_IGN;
    if (is_handled[i] != 0) sigaction(ending_signals[i], &action, nullptr);
  }
}

EndingSignals::~EndingSignals() {
  for (std::size_t i = 0; i < 2; ++i) sigaction(ending_signals[i], &former_[i], nullptr);
}

}  // namespace sandbox
