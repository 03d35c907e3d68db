#include "live/former_run.h"

#include <algorithm>

namespace sandbox::live {

void FormerRun::clear() {
  ++number;
  segments.clear();
  times.clear();
  places.clear();
}

void FormerRun::keep(const Tracks& tracks, const std::vector<Moment>& moments) {
  clear();
  constexpr std::size_t most_segments = 300000, most_places = 1000000;
  const std::size_t stride = 1 + tracks.segments().size() / most_segments;
  for (std::size_t i = 0; i < tracks.segments().size(); i += stride) segments.push_back(tracks.segments()[i]);
  const std::size_t all = moments.size() * (moments.empty() ? 0 : moments.back().states[0].size());
  for (std::size_t i = 0; i < moments.size(); i += 1 + all / most_places) {
    times.push_back(moments[i].time);
    places.emplace_back();
    for (const rf_state& state : moments[i].states[0]) {
      places.back().push_back({state.position[0], state.position[1], state.position[2]});
    }
  }
}

const std::vector<std::array<double, 3>>& FormerRun::places_at(double time) const {
  static const std::vector<std::array<double, 3>> none;
  if (times.empty()) return none;
  const auto after = std::upper_bound(times.begin(), times.end(), time);
  return places[static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - times.begin() - 1, 0))];
}

}  // namespace sandbox::live
