// rockfall calibrate says how to continue when a signal ends it.
#include "calibrate/interruption.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox/temporary.h"

#if defined(ROCKFALL_HAS_NLOPT)
#include "sandbox/calibration_world.h"
#endif

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

TEST_CASE("a calibration that a signal ends says how to continue, and still ends by the signal") {
  for (const int signal : {SIGINT, SIGTERM}) {
    CHECK(text_at(signal, true) ==
          "\nrockfall: interrupted; to continue, give the same command with --resume out/a/state.json\n");
    CHECK(says(text_at(signal, false), "interrupted before the first evaluation"));
  }
}

#if defined(ROCKFALL_HAS_NLOPT)

TEST_CASE("a calibration that a signal ends among the evaluations around the best one continues with them" *
          doctest::test_suite("long")) {
  const calibration_world::Synthetic synthetic;
  const std::filesystem::path& folder = synthetic.temporary.folder;
  sandbox::CalibrateArguments arguments = synthetic.arguments(3);
  arguments.overrides.rocks = 150;
  const auto read = [&](const char* out, const char* name) { return read_all(folder / out / name); };
  const auto json = [&](const char* out, const char* name) { return nlohmann::json::parse(read(out, name)); };
  arguments.out = (folder / "whole").string();
  calibrate_command(arguments);
  arguments.out = (folder / "parts").string();
  const std::filesystem::path state = folder / "parts/state.json";
  const auto profiles = [&] {
    return std::filesystem::exists(state) ? json("parts", "state.json")["neighbours"]["profiles"].size() : 0;
  };

  const std::filesystem::path errors = synthetic.temporary.write("errors", "");
  const pid_t child = fork();
  if (child == 0) {
    dup2(open(errors.c_str(), O_WRONLY), STDERR_FILENO);
    calibrate_command(arguments);
    _exit(0);
  }
  int status = 0;
  pid_t ended = 0;
  while (profiles() == 0 && (ended = waitpid(child, &status, WNOHANG)) == 0) usleep(1000);
  REQUIRE(ended == 0);
  kill(child, SIGTERM);
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGTERM);
  CHECK(says(read_all(errors),
             "rockfall: interrupted; to continue, give the same command with --resume " + state.string()));
  CHECK(json("parts", "state.json")["evaluations"].size() == 3);

  arguments.resume = state.string();
  calibrate_command(arguments);
  CHECK(read("parts", "state.json") == read("whole", "state.json"));
  CHECK(read("parts", "calibration.png") == read("whole", "calibration.png"));
  CHECK(read("parts", "scenario.toml") == read("whole", "scenario.toml"));
  nlohmann::json whole = json("whole", "calibration.json"), parts = json("parts", "calibration.json");
  CHECK(parts["rock_steps"] < whole["rock_steps"]);
  CHECK(parts["rock_steps"] > 0);
  for (nlohmann::json* result : {&whole, &parts}) {
    for (const char* of_last_call : {"wall_s", "rock_steps", "resumed_evaluations"}) result->erase(of_last_call);
  }
  CHECK(parts == whole);
}

#endif
