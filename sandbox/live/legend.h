// Legends of the colours.
#ifndef ROCKFALL_SANDBOX_LIVE_LEGEND_H
#define ROCKFALL_SANDBOX_LIVE_LEGEND_H

#include <rockfall_viewer/viewer.h>

namespace sandbox::live {

/** Draws the colour scale of the trajectories, and above it the ground classes where the terrain shows them.
 *  @param left, bottom  corner of the window where the legends stand, pixels */
void legends(const rockfall_viewer::Look& look, float left, float bottom);

}  // namespace sandbox::live
#endif
