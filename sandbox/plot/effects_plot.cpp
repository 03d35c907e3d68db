#include "plot/effects_plot.h"

#include <algorithm>
#include <cmath>

#include "common/text.h"

namespace sandbox {
namespace {

constexpr Colour effect_colour{31, 102, 168};

/** The value as it is shown beside a point. */
std::string short_label(const std::string& value) {
  constexpr std::size_t most = 30;
  return value.size() > most ? "..." + shortened(value.substr(value.size() - most)) : value;
}

/** An axis from zero shows no difference between values that differ little. */
PlotScale scale_of(const std::vector<MainEffect>& effects) {
  constexpr double small = 0.1, rounding = 1e-6;  // relative
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const MainEffect& effect : effects) {
    if (!std::isfinite(effect.mean)) continue;
    low = std::min(low, effect.mean);
    high = std::max(high, effect.mean);
  }
  const double range = high - low;
  return range < small * high && range > rounding * high ? PlotScale::range : PlotScale::linear;
}

}  // namespace

EffectStyle style_of(const SweepAxis& axis) {
  if (axis.values.empty()) return axis.logarithmic ? EffectStyle::logarithmic_points : EffectStyle::points;
  return axis.logarithmic ? EffectStyle::logarithmic : EffectStyle::linear;
}

Plot plot_of(const std::string& title, const std::string& key, const std::vector<MainEffect>& effects,
             EffectStyle style) {
  PlotCurve curve{"", effect_colour, {}};
  bool numbers = true;
  for (const MainEffect& effect : effects) {
    double value = 0;
    numbers = numbers && parse_number(effect.value, value) && std::isfinite(value);
    curve.points.push_back({value, effect.mean});
  }
  if (!numbers) {
    for (std::size_t i = 0; i < effects.size(); ++i) {
      curve.points[i].x = static_cast<double>(i);
      curve.labels.push_back(short_label(effects[i].value));
    }
    return {title, key, label_of(effects), {curve}, PlotScale::places, scale_of(effects), 0.1};
  }
  std::sort(curve.points.begin(), curve.points.end(), [](const PlotPoint& a, const PlotPoint& b) { return a.x < b.x; });
  const bool linear = style == EffectStyle::linear || style == EffectStyle::points;
  curve.joined = style == EffectStyle::linear || style == EffectStyle::logarithmic;
  const PlotScale x_scale = linear ? PlotScale::range : PlotScale::logarithmic_range;
  return {title, key, label_of(effects), {curve}, x_scale, scale_of(effects)};
}

}  // namespace sandbox
