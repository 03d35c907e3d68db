// Statistics of one rock and of a campaign.
#pragma once

#include <rockfall/campaign.h>

namespace rockfall {

/// Adds one step: the quantities after it, its duration and its horizontal length.
void add_to_statistics(rf_rock_statistics& statistics, const double quantity[RF_QUANTITY_COUNT], double time,
                       double distance);

/// Combines the statistics of `count` rocks in the order of the array.
rf_campaign_summary summarise(const rf_rock_statistics* statistics, uint32_t count);

}  // namespace rockfall
