// The area of the map and its place in the picture.
#ifndef ROCKFALL_SANDBOX_PLOT_VIEW_H
#define ROCKFALL_SANDBOX_PLOT_VIEW_H

#include <functional>
#include <string>
#include <vector>

#include "plot/canvas.h"
#include "run/report.h"

namespace sandbox {

struct View {
  rf_rectangle area{};  ///< local coordinates
  double scale = 1;     ///< pixels per metre
  Box box;              ///< of the map in the picture

  double x(double local) const { return box.x + (local - area.x_min) * scale; }
  double y(double local) const { return box.y + (area.y_max - local) * scale; }
  double local_x(double pixel) const { return area.x_min + (pixel - box.x) / scale; }
  double local_y(double pixel) const { return area.y_max - (pixel - box.y) / scale; }
};

/** Heights at the centres of the pixels of the map, row by row from the top; NaN without ground. */
struct Relief {
  int width = 0, height = 0;
  std::vector<double> z;
  double lowest = 0, highest = 0;
  double contour = 1;  ///< m between contours; every fifth is drawn stronger

  double at(int i, int j) const {
    return z[static_cast<std::size_t>(j) * static_cast<std::size_t>(width) + static_cast<std::size_t>(i)];
  }
};

/** Calls body for bands of rows that together are the box, on several threads; the box of the last band may be lower.
 */
void for_bands(Box box, unsigned threads, const std::function<void(Box)>& body);

Relief sample_relief(const rf_terrain& terrain, const View& view, unsigned threads);
/** Draws the rows of a band; hatched where there is no ground: high slopes in the sun are nearly white. */
void draw_relief(Canvas& canvas, const View& view, const Relief& relief, Box band, double blur_pixels);
void draw_contours(Canvas& canvas, const View& view, const Relief& relief, Box band);
/** The height of a contour. @param step  m between contours with heights */
std::string text_of_height(double height, double step);
/** Heights on the index contours, at pixels that are not `taken`. */
void draw_contour_labels(Canvas& canvas, const View& view, const Relief& relief, std::vector<char> taken);

struct VelocityScale {
  double top = 1;   ///< m/s, end of the colour scale
  double step = 1;  ///< between marks
};

struct LegendRow {
  std::string text;
  std::string value;  ///< empty: the text is a heading
};

/** Statistics of the rocks beside the map; with several rock classes none, since a mean over them has no meaning. */
std::vector<LegendRow> legend_numbers(const Report& report);

/** The number of trajectories that were recorded, as a text; empty if all were. */
std::string text_of_tracks(const RunResult& result);

/** The column right of the map. */
void draw_legend(Canvas& canvas, Box box, const Report& report, const VelocityScale& scale,
                 const std::vector<CheckLine>& lines);

}  // namespace sandbox
#endif
