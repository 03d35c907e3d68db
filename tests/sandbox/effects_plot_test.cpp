// The picture of a sweep: axes, curves and texts of the effects of one parameter.
#include "plot/effects_plot.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "plot/canvas.h"
#include "plot/plot.h"

TEST_CASE("the axes of a sweep's picture are those of the parameters, and runs of a Latin hypercube are points") {
  const auto plot_for = [](const std::string& vary) {
    const sandbox::SweepAxis axis = sandbox::parse_axis(vary);
    return sandbox::plot_of("t", axis.key, {{"1e6", 3, 1}, {"1e7", 9, 1}}, sandbox::style_of(axis));
  };
  const sandbox::Plot grid = plot_for("k=1e6:1e7:2"), ratios = plot_for("k=1e6:1e7:2:log");
  const sandbox::Plot runs = plot_for("k=1e6:1e7"), ratios_of_runs = plot_for("k=1e6:1e7:log");
  CHECK(grid.x_scale == sandbox::PlotScale::range);
  CHECK(grid.curves[0].joined);
  CHECK(ratios.x_scale == sandbox::PlotScale::logarithmic_range);
  CHECK(ratios.curves[0].joined);
  CHECK(runs.x_scale == sandbox::PlotScale::range);
  CHECK_FALSE(runs.curves[0].joined);
  CHECK(ratios_of_runs.x_scale == sandbox::PlotScale::logarithmic_range);
  CHECK_FALSE(ratios_of_runs.curves[0].joined);
}

TEST_CASE(
    "the axis of effects begins at zero, or near them where they differ by less than 10 % but more than rounding") {
  const auto scale_of = [](const char* first, double a, double b) {
    return sandbox::plot_of("t", "k", {{first, a, 1}, {"2", b, 1}, {"3", std::nan(""), 1}}).y_scale;
  };
  for (const char* first : {"1", "soft"}) {
    CHECK(scale_of(first, 287, 292) == sandbox::PlotScale::range);
    CHECK(scale_of(first, 292, 287) == sandbox::PlotScale::range);
    CHECK(scale_of(first, 200, 292) == sandbox::PlotScale::linear);
    CHECK(scale_of(first, 292, 292) == sandbox::PlotScale::linear);
    CHECK(scale_of(first, 292, 292.0000001) == sandbox::PlotScale::linear);
    CHECK(scale_of(first, 0, 0) == sandbox::PlotScale::linear);
  }
}

TEST_CASE("the picture of a sweep shows values that are texts beside their points, without a line") {
  const sandbox::Plot texts =
      sandbox::plot_of("t", "ground.preset", {{"soft", 3, 1}, {"hard", 9, 1}, {"medium", 5, 1}});
  CHECK(texts.curves[0].labels == std::vector<std::string>{"soft", "hard", "medium"});
  const sandbox::Plot mixed = sandbox::plot_of("t", "k", {{"1", 3, 1}, {"nan", 5, 1}});
  CHECK(mixed.curves[0].labels == std::vector<std::string>{"1", "nan"});
  const sandbox::Plot numbers = sandbox::plot_of("t", "k", {{"3", 3, 1}, {"1", 9, 1}, {"2", 5, 1}});
  CHECK(numbers.curves[0].labels.empty());
  CHECK(numbers.curves[0].points[0].x == 1);
  CHECK(numbers.curves[0].points[0].y == 9);

  const auto blue_in_column = [](const sandbox::Plot& plot, int column) {
    sandbox::Canvas canvas(460, 420, {255, 255, 255});
    sandbox::draw_plot(canvas, {0, 0, 460, 420}, plot);
    const std::vector<std::uint8_t> bytes = canvas.bytes();
    int count = 0;
    for (int row = 0; row < 420; ++row) {
      const std::uint8_t* pixel = &bytes[static_cast<std::size_t>(3 * (460 * row + column))];
      if (pixel[0] < 100 && pixel[2] > 150) ++count;
    }
    return count;
  };
  // The area reaches from 70 to 430: points at 130, 250 and 370, or at 190, 310 and 430.
  CHECK(blue_in_column(texts, 130) > 5);
  CHECK(blue_in_column(texts, 250) > 5);
  CHECK(blue_in_column(texts, 190) == 0);
  CHECK(blue_in_column(numbers, 160) > 0);
  CHECK(blue_in_column(texts, 160) == 0);
  CHECK(blue_in_column(numbers, 250) > 0);
}

TEST_CASE("the picture of values that are texts spreads effects that differ little over its height") {
  sandbox::Canvas canvas(460, 420, {255, 255, 255});
  sandbox::draw_plot(canvas, {0, 0, 460, 420}, sandbox::plot_of("t", "k", {{"soft", 287, 1}, {"hard", 292, 1}}));
  const std::vector<std::uint8_t> bytes = canvas.bytes();
  int first = 420, last = 0;
  for (int row = 0; row < 420; ++row) {
    for (const int column : {160, 340}) {
      const std::uint8_t* pixel = &bytes[static_cast<std::size_t>(3 * (460 * row + column))];
      if (pixel[0] > 100 || pixel[2] < 150) continue;
      first = std::min(first, row);
      last = std::max(last, row);
    }
  }
  CHECK(last - first > 150);  // of 300
}
