#include "live/hazard.h"

#include <algorithm>
#include <cmath>

namespace sandbox::live {

void HazardMap::begin(const rf_rectangle& area, const std::array<double, 3>& apart) {
  constexpr double most = 256;
  area_ = area;
  apart_ = apart;
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
  last_cell_.clear();
  done_ = 0;
  ++changes_;
}

void HazardMap::update(const Tracks& tracks, const HazardSource& source) {
  if (columns_ == 0) return;
  const std::size_t count = tracks.segments_until(source.time);
  if (generation_ != tracks.generation() || variant_ != source.variant || count < done_) clear();
  generation_ = tracks.generation();
  variant_ = source.variant;
  if (done_ == count) return;
  const auto series = static_cast<float>(variant_);
  for (; done_ < count; ++done_) {
    const TrackSegment& segment = tracks.segments()[done_];
    if (std::fabs(segment.series - series) < 0.5f) add(segment);
  }
  ++changes_;
}

void HazardMap::add(const TrackSegment& s) {
  const double dx = static_cast<double>(s.to[0] - s.from[0]), dy = static_cast<double>(s.to[1] - s.from[1]);
  const double x0 = static_cast<double>(s.from[0]) + variant_ * apart_[0] - area_.x_min;
  const double y0 = static_cast<double>(s.from[1]) + variant_ * apart_[1] - area_.y_min;
  const int parts = 1 + static_cast<int>(2 * std::hypot(dx / cell_x_, dy / cell_y_));
  for (int k = 0; k <= parts; ++k) {
    const double share = static_cast<double>(k) / parts;
    const double x = (x0 + share * dx) / cell_x_, y = (y0 + share * dy) / cell_y_;
    if (!(x >= 0 && y >= 0 && x < columns_ && y < rows_)) continue;
    const std::size_t cell = index(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y));
    energy_[cell] = std::max({energy_[cell], s.from_value[1], s.to_value[1]});
    jump_[cell] = std::max({jump_[cell], s.from_value[2], s.to_value[2]});
    count(cell, s.rock);
  }
}

void HazardMap::count(std::size_t cell, std::uint32_t rock) {
  constexpr auto none = static_cast<std::size_t>(-1);
  if (rock >= last_cell_.size()) last_cell_.resize(rock + std::size_t{1}, none);
  if (last_cell_[rock] == cell) return;
  last_cell_[rock] = cell;
  if (seen_.insert(std::uint64_t{cell} << 24 | (rock & 0xffffffu)).second) ++passed_[cell];
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
