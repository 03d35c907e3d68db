#include "plot/plot.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "common/text.h"
#include "plot/colours.h"
#include "plot/curve_names.h"
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
  const double first = y.scale() == PlotScale::range ? low[1] : 0;  // where the axis begins
  y.fit(low[1], y.is_logarithmic() ? high[1] : first + (high[1] - first) / (1 - plot.headroom));
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

/** @param area  of the curves in the frame
 *  @param right  end of the title */
void draw_axes(Canvas& canvas, Box frame, Box area, double right, const Plot& plot, const Axis& x, const Axis& y) {
  draw_x_marks(canvas, area, x);
  draw_y_marks(canvas, frame, y);
  canvas.frame(frame, ink);
  constexpr double title_size = label_size * 1.15, right_margin = 30;
  canvas.text(area.x, area.y - 40 * label_size / 1.75, text_of_width(plot.title, right - area.x, title_size),
              title_size, ink);
  canvas.text(area.x, area.y - 18 * label_size / 1.75, plot.y_label, label_size, ink);
  const std::string x_label = text_of_width(plot.x_label, area.width + right_margin, label_size);
  canvas.text(area.x + 0.5 * (area.width - text_width(x_label, label_size)), area.y + area.height + 30, x_label,
              label_size, ink);
}

/** A rectangle in pixels. */
struct TextBox {
  double left, top, right, bottom;
  bool meets(const TextBox& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
};

/** Texts beside the points of a curve: above or below the point in turn, so that those of neighbours have room, inside
 *  the area, and farther away with a line to the point where they would cover a point or another text. */
class PointLabels {
 public:
  /** @param points  in pixels
   *  @param texts   one for each point, or none */
  PointLabels(Canvas& canvas, Box area, Colour colour, const std::vector<PlotPoint>& points,
              const std::vector<std::string>& texts)
      : canvas_(canvas), area_(area), colour_(colour) {
    for (const PlotPoint& point : points) {
      taken_.push_back({point.x - radius, point.y - radius, point.x + radius, point.y + radius});
    }
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (!texts[i].empty()) draw(texts[i], points[i], i % 2 == 0);
    }
  }

 private:
  static constexpr double line = 10 * label_size, distance = 8, radius = 6;
  static constexpr int most_lines = 12;  ///< between a point and its text

  void draw(const std::string& text, const PlotPoint& point, bool above_first) {
    const double width = text_width(text, label_size);
    const double left = std::max(std::min(point.x - 0.5 * width, area_.x + area_.width - width - 4.0), area_.x + 4.0);
    const double upper = top_of(point, left, width, above_first);
    taken_.push_back({left, upper, left + width, upper + line});
    const bool above = upper < point.y;
    const double end = above ? upper + line : upper;
    if (std::fabs(end - point.y) > distance + 1) {
      canvas_.line(point.x, point.y, point.x, end, 1, colour_, 0.5);
      taken_.push_back({point.x - 1, std::min(point.y, end), point.x + 1, std::max(point.y, end)});
    }
    canvas_.outlined(left, upper, text, label_size, colour_, {255, 255, 255});
  }

  /** The first place without another text; beside the point if there is none. */
  double top_of(const PlotPoint& point, double left, double width, bool above_first) const {
    const auto top_at = [&](bool above, int lines) {
      const double away = distance + lines * (line + 2);
      return above ? point.y - away - line : point.y + away;
    };
    for (int lines = 0; lines <= most_lines; ++lines) {
      for (const bool above : {above_first, !above_first}) {
        const double upper = top_at(above, lines);
        const TextBox place{left, upper, left + width, upper + line};
        const bool inside = upper > area_.y && place.bottom < area_.y + area_.height;
        const bool free =
            std::none_of(taken_.begin(), taken_.end(), [&](const TextBox& other) { return place.meets(other); });
        if (inside && free) return upper;
      }
    }
    return top_at(above_first, 0);
  }

  Canvas& canvas_;
  const Box area_;
  const Colour colour_;
  std::vector<TextBox> taken_;
};

/** Returns the last point that can be drawn, in pixels. */
std::optional<PlotPoint> draw_curve(Canvas& canvas, Box area, const PlotCurve& curve, const Axis& x, const Axis& y) {
  double last_x = 0, last_y = 0;
  bool begun = false;
  std::vector<PlotPoint> drawn;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < curve.points.size(); ++i) {
    const PlotPoint& point = curve.points[i];
    if (!can_be_drawn(point, x, y)) continue;
    const double px = area.x + area.width * x.place(point.x);
    const double py = area.y + area.height * (1 - y.place(point.y));
    const bool places = x.scale() == PlotScale::places;
    if (begun && curve.joined && (!places || px == last_x)) canvas.line(last_x, last_y, px, py, 2.5, curve.colour);
    if (curve.marked) canvas.disc(px, py, 5, curve.colour);
    drawn.push_back({px, py});
    if (i < curve.labels.size()) texts.push_back(curve.labels[i]);
    last_x = px;
    last_y = py;
    begun = true;
  }
  if (!begun) return std::nullopt;
  PointLabels(canvas, area, curve.colour, drawn, texts);
  return PlotPoint{last_x, last_y};
}

}  // namespace

void draw_plot(Canvas& canvas, Box box, const Plot& plot) {
  constexpr int left_margin = 70, right_margin = 30, beyond_axis = 14;
  Axis x(plot.x_scale), y(plot.y_scale);
  fit(plot, x, y);
  std::vector<std::string> texts;
  for (const PlotCurve& curve : plot.curves) texts.push_back(curve.name);
  const int names_width = static_cast<int>(std::ceil(width_of_names(texts)));
  const Box frame{box.x + left_margin, box.y + 60, box.width - left_margin - std::max(right_margin, names_width),
                  box.height - 120};
  Box area = frame;
  if (names_width > 0) area.width -= beyond_axis;  // last points are not on the frame, which lines to names cross
  draw_axes(canvas, frame, area, box.x + box.width - 4, plot, x, y);
  std::vector<CurveName> names;
  for (const PlotCurve& curve : plot.curves) {
    const std::optional<PlotPoint> last = draw_curve(canvas, area, curve, x, y);
    if (last && !curve.name.empty()) names.push_back({curve.name, curve.colour, last->x, last->y});
  }
  draw_names(canvas, frame, names);
}

}  // namespace sandbox
