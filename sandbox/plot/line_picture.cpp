#include "plot/line_picture.h"

#include <algorithm>

#include "plot/plot.h"
#include "run/line_files.h"

namespace sandbox {
namespace {

constexpr Colour colours[] = {{31, 102, 168}, {196, 83, 28}, {46, 125, 50}, {123, 63, 160}, {120, 90, 40}};

constexpr double label_height = 22, plot_height = 420;  // pixels

/** Outline of a histogram. */
PlotCurve curve_of(const std::vector<double>& values, Colour colour) {
  PlotCurve curve{"", colour, {}, false};
  if (values.empty()) return curve;
  const Histogram histogram = histogram_of(values);
  curve.points.push_back({0, 0});
  for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
    const double from = static_cast<double>(i) * histogram.width, count = 1.0 * histogram.counts[i];
    curve.points.push_back({from, count});
    curve.points.push_back({from + histogram.width, count});
  }
  curve.points.push_back({curve.points.back().x, 0});
  return curve;
}

}  // namespace

void write_line_picture(const std::filesystem::path& file, const Report& report, std::size_t line,
                        const std::string& name) {
  const auto& classes = report.built.rock_classes();
  // Room for the labels above the curves.
  const double headroom = std::min(0.5, 0.04 + label_height * static_cast<double>(classes.size()) / plot_height);
  Plot energy{name + ": kinetic energy", "kJ", "rocks", {}, PlotScale::linear, PlotScale::count, headroom};
  Plot height{
      name + ": height of the top of the rock", "m", "rocks", {}, PlotScale::linear, PlotScale::count, headroom};
  Canvas canvas(1400, 560, {255, 255, 255});
  std::vector<std::string> labels;
  std::size_t crossings = 0;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const LineMaxima maxima = line_maxima(report, line, static_cast<int>(i));
    crossings += maxima.energy.size();
    labels.push_back(classes[i].name + ", " + std::to_string(maxima.energy.size()) + " rocks");
    const Colour colour = colours[i % (sizeof colours / sizeof colours[0])];
    energy.curves.push_back(curve_of(maxima.energy, colour));
    height.curves.push_back(curve_of(maxima.top, colour));
  }
  draw_plot(canvas, {10, 10, 680, 540}, energy);
  draw_plot(canvas, {710, 10, 680, 540}, height);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const Colour colour = colours[i % (sizeof colours / sizeof colours[0])];
    for (const double right : {640.0, 1340.0}) {
      const double y = 84 + label_height * static_cast<double>(i);
      canvas.outlined(right - text_width(labels[i], 1.75), y, labels[i], 1.75, colour, {255, 255, 255});
    }
  }
  if (crossings == 0) {
    for (const double middle : {370.0, 1070.0}) {
      canvas.centred(middle, 280, "no rock crosses the line", 2, {90, 90, 90});
    }
  }
  write_png(file, canvas);
}

}  // namespace sandbox
