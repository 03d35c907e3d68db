// Pieces that are measured by time and by instructions: single steps of a known kind, the scene, and ways to run it.
#pragma once

#include "scene.h"

namespace bench {

/// One rock about to take a step of a known kind. Not movable.
class Piece {
 public:
  /// Contacts of the step: 0 (in flight), 1, 2, 4 or 12; the rock is pressed 1 mm into flat ground on a corner, an
  /// edge, a face of four and of twelve corners.
  explicit Piece(uint32_t contacts);
  /// Contacts that the step really has.
  uint32_t contacts_found() const;

  Rock rock;
  Ground ground;
  rf_state from;
};

/// Hides the terrain of a scene behind callbacks of one's own, as an embedder with another terrain has them. Outlives
/// the steps of the scene.
class ForeignTerrain {
 public:
  explicit ForeignTerrain(rf_scene& scene);
  ForeignTerrain(const ForeignTerrain&) = delete;
  ForeignTerrain& operator=(const ForeignTerrain&) = delete;

 private:
  rf_terrain grid_;
};

/// How the rocks of a scene are stepped.
enum class Run {
  kMany,      ///< rf_step_many on one thread
  kSingle,    ///< rf_step
  kReported,  ///< rf_step with a report of every step
  kTraced     ///< rf_step_with_statistics
};

/// The first `count` rocks of the scene where they start.
std::vector<rf_state> starts(const Ground& ramp, uint32_t count);

/// Step all rocks to their ends, or so many steps. Returns the rock-steps taken.
uint64_t run(const rf_scene& scene, std::vector<rf_state>& states, Run how, uint32_t steps = 1u << 20);

}  // namespace bench
