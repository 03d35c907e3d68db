// The picture of a calibration.
#include <algorithm>
#include <cmath>

#include "calibrate/parameters.h"
#include "calibrate/report.h"
#include "common/scale.h"
#include "common/text.h"
#include "plot/canvas.h"
#include "plot/colours.h"
#include "plot/grid_lines.h"

namespace sandbox::calibrate {
namespace {

constexpr Colour best_colour{200, 60, 40};
constexpr int panel_width = 400, panel_height = 330, gap_width = 110, gap_height = 120, margin = 100, top = 110;

/** A linear or logarithmic axis. */
struct ScaledAxis {
  double from = 0, to = 1;
  bool logarithmic = false;
  std::string label;
  double origin = 0;  ///< subtracted from the printed values

  double place(double value) const { return share_between(from, to, value, logarithmic); }
  std::vector<double> marks() const { return round_numbers_between(from, to, logarithmic); }
  std::string text_of(double mark) const { return format_number(mark - origin, 6); }
};

ScaledAxis linear_axis(double low, double high, std::string label) {
  const LinearAxis axis = axis_over(low, high);
  // National coordinates have more digits than there is room for.
  constexpr double largest_in_full = 1e5;
  double origin = 0;
  if (std::max(std::fabs(axis.from), std::fabs(axis.to)) >= largest_in_full) {
    const double unit = std::pow(10, std::ceil(std::log10(axis.to - axis.from)));
    origin = unit * std::floor(axis.from / unit);
    label += " (from " + format_fixed(origin, 0) + ")";
  }
  return {axis.from, axis.to, false, std::move(label), origin};
}

class Panel {
 public:
  Panel(Canvas& canvas, int index, int columns, ScaledAxis x, ScaledAxis y)
      : canvas_(canvas),
        box_{margin + index % columns * (panel_width + gap_width), top + index / columns * (panel_height + gap_height),
             panel_width, panel_height},
        x_(std::move(x)),
        y_(std::move(y)) {
    for (const double mark : x_.marks()) draw_grid_line_at_x(canvas_, box_, this->x(mark), x_.text_of(mark), pale_grid);
    for (const double mark : y_.marks()) draw_grid_line_at_y(canvas_, box_, this->y(mark), y_.text_of(mark), pale_grid);
    canvas_.frame(box_, ink);
    canvas_.text(box_.x + 0.5 * (box_.width - text_width(x_.label, label_size)), box_.y + box_.height + 32, x_.label,
                 label_size, faint);
    canvas_.text(box_.x, box_.y - 22, y_.label, label_size, faint);
    canvas_.clip(box_);
  }
  ~Panel() { canvas_.clip_off(); }
  Panel(const Panel&) = delete;
  Panel& operator=(const Panel&) = delete;

  double x(double value) const { return box_.x + box_.width * x_.place(value); }
  double y(double value) const { return box_.y + box_.height * (1 - y_.place(value)); }
  void dot(double at_x, double at_y, double radius, Colour colour, double alpha = 1) {
    canvas_.disc(x(at_x), y(at_y), radius, colour, alpha);
  }
  void line(double x0, double y0, double x1, double y1, Colour colour, double alpha = 1) {
    canvas_.line(x(x0), y(y0), x(x1), y(y1), 1.5, colour, alpha);
  }

