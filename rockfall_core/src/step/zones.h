// Zones of the caller: which of them a point is in, and how far it is from their borders.
#pragma once

#include <rockfall/events.h>

namespace rockfall {

/// Checked zones, and the rectangles around them. Distant zones are only compared with the rectangle.
class Zones {
 public:
  /// @param zones  of the caller, read until the last call
  /// @param count  at most RF_ZONE_MAX
  Zones(const rf_zone* zones, uint32_t count);

  uint32_t count() const { return count_; }

  /// The bits of all zones.
  uint64_t all() const { return count_ < RF_ZONE_MAX ? (uint64_t{1} << count_) - 1 : ~uint64_t{0}; }

  /// Bit i: the point is in zone i.
  uint64_t around(const double position[3]) const;

  /// A distance that a point can move, in any direction, before it can enter or leave any zone.
  /// @param reach  where all borders are farther away, the result is only known to be this or more
  double distance_to_borders(const double position[3], double reach) const;

 private:
  bool contains_in_plan(uint32_t i, const double position[3]) const;
  bool contains(uint32_t i, const double position[3]) const;
  double distance_to_border(uint32_t i, const double position[3]) const;

  const rf_zone* zones_;
  uint32_t count_;
  rf_rectangle box_[RF_ZONE_MAX];
};

}  // namespace rockfall
