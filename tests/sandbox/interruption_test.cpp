// rockfall calibrate says how to go on when a signal ends it.
#include "calibrate/interruption.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox/temporary.h"

using sandbox::calibrate::Interruption;

namespace {

/** What a process prints on standard error that a signal ends; the signal that ended it must be this one. */
std::string text_at(int signal, bool saved) {
  const Temporary temporary;
  const std::filesystem::path file = temporary.write("errors", "");
  const pid_t child = fork();
  if (child == 0) {
    dup2(open(file.c_str(), O_WRONLY), STDERR_FILENO);
    Interruption interruption("out/a/state.json", false);
    if (saved) interruption.saved();
    raise(signal);
    _exit(0);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == signal);
  return read_all(file);
}

}  // namespace

TEST_CASE("a calibration that a signal ends says how to go on, and still ends by the signal") {
  for (const int signal : {SIGINT, SIGTERM}) {
    CHECK(text_at(signal, true) ==
          "\nrockfall: interrupted; to go on, give the same command with --resume out/a/state.json\n");
    CHECK(says(text_at(signal, false), "interrupted before the first evaluation"));
  }
}
