// The runs of a sweep: its parameters, its points, and the scene of each.
#ifndef ROCKFALL_SANDBOX_CLI_SWEEP_RUNS_H
#define ROCKFALL_SANDBOX_CLI_SWEEP_RUNS_H

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "common/warnings.h"
#include "run/sweep_state.h"

namespace sandbox {

/** Values by axis, of each run. */
using Points = std::vector<std::vector<std::string>>;

/** The runs of a sweep. Their scenarios are read before the first one, so that a changed file loses no results. */
class SweepRuns {
 public:
  /** Throws InputError, also for combinations that no run can have. Arguments must outlive this. */
  explicit SweepRuns(const SweepArguments& arguments);

  const Scenario& scenario() const { return scenario_; }
  const std::vector<SweepAxis>& axes() const { return axes_; }
  /** The points of all runs: those of the table, then those beside the first one. */
  const Points& points() const { return points_; }
  /** Number of the runs of the table. */
  std::size_t rows() const { return rows_; }
  /** The inputs that identify the sweep. */
  SweepProblem problem() const;

  /** Makes a run. Empty if a signal ended it before its last rock. Throws InputError or RunError.
   *  @param stop  set by the signal */
  std::optional<SweepRun> make(std::size_t index, const std::atomic<bool>& stop);
  /** Throws InputError if a run of a state would have other results now. */
  void check(std::size_t index, const SweepRun& run);

  /** Names of the columns of lines; known from the first run on. */
  const std::vector<std::string>& columns() const { return columns_; }

  /** Axes without effect on the first run; a sentence each. @param runs  all */
  std::vector<std::string> without_effect_on_first(const std::vector<SweepRun>& runs) const;

 private:
  struct Scene;

  const SweepArguments& arguments_;
  std::vector<SweepAxis> axes_;
  Scenario scenario_;
  Points points_;
  std::size_t rows_ = 0;
  std::vector<Scenario> scenarios_;
  std::vector<std::string> columns_;
  Warnings warnings_;
};

}  // namespace sandbox
#endif
