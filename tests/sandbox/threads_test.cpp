// Code that runs on several threads; also run under the thread sanitizer.
#include "common/threads.h"

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <vector>

#include "run/statistics.h"
#include "slope.h"
#include "temporary.h"

namespace {

/** Address space of this process, bytes. */
double address_space() {
  double pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<double>(sysconf(_SC_PAGESIZE));
}

/** Makes a pool while there is no address space for the stacks of its threads. @return an exit code, 0: it works */
int use_pool_without_stacks() {
  constexpr unsigned wanted = 256;
  const auto space = static_cast<rlim_t>(address_space() + 4e6);
  const rlimit limit = {space, space};
  if (setrlimit(RLIMIT_AS, &limit) != 0) return 1;
  sandbox::ThreadPool pool(wanted);
  if (pool.size() >= wanted) return 2;
  std::vector<int> done(1000, 0);
  for (int round = 0; round < 3; ++round) {
    pool.run(1000, [&](std::uint32_t i) { ++done[i]; });
  }
  return done == std::vector<int>(1000, 3) ? 0 : 3;
}

}  // namespace

TEST_CASE("a thread pool works with the threads that the system gives") {
  constexpr double most = 1e12;  // sanitizers reserve more, and end the program where a thread has no memory
  const double space = address_space();
  if (space == 0 || space > most) return;
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    alarm(30);  // ends it if it waits for ever
    _exit(use_pool_without_stacks());
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

TEST_CASE("every rock has the same bits with one, two and three threads") {
  const Temporary temporary;
  const sandbox::BuiltScene built(sandbox::read_scenario(temporary.write("s.toml", slope)));
  const sandbox::RunResult one = run(built, 1);
  const auto moments = sandbox::summarise(one);
  for (const unsigned threads : {2u, 3u}) {
    const sandbox::RunResult other = run(built, threads);
    CHECK(other.steps == one.steps);
    bool same = true;
    for (std::size_t i = 0; i < one.ends.size(); ++i) {
      same = same && std::memcmp(&one.ends[i].position, &other.ends[i].position, sizeof one.ends[i].position) == 0 &&
             std::memcmp(&one.rock_statistics[i], &other.rock_statistics[i], sizeof one.rock_statistics[i]) == 0;
    }
    CHECK(same);
    const auto again = sandbox::summarise(other);
    CHECK(std::memcmp(&moments.moments, &again.moments, sizeof moments.moments) == 0);
    CHECK(again.runout.sd == moments.runout.sd);
    CHECK(again.lateral.q95 == moments.lateral.q95);
  }
}

TEST_CASE("the thread pool runs every index once and rethrows an exception") {
  sandbox::ThreadPool pool(3);
  std::vector<int> done(1000, 0);
  for (int round = 0; round < 20; ++round) {
    pool.run(1000, [&](std::uint32_t i) { ++done[i]; });
  }
  CHECK(done == std::vector<int>(1000, 20));
  CHECK_THROWS_AS(pool.run(100,
                           [](std::uint32_t i) {
                             if (i == 50) throw sandbox::RunError("no");
                           }),
                  sandbox::RunError);
  pool.run(1000, [&](std::uint32_t i) { ++done[i]; });
  CHECK(done == std::vector<int>(1000, 21));
}
