#include "common/ending_note.h"

#include <signal.h>
#include <unistd.h>

namespace sandbox {
namespace {

// Made before the signal: a handler must not use the heap.
std::string first_text, later_text, unfinished_file;
volatile sig_atomic_t later_is_used = 0;

void print_and_end(int signal) {
  if (!unfinished_file.empty()) unlink(unfinished_file.c_str());
  const std::string& text = later_is_used != 0 ? later_text : first_text;
  if (write(STDERR_FILENO, text.data(), text.size()) < 0) _exit(128 + signal);
  raise(signal);  // its action is the default one again
}

}  // namespace

EndingNote::EndingNote(const std::string& text, const std::string& later, const std::filesystem::path& unfinished) {
  first_text = text;
  later_text = later;
  unfinished_file = unfinished.string();
  later_is_used = 0;
  signals_.emplace(print_and_end);
}

void EndingNote::use_later() { later_is_used = 1; }

}  // namespace sandbox
