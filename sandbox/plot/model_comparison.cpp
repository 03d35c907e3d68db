// Exceedance curves of each model, and its trajectories from above.
#include "plot/model_comparison.h"

#include <algorithm>
#include <cmath>

#include "common/scale.h"
#include "common/text.h"
#include "plot/canvas.h"
#include "plot/colours.h"
#include "plot/grid_lines.h"
#include "plot/map.h"

namespace sandbox {
namespace {

constexpr int panel_width = 480, panel_height = 360, gap_width = 76, margin = 80, top = 116;

Colour model_colour(std::int32_t model) {
  return plot_colour(rockfall_viewer::series_colour(static_cast<std::size_t>(model)));
}

/** Frame, grid and marks along x. */
void draw_panel(Canvas& canvas, const Box& box, const LinearAxis& axis, const std::string& label) {
  for (double mark = axis.from; mark <= axis.to + 1e-6 * axis.step; mark += axis.step) {
    const double x = box.x + box.width * (mark - axis.from) / (axis.to - axis.from);
    draw_grid_line_at_x(canvas, box, x, format_fixed(mark + 0.0, decimals_for(axis.step)), pale_grid);
  }
  canvas.frame(box, ink);
  canvas.centred(box.x + 0.5 * box.width, box.y + box.height + 30, label, label_size, faint);
}

/** The share of rocks with a larger value, as a step curve. */
void draw_exceedance(Canvas& canvas, const Box& box, const LinearAxis& axis, std::vector<double> values,
                     Colour colour) {
  std::sort(values.begin(), values.end());
  const auto x = [&](double value) { return box.x + box.width * (value - axis.from) / (axis.to - axis.from); };
  const auto y = [&](std::size_t below) {
    return box.y + box.height * static_cast<double>(below) / static_cast<double>(values.size());
  };
  double last = axis.from;
  for (std::size_t i = 0; i < values.size(); ++i) {
    canvas.line(x(last), y(i), x(values[i]), y(i), 2.4, colour);
    canvas.line(x(values[i]), y(i), x(values[i]), y(i + 1), 2.4, colour);
    last = values[i];
  }
}

void draw_shares(Canvas& canvas, const Box& box, Measure measure, const std::vector<ModelRun>& runs) {
  const auto at = static_cast<std::size_t>(measure);
  double most = 0;
  for (const ModelRun& run : runs) {
    for (const double value : run.values[at]) most = std::max(most, value);
  }
  const LinearAxis axis = axis_over(0, most);
  const MeasureText& text = text_of(measure);
  for (int percent = 0; percent <= 100; percent += 25) {
    const double y = box.y + box.height * (1 - 0.01 * percent);
    draw_grid_line_at_y(canvas, box, y, std::to_string(percent) + " %", pale_grid);
  }
  draw_panel(canvas, box, axis, std::string(text.name) + ", " + text.unit);
  for (const ModelRun& run : runs) draw_exceedance(canvas, box, axis, run.values[at], model_colour(run.model));
}

rf_rectangle area_of(const std::vector<ModelRun>& runs) {
  rf_rectangle area{1e300, 1e300, -1e300, -1e300};
  for (const ModelRun& run : runs) widen(area, run.result);
  return area;
}

void draw_paths(Canvas& canvas, const Box& box, const rf_rectangle& area, const ModelRun& run) {
  const double scale = 0.92 * std::min(box.width / std::max(area.x_max - area.x_min, 1.0),
                                       box.height / std::max(area.y_max - area.y_min, 1.0));
  const double middle_x = 0.5 * (area.x_min + area.x_max), middle_y = 0.5 * (area.y_min + area.y_max);
  const auto x = [&](const double* p) { return box.x + 0.5 * box.width + (p[0] - middle_x) * scale; };
  const auto y = [&](const double* p) { return box.y + 0.5 * box.height - (p[1] - middle_y) * scale; };
  const Colour colour = model_colour(run.model);
  canvas.clip(box);
  for (const Track& track : run.result.tracks) {
    for (std::size_t i = 1; i < track.size(); ++i) {
      canvas.line(x(track[i - 1].position), y(track[i - 1].position), x(track[i].position), y(track[i].position), 1.2,
                  colour, 0.25);
    }
  }
  for (const rf_state& end : run.result.ends) draw_end(canvas, x(end.position), y(end.position), end.end);
  canvas.clip_off();
  canvas.frame(box, ink);
  const double metres = round_up(80 / scale), length = metres * scale, below = box.y + box.height + 20;
  canvas.line(box.x, below, box.x + length, below, 3, ink);
  canvas.text(box.x + length + 10, below - 6, format_fixed(metres, decimals_for(metres)) + " m", label_size, ink);
}

}  // namespace

void write_comparison(const std::filesystem::path& file, const Scenario& scenario, const std::vector<ModelRun>& runs) {
  const auto column = [](int i) { return margin + i * (panel_width + gap_width); };
  const int lower = top + panel_height + 130;
  Canvas canvas(column(3) - gap_width + 40, lower + panel_height + 50, paper);
  canvas.text(margin, 24, scenario.name + ": share of the rocks beyond", 2.5, ink);
  double x = margin;
  for (const ModelRun& run : runs) {
    canvas.line(x, 77, x + 34, 77, 4, model_colour(run.model));
    canvas.text(x + 44, 71, rf_model_name(run.model), label_size, ink);
    x += 44 + text_width(rf_model_name(run.model), label_size) + 40;
  }
  const Measure drawn[3] = {Measure::runout, Measure::energy, Measure::jump};
  for (int i = 0; i < 3; ++i) draw_shares(canvas, {column(i), top, panel_width, panel_height}, drawn[i], runs);
  const rf_rectangle area = area_of(runs);
  for (int i = 0; i < static_cast<int>(runs.size()) && i < 3; ++i) {
    const ModelRun& run = runs[static_cast<std::size_t>(i)];
    canvas.text(column(i), lower - 26, std::string(rf_model_name(run.model)) + ": paths, stopped (dot), left (cross)",
                label_size, ink);
    draw_paths(canvas, {column(i), lower, panel_width, panel_height}, area, run);
  }
  write_png(file, canvas);
}

}  // namespace sandbox
