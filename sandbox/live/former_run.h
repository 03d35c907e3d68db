// The run before the last restart, to compare with.
#ifndef ROCKFALL_SANDBOX_LIVE_FORMER_RUN_H
#define ROCKFALL_SANDBOX_LIVE_FORMER_RUN_H

#include <array>
#include <cstdint>
#include <vector>

#include "live/timeline.h"
#include "live/tracks.h"

namespace sandbox::live {

struct FormerRun {
  std::uint64_t number = 0;  ///< changes with every run
  std::vector<TrackSegment> segments;
  std::vector<double> times;                               ///< s
  std::vector<std::vector<std::array<double, 3>>> places;  ///< of the rocks of the first variant, by time

  /** Nothing is kept; the number changes. */
  void clear();
  bool empty() const { return times.empty(); }
  /** Keeps a run. Long ones are thinned. */
  void keep(const Tracks& tracks, const std::vector<Moment>& moments);
  /** Places of its rocks at a time, or at its end. */
  const std::vector<std::array<double, 3>>& places_at(double time) const;
};

}  // namespace sandbox::live
#endif
