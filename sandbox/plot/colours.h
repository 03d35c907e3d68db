// Colour scales of the map.
#ifndef ROCKFALL_SANDBOX_PLOT_COLOURS_H
#define ROCKFALL_SANDBOX_PLOT_COLOURS_H

#include <rockfall_viewer/colours.h>

#include "plot/canvas.h"

namespace sandbox {

/// Colours of text and lines, of secondary text, and of the background.
constexpr Colour ink{40, 40, 45}, faint{110, 110, 118}, paper{252, 252, 250};
/// Size of labels: see Canvas::text().
constexpr double label_size = 1.75;

/** A colour of the table that the maps share with the viewer. */
Colour plot_colour(const rockfall_viewer::Colour& colour);

/** Velocity: share 0 to 1 of the largest shown. */
Colour velocity_colour(double share);

/** Height: share 0 to 1 between the lowest and the highest ground; pale, so that the trajectories stand out. */
Colour height_colour(double share);

/** Decimals that a multiple of `step` needs. */
int decimals_for(double step);

}  // namespace sandbox
#endif
