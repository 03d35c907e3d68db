#include "plot/plot.h"

#include <algorithm>
#include <cmath>

#include "common/text.h"
#include "plot/colours.h"
#include "plot/grid_lines.h"

namespace sandbox {
namespace {

constexpr Colour grid_colour{200, 200, 206};

bool can_be_drawn(const PlotPoint& point, const Axis& x, const Axis& y) { return x.shows(point.x) && y.shows(point.y); }

void fit(const Plot& plot, Axis& x, Axis& y) {
  double low[2] = {1e300, 1e300}, high[2] = {-1e300, -1e300};
  for (const PlotCurve& curve : plot.curves) {
    for (const PlotPoint& point : curve.points) {
      if (!can_be_drawn(point, x, y)) continue;
      const double value[2] = {point.x, point.y};
      for (int k = 0; k < 2; ++k) {
        low[k] = std::min(low[k], value[k]);
        high[k] = std::max(high[k], value[k]);
      }
    }
  }
  if (high[0] < low[0]) return;
  x.fit(low[0], high[0]);
  y.fit(low[1], y.is_logarithmic() ? high[1] : high[1] / (1 - plot.headroom));
}

/** Numbers that would touch the last one are left out. */
void draw_x_marks(Canvas& canvas, Box area, const Axis& x) {
  constexpr double between_numbers = 8;
  double free = -1e300;
  for (const Axis::Mark& mark : x.marks()) {
    const double at = area.x + area.width * mark.place, half = 0.5 * text_width(mark.text, label_size);
    const bool fits = at - half >= free;
    draw_grid_line_at_x(canvas, area, at, fits ? mark.text : "", grid_colour);
    if (fits) free = at + half + between_numbers;
  }
}

void draw_y_marks(Canvas& canvas, Box area, const Axis& y) {
  constexpr std::size_t most_numbers = 12;
  const std::size_t stride = std::max<std::size_t>(1, (y.marks().size() - 1 + most_numbers - 1) / most_numbers);
  for (std::size_t i = 0; i < y.marks().size(); ++i) {
    const double at = area.y + area.height * (1 - y.marks()[i].place);
    canvas.line(area.x, at, area.x + area.width, at, 1, grid_colour);
    if (i % stride != 0) continue;
    canvas.right_aligned(area.x - 8, at - 4 * label_size, y.marks()[i].text, label_size, ink);
  }
}

void draw_axes(Canvas& canvas, Box area, const Plot& plot, const Axis& x, const Axis& y) {
  draw_x_marks(canvas, area, x);
  draw_y_marks(canvas, area, y);
  canvas.frame(area, ink);
  constexpr double title_size = label_size * 1.15, right_margin = 30;
  canvas.text(area.x, area.y - 40 * label_size / 1.75,
              text_of_width(plot.title, area.width + right_margin - 4, title_size), title_size, ink);
  canvas.text(area.x, area.y - 18 * label_size / 1.75, plot.y_label, label_size, ink);
  const std::string x_label = text_of_width(plot.x_label, area.width + right_margin, label_size);
  canvas.text(area.x + 0.5 * (area.width - text_width(x_label, label_size)), area.y + area.height + 30, x_label,
              label_size, ink);
}

/** Above or below the point in turn, so that those of neighbours have room, and inside the area. */
void draw_label(Canvas& canvas, Box area, const PlotCurve& curve, std::size_t point, double px, double py) {
  constexpr double line = 10 * label_size, distance = 8;
  const std::string& label = curve.labels[point];
  const double width = text_width(label, label_size);
  const bool above = (point % 2 == 0 && py - distance - line > area.y) || py + distance + line > area.y + area.height;
  const double left = std::min(px - 0.5 * width, area.x + area.width - width - 4.0);
  canvas.outlined(std::max(left, area.x + 4.0), above ? py - distance - line : py + distance, label, label_size,
                  curve.colour, {255, 255, 255});
}

/** The name of a curve, near its last point. */
struct CurveName {
  const PlotCurve* curve;
  double left, top, width;
};

constexpr double name_height = 10 * label_size;

/** Returns where its name would be if it were alone; without a curve if none of its points can be drawn. */
CurveName draw_curve(Canvas& canvas, Box area, const PlotCurve& curve, const Axis& x, const Axis& y) {
  double last_x = 0, last_y = 0;
  bool begun = false;
  for (std::size_t i = 0; i < curve.points.size(); ++i) {
    const PlotPoint& point = curve.points[i];
    if (!can_be_drawn(point, x, y)) continue;
    const double px = area.x + area.width * x.place(point.x);
    const double py = area.y + area.height * (1 - y.place(point.y));
    const bool places = x.scale() == PlotScale::places;
    if (begun && curve.joined && (!places || px == last_x)) canvas.line(last_x, last_y, px, py, 2.5, curve.colour);
    if (curve.marked) canvas.disc(px, py, 5, curve.colour);
    if (i < curve.labels.size()) draw_label(canvas, area, curve, i, px, py);
    last_x = px;
    last_y = py;
    begun = true;
  }
  const double width = text_width(curve.name, label_size);
  return {begun ? &curve : nullptr, std::min(last_x - 10, area.x + area.width + 26.0 - width), last_y + 10, width};
}

bool share_columns(const CurveName& a, const CurveName& b) {
  return a.left < b.left + b.width && b.left < a.left + a.width;
}

/** Moves names apart, first down, then up from the bottom of the area. */
void separate(Box area, std::vector<CurveName>& names) {
  std::stable_sort(names.begin(), names.end(), [](const CurveName& a, const CurveName& b) { return a.top < b.top; });
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (share_columns(names[i], names[j])) names[i].top = std::max(names[i].top, names[j].top + name_height);
    }
  }
  const double lowest = area.y + area.height - name_height;
  for (std::size_t i = names.size(); i-- > 0;) {
    names[i].top = std::min(names[i].top, lowest);
    for (std::size_t j = i + 1; j < names.size(); ++j) {
      if (share_columns(names[i], names[j])) names[i].top = std::min(names[i].top, names[j].top - name_height);
    }
  }
}

}  // namespace

void draw_plot(Canvas& canvas, Box box, const Plot& plot) {
  Axis x(plot.x_scale), y(plot.y_scale);
  fit(plot, x, y);
  const Box area{box.x + 70, box.y + 60, box.width - 100, box.height - 120};
  draw_axes(canvas, area, plot, x, y);
  std::vector<CurveName> names;
  for (const PlotCurve& curve : plot.curves) {
    const CurveName name = draw_curve(canvas, area, curve, x, y);
    if (name.curve != nullptr) names.push_back(name);
  }
  separate(area, names);
  for (const CurveName& name : names) {
    canvas.outlined(name.left, name.top, name.curve->name, label_size, name.curve->colour, {255, 255, 255});
  }
}

}  // namespace sandbox
