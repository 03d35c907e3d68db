// Messages and saved results of the commands when a signal ends them.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <iostream>
#include <iterator>
#include <streambuf>
#include <utility>

#include "captured_output.h"
#include "small_campaign.h"

namespace {

/** True once a process handles SIGINT by itself; /proc shows the signals as bits. */
bool handles_interrupt(pid_t process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind("SigCgt:", 0) == 0) return (std::stoull(line.substr(7), nullptr, 16) >> (SIGINT - 1) & 1) != 0;
  }
  return false;
}

/** A command in a process of its own. */
class Process {
 public:
  template <class Command>
  explicit Process(const Command& command) : temporary_(), errors_(temporary_.write("errors", "")) {
    int ready[2];
    REQUIRE(pipe(ready) == 0);
    child_ = fork();
    if (child_ == 0) {
      for (const int signal : {SIGINT, SIGTERM}) ::signal(signal, SIG_DFL);  // not those of the test program
      close(ready[0]);
      close(ready[1]);
      dup2(open(errors_.c_str(), O_WRONLY), STDERR_FILENO);
      dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
      try {
        command();
      } catch (const std::exception& error) {
        std::cerr << error.what() << std::endl;
      }
      _exit(0);
    }
    close(ready[1]);
    char byte = 0;
    REQUIRE(read(ready[0], &byte, 1) == 0);  // the signals are set
    close(ready[0]);
  }

  /** Waits until the command handles the signal and a condition holds, then interrupts. @return standard error */
  template <class Condition>
  std::string interrupted_when(const Condition& holds) {
    const auto begin = std::chrono::steady_clock::now();
    while (!(handles_interrupt(child_) && holds()) &&
           std::chrono::steady_clock::now() - begin < std::chrono::seconds(60))
      usleep(1000);
    REQUIRE(kill(child_, SIGINT) == 0);
    return ended_by_interrupt();
  }

  /** Waits until an interrupt has ended the command. @return standard error */
  std::string ended_by_interrupt() {
    int status = 0;
    REQUIRE(waitpid(child_, &status, 0) == child_);
    CAPTURE(read_all(errors_));
    REQUIRE(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == SIGINT);
    return errors();
  }

  /** Standard error so far. */
  std::string errors() const { return read_all(errors_); }

 private:
  Temporary temporary_;
  fs::path errors_;
  pid_t child_;
};

/** Passes text on to standard error, and interrupts the process after a part of it. */
class InterruptAfter : public std::streambuf {
 public:
  explicit InterruptAfter(std::string part) : part_(std::move(part)) {}

 protected:
  int_type overflow(int_type letter) override {
    const char byte = traits_type::to_char_type(letter);
    return xsputn(&byte, 1) == 1 ? letter : traits_type::eof();
  }
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    if (says(std::string(text, static_cast<std::size_t>(size)), part_)) raise(SIGINT);
    return write(STDERR_FILENO, text, static_cast<std::size_t>(size));
  }

 private:
  std::string part_;
};

/** A sweep of 62 runs. */
sandbox::SweepArguments long_sweep(const Temporary& temporary) {
  sandbox::SweepArguments arguments;
  arguments.scenario = temporary.write("s.toml", slope).string();
  arguments.out = (temporary.folder / "sweep").string();
  arguments.overrides.time_step = 0.01;
  arguments.vary = {"ground.mu_min=0.1:0.3", "ground.rolling_resistance=0:0.1"};
  arguments.latin = 60;
  arguments.threads = 2;
  arguments.quiet = true;
  return arguments;
}

}  // namespace

TEST_CASE("a sweep that is interrupted keeps the runs that are done, ends by the signal, and can be continued") {
  const Temporary temporary;
  sandbox::SweepArguments arguments = long_sweep(temporary);
  Process process([&] { sandbox::sweep_command(arguments); });
  const std::string errors = process.interrupted_when([&] { return fs::exists(arguments.out); });
  CAPTURE(errors);
  const std::string table = read_all(temporary.folder / "sweep/sweep.csv");
  const auto runs = std::count(table.begin(), table.end(), '\n') - 1;
  CHECK(runs >= 1);
  CHECK(runs < 60);
  const std::string state = arguments.out + "/sweep_state.json";
  CHECK(says(errors, "rockfall: interrupted after " + std::to_string(runs) + " of 62 runs, which are in " +
                         arguments.out + "/sweep.csv; to continue, give the same command with --resume " + state +
                         "\n"));
  CHECK(fs::exists(state));
  CHECK(std::distance(fs::directory_iterator(arguments.out), fs::directory_iterator()) == 2);

  const CapturedOutput out;
  sandbox::SweepArguments whole = arguments;
  whole.out = (temporary.folder / "whole").string();
  sandbox::sweep_command(whole);
  arguments.resume = state;
  sandbox::sweep_command(arguments);
  for (const char* name : {"sweep.csv", "main_effects.png"}) {
    CHECK(read_all(fs::path(arguments.out) / name) == read_all(fs::path(whole.out) / name));
  }
  CHECK(says(read_all(temporary.folder / "sweep/sweep.csv"), table));
  CHECK(!fs::exists(state));
}

