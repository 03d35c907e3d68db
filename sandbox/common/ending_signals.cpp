#include "common/ending_signals.h"

#include <cstddef>

namespace sandbox {
namespace {

constexpr int ending_signals[] = {SIGINT, SIGTERM};

void (*own_handler)(int signal) = nullptr;  // a handler reaches globals only

void call_once(int signal) {
  for (const int ending : ending_signals) ::signal(ending, SIG_DFL);
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
    if (former_[i].sa_handler != SIG_IGN) sigaction(ending_signals[i], &action, nullptr);
  }
}

EndingSignals::~EndingSignals() {
  for (std::size_t i = 0; i < 2; ++i) sigaction(ending_signals[i], &former_[i], nullptr);
}

}  // namespace sandbox
