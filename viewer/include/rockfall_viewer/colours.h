// Colour scales of ribbons and ground.
#ifndef ROCKFALL_VIEWER_COLOURS_H
#define ROCKFALL_VIEWER_COLOURS_H

#include <rockfall/ground.h>

#include <array>
#include <cstddef>

namespace rockfall_viewer {

/** Red, green, blue, 0 to 1. */
using Colour = std::array<float, 3>;

/** Number of colours of the scale, equally spaced from 0 to 1. */
inline constexpr std::size_t scale_colour_count = 5;
/** The colours of the scale: blue, cyan, green, yellow, red. The ribbons use them too. */
inline constexpr Colour scale_colours[scale_colour_count] = {
    {0.15f, 0.25f, 0.85f}, {0.10f, 0.70f, 0.85f}, {0.25f, 0.75f, 0.25f}, {0.95f, 0.85f, 0.15f}, {0.90f, 0.15f, 0.10f}};

/** Interpolated colour for a fraction of the largest value, 0 (blue) to 1 (red). */
Colour scale_colour(double fraction);

/** Colour of a ground: from soft (green, brown) to hard (grey); slippery ground (snow) is white. */
Colour ground_colour(const rf_ground& ground);

/** Smallest number >= `value` of the form 1, 2 or 5 times a power of ten, for `value` > 0. */
double round_up(double value);

}  // namespace rockfall_viewer
#endif
