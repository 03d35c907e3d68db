#include "plot/colours.h"

#include <algorithm>
#include <cmath>

namespace sandbox {
namespace {

Colour between(const Colour* stops, int count, double share) {
  const double at = std::clamp(share, 0.0, 1.0) * (count - 1);
  const int below = std::min(static_cast<int>(at), count - 2);
  const double f = at - below;
  const Colour& a = stops[below];
  const Colour& b = stops[below + 1];
  return {a.r + f * (b.r - a.r), a.g + f * (b.g - a.g), a.b + f * (b.b - a.b)};
}

}  // namespace

Colour plot_colour(const rockfall_viewer::Colour& colour) {
  return {255 * static_cast<double>(colour[0]), 255 * static_cast<double>(colour[1]),
          255 * static_cast<double>(colour[2])};
}

Colour velocity_colour(double share) { return plot_colour(rockfall_viewer::scale_colour(share)); }

Colour height_colour(double share) {
  // Greys: a green tint would be read as vegetation.
  static const Colour stops[] = {{216, 214, 211}, {224, 222, 219}, {231, 229, 226},
                                 {237, 236, 233}, {243, 242, 240}, {250, 249, 248}};
  return between(stops, 6, share);
}

int decimals_for(double step) { return std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9))); }

}  // namespace sandbox
