// Start states of the rocks of a campaign.
#pragma once

#include <rockfall/campaign.h>

namespace rockfall {

/// Horizontal start position of rock `number`; depends on the release and the number only.
void release_position(const rf_release& release, uint32_t number, double xy[2]);

/// Start state of rock `number` without its height.
/// @param clearance  out: the clearance drawn, m
rf_state release_state(const rf_release& release, uint32_t number, double* clearance);

}  // namespace rockfall
