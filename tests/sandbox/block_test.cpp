#include "run/block.h"

#include <doctest/doctest.h>

#include <cstring>
#include <map>

#include "slope.h"

namespace {

constexpr std::uint32_t rocks_in_all = 12, rocks_with_track = 7;

template <class Value>
bool same_bits(const Value& a, const Value& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

using Finished = std::map<std::uint32_t, sandbox::FinishedRock>;

/** Rocks of which at most `room` move together. */
Finished run(const sandbox::BuiltScene& built, const sandbox::TrackSampling& sampling, std::uint32_t room) {
  const sandbox::PassageMeter meter(built.scene());
  sandbox::Block block(built.scene(), meter, sampling, nullptr);
  Finished finished;
  std::uint32_t next = 0;
  std::uint64_t steps = 0;
  while (next < rocks_in_all || block.size() > 0) {
    for (; next < rocks_in_all && block.size() < room; ++next) {
      block.add(next, built.start(next, 5), next < rocks_with_track);
    }
    steps += block.step([&](sandbox::FinishedRock&& rock) {
      const std::uint32_t number = rock.number;
      CHECK(finished.emplace(number, std::move(rock)).second);
    });
  }
  std::uint64_t wanted = 0;
  for (const auto& entry : finished) wanted += entry.second.end.step;
  CHECK(steps == wanted);
  return finished;
}

}  // namespace

TEST_CASE("a rock of a block has the results of a rock alone, whichever rocks move with it") {
  const sandbox::BuiltScene built(sandbox::parse_scenario(slope, "s.toml"));
  for (const sandbox::TrackSampling sampling : {sandbox::TrackSampling{0.13, 0}, sandbox::TrackSampling{0.1, 2.5}}) {
    const Finished alone = run(built, sampling, 1);
    REQUIRE(alone.size() == rocks_in_all);
    for (const std::uint32_t room : {3u, 5u, rocks_in_all}) {
      CAPTURE(room);
      const Finished together = run(built, sampling, room);
      REQUIRE(together.size() == rocks_in_all);
      for (const auto& entry : alone) {
        const auto number = entry.first;
        const sandbox::FinishedRock& wanted = entry.second;
        CAPTURE(number);
        const sandbox::FinishedRock& found = together.at(number);
        CHECK(same_bits(found.end, wanted.end));
        CHECK(same_bits(found.trace, wanted.trace));
        CHECK(found.impacts == wanted.impacts);
        CHECK(found.unconverged == wanted.unconverged);
        CHECK(found.work_limited == wanted.work_limited);
        CHECK(wanted.track.empty() == (number >= rocks_with_track));
        REQUIRE(found.track.size() == wanted.track.size());
        for (std::size_t i = 0; i < wanted.track.size(); ++i) CHECK(same_bits(found.track[i], wanted.track[i]));
      }
    }
  }
}