TEST_CASE("a sweep whose state cannot be saved warns once, ends by the signal, and names the older state") {
  const Temporary temporary;
  sandbox::SweepArguments arguments = long_sweep(temporary);
  arguments.overrides.rocks = 1000;
  const std::string state = arguments.out + "/sweep_state.json";
  Process process([&] { sandbox::sweep_command(arguments); });
  const auto begin = std::chrono::steady_clock::now();
  bool blocked = false;
  const std::string errors = process.interrupted_when([&] {
    if (!blocked && fs::exists(state)) blocked = fs::create_directory(state + ".part");
    const auto passed = std::chrono::steady_clock::now() - begin;
    return says(process.errors(), "no state is saved") && passed > std::chrono::milliseconds(3500);
  });
  CAPTURE(errors);
  const std::string unsaved = state + ": cannot be written\n";
  const std::string warning = "warning: no state is saved, the sweep continues: " + unsaved;
  CHECK(says(errors, warning + "rockfall: interrupted after "));
  CHECK(errors.find(warning) == errors.rfind(warning));
  CHECK(says(errors, " of 62 runs\nrockfall: " + unsaved + "rockfall: 1 run is in " + state +
                         "; to continue, give the same command with --resume " + state + "\n"));
  CHECK(fs::exists(state));
}

TEST_CASE("a sweep that is interrupted while it checks the runs that are done says how to continue") {
  const Temporary temporary;
  sandbox::SweepArguments arguments = long_sweep(temporary);
  Process first([&] { sandbox::sweep_command(arguments); });
  arguments.resume = arguments.out + "/sweep_state.json";
  first.interrupted_when([&] { return fs::exists(arguments.resume); });
  const std::string state = read_all(arguments.resume);
  arguments.quiet = false;
  InterruptAfter errors_of_second("checking");
  Process second([&] {
    std::cerr.rdbuf(&errors_of_second);
    sandbox::sweep_command(arguments);
  });
  const std::string errors = second.ended_by_interrupt();
  CAPTURE(errors);
  CHECK(
      says(errors,
           "\nrockfall: interrupted while the runs that are done were checked; to continue, give the same command with "
           "--resume " +
               arguments.resume + "\n"));
  CHECK(read_all(arguments.resume) == state);
}

TEST_CASE("a run without a checkpoint says in one line that it is interrupted and leaves nothing begun") {
  const Temporary temporary;
  sandbox::RunArguments arguments = arguments_of(temporary, "out");
  arguments.overrides.rocks = 1000000;
  arguments.overrides.time_step.reset();
  arguments.trajectories = false;
  for (const char* shard : {"", "1/2"}) {
    CAPTURE(shard);
    arguments.shard = shard;
    Process process([&] { sandbox::run_command(arguments); });
    CHECK(process.interrupted_when([] { return true; }) ==
          "\nrockfall: interrupted; no rock is saved; --checkpoint FILE saves them\n");
    CHECK(fs::is_empty(temporary.folder / "out"));
  }
}

TEST_CASE("a part with a checkpoint that is interrupted leaves its checkpoint and nothing else") {
  const Temporary temporary;
  sandbox::RunArguments arguments = arguments_of(temporary, "out");
  arguments.overrides.rocks = 1000000;
  arguments.rasters = arguments.trajectories = false;
  arguments.shard = "1/2";
  arguments.threads = 2;
  arguments.checkpoint = (temporary.folder / "checkpoint").string();
  Process process([&] { sandbox::run_command(arguments); });
  const std::string errors = process.interrupted_when([&] { return fs::exists(arguments.checkpoint); });
  CAPTURE(errors);
  CHECK(says(errors, "rockfall: interrupted after "));
  CHECK(fs::exists(arguments.checkpoint));
  CHECK(fs::is_empty(temporary.folder / "out"));
}

TEST_CASE("a recording that is interrupted says so and leaves no file") {
  const Temporary temporary;
  sandbox::RecordArguments arguments;
  arguments.scenario = temporary.write("s.toml", slope).string();
  arguments.out = (temporary.folder / "run.rfrec").string();
  arguments.overrides.rocks = 100000;
  arguments.quiet = true;
  Process process([&] { sandbox::record_command(arguments); });
  const fs::path begun = arguments.out + ".part";
  CHECK(process.interrupted_when([&] { return fs::exists(begun); }) ==
        "\nrockfall: interrupted; nothing is recorded\n");
  CHECK(!fs::exists(begun));
  CHECK(!fs::exists(arguments.out));
}
