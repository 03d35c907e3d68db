// Bound on the time, progress and interruption of the evaluations of one call.
#ifndef ROCKFALL_SANDBOX_CALIBRATE_WORK_H
#define ROCKFALL_SANDBOX_CALIBRATE_WORK_H

#include <chrono>
#include <cstdint>

#include "calibrate/evaluations.h"
#include "calibrate/interruption.h"

namespace sandbox::calibrate {

/** Bound on the time of a call, by what its evaluations have taken. */
class TimeBound {
 public:
  explicit TimeBound(double minutes) : bound_(60 * minutes) {}

  /** Notes that an evaluation was made. */
  void evaluated() { ++made_; }
  /** Since this was made, s. */
  double elapsed() const;
  double left() const { return bound_ - elapsed(); }
  /** Likely time of some evaluations, s: 0 before the first. */
  double of(std::size_t evaluations) const;
  /** True if one more evaluation, and `kept` ones after it, are likely to end before the bound. For those that are kept
   *  at most half of the time counts. */
  bool leaves_room(std::size_t kept) const;

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  double bound_;
  std::size_t made_ = 0;
};

/** One line on standard error. */
class ProgressLine {
 public:
  explicit ProgressLine(bool quiet);

  /** Evaluations of the search so far and the best one.
   *  @param most  evaluations
   *  @param left  s, at most */
  void show_search(const Evaluations& evaluations, const std::vector<FitSpec>& fits, std::uint32_t most, double left);
  /** @param left  s, at most */
  void show_neighbours(std::size_t made, std::size_t of, double left);
  /** Ends the line. */
  void finish();

 private:
  bool is_due();
  void write(const std::string& text);

  bool quiet_, terminal_;
  bool open_ = false;  ///< the line is not ended
  std::size_t shown_best_ = SIZE_MAX;
  std::chrono::steady_clock::time_point shown_at_ = std::chrono::steady_clock::now();
};

struct Work {
  TimeBound time;
  ProgressLine progress;
  Interruption interruption;
};

}  // namespace sandbox::calibrate
#endif
