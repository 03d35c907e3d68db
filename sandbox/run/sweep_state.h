// The runs of a sweep that are done, kept in a file that a later call continues.
#ifndef ROCKFALL_SANDBOX_RUN_SWEEP_STATE_H
#define ROCKFALL_SANDBOX_RUN_SWEEP_STATE_H

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "run/sweep.h"
#include "run/sweep_problem.h"

namespace sandbox {

/** A run that is done. */
struct SweepRun {
  std::uint64_t scene = 0;  ///< hash of all that its rocks depend on
  SweepRow row;
};

class SweepState {
 public:
  SweepState(std::filesystem::path file, SweepProblem problem) : file_(std::move(file)), problem_(std::move(problem)) {}

  /** Reads the file. @param points  of all runs
   *  Throws InputError where it is missing, damaged, of another version of the library, or of another sweep. */
  void load(const std::vector<std::vector<std::string>>& points);
  /** Adds the next run. Writes the file so seldom that it takes a small part of the time; where that fails, a warning
   *  says so, once until it succeeds again, and the sweep continues. */
  void add(SweepRun run);
  /** Writes the file if it does not have all runs. Throws RunError, and InputError where another process writes it. */
  void save();
  /** Number of the runs that are in the file, from the first one on; 0 if it is gone. */
  std::size_t runs_in_file() const;
  /** Removes the file. */
  void remove() const;

  const std::filesystem::path& file() const { return file_; }
  /** In their order, from the first one on. */
  const std::vector<SweepRun>& runs() const { return runs_; }

 private:
  using Clock = std::chrono::steady_clock;

  std::filesystem::path file_;
  SweepProblem problem_;
  std::vector<SweepRun> runs_;
  std::size_t saved_ = 0;    ///< number of runs in the file
  bool warned_ = false;      ///< of the last attempt to save, which failed
  Clock::time_point due_{};  ///< when it is written next
};

}  // namespace sandbox
#endif
