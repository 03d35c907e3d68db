#include "plot/plot.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "common/text.h"
#include "plot/colours.h"
#include "plot/curve_names.h"
#include "plot/grid_lines.h"

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

TEST_CASE("the names of curves stay between top and bottom of the area where they end at its bottom") {
  std::vector<sandbox::PlotCurve> curves(5, {"soft", {255, 0, 0}, {{0, 0}, {8, 0}}, false});
  curves.push_back({"", {0, 0, 255}, {{0, 0}, {8, 16}}, false});
  const DrawnPlot drawn(linear_plot(curves));
  CHECK(drawn.red_pixels(344, 400) == 0);
  CHECK(drawn.red_pixels(60, 330) > 100);
}

TEST_CASE("the names of curves are right of the frame, each at the height of its curve") {
  sandbox::Plot plot = linear_plot({{"red name", {255, 0, 0}, {{0, 4}, {8, 8}}, false}});
  plot.curves.push_back({"blue", {0, 0, 255}, {{0, 2}, {8, 2}}, false});
  const DrawnPlot drawn(plot);
  const int frame_end = 400 - static_cast<int>(std::ceil(sandbox::width_of_names({"red name", "blue"})));
  const auto red_in = [&](int left, int right, int top, int bottom) {
    int count = 0;
    for (int y = top; y < bottom; ++y) {
      for (int x = left; x < right; ++x) count += drawn.is_red(x, y) ? 1 : 0;
    }
    return count;
  };
  CHECK(drawn.is_red(frame_end - 16, 61));  // the last point is inside the frame
  sandbox::Canvas name(200, 40, {255, 255, 255});
  name.text(20, 10, "red name", sandbox::label_size, {255, 0, 0});
  const std::vector<std::uint8_t> bytes = name.bytes();
  int whole = 0;
  for (std::size_t i = 0; i < bytes.size(); i += 3) whole += bytes[i + 1] < 50 ? 1 : 0;
  CHECK(whole > 100);
  CHECK(red_in(frame_end + 10, 400, 60, 80) > 0.8 * whole);
  CHECK(red_in(frame_end + 10, 400, 80, 400) == 0);
  CHECK(red_in(398, 400, 0, 400) == 0);
}

TEST_CASE("spread_apart shifts places as little as possible, keeps their order and stays in the range") {
  using Places = std::vector<double>;
  const auto spread = [](const Places& wanted, double low = 0, double high = 100) {
    const Places places = sandbox::spread_apart(wanted, 10, low, high);
    REQUIRE(places.size() == wanted.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
      CHECK(places[i] >= low - 1e-9);
      CHECK(places[i] <= high + 1e-9);
      if (i > 0) CHECK(places[i] - places[i - 1] >= std::min(10.0, (high - low) / 4) - 1e-9);
    }
    return places;
  };
  const auto same = [](const Places& a, const Places& b) {
    bool equal = a.size() == b.size();
    for (std::size_t i = 0; equal && i < a.size(); ++i) equal = std::abs(a[i] - b[i]) < 1e-9;
    return equal;
  };
  CHECK(sandbox::spread_apart({}, 10, 0, 100).empty());
  CHECK(same(spread({20, 50, 60}), {20, 50, 60}));
  CHECK(same(spread({50, 50}), {45, 55}));
  CHECK(same(spread({50, 50, 53, 90}), {41, 51, 61, 90}));
  CHECK(same(spread({98, 99, 100}), {80, 90, 100}));
  CHECK(same(spread({0, 1, 40}), {0, 10, 40}));
  CHECK(same(spread({5, 5, 5, 5, 5}, 0, 20), {0, 5, 10, 15, 20}));
}

TEST_CASE("an axis over a range begins and ends near its values") {
  const auto marks_of = [](sandbox::PlotScale scale, double low, double high) {
    sandbox::Axis axis(scale);
    axis.fit(low, high);
    CHECK(axis.place(low) >= -1e-12);
    CHECK(axis.place(high) <= 1 + 1e-12);
    std::string text;
    for (const sandbox::Axis::Mark& mark : axis.marks()) text += mark.text + " ";
    return text;
  };
  using sandbox::PlotScale;
  CHECK(marks_of(PlotScale::range, 0.31, 0.49) == "0.30 0.35 0.40 0.45 0.50 ");
  CHECK(marks_of(PlotScale::range, 2.1e6, 3.9e7) == "0 1e7 2e7 3e7 4e7 ");
  CHECK(marks_of(PlotScale::range, 5, 5) == "4.4 4.6 4.8 5.0 5.2 5.4 5.6 ");
  CHECK(marks_of(PlotScale::logarithmic_range, 2e6, 4e7) == "2e6 5e6 1e7 2e7 5e7 ");
  CHECK(marks_of(PlotScale::logarithmic_range, 0.3, 0.5) == "0.3 0.35 0.4 0.45 0.5 ");
  CHECK(marks_of(PlotScale::logarithmic_range, 1e-3, 1e3) == "1e-3 1e-2 1e-1 1e0 1e1 1e2 1e3 ");
  CHECK(marks_of(PlotScale::logarithmic_range, 7, 7) == "5 10 ");
}

