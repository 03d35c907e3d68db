// Where and how the rocks of a campaign start.
#pragma once

#include <rockfall/campaign.h>

namespace rockfall {

/// Place of rock `number` on the map: a function of the release and the number alone.
void release_place(const rf_release& release, uint32_t number, double xy[2]);

/// State of rock `number` but for its height; `clearance` is the one drawn.
rf_state release_state(const rf_release& release, uint32_t number, double* clearance);

}  // namespace rockfall
