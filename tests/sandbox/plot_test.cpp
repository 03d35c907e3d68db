#include "plot/plot.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace {

/** A picture of 400 x 400 pixels; the area of the curves is 300 x 280 from (70, 60). */
class DrawnPlot {
 public:
  explicit DrawnPlot(const sandbox::Plot& plot) {
    sandbox::Canvas canvas(400, 400, {255, 255, 255});
    sandbox::draw_plot(canvas, {0, 0, 400, 400}, plot);
    bytes_ = canvas.bytes();
  }
  bool is_red(int x, int y) const {
    const std::size_t at = 3 * (400 * static_cast<std::size_t>(y) + static_cast<std::size_t>(x));
    return bytes_[at] > 200 && bytes_[at + 1] < 50 && bytes_[at + 2] < 50;
  }
  int red_pixels(int first_row, int end_row) const {
    int count = 0;
    for (int y = first_row; y < end_row; ++y) {
      for (int x = 0; x < 400; ++x) count += is_red(x, y) ? 1 : 0;
    }
    return count;
  }

 private:
  std::vector<std::uint8_t> bytes_;
};

sandbox::Plot linear_plot(std::vector<sandbox::PlotCurve> curves) {
  sandbox::Plot plot{"", "", "", std::move(curves)};
  plot.x_scale = plot.y_scale = sandbox::PlotScale::linear;
  return plot;
}

}  // namespace

TEST_CASE("a logarithmic plot draws points at their positions and omits those without a logarithm") {
  sandbox::Plot plot{"", "", "", {}};
  plot.curves.push_back({"", {255, 0, 0}, {{1, 1}, {10, 100}, {0, 5}, {5, std::nan("")}}});
  const DrawnPlot drawn(plot);
  // One decade by two: corners and the middle of the line between them.
  CHECK(drawn.is_red(70, 338));
  CHECK(drawn.is_red(368, 60));
  CHECK(drawn.is_red(220, 200));
  CHECK(!drawn.is_red(300, 300));
}

TEST_CASE("a plot with linear axes begins at zero and ends at a round value") {
  const DrawnPlot drawn(linear_plot({{"", {255, 0, 0}, {{0, 0}, {8, 16}, {3, std::nan("")}}}}));
  CHECK(drawn.is_red(70, 338));
  CHECK(drawn.is_red(220, 200));
  CHECK(drawn.is_red(368, 60));
}

TEST_CASE("the names of curves that end at the same place do not cover each other") {
  const sandbox::PlotCurve red{"medium_hard", {255, 0, 0}, {{0, 6}, {8, 8}}, false};
  const sandbox::PlotCurve blue{"medium_hard", {0, 0, 255}, {{0, 2}, {8, 8}}, false};
  const int alone = DrawnPlot(linear_plot({red})).red_pixels(0, 400);
  const std::vector<std::vector<sandbox::PlotCurve>> orders = {{red, blue}, {blue, red}, {blue, blue, red, blue}};
  for (const std::vector<sandbox::PlotCurve>& curves : orders) {
    CHECK(DrawnPlot(linear_plot(curves)).red_pixels(0, 400) > 0.9 * alone);
  }
}

TEST_CASE("the names of curves stay inside the area where they end at its bottom") {
  std::vector<sandbox::PlotCurve> curves(5, {"soft", {255, 0, 0}, {{0, 0}, {8, 0}}, false});
  curves.push_back({"", {0, 0, 255}, {{0, 0}, {8, 16}}, false});
  const DrawnPlot drawn(linear_plot(curves));
  CHECK(drawn.red_pixels(344, 400) == 0);
  CHECK(drawn.red_pixels(60, 330) > 100);
}
