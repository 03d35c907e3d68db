// What the colours of the picture mean.
#ifndef ROCKFALL_SANDBOX_LIVE_LEGEND_H
#define ROCKFALL_SANDBOX_LIVE_LEGEND_H

#include <rockfall_viewer/viewer.h>

namespace sandbox::live {

/** Draws the scale of the trajectories, and above it the classes of the ground where the terrain shows them, with the
 *  lower left corner at a place of the window. */
void legends(const rockfall_viewer::Look& look, float left, float bottom);

}  // namespace sandbox::live
#endif
