#include "plot/line_picture.h"

#include <algorithm>

#include "common/text.h"
#include "plot/colours.h"
#include "plot/plot.h"
#include "run/line_files.h"

namespace sandbox {
namespace {

constexpr Colour colours[] = {{31, 102, 168}, {196, 83, 28}, {46, 125, 50}, {123, 63, 160}, {120, 90, 40}};

constexpr std::size_t most_histograms = sizeof colours / sizeof colours[0];

constexpr double label_height = 22, name_width = 400;  // pixels
constexpr int plot_margins = 120, common_height = 540, own_height = 300, column_width = 680;

/** The rocks of a histogram. */
struct Part {
  std::string label;
  LineMaxima maxima;
  Colour colour = {};
};

/** What the histograms show. */
struct Quantity {
  std::string title, unit;
  std::vector<double> LineMaxima::*values;
};

/** The classes, or all of them together if there are too many to be told apart. */
std::vector<Part> parts_of(const Report& report, std::size_t line) {
  const auto& classes = report.built.rock_classes();
  std::vector<Part> parts;
  if (classes.size() > most_histograms) {
    parts.push_back({std::to_string(classes.size()) + " classes", line_maxima(report, line, {})});
  } else {
    for (std::size_t i = 0; i < classes.size(); ++i) {
      parts.push_back({text_of_width(classes[i].name, name_width, label_size), line_maxima(report, line, i)});
    }
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    parts[i].label += ", " + counted(parts[i].maxima.energy.size(), "rock");
    parts[i].colour = colours[i];
  }
  return parts;
}

/** Outline of a histogram. */
PlotCurve curve_of(const std::vector<double>& values, double most, Colour colour) {
  PlotCurve curve{"", colour, {}, false};
  if (values.empty()) return curve;
  const Histogram histogram = histogram_of(values, most);
  curve.points.push_back({0, 0});
  for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
    const double from = static_cast<double>(i) * histogram.width, count = 1.0 * histogram.counts[i];
    curve.points.push_back({from, count});
    curve.points.push_back({from + histogram.width, count});
  }
  curve.points.push_back({curve.points.back().x, 0});
  return curve;
}

/** One histogram for each part, all with the same bins. */
void draw_histograms(Canvas& canvas, const Box& box, const Quantity& quantity, const std::string& x_label,
                     const std::vector<Part>& parts) {
  // Room for the labels above the curves.
  const double headroom =
      std::min(0.5, 0.04 + label_height * static_cast<double>(parts.size()) / (box.height - plot_margins));
  Plot plot{quantity.title, x_label, "rocks", {}, PlotScale::linear, PlotScale::count, headroom};
  double most = 0;
  bool empty = true;
  for (const Part& part : parts) {
    for (const double value : part.maxima.*quantity.values) most = std::max(most, value);
    empty = empty && (part.maxima.*quantity.values).empty();
  }
  for (const Part& part : parts) {
    plot.curves.push_back(curve_of(part.maxima.*quantity.values, most, part.colour));
  }
  draw_plot(canvas, box, plot);
  const double right = box.x + 630;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const double y = box.y + 74 + label_height * static_cast<double>(i);
    canvas.outlined(right - text_width(parts[i].label, label_size), y, parts[i].label, label_size, parts[i].colour,
                    {255, 255, 255});
  }
  if (empty) canvas.centred(box.x + 360, box.y + 0.5 * box.height, "no rock crosses the line", 2, {90, 90, 90});
}

bool have_own_bins(const Quantity& quantity, const std::vector<Part>& parts) {
  std::vector<std::vector<double>> values;
  for (const Part& part : parts) values.push_back(part.maxima.*quantity.values);
  return need_own_bins(values);
}

/** From the top down: one plot, or one for each part with its own bins. */
void draw_column(Canvas& canvas, int left, int top, const Quantity& quantity, const std::vector<Part>& parts) {
  if (!have_own_bins(quantity, parts)) {
    return draw_histograms(canvas, {left, top, column_width, common_height}, quantity, quantity.unit, parts);
  }
  for (const Part& part : parts) {
    draw_histograms(canvas, {left, top, column_width, own_height}, quantity,
                    quantity.unit + " (bins of this class alone)", {part});
    top += own_height;
  }
}

}  // namespace

bool need_own_bins(const std::vector<std::vector<double>>& values_of_classes) {
  std::vector<double> largest;
  for (const std::vector<double>& values : values_of_classes) {
    if (!values.empty()) largest.push_back(*std::max_element(values.begin(), values.end()));
  }
  if (largest.empty()) return false;
  const auto [least, most] = std::minmax_element(largest.begin(), largest.end());
  const double first_end = histogram_of({}, *most).width;
  return *most > 0 && *least < first_end;
}

void write_line_picture(const std::filesystem::path& file, const Report& report, std::size_t line,
                        const std::string& name) {
  constexpr int edge = 10;
  const std::vector<Part> parts = parts_of(report, line);
  const Quantity quantities[] = {{"kinetic energy: " + name, "kJ", &LineMaxima::energy},
                                 {"height of the top of the rock: " + name, "m", &LineMaxima::top}};
  int height = common_height;
  for (const Quantity& quantity : quantities) {
    if (have_own_bins(quantity, parts)) height = std::max(height, own_height * static_cast<int>(parts.size()));
  }
  Canvas canvas(2 * (column_width + 2 * edge), height + 2 * edge, {255, 255, 255});
  draw_column(canvas, edge, edge, quantities[0], parts);
  draw_column(canvas, column_width + 3 * edge, edge, quantities[1], parts);
  write_png(file, canvas);
}

}  // namespace sandbox