 private:
  Canvas& canvas_;
  Box box_;
  ScaledAxis x_, y_;
};

/** Colour of a group: one of the series colours except the dark one, which is that of all runs. */
Colour group_colour(std::size_t group) {
  constexpr std::size_t dark = 6, others = rockfall_viewer::series_colour_count - 1;
  const std::size_t number = group % others;
  return plot_colour(rockfall_viewer::series_colour(number < dark ? number : number + 1));
}

/** Small dots are runs, large ones the means of groups. */
void draw_fit(Canvas& canvas, int index, int columns, const Result& result, std::size_t kind) {
  const Observations& observed = result.observed;
  const std::size_t kinds = observed.kinds.size();
  const std::vector<double>& means = result.evaluations.all()[result.best].means;
  const bool from_zero = observed.kinds[kind] != Kind::x && observed.kinds[kind] != Kind::y;
  double low = from_zero ? 0 : 1e300, high = -1e300;
  for (std::size_t run = 0; run < observed.runs.size(); ++run) {
    if (std::isnan(observed.values[run * kinds + kind])) continue;
    for (const double value : {observed.values[run * kinds + kind], means[run * kinds + kind]}) {
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  // Dots at the ends are not cut by the frame.
  const double room = 0.04 * (high - low);
  if (!from_zero) low -= room;
  high += room;
  const std::string text = std::string(kind_name(observed.kinds[kind])) + ", " + kind_unit(observed.kinds[kind]);
  const ScaledAxis x = linear_axis(low, high, "observed " + text), y = linear_axis(low, high, "simulated " + text);
  Panel panel(canvas, index, columns, x, y);
  panel.line(x.from, x.from, x.to, x.to, faint);
  const std::vector<std::string> names = distinct(result.observed.groups);
  const auto number = [&](const std::string& name) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  };
  for (std::size_t run = 0; run < observed.runs.size(); ++run) {
    if (std::isnan(observed.values[run * kinds + kind])) continue;
    panel.dot(observed.values[run * kinds + kind], means[run * kinds + kind], 3.5,
              group_colour(number(observed.groups[run])), 0.7);
  }
  for (const GroupFit& group : group_fits(result)) {
    if (group.runs[kind] == 0) continue;
    panel.dot(group.observed[kind], group.simulated[kind], 8, group.total ? ink : group_colour(number(group.name)));
  }
}

void draw_misfit(Canvas& canvas, int index, int columns, const Scenario& scenario, const Result& result,
                 std::size_t parameter) {
  const FitSpec& fit = scenario.fits[parameter];
  double low = 1e300, high = 0;
  for (const Evaluation& evaluation : result.evaluations.all()) {
    if (evaluation.means.empty()) continue;
    low = std::min(low, evaluation.misfit);
    high = std::max(high, evaluation.misfit);
  }
  // The worst ones of the first points would leave no room for the others.
  const ScaledAxis misfits = linear_axis(low, std::min(high, 4 * low + 0.05), "misfit");
  const auto beyond =
      std::count_if(result.evaluations.all().begin(), result.evaluations.all().end(),
                    [&](const Evaluation& one) { return !one.means.empty() && one.misfit > misfits.to; });
  ScaledAxis labelled = misfits;
  if (beyond > 0) labelled.label += " (" + counted(static_cast<std::size_t>(beyond), "evaluation") + " above)";
  Panel panel(canvas, index, columns, {fit.from, fit.to, fit.logarithmic, fit_label(fit)}, labelled);
  for (const Evaluation& evaluation : result.evaluations.all()) {
    if (!evaluation.means.empty()) panel.dot(evaluation.values[parameter], evaluation.misfit, 3, ink, 0.55);
  }
  const Evaluation& best = result.evaluations.all()[result.best];
  const FittedParameter fitted = fitted_parameters(scenario, result)[parameter];
  panel.line(fitted.low, best.misfit, fitted.high, best.misfit, best_colour);
  panel.dot(best.values[parameter], best.misfit, 6, best_colour);
}

/** One line: what all pictures have, then as many groups as there is room for. */
void draw_legend(Canvas& canvas, const Result& result, int width) {
  constexpr double name_width = 130;
  double x = margin;
  const auto room_of = [](const std::string& name) { return 20 + text_width(name, label_size) + 36; };
  const auto entry = [&](const std::string& name, Colour colour, double radius = 6) {
    canvas.disc(x + 6, 68, radius, colour);
    canvas.text(x + 20, 62, name, label_size, ink);
    x += room_of(name);
  };
  entry("mean of all runs", ink);
  entry("best, one standard deviation", best_colour);
  const std::vector<std::string> names = distinct(result.observed.groups);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string rest = "and " + counted(names.size() - i, "further group");
    const std::string name = names[i].empty() ? "one run" : text_of_width(names[i], name_width, label_size);
    const bool last = i + 1 == names.size();
    if (x + room_of(name) + (last ? 0 : room_of(rest)) > width) {
      canvas.text(x, 62, rest, label_size, ink);
      return;
    }
    entry(name, group_colour(i), names[i].empty() ? 3.5 : 6);
  }
}

}  // namespace

void write_picture(const std::filesystem::path& file, const Scenario& scenario, const Result& result) {
  std::vector<std::size_t> kinds;
  for (std::size_t k = 0; k < result.observed.kinds.size(); ++k) {
    if (result.observed.kinds[k] != Kind::left) kinds.push_back(k);
  }
  const int panels = static_cast<int>(kinds.size() + scenario.fits.size());
  const int columns = std::max(2, std::min(3, panels));
  const int rows = (panels + columns - 1) / columns;
  Canvas canvas(margin + columns * (panel_width + gap_width) - 40, top + rows * (panel_height + gap_height) - 20,
                paper);
  canvas.text(margin, 22,
              scenario.name + ": calibration, misfit " + format_number(result.evaluations.all()[result.best].misfit, 3),
              2.5, ink);
  draw_legend(canvas, result, canvas.width());
  int index = 0;
  for (const std::size_t kind : kinds) draw_fit(canvas, index++, columns, result, kind);
  for (std::size_t i = 0; i < scenario.fits.size(); ++i) draw_misfit(canvas, index++, columns, scenario, result, i);
  write_png(file, canvas);
}

}  // namespace sandbox::calibrate
