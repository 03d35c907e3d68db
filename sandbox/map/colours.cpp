#include "map/colours.h"

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

Colour velocity_colour(double share) {
  static const Colour stops[] = {{48, 18, 110},  {60, 100, 220}, {35, 170, 225}, {40, 205, 140}, {150, 225, 60},
                                 {240, 205, 50}, {250, 130, 35}, {212, 50, 10},  {125, 5, 5}};
  return between(stops, 9, share);
}

Colour height_colour(double share) {
  static const Colour stops[] = {{190, 206, 178}, {214, 219, 188}, {231, 224, 196},
                                 {222, 205, 178}, {214, 198, 182}, {240, 237, 233}};
  return between(stops, 6, share);
}

double round_up(double value) {
  const double power = std::pow(10.0, std::floor(std::log10(std::max(value, 1e-12))));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= value * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

int decimals_for(double step) { return std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9))); }

}  // namespace sandbox
