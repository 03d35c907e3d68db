#include "calibrate/interruption.h"

#include <string>

#include "common/text.h"

namespace sandbox::calibrate {
namespace {

std::string text_with(const std::filesystem::path& state) {
  if (state.empty()) return "";
  return "\nrockfall: interrupted; to continue, give the same command with --resume " + shell_word(state.string()) +
         "\n";
}

}  // namespace

Interruption::Interruption(const std::filesystem::path& state, bool saved)
    : note_("\nrockfall: interrupted before the first evaluation; nothing is lost\n", text_with(state)) {
  if (saved || state.empty()) note_.use_later();
}

void Interruption::saved() { note_.use_later(); }

}  // namespace sandbox::calibrate
