// What an action that is refused must not change.
#ifndef ROCKFALL_TESTS_LIVE_FINGERPRINT_H
#define ROCKFALL_TESTS_LIVE_FINGERPRINT_H

#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "live/session.h"

inline std::uint64_t states_hash(const sandbox::live::Variant& variant) {
  return rf_hash_states(variant.states.data(), static_cast<std::uint32_t>(variant.states.size()));
}

/** Of the first variant. */
inline std::uint64_t states_hash(const sandbox::live::World& world) { return states_hash(world.variants()[0]); }

struct Fingerprint {
  explicit Fingerprint(const sandbox::live::Session& session)
      : scene_number(session.scene_number()),
        step(session.world().step()),
        moments(session.world().timeline().moments().size()),
        set(session.present().set),
        scene_name(session.scene_name()),
        recording(session.world().recording()),
        replaying(session.world().replaying()) {
    for (const auto& variant : session.world().variants()) states.push_back(states_hash(variant));
    REQUIRE(rf_hash_scene(&session.world().variants()[0].scene, &identity, nullptr) == RF_OK);
  }

  bool operator==(const Fingerprint& other) const {
    return states == other.states && scene_number == other.scene_number && step == other.step &&
           moments == other.moments && identity.rocks == other.identity.rocks &&
           identity.surface == other.identity.surface && identity.ground == other.identity.ground &&
           identity.settings == other.identity.settings &&
           std::memcmp(&set.ground, &other.set.ground, sizeof set.ground) == 0 &&
           rf_hash_settings(&set.settings) == rf_hash_settings(&other.set.settings) && scene_name == other.scene_name &&
           recording == other.recording && replaying == other.replaying;
  }

  std::vector<std::uint64_t> states;  // of each variant
  std::uint64_t scene_number, step;
  std::size_t moments;
  rf_scene_identity identity{};
  sandbox::live::ParameterSet set;
  std::string scene_name;
  bool recording, replaying;
};

#endif
