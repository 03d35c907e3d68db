// Colours of quantities, grounds, ends and variants, for the viewer, its legends and the maps. Header-only, without
// OpenGL.
#ifndef ROCKFALL_VIEWER_COLOURS_H
#define ROCKFALL_VIEWER_COLOURS_H

#include <rockfall/ground.h>
#include <rockfall/step.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace rockfall_viewer {

/** Red, green, blue, 0 to 1. */
using Colour = std::array<float, 3>;

/** Colour of 8-bit components. */
constexpr Colour colour_of_bytes(int r, int g, int b) {
  return {static_cast<float>(r) / 255, static_cast<float>(g) / 255, static_cast<float>(b) / 255};
}

/** (1 - fraction) a + fraction b */
inline Colour mix(const Colour& a, const Colour& b, double fraction) {
  Colour c{};
  for (std::size_t k = 0; k < 3; ++k) {
    const auto from = static_cast<double>(a[k]), to = static_cast<double>(b[k]);
    c[k] = static_cast<float>(from + (to - from) * fraction);
  }
  return c;
}

/** Number of colours of the scale. */
inline constexpr std::size_t scale_colour_count = 9;

/** Colours of the scale of velocity, energy, jump height and rotation, equally spaced from 0 to the largest value: the
 *  scale "plasma" of Smith & van der Walt, whose lightness grows evenly, also for colour-blind eyes. */
inline constexpr std::array<Colour, scale_colour_count> scale_colours = {
    colour_of_bytes(13, 8, 135),   colour_of_bytes(75, 3, 161),   colour_of_bytes(126, 3, 168),
    colour_of_bytes(168, 34, 150), colour_of_bytes(204, 71, 120), colour_of_bytes(229, 107, 93),
    colour_of_bytes(248, 149, 64), colour_of_bytes(253, 195, 40), colour_of_bytes(240, 249, 33)};

/** Interpolated colour for a fraction of the largest value, 0 (dark blue) to 1 (yellow). */
inline Colour scale_colour(double fraction) {
  constexpr double intervals = scale_colour_count - 1;
  const double position = intervals * std::clamp(std::isfinite(fraction) ? fraction : 0.0, 0.0, 1.0);
  const auto below = static_cast<std::size_t>(std::min(intervals - 1, std::floor(position)));
  return mix(scale_colours[below], scale_colours[below + 1], position - static_cast<double>(below));
}

/** Colour of a ground: from soft (green, brown) to hard (grey), white for snow, dark green for a drag layer. */
inline Colour ground_colour(const rf_ground& ground) {
  constexpr Colour snow{0.95f, 0.96f, 1.0f}, meadow{0.34f, 0.54f, 0.20f}, scree{0.74f, 0.65f, 0.40f},
      rock{0.50f, 0.50f, 0.54f}, forest{0.16f, 0.34f, 0.16f};
  const bool slippery = ground.mu_max < 0.5;
  // Soft soil looks soft even where its friction is high. No soil class is softer than its friction, so that it has the
  // colour of its ramms preset.
  const double softest = ground.soil_strength > 0 ? 0.216 + 0.0134e-6 * ground.soil_strength : ground.mu_min;
  // The square root separates the colours of soft soils, whose friction is similar.
  const double hardness = std::sqrt(std::clamp((std::min(ground.mu_min, softest) - 0.2) / 0.6, 0.0, 1.0));
  Colour colour = slippery         ? snow
                  : hardness < 0.5 ? mix(meadow, scree, 2 * hardness)
                                   : mix(scree, rock, 2 * hardness - 1);
  if (ground.layer_drag > 0 && ground.layer_height > 0) {
    colour = mix(colour, forest, std::clamp(ground.layer_drag / 500, 0.2, 0.9));
  }
  return colour;
}

/** Colour of a rock or marker for an rf_end. */
inline Colour end_colour(std::int32_t end) {
  switch (end) {
    case RF_ENDED_STOPPED:
      return {0.35f, 0.20f, 0.12f};
    case RF_ENDED_LEFT_TERRAIN:
      return colour_of_bytes(190, 20, 30);
    case RF_ENDED_TIME_LIMIT:
      return colour_of_bytes(40, 110, 200);
    case RF_ENDED_FAULT:
      return colour_of_bytes(220, 0, 220);
    default:
      return {0.75f, 0.38f, 0.22f};
  }
}

/** Number of colours of series. */
inline constexpr std::size_t series_colour_count = 8;

/** Colour of a series, variant or model for its index; repeats after eight. Distinct for colour-blind eyes (Okabe & Ito
 *  2008). */
inline Colour series_colour(std::size_t number) {
  constexpr std::array<Colour, series_colour_count> colours = {
      colour_of_bytes(213, 94, 0),    colour_of_bytes(0, 114, 178),  colour_of_bytes(0, 158, 115),
      colour_of_bytes(204, 121, 167), colour_of_bytes(240, 228, 66), colour_of_bytes(86, 180, 233),
      colour_of_bytes(60, 60, 60),    colour_of_bytes(230, 159, 0)};
  return colours[number % colours.size()];
}

}  // namespace rockfall_viewer
#endif
