// The plot of the effects of one parameter of a sweep.
#ifndef ROCKFALL_SANDBOX_PLOT_EFFECTS_PLOT_H
#define ROCKFALL_SANDBOX_PLOT_EFFECTS_PLOT_H

#include <string>
#include <vector>

#include "plot/plot.h"
#include "run/sweep.h"

namespace sandbox {

/** How the values of a parameter lie on their axis, and whether a line joins them. */
enum class EffectStyle {
  linear,              ///< values of a grid
  logarithmic,         ///< of a grid with equal ratios
  points,              ///< of a Latin hypercube: each is one run with other values of all parameters
  logarithmic_points,  ///< the same, with equal ratios
};

EffectStyle style_of(const SweepAxis& axis);

/** Values that are numbers lie on an axis that begins and ends near them. Where one is a text, all are in their order
 * at equal distances, each point with its value beside it, and no line joins them. The axis of the means begins at
 * zero, or near them where they differ by less than 10 %. */
Plot plot_of(const std::string& title, const std::string& key, const std::vector<MainEffect>& effects,
             EffectStyle style = EffectStyle::linear);

}  // namespace sandbox
#endif
