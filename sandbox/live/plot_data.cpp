// What the plots show, and their numbers as text.
#include <rockfall_viewer/colours.h>

#include <algorithm>
#include <cmath>

#include "common/text.h"
#include "live/plot.h"

namespace sandbox::live {

const std::vector<PlotSpec>& all_plots() {
  static const std::vector<PlotSpec> plots = {
      {"rotation", "angular velocity in K", "rad/s", 0.01, {omega_x, omega_y, omega_z}, {"x", "y", "z"}},
      {"energy", "energy", "J", 1e-3, {kinetic, potential, total}, {"kinetic", "potential", "total"}},
      {"speed", "speed", "m/s", 0.01, {speed}, {}},
      {"jump_height", "jump height", "m", 0.01, {jump_height}, {}},
      {"slippage", "slippage s", "m", 1e-3, {slippage}, {}},
      {"friction", "friction mu(s)", "1", 0.02, {friction}, {}},
      {"scar", "depth in the soil", "m", 1e-3, {scar_depth}, {}},
      {"percussion", "percussion", "N s", 1, {percussion}, {}},
      {"sweeps", "sweeps of the solver", "1", 2, {sweeps}, {}},
  };
  return plots;
}

Axis axis_for(double low, double high, double least_span, double ticks) {
  if (!(low <= high)) return {0, least_span, least_span};
  // Values that differ by less than this share of their size are equal but for rounding in single precision.
  constexpr double noise = 1e-4;
  const double span = std::max({high - low, least_span, noise * std::max(std::fabs(low), std::fabs(high))});
  const double middle = 0.5 * (low + high);
  Axis axis{middle - 0.54 * span, middle + 0.54 * span, 0};
  if (low >= 0 && axis.low < 0) axis = {0, 1.08 * span, 0};
  axis.tick = rockfall_viewer::round_up((axis.high - axis.low) / std::max(ticks, 1.0));
  return axis;
}

std::string csv(const PlotSpec& spec, const World& world) {
  const std::vector<Variant>& variants = world.variants();
  std::string text = "time_s";
  for (const Variant& variant : variants) {
    for (std::size_t k = 0; k < spec.quantities.size(); ++k) {
      text += "," + (variants.size() > 1 ? variant.name + " " : std::string()) +
              (spec.names.empty() ? spec.title : spec.names[k]) + "_" + spec.unit;
    }
  }
  text += "\n";
  const std::vector<Sample>& first = variants[0].series.samples();
  for (std::size_t i = 0; i < first.size(); ++i) {
    text += format_number(first[i].time, 9);
    for (const Variant& variant : variants) {
      const std::vector<Sample>& samples = variant.series.samples();
      for (const Quantity quantity : spec.quantities) {
        text += ",";
        if (i >= samples.size() || std::isnan(samples[i].value[quantity])) continue;
        text += format_number(static_cast<double>(samples[i].value[quantity]), 9);
      }
    }
    text += "\n";
  }
  return text;
}

}  // namespace sandbox::live
