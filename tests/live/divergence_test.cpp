// Replays whose bits differ from those of their recording.
#include <doctest/doctest.h>

#include "common/error.h"
#include "live/diverging_recording.h"
#include "live/fingerprint.h"
#include "live/world.h"
#include "samples/samples.h"

using namespace sandbox;
using namespace sandbox::live;

TEST_CASE("a diverging replay reports the step and the rock") {
  for (const std::uint32_t states_every : {1u, 8u}) {
    World world(samples::shapes_side_by_side());
    world.start_replay(diverging_recording(states_every));
    world.advance(40);
    CHECK(world.diverged() == 0);
    world.advance(60);
    CHECK(world.replay_finished());
    CHECK(world.divergence().step == 41);
    CHECK(world.divergence().last_same == 40);
    CHECK(world.divergence().compared_at == (states_every == 1 ? 41 : 48));
    REQUIRE(world.divergence().rocks.size() == 1);
    CHECK(world.divergence().rocks[0] == 2);
  }
}

TEST_CASE("a replay tells the steps that were jumped over from those that were compared") {
  World world(samples::shapes_side_by_side());
  world.start_replay(diverging_recording(1));
  world.advance(20);
  CHECK_FALSE(world.replay_has_skipped());
  world.seek_recording(70);  // over the difference
  CHECK(world.replay_has_skipped());
  world.advance(60);
  REQUIRE(world.replay_finished());
  CHECK(world.replay_has_skipped());
  REQUIRE(world.diverged() > 0);
  CHECK(world.divergence().after_a_jump);
  world.seek_recording(0);
  CHECK_FALSE(world.replay_has_skipped());
  world.advance(100);
  REQUIRE(world.replay_finished());
  CHECK_FALSE(world.replay_has_skipped());
}

TEST_CASE("a diverging replay of a recording without states reports the step") {
  World world(samples::shapes_side_by_side());
  world.start_replay(diverging_recording(0));
  world.advance(100);
  CHECK(world.divergence().step == 41);
  CHECK(world.divergence().compared_at == 0);
}

TEST_CASE("a restart or a comparison that fails during a replay leaves the replay as it is") {
  Setup setup = samples::shapes_side_by_side();
  const auto starts = setup.starts;
  bool fails = false;
  setup.starts = [&fails, starts](const BuiltScene& built) {
    if (fails) throw InputError("no ground was found");
    return starts(built);
  };
  World world(std::move(setup));
  world.start_replay(diverging_recording(1));
  world.advance(20);
  const std::uint64_t before = states_hash(world);
  fails = true;
  CHECK_THROWS_AS(world.restart(), InputError);
  CHECK_THROWS_AS(world.set_variants({}), InputError);
  CHECK(world.replaying());
  CHECK(states_hash(world) == before);
  world.advance(5);
  CHECK(world.step() == 25);
  fails = false;
  world.restart();
  CHECK_FALSE(world.replaying());
  CHECK(world.step() == 0);
}
