// The difference between the campaign of a checkpoint and the one that is run.
#ifndef ROCKFALL_SANDBOX_RUN_CAMPAIGN_DIFFERENCE_H
#define ROCKFALL_SANDBOX_RUN_CAMPAIGN_DIFFERENCE_H

#include <string>

#include "run/part_file.h"

namespace sandbox {

/** The first option that differs, as "'--rocks 500' before, '--rocks 700' now"; else that the rocks of a shard or the
 *  scenario differ. Empty if the part holds first rocks of the campaign.
 *  @param id       of the campaign that is run
 *  @param options  its rocks */
std::string difference_of(const PartReader& part, const CampaignId& id, const RunOptions& options);

}  // namespace sandbox
#endif
