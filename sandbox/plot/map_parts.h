// Parts that the map of trajectories and the maps of cells share.
#ifndef ROCKFALL_SANDBOX_PLOT_MAP_PARTS_H
#define ROCKFALL_SANDBOX_PLOT_MAP_PARTS_H

#include <string>
#include <vector>

#include "plot/name_places.h"
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
void take_names_and_scale_bar(std::vector<char>& taken, const View& view, const std::vector<PlacedName>& names);
/** Pixels at most 4 from a point of a trajectory. */
std::vector<char> pixels_of_tracks(const View& view, const std::vector<Track>& tracks);

/** What the line below a map says of the ground. */
struct GroundNote {
  double contour = 0;  ///< height between contours, m; 0: there is no ground
  bool gaps = false;   ///< a part of the map has no ground; it is hatched
};
/** Empty if there is nothing to say. */
std::string text_of(const GroundNote& note);

/** Shaded ground with contours.
 *  @param taken  pixels without labels of contours */
GroundNote draw_ground(Canvas& canvas, const View& view, const Report& report, const std::vector<char>& taken);
/** Coordinates, and the name of their system below. */
void draw_axes(Canvas& canvas, const View& view, const Report& report);
/** A scale bar in the lower left corner, or below a low map, and a north arrow in the upper right one. */
void draw_scale_bar(Canvas& canvas, const View& view);
/** The boxes of the map that they cover. */
std::vector<Box> boxes_of_scale_bar(const View& view);
/** The points of a polygon or line. */
std::vector<Position> pixels_of(const View& view, const std::vector<Position>& world, const double* origin);
/** Each source by its kind: a mark, a line, an outline with its holes, or cells. */
void draw_release(Canvas& canvas, const View& view, const BuiltScene& built);
/** Outlines of soils and forests with their holes, inside of the polygons, so that those of neighbours show both. */
void draw_ground_areas(Canvas& canvas, const View& view, const BuiltScene& built);
void draw_check_lines(Canvas& canvas, const View& view, const std::vector<CheckLine>& lines, double thickness);
void draw_line_names(Canvas& canvas, const std::vector<PlacedName>& names);
/** Draws releases, names, scale bar, frame and coordinates over the results of a map. Ends the clipping. */
void draw_over_results(Canvas& canvas, const View& view, const Report& report, const std::vector<PlacedName>& names,
                       const GroundNote& ground);

/** Pixels that draw_signs() needs. */
int height_of_signs(const BuiltScene& built, const std::vector<CheckLine>& lines);
/** The part of a legend about releases, lines, soils and forests, from y on. Returns the end of it.
 *  @param thickness  of lines on the map */
double draw_signs(Canvas& canvas, Box box, double y, const BuiltScene& built, const std::vector<CheckLine>& lines,
                  double thickness);

constexpr std::size_t most_areas = 12;  ///< soils with different outlines, and rows of a legend

/** How the outlines of a soil or of forests are drawn. */
struct AreaLook {
  std::string name;
  Colour colour;
  bool dashed;
  std::size_t pattern;  ///< of the dashes
};

/** Each name once, those of soils by order of appearance; after twelve they begin again. */
std::vector<AreaLook> area_looks(const BuiltScene& built);
/** A horizontal piece of the outline, for legends. */
void draw_area_sign(Canvas& canvas, const Box& box, const AreaLook& look);

constexpr Colour line_colour{20, 60, 160};
constexpr double line_thickness = 4, thin_line = 1.6;  ///< pixels

}  // namespace sandbox
#endif
