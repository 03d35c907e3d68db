// The quantities of the plots, and their values as text.
#include <rockfall_viewer/colours.h>

#include <algorithm>
#include <cmath>

#include "common/scale.h"
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

AxisRange axis_range_for(double low, double high, double least_span, double ticks) {
  if (!(low <= high)) return {0, least_span, least_span};
  // Values that differ by less than this share of their size are equal but for rounding in single precision.
  constexpr double noise = 1e-4;
  const double span = std::max({high - low, least_span, noise * std::max(std::fabs(low), std::fabs(high))});
  const double middle = 0.5 * (low + high);
  AxisRange axis{middle - 0.54 * span, middle + 0.54 * span, 0};
  if (low >= 0 && axis.low < 0) axis = {0, 1.08 * span, 0};
  axis.tick = round_up((axis.high - axis.low) / std::max(ticks, 1.0));
  return axis;
}

const Sample* first_from(const std::vector<Sample>& samples, double time) {
  const auto found = std::lower_bound(samples.begin(), samples.end(), time,
                                      [](const Sample& sample, double t) { return sample.time < t; });
  return samples.data() + (found - samples.begin());
}

const Sample* known_at(const std::vector<Sample>& samples, Quantity quantity, double time) {
  const Sample* const sample = first_from(samples, time);
  if (sample == samples.data() + samples.size() || std::isnan(sample->value[quantity])) return nullptr;
  return sample->after_gap && time < sample->time ? nullptr : sample;
}

std::vector<Span> spans_of(const std::vector<Sample>& samples, Quantity quantity, double from, double to,
                           double pixel) {
  std::vector<Span> spans;
  const Sample* const end = samples.data() + samples.size();
  const Sample* sample = first_from(samples, from);
  if (sample != samples.data()) --sample;
  bool joined = false;
  while (sample < end && sample->time <= to + pixel) {
    const Sample* const first = sample;
    Span span{first->time, HUGE_VAL, -HUGE_VAL, joined && !first->after_gap};
    for (; sample < end && sample->time <= first->time + pixel; ++sample) {
      const auto value = static_cast<double>(sample->value[quantity]);
      if (std::isnan(value)) continue;
      span.low = std::min(span.low, value);
      span.high = std::max(span.high, value);
    }
    joined = span.low <= span.high;
    if (joined) spans.push_back(span);
  }
  return spans;
}

namespace {

/** Goes through the samples of a variant row by row. */
class Column {
 public:
  /** @param from  s, samples up to here belong to no row */
  Column(const Variant& variant, double from) : samples_(variant.series.samples()) { up_to(from); }
  /** The last sample since the row before, up to a time; null if there is none: the variant has longer steps. */
  const Sample* up_to(double time) {
    constexpr double rounding = 1e-9;  // s
    const Sample* last = nullptr;
    while (next_ < samples_.size() && samples_[next_].time <= time + rounding) last = &samples_[next_++];
    return last;
  }

 private:
  const std::vector<Sample>& samples_;
  std::size_t next_ = 0;
};

}  // namespace

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
  std::vector<Column> columns;
  for (const Variant& variant : variants) {
    const double before = first.empty() ? 0 : first[0].time - 0.5 * variant.scene.settings.time_step;
    columns.emplace_back(variant, before);
  }
  for (const Sample& row : first) {
    text += format_number(row.time, 9);
    for (Column& column : columns) {
      const Sample* const sample = column.up_to(row.time);
      for (const Quantity quantity : spec.quantities) {
        text += ",";
        if (sample == nullptr || std::isnan(sample->value[quantity])) continue;
        text += format_number(static_cast<double>(sample->value[quantity]), 9);
      }
    }
    text += "\n";
  }
  return text;
}

}  // namespace sandbox::live
