// Lines of a grid with their numbers, and the numbers of axes between given bounds.
#ifndef ROCKFALL_SANDBOX_PLOT_GRID_LINES_H
#define ROCKFALL_SANDBOX_PLOT_GRID_LINES_H

#include <string>
#include <vector>

#include "plot/canvas.h"

namespace sandbox {

constexpr Colour pale_grid{222, 222, 220};

/** A linear axis from mark to mark. */
struct LinearAxis {
  double from = 0, to = 1;
  double step = 1;  ///< between marks, a round number
};

/** The axis with about five steps over the values from `low` to `high`. */
LinearAxis axis_over(double low, double high);

/** About five round numbers from `from` to `to`; on a logarithmic scale, where the bounds are more than 0, multiples of
 *  powers of ten by 1, 2 and 5, or only these powers where the others are too many. */
std::vector<double> round_numbers_between(double from, double to, bool logarithmic);

/** A line across the box at x, with its number below the box. */
void draw_grid_line_at_x(Canvas& canvas, const Box& box, double x, const std::string& number, Colour colour);
/** A line across the box at y, with its number left of the box. */
void draw_grid_line_at_y(Canvas& canvas, const Box& box, double y, const std::string& number, Colour colour);

}  // namespace sandbox
#endif
