#include "plot/grid_lines.h"

#include <algorithm>
#include <cmath>

#include "common/scale.h"
#include "plot/colours.h"

namespace sandbox {

LinearAxis axis_over(double low, double high) {
  LinearAxis axis;
  axis.step = round_up(std::max(high - low, 1e-9) / 5);
  axis.from = std::floor(low / axis.step) * axis.step;
  axis.to = std::ceil(high / axis.step) * axis.step;
  return axis;
}

void draw_grid_line_at_x(Canvas& canvas, const Box& box, double x, const std::string& number, Colour colour) {
  canvas.line(x, box.y, x, box.y + box.height, 1, colour);
  canvas.centred(x, box.y + box.height + 8, number, label_size, ink);
}

void draw_grid_line_at_y(Canvas& canvas, const Box& box, double y, const std::string& number, Colour colour) {
  canvas.line(box.x, y, box.x + box.width, y, 1, colour);
  canvas.right_aligned(box.x - 8, y - 6, number, label_size, ink);
}

}  // namespace sandbox
