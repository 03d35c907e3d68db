#include "run/block.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <map>
#include <vector>

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
        CHECK(same_bits(found.statistics, wanted.statistics));
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

TEST_CASE("a track by distance has a point after every step that comes as far from the last point") {
  for (const char* model : {"hard_contact", "rocfall_rigid"}) {
    CAPTURE(model);
    sandbox::Scenario scenario = sandbox::parse_scenario(slope, "s.toml");
    REQUIRE(rf_model_find(model, &scenario.settings.model) == RF_OK);
    const sandbox::BuiltScene built(scenario);
    // Less than a step, some points in a call, and many calls between two points.
    for (const double distance : {0.001, 0.05, 4.0}) {
      CAPTURE(distance);
      const Finished found = run(built, {0.1, distance}, rocks_in_all);
      for (std::uint32_t number = 0; number < rocks_with_track; ++number) {
        rf_state state = built.start(number, 5);
        std::vector<rf_state> wanted = {state};
        while (state.end == RF_MOVING) {
          REQUIRE(rf_step(&built.scene(), &state, nullptr) == RF_OK);
          double square = 0;
          for (int k = 0; k < 3; ++k) {
            square += (state.position[k] - wanted.back().position[k]) * (state.position[k] - wanted.back().position[k]);
          }
          if (state.end != RF_MOVING || std::sqrt(square) >= distance) wanted.push_back(state);
        }
        const sandbox::Track& track = found.at(number).track;
        REQUIRE(track.size() == wanted.size());
        for (std::size_t i = 0; i < track.size(); ++i) {
          for (int k = 0; k < 3; ++k) CHECK(track[i].position[k] == wanted[i].position[k]);
        }
      }
    }
  }
}
