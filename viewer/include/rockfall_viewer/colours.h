// The colour scale of ribbons and of their legend.
#ifndef ROCKFALL_VIEWER_COLOURS_H
#define ROCKFALL_VIEWER_COLOURS_H

#include <rockfall/ground.h>

#include <array>

namespace rockfall_viewer {

/** Red, green, blue, 0 to 1. */
using Colour = std::array<float, 3>;

/** Colour of a share between 0 (blue) and 1 (red) of the largest value shown. Also what the ribbons' shader draws. */
Colour scale_colour(double share);

/** Colour by which a ground is told from another: from soft (green, brown) to hard (grey), snow white. */
Colour ground_colour(const rf_ground& ground);

/** Smallest of 1, 2, 5 times a power of ten that is not below `value` > 0. */
double round_up(double value);

}  // namespace rockfall_viewer
#endif
