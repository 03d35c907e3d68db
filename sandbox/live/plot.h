// Curves over time in an ImGui window.
#ifndef ROCKFALL_SANDBOX_LIVE_PLOT_H
#define ROCKFALL_SANDBOX_LIVE_PLOT_H

#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "live/world.h"

namespace sandbox::live {

/** One plot: quantities of the same unit. */
struct PlotSpec {
  const char* name;  ///< as Setup::plots names it
  const char* title;
  const char* unit;
  double least_span;  ///< of the axis of values: rounding noise is not enlarged beyond it
  std::vector<Quantity> quantities;
  std::vector<const char*> names;  ///< of the curves; empty: the title
};

/** All plots, in the order in which they are shown. */
const std::vector<PlotSpec>& all_plots();

/** State that all plots of a window share. */
struct PlotView {
  bool all = true;               ///< shows the whole time; else from `from` to `to`
  double from = 0, to = 1;       ///< s
  double pointed = -1;           ///< s, time under the mouse; negative: none
  std::set<std::string> hidden;  ///< curves, as "PLOT.CURVE"
};

/** A range of an axis and the distance of its ticks. */
struct AxisRange {
  double low = 0, high = 1, tick = 0.2;
};

/** An axis for values from `low` to `high`, at least `least_span` long and never scaled to rounding errors of its
 *  values, with `ticks` ticks or somewhat fewer. */
AxisRange axis_range_for(double low, double high, double least_span, double ticks);

/** The part of a curve within one pixel: a line from the least to the greatest value. */
struct Span {
  double time = 0;  ///< s
  double low = 0, high = 0;
  bool joined = false;  ///< with a line to the span before
};

/** A curve as spans of `pixel` s, from the last sample before `from` to the first one after `to`. Spans are not joined
 *  across values that are not known and times that were jumped over. */
std::vector<Span> spans_of(const std::vector<Sample>& samples, Quantity quantity, double from, double to, double pixel);

/** The first sample at or after a time; the end if there is none. */
const Sample* first_from(const std::vector<Sample>& samples, double time);

/** The same; null where the quantity is not known or the time was jumped over. */
const Sample* known_at(const std::vector<Sample>& samples, Quantity quantity, double time);

/** The values of a plot as text: a line of names, then time and values of every step of the first variant; values that
 *  are not known, or that a variant with longer steps does not have, are empty. */
std::string csv(const PlotSpec& spec, const World& world);

/** Draws a plot as wide as the window. Wheel: zoom; drag: pan; double click: whole time; click on the legend: hides a
 *  curve; right click: copies the values. Adds its rectangle to `places` as "plot.NAME". */
void plot(const PlotSpec& spec, const World& world, PlotView& view, float height,
          std::map<std::string, std::array<float, 4>>& places);

}  // namespace sandbox::live
#endif
