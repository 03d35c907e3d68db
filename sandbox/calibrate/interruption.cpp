#include "calibrate/interruption.h"

#include <signal.h>
#include <unistd.h>

#include <cstring>
#include <string>

#include "common/text.h"

namespace sandbox::calibrate {
namespace {

std::string message_with_state;                 // made before the signal: a handler must not use the heap
volatile sig_atomic_t evaluation_is_saved = 0;  // the file can be resumed

void print_and_end(int signal) {
  const char* text = "\nrockfall: interrupted before the first evaluation; nothing is lost\n";
  if (evaluation_is_saved != 0) text = message_with_state.c_str();
  if (write(STDERR_FILENO, text, std::strlen(text)) < 0) _exit(128 + signal);
  raise(signal);  // its action is the default one again
}

}  // namespace

Interruption::Interruption(const std::filesystem::path& state, bool saved) {
  message_with_state = state.empty() ? ""
                                     : "\nrockfall: interrupted; to go on, give the same command with --resume " +
                                           shell_word(state.string()) + "\n";
  evaluation_is_saved = saved || state.empty() ? 1 : 0;
  signals_.emplace(print_and_end);
}

void Interruption::saved() { evaluation_is_saved = 1; }

}  // namespace sandbox::calibrate
