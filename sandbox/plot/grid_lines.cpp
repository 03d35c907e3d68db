#include "plot/grid_lines.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "common/scale.h"
#include "plot/colours.h"

namespace sandbox {
namespace {

constexpr double rounding = 1e-9;  // relative, of quotients such as 0.3 / 0.1

/** Round numbers for a logarithmic axis; none if the bounds are too close to each other for three of them. */
std::vector<double> round_ratios_between(double from, double to) {
  constexpr std::size_t fewest = 3, most = 8;
  std::vector<double> all, powers;
  const int first = static_cast<int>(std::floor(std::log10(from)));
  for (int exponent = first; std::pow(10.0, exponent) <= to * (1 + rounding); ++exponent) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double number = factor * std::pow(10.0, exponent);
      if (number < from * (1 - rounding) || number > to * (1 + rounding)) continue;
      all.push_back(number);
      if (factor == 1) powers.push_back(number);
    }
  }
  if (all.size() < fewest) return {};
  if (all.size() <= most || powers.size() < 2) return all;
  const std::size_t stride = (powers.size() + most - 1) / most;
  std::vector<double> some;
  for (std::size_t i = 0; i < powers.size(); i += stride) some.push_back(powers[i]);
  return some;
}

}  // namespace

LinearAxis axis_over(double low, double high) {
  LinearAxis axis;
  axis.step = round_up(std::max(high - low, 1e-9) / 5);
  axis.from = std::floor(low / axis.step) * axis.step;
  axis.to = std::ceil(high / axis.step) * axis.step;
  return axis;
}

std::vector<double> round_numbers_between(double from, double to, bool logarithmic) {
  if (logarithmic) {
    const std::vector<double> ratios = round_ratios_between(from, to);
    if (!ratios.empty()) return ratios;
  }
  std::vector<double> numbers;
  const double step = round_up((to - from) / 5);
  for (double i = std::ceil(from / step - rounding); i <= to / step + rounding; ++i) numbers.push_back(i * step + 0.0);
  return numbers;
}

void draw_grid_line_at_x(Canvas& canvas, const Box& box, double x, const std::string& number, Colour colour) {
  canvas.line(x, box.y, x, box.y + box.height, 1, colour);
  canvas.centred(x, box.y + box.height + 8, number, label_size, ink);
}

void draw_grid_line_at_y(Canvas& canvas, const Box& box, double y, const std::string& number, Colour colour) {
  canvas.line(box.x, y, box.x + box.width, y, 1, colour);
  canvas.right_aligned(box.x - 8, y - 6, number, label_size, ink);
}

}  // namespace sandbox
