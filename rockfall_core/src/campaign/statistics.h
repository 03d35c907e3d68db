// Running sums of a rock's trajectory and their summary over a campaign.
#pragma once

#include <rockfall/campaign.h>

namespace rockfall {

/// Add one step: the quantities after it, its duration and its horizontal length.
void add_to_trace(rf_trace& trace, const double quantity[RF_QUANTITY_COUNT], double time, double distance);

/// Sums over the traces in their order.
rf_campaign_summary summarise(const rf_trace* traces, uint32_t count);

}  // namespace rockfall
