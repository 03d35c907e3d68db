// Bitwise comparison of states: rf_state has no padding on the tested platforms.
#pragma once

#include <doctest/doctest.h>

#include <cstring>

#include "determinism/scenes.h"

inline bool same_bits(const rf_state& a, const rf_state& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

inline bool same_bits(const std::vector<rf_state>& a, const std::vector<rf_state>& b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (!same_bits(a[i], b[i])) return false;
  }
  return true;
}

/// Builds the scene with this name.
inline void build(determinism::World& world, const std::string& name) {
  for (const determinism::Scene& scene : determinism::scenes()) {
    if (scene.name == name) return scene.build(world);
  }
  FAIL("there is no scene of this name: " << name);
}

inline void step_all(const rf_scene& scene, std::vector<rf_state>& states, uint32_t steps) {
  REQUIRE(rf_step_many(&scene, states.data(), static_cast<uint32_t>(states.size()), steps, nullptr, nullptr) == RF_OK);
}
