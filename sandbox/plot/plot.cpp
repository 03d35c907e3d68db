#include "plot/plot.h"

#include <algorithm>
#include <cmath>

namespace sandbox {
namespace {

constexpr Colour ink{40, 40, 45};
constexpr Colour faint{200, 200, 206};
constexpr double letters = 1.75;

/** Whole decades that hold all values of an axis. */
struct Axis {
  int from = 0, to = 1;

  void fit(double low, double high) {
    from = static_cast<int>(std::floor(std::log10(low)));
    to = std::max(from + 1, static_cast<int>(std::ceil(std::log10(high))));
  }
  /** 0 to 1 along the axis. */
  double place(double value) const { return (std::log10(value) - from) / (to - from); }
};

bool can_be_drawn(const PlotPoint& point) {
  return point.x > 0 && point.y > 0 && std::isfinite(point.x) && std::isfinite(point.y);
}

void fit(const Plot& plot, Axis& x, Axis& y) {
  double low[2] = {1e300, 1e300}, high[2] = {0, 0};
  for (const PlotCurve& curve : plot.curves) {
    for (const PlotPoint& point : curve.points) {
      if (!can_be_drawn(point)) continue;
      const double value[2] = {point.x, point.y};
      for (int k = 0; k < 2; ++k) {
        low[k] = std::min(low[k], value[k]);
        high[k] = std::max(high[k], value[k]);
      }
    }
  }
  if (high[0] > 0) x.fit(low[0], high[0]);
  if (high[1] > 0) y.fit(low[1], high[1]);
}

std::string power_of_ten(int exponent) { return "1e" + std::to_string(exponent); }

/** Number of decades from label to label. */
int stride(const Axis& axis, int most) { return std::max(1, (axis.to - axis.from + most - 1) / most); }

void draw_axes(Canvas& canvas, Box area, const Plot& plot, const Axis& x, const Axis& y) {
  for (int e = x.from; e <= x.to; ++e) {
    const double at = area.x + area.width * static_cast<double>(e - x.from) / (x.to - x.from);
    canvas.line(at, area.y, at, area.y + area.height, 1, faint);
    const std::string text = power_of_ten(e);
    canvas.text(at - 0.5 * text_width(text, letters), area.y + area.height + 8, text, letters, ink);
  }
  for (int e = y.from; e <= y.to; ++e) {
    const double at = area.y + area.height * static_cast<double>(y.to - e) / (y.to - y.from);
    canvas.line(area.x, at, area.x + area.width, at, 1, faint);
    if ((e - y.from) % stride(y, 12) != 0) continue;
    const std::string text = power_of_ten(e);
    canvas.text(area.x - 8 - text_width(text, letters), at - 4 * letters, text, letters, ink);
  }
  canvas.frame(area, ink);
  canvas.text(area.x, area.y - 40 * letters / 1.75, plot.title, letters * 1.15, ink);
  canvas.text(area.x, area.y - 18 * letters / 1.75, plot.y_label, letters, ink);
  canvas.text(area.x + 0.5 * (area.width - text_width(plot.x_label, letters)), area.y + area.height + 30, plot.x_label,
              letters, ink);
}

void draw_curve(Canvas& canvas, Box area, const PlotCurve& curve, const Axis& x, const Axis& y) {
  double last_x = 0, last_y = 0;
  bool begun = false;
  for (const PlotPoint& point : curve.points) {
    if (!can_be_drawn(point)) continue;
    const double px = area.x + area.width * x.place(point.x);
    const double py = area.y + area.height * (1 - y.place(point.y));
    if (begun) canvas.line(last_x, last_y, px, py, 2.5, curve.colour);
    canvas.disc(px, py, 5, curve.colour);
    last_x = px;
    last_y = py;
    begun = true;
  }
  if (begun) canvas.outlined(last_x - 10, last_y + 10, curve.name, letters, curve.colour, {255, 255, 255});
}

}  // namespace

void draw_plot(Canvas& canvas, Box box, const Plot& plot) {
  Axis x, y;
  fit(plot, x, y);
  const Box area{box.x + 70, box.y + 60, box.width - 100, box.height - 120};
  draw_axes(canvas, area, plot, x, y);
  for (const PlotCurve& curve : plot.curves) draw_curve(canvas, area, curve, x, y);
}

}  // namespace sandbox
