// Curves over logarithmic or linear axes.
#ifndef ROCKFALL_SANDBOX_PLOT_PLOT_H
#define ROCKFALL_SANDBOX_PLOT_PLOT_H

#include <string>
#include <vector>

#include "plot/axis.h"
#include "plot/canvas.h"

namespace sandbox {

struct PlotPoint {
  double x = 0, y = 0;
};

struct PlotCurve {
  std::string name;
  Colour colour;
  std::vector<PlotPoint> points;  ///< those not finite are not drawn, nor those not positive on a logarithmic axis
  bool marked = true;             ///< a disc at each point
  bool joined = true;             ///< a line from point to point
  std::vector<std::string> labels = {};  ///< by point, written beside it; empty: none
};

struct Plot {
  std::string title, x_label, y_label;
  std::vector<PlotCurve> curves;
  PlotScale x_scale = PlotScale::logarithmic, y_scale = PlotScale::logarithmic;
  double headroom = 0;  ///< 0 to below 1: part of a y axis, not a logarithmic one, that is free above the curves
};

/** Draws the plot with axes, marks, curves and their names into the box. */
void draw_plot(Canvas& canvas, Box box, const Plot& plot);

}  // namespace sandbox
#endif
