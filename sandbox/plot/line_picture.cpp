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

constexpr double label_height = 22, plot_height = 420, name_width = 400;  // pixels

/** The rocks of a histogram. */
struct Part {
  std::string label;
  LineMaxima maxima;
};

/** The classes, or all of them together if there are too many to be told apart. */
std::vector<Part> parts_of(const Report& report, std::size_t line) {
  const auto& classes = report.built.rock_classes();
  std::vector<Part> parts;
  if (classes.size() > most_histograms) {
    parts.push_back({std::to_string(classes.size()) + " classes", line_maxima(report, line, -1)});
  } else {
    for (std::size_t i = 0; i < classes.size(); ++i) {
      parts.push_back(
          {text_of_width(classes[i].name, name_width, label_size), line_maxima(report, line, static_cast<int>(i))});
    }
  }
  for (Part& part : parts) part.label += ", " + counted(part.maxima.energy.size(), "rock");
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
void draw_histograms(Canvas& canvas, const Box& box, const std::string& title, const std::string& unit,
                     const std::vector<Part>& parts, std::vector<double> LineMaxima::*quantity) {
  // Room for the labels above the curves.
  const double headroom = std::min(0.5, 0.04 + label_height * static_cast<double>(parts.size()) / plot_height);
  Plot plot{title, unit, "rocks", {}, PlotScale::linear, PlotScale::count, headroom};
  double most = 0;
  bool empty = true;
  for (const Part& part : parts) {
    for (const double value : part.maxima.*quantity) most = std::max(most, value);
    empty = empty && (part.maxima.*quantity).empty();
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    plot.curves.push_back(curve_of(parts[i].maxima.*quantity, most, colours[i]));
  }
  draw_plot(canvas, box, plot);
  const double right = box.x + 630;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const double y = 84 + label_height * static_cast<double>(i);
    canvas.outlined(right - text_width(parts[i].label, label_size), y, parts[i].label, label_size, colours[i],
                    {255, 255, 255});
  }
  if (empty) canvas.centred(box.x + 360, 280, "no rock crosses the line", 2, {90, 90, 90});
}

}  // namespace

void write_line_picture(const std::filesystem::path& file, const Report& report, std::size_t line,
                        const std::string& name) {
  const std::vector<Part> parts = parts_of(report, line);
  Canvas canvas(1400, 560, {255, 255, 255});
  draw_histograms(canvas, {10, 10, 680, 540}, "kinetic energy: " + name, "kJ", parts, &LineMaxima::energy);
  draw_histograms(canvas, {710, 10, 680, 540}, "height of the top of the rock: " + name, "m", parts, &LineMaxima::top);
  write_png(file, canvas);
}

}  // namespace sandbox
