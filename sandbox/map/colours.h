// Colour scales of the map, and round numbers for its axes.
#ifndef ROCKFALL_SANDBOX_MAP_COLOURS_H
#define ROCKFALL_SANDBOX_MAP_COLOURS_H

#include "map/canvas.h"

namespace sandbox {

/** Velocity: share 0 to 1 of the largest shown. */
Colour velocity_colour(double share);

/** Height: share 0 to 1 between the lowest and the highest ground; pale, to stay behind the trajectories. */
Colour height_colour(double share);

/** Smallest of 1, 2, 5 times a power of ten that is not below `value`. */
double round_up(double value);

/** Decimals that a multiple of `step` needs. */
int decimals_for(double step);

}  // namespace sandbox
#endif
