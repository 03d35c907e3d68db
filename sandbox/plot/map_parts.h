// Parts that the map of trajectories and the maps of cells share.
#ifndef ROCKFALL_SANDBOX_PLOT_MAP_PARTS_H
#define ROCKFALL_SANDBOX_PLOT_MAP_PARTS_H

#include <vector>

#include "plot/view.h"

namespace sandbox {

/** Space around a map, pixels. */
constexpr int map_left = 96, map_top = 70, map_bottom = 60, map_legend_width = 400, map_gap = 36;

/** The whole grid if the rocks cover more than 12 % of it, else the area they cover with a margin. */
rf_rectangle shown_area(const Report& report);
View make_view(const rf_rectangle& area);

/** The pixels of a map, row by row: 1 where heights of contours are not written. */
std::vector<char> no_pixels(const View& view);
/** @param covered  in the picture; it may lie beside the map */
void take_pixels(std::vector<char>& taken, const View& view, Box covered);
/** Pixels at most 4 from a point of a trajectory. */
std::vector<char> pixels_of_tracks(const View& view, const std::vector<Track>& tracks);

/** Shaded ground with contours. @param taken  pixels without labels of contours */
void draw_ground(Canvas& canvas, const View& view, const Report& report, const std::vector<char>& taken);
/** Coordinates, and the name of their system below. */
void draw_axes(Canvas& canvas, const View& view, const Report& report);
/** A scale bar in the lower left corner and a north arrow in the upper right one. */
void draw_scale_bar(Canvas& canvas, const View& view);
void draw_release(Canvas& canvas, const View& view, const BuiltScene& built);
void draw_ground_areas(Canvas& canvas, const View& view, const BuiltScene& built);
void draw_check_lines(Canvas& canvas, const View& view, const std::vector<CheckLine>& lines);

/** Colour of the outline of an area of soil or forest. */
Colour area_colour(const std::string& name);
constexpr Colour line_colour{20, 60, 160};

}  // namespace sandbox
#endif
