// Statistics of one rock and of a campaign.
#pragma once

#include <rockfall/campaign.h>

namespace rockfall {

/// Combines the statistics of `count` rocks in the order of the array.
rf_campaign_summary summarise(const rf_rock_statistics* statistics, uint32_t count);

}  // namespace rockfall
