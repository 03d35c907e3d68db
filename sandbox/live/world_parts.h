// Shared by the files that make up the live world.
#ifndef ROCKFALL_SANDBOX_LIVE_WORLD_PARTS_H
#define ROCKFALL_SANDBOX_LIVE_WORLD_PARTS_H

#include "live/world.h"

namespace sandbox::live {

/** What a state alone says: angular velocity, energies, slippage, jump height. */
Sample sample_of(const Lane& lane, const rf_state& state, double time);

}  // namespace sandbox::live
#endif
