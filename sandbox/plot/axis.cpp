#include "plot/axis.h"

#include <algorithm>
#include <cmath>

#include "common/scale.h"
#include "common/text.h"
#include "plot/colours.h"

namespace sandbox {
namespace {

/** Mantissa and exponent of large and small numbers: "2e7". */
std::string short_number(double value) {
  if (value == 0 || (std::fabs(value) < 1e5 && std::fabs(value) >= 1e-3)) return format_number(value + 0.0, 6);
  const int exponent = static_cast<int>(std::floor(std::log10(std::fabs(value)) + 1e-9));
  return format_number(value / std::pow(10.0, exponent), 4) + "e" + std::to_string(exponent);
}

/** 1, 2 and 5 times powers of ten: the largest at most `low`, the smallest at least `high`, and those between. */
std::vector<double> steps_of_ratio(double low, double high) {
  std::vector<double> values;
  for (int exponent = static_cast<int>(std::floor(std::log10(low))); values.empty() || values.back() < high;
       ++exponent) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double value = factor * std::pow(10.0, exponent);
      if (!values.empty() && values.back() >= high) break;
      if (value <= low * (1 + 1e-9)) values.clear();
      values.push_back(value);
    }
  }
  return values;
}

/** Values that differ by rounding only are one: marks between them would have the same place. */
bool differ(double low, double high) { return high - low > 1e-8 * std::max(std::fabs(low), std::fabs(high)); }

}  // namespace

Axis::Axis(PlotScale scale) : scale_(scale) {
  if (scale == PlotScale::places) return;
  marks_ = is_logarithmic() ? std::vector<Mark>{{0, "1e0"}, {1, "1e1"}} : std::vector<Mark>{{0, "0"}, {1, "1"}};
}

bool Axis::shows(double value) const { return std::isfinite(value) && (!is_logarithmic() || value > 0); }

double Axis::along(double value) const { return is_logarithmic() ? std::log10(value) : value; }

void Axis::fit(double low, double high) {
  marks_.clear();
  switch (scale_) {
    case PlotScale::places:
      from_ = low - 0.5;
      to_ = high + 0.5;
      return;
    case PlotScale::logarithmic:
      return fit_decades(low, high);
    case PlotScale::logarithmic_range:
      return fit_ratios(low, high);
    case PlotScale::range: {
      const double around = differ(low, high) ? 0 : std::max(0.1 * std::fabs(high), 1e-6);
      return fit_linear(low - around, high + around, round_up((high - low + 2 * around) / 5));
    }
    case PlotScale::linear:
    case PlotScale::count: {
      const double first = std::min(low, 0.0), step = round_up(std::max(high - first, 1e-9) / 8);
      return fit_linear(first, high, scale_ == PlotScale::count ? std::max(1.0, std::ceil(step)) : step);
    }
  }
}

void Axis::fit_linear(double low, double high, double step) {
  constexpr double rounding = 1e-9;  // of quotients such as 0.3 / 0.1
  from_ = std::floor(low / step + rounding) * step;
  to_ = std::max(from_ + step, std::ceil(high / step - rounding) * step);
  const int last = static_cast<int>(std::lround((to_ - from_) / step));
  for (int mark = 0; mark <= last; ++mark) {
    const double value = from_ + mark * step;
    const bool large = std::max(std::fabs(from_), std::fabs(to_)) >= 1e5;
    marks_.push_back({static_cast<double>(mark) / last,
                      large ? short_number(value) : format_fixed(value + 0.0, decimals_for(step))});
  }
}

void Axis::fit_decades(double low, double high) {
  from_ = std::floor(std::log10(low));
  to_ = std::max(from_ + 1, std::ceil(std::log10(high)));
  const int last = static_cast<int>(std::lround(to_ - from_));
  for (int mark = 0; mark <= last; ++mark) {
    const int exponent = static_cast<int>(std::lround(from_ + mark));
    marks_.push_back({static_cast<double>(mark) / last, "1e" + std::to_string(exponent)});
  }
}

void Axis::fit_ratios(double low, double high) {
  constexpr double most_of_steps = 1000, most_of_linear_marks = 2.5;
  if (high > most_of_steps * low) return fit_decades(low, high);
  std::vector<double> values;
  if (differ(low, high) && high <= most_of_linear_marks * low) {
    const double step = round_up((high - low) / 5);
    for (double i = std::floor(low / step + 1e-9); values.empty() || values.back() < high * (1 - 1e-9); ++i) {
      values.push_back(i * step);
    }
  } else {
    values = steps_of_ratio(low, differ(low, high) ? high : 1.001 * low);
  }
  from_ = std::log10(values.front());
  to_ = std::log10(values.back());
  for (const double value : values) marks_.push_back({place(value), short_number(value)});
}

}  // namespace sandbox
