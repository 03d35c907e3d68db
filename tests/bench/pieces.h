// Workloads of the benchmarks and instruction counts: single steps with known contacts, and runs of the scene.
#pragma once

#include "scene.h"

namespace bench {

/// One rock before a step with a known number of contacts. Not movable.
class SingleStep {
 public:
  /// @param contacts  contacts of the step: 0 (in flight), 1, 2, 4 or 12; the rock penetrates flat ground by 1 mm with
  /// a corner, an edge, a face of four and a face of twelve corners.
  explicit SingleStep(uint32_t contacts);
  /// Number of contacts that the step finds.
  uint32_t contacts_found() const;

  Rock rock;
  Ground ground;
  rf_state from;
};

/// Replaces the terrain of a scene by callbacks that forward to it, like the terrain of a host. Must outlive the
/// steps of the scene.
class ForwardingTerrain {
 public:
  /// @param tells_holes  false: no plane is hole_free
  explicit ForwardingTerrain(rf_scene& scene, bool tells_holes = true);
  ForwardingTerrain(const ForwardingTerrain&) = delete;
  ForwardingTerrain& operator=(const ForwardingTerrain&) = delete;

 private:
  rf_terrain grid_;
};

/// Functions that step the rocks of a scene.
enum class Run {
  kMany,           ///< rf_step_many on one thread
  kObserved,       ///< rf_step_many_observed with statistics on one thread
  kCells,          ///< the same with passages over cells of 2 m in place of statistics
  kCellsAndTops,   ///< the same with the largest heights of the highest vertex
  kSingle,         ///< rf_step
  kReported,       ///< rf_step with a report of every step
  kWithStatistics  ///< rf_step_with_statistics
};

/// Start states of the first `count` rocks of the scene.
std::vector<rf_state> starts(const Ground& ramp, uint32_t count);

/// Steps all rocks until they end, at most `steps` times. Returns the number of rock-steps.
uint64_t run(const rf_scene& scene, std::vector<rf_state>& states, Run how, uint32_t steps = 1u << 20);

/// States of the scene, sorted by the number of contacts of their next step; the last kind has that many or more.
struct StatesByContacts {
  static constexpr uint32_t kKinds = 5;
  std::vector<rf_state> states[kKinds];
  uint64_t steps[kKinds] = {};
  uint64_t all = 0;
};

/// Runs the first `rocks` rocks of the scene to their end. Of the steps in flight one of 64 is kept.
StatesByContacts sort_by_contacts(const rf_scene& scene, const Ground& ramp, uint32_t rocks);

}  // namespace bench
