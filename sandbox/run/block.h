// Steps rocks together, in the SIMD lanes of the engine where the scene allows them.
#ifndef ROCKFALL_SANDBOX_RUN_BLOCK_H
#define ROCKFALL_SANDBOX_RUN_BLOCK_H

#include <rockfall/rockfall.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "run/hazard.h"
#include "run/passage.h"
#include "run/run.h"

namespace sandbox {

/** Points of a track: at the start, at the end, and in between by time or by distance. */
struct TrackSampling {
  double interval = 0.1;  ///< s
  double distance = 0;    ///< m; more than 0: points by distance
};

/** A rock that has ended, and what was collected of it. */
struct FinishedRock {
  std::uint32_t number = 0;
  rf_state end{};
  rf_rock_statistics statistics{};
  std::uint32_t impacts = 0;             ///< steps with contact after a step without
  std::uint32_t unconverged = 0;         ///< steps without rf_step_report::converged
  std::uint32_t work_limited = 0;        ///< steps that reached the bound on their work
  Track track;                           ///< empty if it was not recorded
  std::optional<RockFollower> follower;  ///< with a plan
};

/** Moving rocks. Rocks that end leave the block, others can take their place: a block with many rocks keeps the lanes
 *  full. */
class Block {
 public:
  /** @param plan  nullable. All arguments but `sampling` outlive the block. */
  Block(const rf_scene& scene, const PassageMeter& meter, const TrackSampling& sampling, const HazardPlan* plan);

  /** Adds a rock at its start. Recorded rocks are added before all others. */
  void add(std::uint32_t number, const rf_state& start, bool recorded);

  std::uint32_t size() const { return static_cast<std::uint32_t>(states_.size()); }

  /** Makes up to 1000 steps of every rock: fewer with cells and with tracks by distance, and none beyond the next point
   *  of tracks that are sampled by time.
   *  @param finished  called for every rock that ends
   *  @return the steps of all rocks. Throws RunError if a step fails. */
  std::uint64_t step(const std::function<void(FinishedRock&&)>& finished);

 private:
  struct Extras {
    std::uint32_t number;
    bool recorded;
    Track track;
    std::optional<RockFollower> follower;
  };

  bool has_cells() const { return plan_ != nullptr && plan_->cells; }
  bool has_lines() const { return plan_ != nullptr && !plan_->lines.empty(); }
  bool has_points_by_distance() const { return sampling_.distance > 0 && recorded_ > 0; }
  std::uint32_t steps_of_next_call() const;
  rf_observation observation();
  void add_due_points(std::uint32_t rock);
  void add_points_by_distance(std::uint32_t rock);
  double path_of_call(std::uint32_t rock) const;
  void follow_over_cells(std::uint32_t rock);
  void follow_over_lines(std::uint32_t rock);
  void retrace_lines(std::uint32_t rock);
  FinishedRock take(std::uint32_t rock);

  const rf_scene& scene_;
  const PassageMeter& meter_;
  const TrackSampling sampling_;
  const HazardPlan* plan_;
  const rf_cells cells_;        // of the plan
  const std::uint64_t every_;   // steps between two points of a track that is sampled by time
  std::uint64_t made_ = 0;      // steps since the first rock was added
  std::uint32_t recorded_ = 0;  // rocks with a track
  std::vector<rf_state> states_;
  std::vector<rf_rock_statistics> rock_statistics_;
  std::vector<std::uint32_t> impacts_, unconverged_, work_limited_;
  std::vector<std::uint8_t> in_contact_;
  std::vector<Extras> extras_;
  // Results of the last call.
  std::vector<rf_cell_passage> passages_;  // if there are cells
  std::vector<double> passage_tops_;
  std::vector<std::uint32_t> passage_counts_;
  std::vector<rf_state> states_before_;  // if there are lines, or tracks by distance
  std::vector<rf_rock_statistics> rock_statistics_before_;
};

}  // namespace sandbox
#endif
