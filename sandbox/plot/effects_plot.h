// The plot of the effects of one parameter of a sweep.
#ifndef ROCKFALL_SANDBOX_PLOT_EFFECTS_PLOT_H
#define ROCKFALL_SANDBOX_PLOT_EFFECTS_PLOT_H

#include <string>
#include <vector>

#include "plot/plot.h"
#include "run/sweep.h"

namespace sandbox {

/** Values that are numbers lie on a linear axis. Where one is a text, all are in their order at equal distances, each
 *  point with its value beside it, and no line joins them. */
Plot plot_of(const std::string& title, const std::string& key, const std::vector<MainEffect>& effects);

}  // namespace sandbox
#endif
