#include <rockfall/queries.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/error.h"
#include "common/scale.h"
#include "plot/colours.h"
#include "plot/view.h"

namespace sandbox {
namespace {

struct Slope {
  double x = 0, y = 0;  ///< rise per pixel, to the right and upwards
  bool known = false;
};

Slope slope_at(const Relief& relief, int i, int j, int reach) {
  const int left = std::max(0, i - reach), right = std::min(relief.width - 1, i + reach);
  const int up = std::max(0, j - reach), down = std::min(relief.height - 1, j + reach);
  Slope slope;
  if (left == right || up == down) return slope;
  slope.x = (relief.at(right, j) - relief.at(left, j)) / (right - left);
  slope.y = (relief.at(i, up) - relief.at(i, down)) / (down - up);
  slope.known = std::isfinite(slope.x) && std::isfinite(slope.y);
  return slope;
}

constexpr Colour hatching{150, 150, 156};
constexpr int hatch_distance = 8;  // pixels

/** Lambert shading with a low sun in the north-west and some light from above. */
double shade(const Slope& slope, double scale) {
  const double nx = -slope.x * scale, ny = -slope.y * scale;
  const double length = std::sqrt(nx * nx + ny * ny + 1);
  const double sun = (-0.5 * nx + 0.5 * ny + 0.70710678) / length;
  return std::clamp(0.42 + 0.62 * std::max(0.0, sun) + 0.14 / length, 0.0, 1.12);
}

}  // namespace

Relief sample_relief(const rf_terrain& terrain, const View& view, unsigned threads) {
  Relief relief;
  relief.width = view.box.width;
  relief.height = view.box.height;
  const auto width = static_cast<std::size_t>(relief.width);
  relief.z.resize(width * static_cast<std::size_t>(relief.height));
  for_bands(view.box, threads, [&](Box band) {
    std::vector<double> xy(2 * width);
    for (int y = band.y; y < band.y + band.height; ++y) {
      for (std::size_t i = 0; i < width; ++i) {
        xy[2 * i] = view.local_x(view.box.x + static_cast<double>(i) + 0.5);
        xy[2 * i + 1] = view.local_y(y + 0.5);
      }
      double* const row = relief.z.data() + static_cast<std::size_t>(y - view.box.y) * width;
      rf_error error{};
      const auto count = static_cast<std::uint32_t>(width);
      if (rf_terrain_heights(&terrain, xy.data(), count, row, nullptr, &error) != RF_OK) throw RunError(error.text);
    }
  });
  relief.lowest = std::numeric_limits<double>::infinity();
  relief.highest = -relief.lowest;
  for (const double z : relief.z) {
    if (z < relief.lowest) relief.lowest = z;
    if (z > relief.highest) relief.highest = z;
  }
  relief.contour = round_up(std::max(relief.highest - relief.lowest, 0.01) / 25);
  return relief;
}

void draw_relief(Canvas& canvas, const View& view, const Relief& relief, Box band, double blur_pixels) {
  const double range = std::max(relief.highest - relief.lowest, 1e-9);
  const int reach = std::max(1, static_cast<int>(blur_pixels));
  for (int j = band.y - view.box.y; j < band.y - view.box.y + band.height; ++j) {
    for (int i = 0; i < relief.width; ++i) {
      const int x = view.box.x + i, y = view.box.y + j;
      if (std::isnan(relief.at(i, j))) {
        if ((x + y) % hatch_distance == 0) canvas.blend(x, y, hatching, 1);
        continue;
      }
      Slope slope = slope_at(relief, i, j, reach);
      if (!slope.known) slope = slope_at(relief, i, j, 1);
      const double light = slope.known ? shade(slope, view.scale) : 0.9;
      const Colour tint = height_colour((relief.at(i, j) - relief.lowest) / range);
      canvas.blend(x, y, {tint.r * light, tint.g * light, tint.b * light}, 1);
    }
  }
}

void draw_contours(Canvas& canvas, const View& view, const Relief& relief, Box band) {
  const Colour brown{105, 78, 50};
  constexpr double strong_half = 0.8, weak_half = 0.5;  // half the thickness, pixels
  for (int j = band.y - view.box.y; j < band.y - view.box.y + band.height; ++j) {
    for (int i = 0; i < relief.width; ++i) {
      const Slope slope = slope_at(relief, i, j, 1);
      if (!slope.known) continue;
      const double steep = std::sqrt(slope.x * slope.x + slope.y * slope.y);
      // On level ground, rounding and roughness would draw contours everywhere.
      if (steep < relief.contour / 400) continue;
      const double level = std::nearbyint(relief.at(i, j) / relief.contour);
      const double off = std::fabs(relief.at(i, j) - level * relief.contour);
      if (off >= (strong_half + 0.5) * steep) continue;
      const bool strong = std::fmod(std::fabs(level), 5.0) < 0.5;
      const double cover = std::clamp((strong ? strong_half : weak_half) + 0.5 - off / steep, 0.0, 1.0);
      if (cover > 0) canvas.blend(view.box.x + i, view.box.y + j, brown, cover * (strong ? 0.62 : 0.32));
    }
  }
}

}  // namespace sandbox
