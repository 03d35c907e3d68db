// Jumps in replays, and other recordings that are opened during them, on ground that the recording changes.
#include <doctest/doctest.h>

#include <vector>

#include "common/error.h"
#include "live/diverging_recording.h"
#include "live/fingerprint.h"
#include "live/recorded_change.h"
#include "live/session.h"

using namespace sandbox;
using namespace sandbox::live;

TEST_CASE("a replay continued from an earlier step gives the same bits, also across a change of the ground") {
  RecordedChange run;
  REQUIRE(run.session.open_file(run.file));
  check_same_bits_to_end(run.session);
  run.session.world().seek(4);
  CHECK(run.session.world().step() == 40);
  CHECK_FALSE(run.session.world().replay_finished());
  CHECK(run.session.world().ground().mu_min == 0.31);
  check_same_bits_to_end(run.session);
  CHECK(states_hash(run.session.world()) == run.hash);
}

TEST_CASE("a replay jumps to steps that were not played yet, forward and back, and ends with the same bits") {
  RecordedChange run;
  Session played("first_fall");
  REQUIRE(played.open_file(run.file));
  std::vector<std::uint64_t> hashes = {states_hash(played.world())};
  while (played.world().step() < 430) {
    played.world().advance(10);
    hashes.push_back(states_hash(played.world()));
  }
  REQUIRE(run.session.open_file(run.file));
  for (const std::uint64_t step : {400u, 250u, 413u, 60u, 300u, 0u, 120u, 380u}) {
    CAPTURE(step);
    REQUIRE(run.session.seek(step));
    CHECK(run.session.world().step() == step / 10 * 10);
    CHECK(run.session.world().time() == doctest::Approx(static_cast<double>(step / 10 * 10) * 0.002));
    CHECK(states_hash(run.session.world()) == hashes[step / 10]);
    CHECK(run.session.world().ground().mu_min == (step > 100 ? 0.05 : 0.31));
  }
  check_same_bits_to_end(run.session);
  CHECK(states_hash(run.session.world()) == run.hash);
}

TEST_CASE("a recording that is opened during a replay starts on the ground of the scene, not on that of the replay") {
  RecordedChange run;
  REQUIRE(run.session.open_file(run.file));
  const std::uint64_t scene = run.session.scene_number();
  run.session.world().advance(200);
  REQUIRE(run.session.world().ground().mu_min == 0.05);
  REQUIRE(run.session.open_file(run.file));
  CHECK(run.session.scene_number() == scene);  // the scene was not built again
  CHECK(run.session.world().ground().mu_min == 0.31);
  check_same_bits_to_end(run.session);
  CHECK(states_hash(run.session.world()) == run.hash);
}

TEST_CASE("a recording that is refused during a replay leaves the ground as the replay has changed it") {
  RecordedChange run;
  REQUIRE(run.session.open_file(run.file));
  run.session.world().advance(200);
  REQUIRE(run.session.world().ground().mu_min == 0.05);
  const Fingerprint before(run.session);
  CHECK_THROWS_AS(run.session.world().start_replay(diverging_recording(1)), InputError);
  CHECK(Fingerprint(run.session) == before);
  CHECK(run.session.world().ground().mu_min == 0.05);
  check_same_bits_to_end(run.session);
  CHECK(states_hash(run.session.world()) == run.hash);
}

TEST_CASE("after leaving a replay the scene can be changed and stepped") {
  RecordedChange run;
  REQUIRE(run.session.open_file(run.file));
  run.session.world().advance(120);
  const std::uint64_t there = states_hash(run.session.world());
  rf_ground ground = run.session.world().ground();
  CHECK_FALSE(run.session.set_ground(ground));
  REQUIRE(run.session.leave_replay());
  CHECK(states_hash(run.session.world()) == there);
  ground.mu_min = 0.7;
  CHECK(run.session.set_ground(ground));
  run.session.world().advance(500);
  CHECK(run.session.world().step() == 620);
  run.session.world().seek(3);
  run.session.world().advance(10);
  CHECK(run.session.world().step() == 40);
}
