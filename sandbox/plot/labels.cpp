#include <algorithm>
#include <cmath>

#include "common/text.h"
#include "plot/colours.h"
#include "plot/view.h"

namespace sandbox {
namespace {

constexpr double text_scale = 1.6;

struct Place {
  double x, y;
};

/** True if a label centred at (i, j) would cover something. */
bool covers(const std::vector<char>& taken, const Relief& relief, int i, int j, int half_width, int half_height) {
  if (i < half_width + 4 || j < half_height + 4 || i + half_width + 4 > relief.width ||
      j + half_height + 4 > relief.height) {
    return true;
  }
  for (int y = j - half_height; y <= j + half_height; y += 2) {
    for (int x = i - half_width; x <= i + half_width; x += 2) {
      const std::size_t at =
          static_cast<std::size_t>(y) * static_cast<std::size_t>(relief.width) + static_cast<std::size_t>(x);
      if (taken[at] != 0 || std::isnan(relief.at(x, y))) return true;
    }
  }
  return false;
}

}  // namespace

std::string text_of_height(double height, double step) {
  // Heights are written every fifth contour: a step of 2.5 m needs the decimals of 0.5 m.
  const bool whole = step == std::nearbyint(step);
  return format_fixed(height + 0.0, whole ? 0 : decimals_for(step / 5));
}

void draw_contour_labels(Canvas& canvas, const View& view, const Relief& relief, std::vector<char> taken) {
  const double strong = 5 * relief.contour;
  std::vector<Place> placed;
  for (double level = std::ceil(relief.lowest / strong); level * strong <= relief.highest; level += 1) {
    const std::string text = text_of_height(level * strong, strong);
    const int half_width = static_cast<int>(0.5 * text_width(text, text_scale)) + 4;
    double best = 60;
    Place place{-1, -1};
    for (int j = 8; j + 8 < relief.height; j += 3) {
      for (int i = 8; i + 9 < relief.width; i += 3) {
        const double here = relief.at(i, j) - level * strong, right = relief.at(i + 1, j) - level * strong;
        if (!(here * right <= 0) || here == right) continue;
        double distance = 1e6 - std::hypot(i - 0.5 * relief.width, j - 0.5 * relief.height);
        for (const Place& other : placed) distance = std::min(distance, std::hypot(i - other.x, j - other.y));
        if (distance <= best || covers(taken, relief, i, j, half_width, 9)) continue;
        best = distance;
        place = {static_cast<double>(i), static_cast<double>(j)};
      }
    }
    if (place.x < 0) continue;
    placed.push_back(place);
    canvas.outlined(view.box.x + place.x - 0.5 * text_width(text, text_scale), view.box.y + place.y - 3.5 * text_scale,
                    text, text_scale, {92, 66, 40}, {238, 232, 214});
  }
}

}  // namespace sandbox
