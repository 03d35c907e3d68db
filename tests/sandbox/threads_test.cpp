// What runs on several threads; also run under the thread sanitizer.
#include "common/threads.h"

#include <doctest/doctest.h>

#include <cstring>
#include <vector>

#include "run/statistics.h"
#include "slope.h"
#include "temporary.h"

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
             std::memcmp(&one.traces[i], &other.traces[i], sizeof one.traces[i]) == 0;
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
