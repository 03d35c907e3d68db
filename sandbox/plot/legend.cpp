#include <algorithm>
#include <string>

#include "common/text.h"
#include "plot/colours.h"
#include "plot/map.h"
#include "plot/map_parts.h"
#include "plot/view.h"
#include "run/quantities.h"
#include "run/statistics.h"

namespace sandbox {
namespace {

/** Writes lines of text from top to bottom. */
struct Column {
  Canvas& canvas;
  Box box;
  double y;

  void line(const std::string& text, Colour colour = ink) {
    canvas.text(box.x, y, text, label_size, colour);
    y += 11 * label_size;
  }
  void row(const std::string& left, const std::string& right) {
    canvas.right_aligned(box.x + box.width, y, right, label_size, ink);
    line(left, faint);
  }
  void gap(double pixels) { y += pixels; }
};

void wrap(Column& column, const std::string& text) {
  std::string line;
  for (const std::string_view word : split_words(text, " \n\t")) {
    if (!line.empty() && text_width(line + " " + std::string(word), label_size) > column.box.width) {
      column.line(line, faint);
      line.clear();
    }
    line += (line.empty() ? "" : " ") + text_of_width(std::string(word), column.box.width, label_size);
  }
  if (!line.empty()) column.line(line, faint);
}

void colour_bar(Column& column, const VelocityScale& scale) {
  column.line("velocity, m/s");
  const int height = 22;
  const Box bar{column.box.x, static_cast<int>(column.y), column.box.width, height};
  for (int i = 0; i < bar.width; ++i) {
    column.canvas.rectangle({bar.x + i, bar.y, 1, height}, velocity_colour((i + 0.5) / bar.width));
  }
  column.canvas.frame(bar, ink);
  for (double mark = 0; mark <= scale.top * 1.0001; mark += scale.step) {
    const std::string text = format_fixed(mark, decimals_for(scale.step));
    const double x = bar.x + bar.width * mark / scale.top;
    column.canvas.line(x, bar.y + height, x, bar.y + height + 5, 1, ink);
    const double left = std::clamp(x - 0.5 * text_width(text, label_size), 1.0 * bar.x,
                                   bar.x + bar.width - text_width(text, label_size));
    column.canvas.text(left, bar.y + height + 8, text, label_size, ink);
  }
  column.gap(height + 8 + 14 * label_size);
}

void ends(Column& column, const CampaignStatistics& statistics) {
  for (const rf_end end : {RF_ENDED_STOPPED, RF_ENDED_LEFT_TERRAIN, RF_ENDED_TIME_LIMIT, RF_ENDED_FAULT}) {
    const std::uint32_t count = statistics.ended[static_cast<std::size_t>(end - 1)];
    if (count == 0) continue;
    draw_end(column.canvas, column.box.x + 14, column.y + 4 * label_size, end);
    column.canvas.right_aligned(column.box.x + column.box.width, column.y, std::to_string(count), label_size, ink);
    column.canvas.text(column.box.x + 40, column.y, end_text(end), label_size, ink);
    column.y += 13 * label_size;
  }
}

}  // namespace

std::vector<LegendRow> legend_numbers(const Report& report) {
  const std::size_t classes = report.built.rock_classes().size();
  if (classes > 1) return {{std::to_string(classes) + " rock classes: numbers are in report.html", ""}};
  struct Row {
    rf_quantity quantity;
    int decimals;
  };
  static constexpr Row along_path[] = {{RF_KINETIC_ENERGY, 1}, {RF_VELOCITY, 1}, {RF_ROTATION, 2}, {RF_JUMP_HEIGHT, 2}};
  const CampaignStatistics& statistics = report.statistics;
  std::vector<LegendRow> rows = {{"mean (standard deviation) along the path", ""}};
  for (const Row& row : along_path) {
    const rf_moments& moments = statistics.moments.distance_weighted[row.quantity];
    const QuantityText& text = quantity_texts[row.quantity];
    rows.push_back({text.label(), mean_and_sd(moments.mean * text.factor, moments.sd * text.factor, row.decimals)});
  }
  const Spread &runout = statistics.runout, &lateral = statistics.lateral;
  rows.push_back({"mean (standard deviation) of the rocks", ""});
  rows.push_back({"run-out, m", mean_and_sd(runout.mean, runout.sd, 1)});
  rows.push_back({"run-out 95 %, m", format_fixed(runout.q95, 1)});
  rows.push_back({"lateral, m", mean_and_sd(lateral.mean, lateral.sd, 1)});
  return rows;
}

std::string text_of_tracks(const RunResult& result) {
  if (result.tracks.size() >= result.ends.size()) return {};
  return "trajectories of the first " + std::to_string(result.tracks.size()) + " of " +
         counted(result.ends.size(), "rock");
}

void draw_legend(Canvas& canvas, Box box, const Report& report, const VelocityScale& scale,
                 const std::vector<CheckLine>& lines) {
  Column column{canvas, box, static_cast<double>(box.y)};
  column.line(counted(report.result.ends.size(), "rock") + ", " + method_name(report.scenario.settings));
  wrap(column, report.scenario.description);
  column.gap(16);
  colour_bar(column, scale);
  wrap(column, text_of_tracks(report.result));
  column.gap(14);
  ends(column, report.statistics);
  column.y = draw_signs(canvas, box, column.y, report.built, lines, line_thickness);
  column.gap(14);
  for (const LegendRow& row : legend_numbers(report)) {
    if (row.value.empty()) {
      column.gap(6);
      column.line(row.text);
    } else {
      column.row(row.text, row.value);
    }
  }
}

}  // namespace sandbox
