// Comparison, building and stepping of the golden scenes.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "determinism/scenes.h"
#include "support/scenes.h"

using Bytes = std::vector<unsigned char>;

using support::same_bits;

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
