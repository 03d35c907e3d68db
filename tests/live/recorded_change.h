// A recording of a scene that was changed before and during it.
#ifndef ROCKFALL_TESTS_LIVE_RECORDED_CHANGE_H
#define ROCKFALL_TESTS_LIVE_RECORDED_CHANGE_H

#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>

#include "live/fingerprint.h"
#include "live/session.h"
#include "sandbox/temporary.h"

/** Changes ground, gravity, scheme and shape before the recording, and ground, rocks and gravity during it. */
inline std::uint64_t record_changed_scene(sandbox::live::Session& session, const std::filesystem::path& file) {
  rf_ground ground = session.world().ground();
  ground.mu_min = 0.31;
  ground.mu_max = 0.77;
  ground.kappa = 1.0 / 3;
  REQUIRE(session.set_ground(ground));
  rf_settings settings = session.world().settings();
  settings.gravity = 7.1;
  settings.scheme = RF_SCHEME_EXPLICIT;
  REQUIRE(session.set_settings(settings));
  sandbox::RockSpec spec = session.world().rock_spec(0);
  spec.density = 2345.6;
  REQUIRE(session.set_rock(0, spec));
  session.world().advance(150);
  REQUIRE(session.start_recording());
  session.world().advance(100);
  ground.mu_min = 0.05;
  REQUIRE(session.set_ground(ground));
  session.world().advance(33);
  const double velocity[3] = {3, 1, 0};
  const rf_state& first = session.world().variants()[0].states[0];
  REQUIRE(session.release(first.position[0], first.position[1] + 3, 2, velocity, 0));
  settings.gravity = 12;
  REQUIRE(session.set_settings(settings));
  session.world().advance(300);
  const std::uint64_t hash = states_hash(session.world());
  REQUIRE(session.stop_recording(file));
  return hash;
}

/** A session whose scene was changed before and during its recording. */
struct RecordedChange {
  Temporary folder;
  std::filesystem::path file = folder.folder / "run.rfrec";
  sandbox::live::Session session{"first_fall"};
  std::uint64_t hash = record_changed_scene(session, file);  // of the states at the end
};

/** Plays the rest of a replay, whose bits must be those of its recording. */
inline void check_same_bits_to_end(sandbox::live::Session& session) {
  for (int i = 0; i < 10000 && !session.world().replay_finished(); ++i) session.world().advance(7);
  REQUIRE(session.world().replay_finished());
  CHECK(session.world().diverged() == 0);
}

#endif
