// Moments of a live scene that can be restored: states are plain structs, so a moment is a copy of them.
#ifndef ROCKFALL_SANDBOX_LIVE_TIMELINE_H
#define ROCKFALL_SANDBOX_LIVE_TIMELINE_H

#include <rockfall/recording.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "live/variant.h"

namespace sandbox::live {

/** The place of a replay. */
struct ReplayPoint {
  rf_replay replay{};
  rf_settings settings{};
  rf_ground ground{};
};

struct Moment {
  double time = 0;  ///< s
  std::uint64_t step = 0;
  std::size_t segments = 0;                     ///< of the trajectories so far
  std::vector<double> times;                    ///< s, by variant: see Variant::time
  std::vector<std::vector<rf_state>> states;    ///< by variant
  std::vector<std::vector<LedgerSum>> ledgers;  ///< by variant and rock; empty where only the watched rock has one
  float impact = 0;         ///< m/s, the strongest one since the moment before: normal percussion over mass
  std::uint32_t ended = 0;  ///< rocks of the first variant that have ended
  std::optional<ReplayPoint> replay;
  bool changed = false;    ///< a rock was released or pushed: its states cannot be computed from those before
  bool after_gap = false;  ///< the time jumped since the moment before: the steps between were not made
};

/** Moments in the order of their steps, at multiples of interval() steps or at least that far apart; those of a change
 *  at any step. Beyond 256 MB every second one is removed and the interval doubles; moments of a change stay; where
 *  they are more than a quarter of all, only the last moment does. */
class Timeline {
 public:
  const std::vector<Moment>& moments() const { return moments_; }
  std::uint64_t interval() const { return interval_; }
  bool due(std::uint64_t step) const { return step % interval_ == 0; }
  std::uint64_t steps_to_next(std::uint64_t step) const { return interval_ - step % interval_; }
  /** True if the last moment is at least an interval old. */
  bool overdue(std::uint64_t step) const { return moments_.empty() || step >= moments_.back().step + interval_; }
  /** True if steps up to this one were jumped over. */
  bool has_gap_until(std::uint64_t step) const;
  /** Index of the first moment after a step; the number of moments if there is none. */
  std::size_t first_after(std::uint64_t step) const;

  void clear();
  /** Adds a moment at the end. It replaces the last one if that is of the same step. */
  void add(Moment moment);
  /** Removes the moments after a step, but never the first. False if there are none. */
  bool cut(std::uint64_t step);
  /** Removes the last rock from all moments that have it. Returns the counts of segments of all moments, which the
   *  caller changes. */
  std::vector<std::size_t*> remove_rock(std::uint32_t rock);
  /** Removes the places in a recording from all moments. Energy sums, which a replay has not, begin at each of them. */
  void forget_replay();

 private:
  static constexpr std::uint64_t first_interval = 10;

  void thin();

  std::vector<Moment> moments_;
  std::uint64_t interval_ = first_interval;
};

}  // namespace sandbox::live
#endif
