// Curves over two logarithmic axes.
#ifndef ROCKFALL_SANDBOX_PLOT_PLOT_H
#define ROCKFALL_SANDBOX_PLOT_PLOT_H

#include <string>
#include <vector>

#include "plot/canvas.h"

namespace sandbox {

struct PlotPoint {
  double x = 0, y = 0;
};

struct PlotCurve {
  std::string name;
  Colour colour;
  std::vector<PlotPoint> points;  ///< those not positive and finite are not drawn
};

struct Plot {
  std::string title, x_label, y_label;
  std::vector<PlotCurve> curves;
};

/** Draws the plot with axes, decades, curves and their names into the box. */
void draw_plot(Canvas& canvas, Box box, const Plot& plot);

}  // namespace sandbox
#endif
