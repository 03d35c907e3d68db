// The names of curves, right of the frame of a plot.
#ifndef ROCKFALL_SANDBOX_PLOT_CURVE_NAMES_H
#define ROCKFALL_SANDBOX_PLOT_CURVE_NAMES_H

#include <string>
#include <vector>

#include "plot/canvas.h"

namespace sandbox {

/** A name, and the last point of its curve in the picture. */
struct CurveName {
  std::string text;
  Colour colour;
  double x, y;
};

/** Pixels right of the frame that the names need; 0 without names. */
double width_of_names(const std::vector<std::string>& texts);

/** Returns a place for each wanted one, in the same order. Neighbours have at least the distance, all lie from `low` to
 *  `high`, and the sum of the squared shifts is minimal. If there is no room, the distance is smaller.
 *  @param wanted  ascending */
std::vector<double> spread_apart(const std::vector<double>& wanted, double distance, double low, double high);

/** Draws each name right of the frame at the height of its last point or near it, with a thin line between them. */
void draw_names(Canvas& canvas, Box frame, std::vector<CurveName> names);

}  // namespace sandbox
#endif
