#include "live/hazard.h"

#include <algorithm>
#include <cmath>

namespace sandbox::live {

void HazardMap::begin(const rf_rectangle& area) {
  constexpr double most = 256;
  area_ = area;
  const double width = area.x_max - area.x_min, depth = area.y_max - area.y_min;
  const double cell = std::max(0.5, std::max(width, depth) / most);
  const auto cells = [&](double side) {
    return static_cast<std::uint32_t>(std::clamp(std::ceil(side / cell), 1.0, most));
  };
  columns_ = cells(width);
  rows_ = cells(depth);
  cell_x_ = width / columns_;
  cell_y_ = depth / rows_;
  clear();
}

void HazardMap::clear() {
  const std::size_t cells = std::size_t{columns_} * rows_;
  passed_.assign(cells, 0);
  energy_.assign(cells, 0.0f);
  jump_.assign(cells, 0.0f);
  seen_.clear();
  done_ = 0;
  ++changes_;
}

void HazardMap::update(const Tracks& tracks) {
  if (columns_ == 0) return;
  const std::vector<TrackSegment>& segments = tracks.segments();
  if (generation_ != tracks.generation() || segments.size() < done_) clear();
  generation_ = tracks.generation();
  if (done_ == segments.size()) return;
  for (; done_ < segments.size(); ++done_) {
    if (segments[done_].series < 0.5f) add(segments[done_]);
  }
  ++changes_;
}

void HazardMap::add(const TrackSegment& s) {
  const double dx = static_cast<double>(s.to[0] - s.from[0]), dy = static_cast<double>(s.to[1] - s.from[1]);
  const int parts = 1 + static_cast<int>(2 * std::hypot(dx / cell_x_, dy / cell_y_));
  for (int k = 0; k <= parts; ++k) {
    const double share = static_cast<double>(k) / parts;
    const double x = (static_cast<double>(s.from[0]) + share * dx - area_.x_min) / cell_x_;
    const double y = (static_cast<double>(s.from[1]) + share * dy - area_.y_min) / cell_y_;
    if (!(x >= 0 && y >= 0 && x < columns_ && y < rows_)) continue;
    const std::size_t cell = index(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y));
    energy_[cell] = std::max({energy_[cell], s.from_value[1], s.to_value[1]});
    jump_[cell] = std::max({jump_[cell], s.from_value[2], s.to_value[2]});
    if (seen_.insert(std::uint64_t{cell} << 24 | (s.rock & 0xffffffu)).second) ++passed_[cell];
  }
}

double HazardMap::value(HazardQuantity quantity, std::uint32_t column, std::uint32_t row, std::size_t rocks) const {
  const std::size_t cell = index(column, row);
  switch (quantity) {
    case HazardQuantity::reach:
      return static_cast<double>(passed_[cell]) / static_cast<double>(std::max<std::size_t>(rocks, 1));
    case HazardQuantity::energy:
      return static_cast<double>(energy_[cell]);
    case HazardQuantity::jump_height:
      return static_cast<double>(jump_[cell]);
    default:
      return 0;
  }
}

}  // namespace sandbox::live
