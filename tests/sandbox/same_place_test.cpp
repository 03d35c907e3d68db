// Several processes that write their results to the same place.
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "captured_output.h"
#include "common/result_folder.h"
#include "small_campaign.h"

namespace {

sandbox::OutputFile::Writer writer_of(const std::string& text) {
  return [text](std::ostream& out) { out << text; };
}

sandbox::RecordArguments record_arguments(const Temporary& temporary, std::uint64_t seed) {
  sandbox::RecordArguments arguments;
  arguments.scenario = temporary.write("s.toml", slope).string();
  arguments.out = (temporary.folder / "run.rfrec").string();
  arguments.overrides.rocks = 20;
  arguments.overrides.seed = seed;
  arguments.threads = 1;
  arguments.quiet = true;
  return arguments;
}

/** A process that begins when the pipe is closed; it exits with 2 if it is refused. */
template <class Command>
pid_t started(const int (&begin)[2], const Command& command) {
  const pid_t child = fork();
  if (child != 0) return child;
  close(begin[1]);
  char byte = 0;
  if (read(begin[0], &byte, 1) != 0) _exit(3);
  const CapturedOutput output;
  _exit(refusal(command).empty() ? 0 : 2);
}

int exit_code(pid_t child) {
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  return WEXITSTATUS(status);
}

}  // namespace

TEST_CASE("of two processes that record to the same file one is refused, and the file is that of the other") {
  const Temporary temporary;
  std::string alone[2];
  for (const std::uint64_t seed : {0u, 1u}) {
    const CapturedOutput output;
    sandbox::record_command(record_arguments(temporary, seed));
    alone[seed] = read_all(temporary.folder / "run.rfrec");
    fs::remove(temporary.folder / "run.rfrec");
  }
  REQUIRE(alone[0] != alone[1]);
  int begin[2];
  REQUIRE(pipe(begin) == 0);
  pid_t children[2];
  for (const std::uint64_t seed : {0u, 1u}) {
    const sandbox::RecordArguments arguments = record_arguments(temporary, seed);
    children[seed] = started(begin, [&] { sandbox::record_command(arguments); });
  }
  close(begin[0]);
  close(begin[1]);
  const int first = exit_code(children[0]), second = exit_code(children[1]);
  CHECK(first + second == 2);
  CHECK(read_all(temporary.folder / "run.rfrec") == alone[first == 0 ? 0 : 1]);
  CHECK(!fs::exists(temporary.folder / "run.rfrec.part"));
}

TEST_CASE("a file that another process has made meanwhile is replaced only with --force") {
  const Temporary temporary;
  const fs::path path = temporary.folder / "run.rfrec", second = temporary.folder / "run_2.rfrec";
  const auto write_while = [&](const std::string& meanwhile, bool force) {
    sandbox::OutputFile file(path);
    temporary.write("run.rfrec", meanwhile);
    return sandbox::write_result(file, force, writer_of("mine"));
  };
  const CapturedErrors errors;
  CHECK(write_while("", false) == path);  // an empty file holds nothing
  CHECK(read_all(path) == "mine");
  CHECK(errors.text.str().empty());
  CHECK(write_while("other", false) == second);
  CHECK(read_all(path) == "other");
  CHECK(read_all(second) == "mine");
  CHECK(says(errors.text.str(),
             "run.rfrec: was made by another process meanwhile; the result of this one is in " + second.string()));
  CHECK(write_while("other", true) == path);
  CHECK(read_all(path) == "mine");
  CHECK(!fs::exists(temporary.folder / "run.rfrec.part"));
}

TEST_CASE("what a process that was killed has left of a file is taken over") {
  const Temporary temporary;
  temporary.write("a.txt.part", "a longer text that is cut off");
  sandbox::write_file(temporary.folder / "a.txt", writer_of("text"));
  CHECK(read_all(temporary.folder / "a.txt") == "text");
  CHECK(!fs::exists(temporary.folder / "a.txt.part"));
}

TEST_CASE("commands are refused before they compute while another process writes to their place") {
  const Temporary temporary;
  const std::string scenario = temporary.write("s.toml", slope).string(), out = (temporary.folder / "out").string();
  const sandbox::ResultFiles others(out);
  const std::string refused = "out: another process writes its results to this folder now; give another folder";
  sandbox::CompareArguments compare;
  compare.scenario = scenario;
  compare.out = out;
  CHECK(says(refusal([&] { sandbox::compare_command(compare); }), refused));
  sandbox::SweepArguments sweep;
  sweep.scenario = scenario;
  sweep.out = out;
  sweep.overrides.rocks = 1;
  sweep.vary = {"ground.mu_min=0.3,0.4"};
  sweep.quiet = true;
  CHECK(says(refusal([&] { sandbox::sweep_command(sweep); }), refused));

  const sandbox::OutputFile part(temporary.folder / "out/part-1-of-2.rfpart");
  sandbox::RunArguments run = arguments_of(temporary, "out");
  run.shard = "1/2";
  CHECK(says(refusal([&] { sandbox::run_command(run); }), "part-1-of-2.rfpart: another process writes this file now"));
  run.shard = "2/2";
  const CapturedOutput output;
  sandbox::run_command(run);
  CHECK(fs::exists(temporary.folder / "out/part-2-of-2.rfpart"));
}

TEST_CASE("a run takes another folder while another process writes to its own") {
  const Temporary temporary;
  sandbox::RunArguments arguments = arguments_of(temporary, "out");
  arguments.no_map = true;
  fs::create_directory(temporary.folder / "out");
  const CapturedOutput output;
  const CapturedErrors errors;
  {
    const sandbox::ResultFiles others(temporary.folder / "out");
    sandbox::run_command(arguments);
  }
  CHECK(!fs::exists(temporary.folder / "out/summary.json"));
  CHECK(fs::exists(temporary.folder / "out_2/summary.json"));
  CHECK(says(errors.text.str(), "another run has written results to "));
  sandbox::run_command(arguments);
  CHECK(differences(temporary.folder / "out", temporary.folder / "out_2") == std::vector<std::string>());
}