TEST_CASE("an axis over values that differ by rounding only has the marks of one value") {
  const auto marks_of = [](sandbox::PlotScale scale, double low, double high) {
    sandbox::Axis axis(scale);
    axis.fit(low, high);
    std::string text;
    for (const sandbox::Axis::Mark& mark : axis.marks()) {
      CHECK(mark.place >= -1e-12);
      CHECK(mark.place <= 1 + 1e-12);
      text += mark.text + " ";
    }
    return text;
  };
  using sandbox::PlotScale;
  const double next = std::nextafter(5.0, 6.0);
  CHECK(marks_of(PlotScale::range, 5, next) == marks_of(PlotScale::range, 5, 5));
  CHECK(marks_of(PlotScale::logarithmic_range, 5, next) == marks_of(PlotScale::logarithmic_range, 5, 5));
}

TEST_CASE("points that are not joined have no line between them") {
  sandbox::PlotCurve curve{"", {255, 0, 0}, {{0, 0}, {8, 16}}};
  CHECK(DrawnPlot(linear_plot({curve})).is_red(220, 200));
  curve.joined = false;
  const DrawnPlot drawn(linear_plot({curve}));
  CHECK(!drawn.is_red(220, 200));
  CHECK(drawn.is_red(368, 61));
}

TEST_CASE("a text that is too wide ends with an ellipsis after a whole letter") {
  const auto width = [](const std::string& text) { return sandbox::text_width(text, 2); };
  CHECK(sandbox::text_of_width("road", 1000, 2) == "road");
  std::string umlauts;
  for (int i = 0; i < 100; ++i) umlauts += "\u00F6";
  const std::string shown = sandbox::text_of_width(umlauts, 200, 2);
  CHECK(width(shown) <= 200);
  CHECK(width(shown) > 160);
  CHECK(sandbox::is_utf8(shown));
  CHECK(shown.size() < umlauts.size());
}

TEST_CASE("a long title stays inside the picture") {
  const sandbox::Colour ink{255, 0, 0};
  sandbox::Plot plot = linear_plot({{"", ink, {{0, 0}, {8, 16}}}});
  plot.title = std::string(200, 'W');
  sandbox::Canvas canvas(500, 400, {255, 255, 255});
  sandbox::draw_plot(canvas, {0, 0, 400, 400}, plot);
  const std::vector<std::uint8_t> bytes = canvas.bytes();
  std::size_t inside = 0, beside = 0;
  for (std::size_t row = 0; row < 60; ++row) {
    for (std::size_t x = 0; x < 500; ++x) (x < 400 ? inside : beside) += bytes[3 * (500 * row + x)] < 250 ? 1 : 0;
  }
  CHECK(inside > 500);
  CHECK(beside == 0);
}

TEST_CASE("an axis between bounds has round numbers inside them") {
  const auto texts = [](double from, double to, bool logarithmic) {
    std::vector<std::string> words;
    for (const double number : sandbox::round_numbers_between(from, to, logarithmic)) {
      words.push_back(sandbox::format_number(number, 6));
    }
    return sandbox::join(words, " ");
  };
  CHECK(texts(0.2, 0.8, false) == "0.2 0.4 0.6 0.8");
  CHECK(texts(0.5, 5, false) == "1 2 3 4 5");
  CHECK(texts(500, 3000, false) == "500 1000 1500 2000 2500 3000");
  CHECK(texts(-0.3, 0.1, false) == "-0.3 -0.2 -0.1 0 0.1");
  CHECK(texts(0.1, 0.35, false) == "0.1 0.15 0.2 0.25 0.3 0.35");
  CHECK(texts(2e6, 4e7, true) == "2e+06 5e+06 1e+07 2e+07");
  CHECK(texts(1e-3, 1e4, true) == "0.001 0.01 0.1 1 10 100 1000 10000");
  CHECK(texts(1e-3, 1e20, true) == "0.001 1 1000 1e+06 1e+09 1e+12 1e+15 1e+18");
  CHECK(texts(3, 4, true) == "3 3.2 3.4 3.6 3.8 4");
}
