#include "rockfall_viewer/colours.h"

#include <algorithm>
#include <cmath>

namespace rockfall_viewer {
namespace {

Colour mix(const Colour& a, const Colour& b, double fraction) {
  Colour c{};
  for (std::size_t k = 0; k < 3; ++k) c[k] = static_cast<float>(a[k] + (b[k] - a[k]) * fraction);
  return c;
}

}  // namespace

Colour scale_colour(double fraction) {
  constexpr double intervals = scale_colour_count - 1;
  const double position = intervals * std::clamp(std::isfinite(fraction) ? fraction : 0.0, 0.0, 1.0);
  const auto below = static_cast<std::size_t>(std::min(intervals - 1, std::floor(position)));
  return mix(scale_colours[below], scale_colours[below + 1], position - static_cast<double>(below));
}

Colour ground_colour(const rf_ground& ground) {
  static constexpr Colour snow{0.95f, 0.96f, 1.0f}, meadow{0.34f, 0.58f, 0.22f}, scree{0.84f, 0.70f, 0.40f},
      rock{0.50f, 0.50f, 0.54f}, forest{0.16f, 0.34f, 0.16f};
  const bool slippery = ground.mu_max < 0.5;
  // The square root separates the colours of soft soils, whose friction is similar.
  const double hardness = std::sqrt(std::clamp((ground.mu_min - 0.2) / 0.6, 0.0, 1.0));
  Colour colour = slippery         ? snow
                  : hardness < 0.5 ? mix(meadow, scree, 2 * hardness)
                                   : mix(scree, rock, 2 * hardness - 1);
  if (ground.layer_drag > 0 && ground.layer_height > 0) {
    colour = mix(colour, forest, std::clamp(ground.layer_drag / 500, 0.2, 0.9));
  }
  return colour;
}

double round_up(double value) {
  if (!(value > 0) || !std::isfinite(value)) return 1;
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= value * (1 - 1e-12)) return factor * power;
  }
  return 10 * power;
}

}  // namespace rockfall_viewer
