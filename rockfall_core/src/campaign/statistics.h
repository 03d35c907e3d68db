// Running sums of a rock's trajectory and their summary over a campaign.
#pragma once

#include <rockfall/campaign.h>

namespace rockfall {

/// Add one step: the quantities after it, its duration and its horizontal length.
void add_to_statistics(rf_rock_statistics& trace, const double quantity[RF_QUANTITY_COUNT], double time,
                       double distance);

/// Sums over the traces in their order.
rf_campaign_summary summarise(const rf_rock_statistics* traces, uint32_t count);

}  // namespace rockfall
