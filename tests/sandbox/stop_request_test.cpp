#include "common/stop_request.h"

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

using sandbox::StopRequest;

namespace {

/** The signal that ends a process which does this; 0 if it exits. */
template <class Body>
int ending_signal(const Body& body) {
  const pid_t child = fork();
  if (child == 0) {
    for (const int signal : {SIGINT, SIGTERM}) ::signal(signal, SIG_DFL);  // not those of the test program
    body();
    _exit(0);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

}  // namespace

TEST_CASE("the first signal asks the program to end, a second one ends it") {
  for (const int signal : {SIGINT, SIGTERM}) {
    CHECK(ending_signal([&] {
            const StopRequest stop;
            if (stop.requested()) ::raise(SIGKILL);
            ::raise(signal);
            if (!stop.requested()) ::raise(SIGKILL);
          }) == 0);
    CHECK(ending_signal([&] {
            const StopRequest stop;
            ::raise(signal);
            ::raise(SIGTERM);
          }) == SIGTERM);
  }
}

TEST_CASE("a program that was asked to end does so by that signal") {
  for (const int signal : {SIGINT, SIGTERM}) {
    CHECK(ending_signal([&] {
            const StopRequest stop;
            ::raise(signal);
            stop.end_program();
          }) == signal);
  }
}

TEST_CASE("after a stop request signals act as before, and one that is ignored stays ignored") {
  CHECK(ending_signal([] {
          { const StopRequest stop; }
          ::raise(SIGTERM);
        }) == SIGTERM);
  CHECK(ending_signal([] {
          ::signal(SIGINT, SIG_IGN);
          const StopRequest stop;
          ::raise(SIGINT);
          if (stop.requested()) ::raise(SIGKILL);
          ::raise(SIGTERM);
          ::raise(SIGINT);
        }) == 0);
}
