// The point of a terrain or of a rock closest to a given point.
#pragma once

#include <rockfall/queries.h>

#include "rock/rock.h"

namespace rockfall {

/// False if there is no ground within max_distance.
bool closest_on_terrain(const rf_terrain& terrain, const double point[3], double max_distance, rf_closest_point& out);

void closest_on_rock(const rf_rock& rock, const rf_state& state, const double point[3], rf_closest_point& out);

}  // namespace rockfall
