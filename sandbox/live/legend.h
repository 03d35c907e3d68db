// Legends of the colours.
#ifndef ROCKFALL_SANDBOX_LIVE_LEGEND_H
#define ROCKFALL_SANDBOX_LIVE_LEGEND_H

#include "live/stage.h"

namespace sandbox::live {

/** Draws a scale bar for the middle of the view and an arrow to the north (+y), within left and right. */
void map_marks(const Stage& stage, float left, float right, float bottom);
/** Draws the colour scale of the trajectories, and above it the variants, the ends of the rocks, and the ground classes
 *  where the terrain shows them. Draws nothing where there is no room for their letters.
 *  @param left, right, bottom  room for the legends, which are in its lower left corner, pixels */
void legends(const Session& session, const Display& display, float left, float right, float bottom);

}  // namespace sandbox::live
#endif
