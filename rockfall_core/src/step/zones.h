// Zones of the caller: which of them a point is in, and how far it is from their borders.
#pragma once

#include <rockfall/events.h>

namespace rockfall {

bool is_inside(const rf_zone& zone, const double position[3]);

/// A distance that a point can move, in any direction, before it can enter the zone, or leave it if it is inside.
double distance_to_border(const rf_zone& zone, const double position[3]);

/// Bit i: the point is in zone i.
uint64_t zones_around(const rf_zone* zones, uint32_t count, const double position[3]);

}  // namespace rockfall
