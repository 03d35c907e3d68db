// Curves over time in an ImGui window.
#ifndef ROCKFALL_SANDBOX_LIVE_PLOT_H
#define ROCKFALL_SANDBOX_LIVE_PLOT_H

#include <initializer_list>

#include "live/world.h"

namespace sandbox::live {

/** Draws the quantities of every variant against time; the cursor shows their values. */
void plot(const char* title, const char* unit, const World& world, std::initializer_list<Quantity> quantities,
          std::initializer_list<const char*> names = {});

}  // namespace sandbox::live
#endif
