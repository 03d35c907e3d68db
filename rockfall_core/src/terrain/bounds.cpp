#include "terrain/bounds.h"

#include <cmath>
#include <limits>

#include "terrain/cells.h"
#include "terrain/terrain.h"

namespace rockfall {
namespace {

// First and last coarse cell of a range; false if it lies outside.
bool cells(double low, double high, double start, double cell, uint32_t count, uint32_t& first, uint32_t& last) {
  constexpr double kMargin = 1e-9;
  const double u0 = (low - start) / cell - kMargin, u1 = (high - start) / cell + kMargin;
  if (!(u1 >= 0 && u0 <= count)) return false;
  first = clamp_index(u0, count - 1);
  last = clamp_index(u1, count - 1);
  return true;
}

// Largest of the samples of a coarse cell, edges included, plus the margin. A float above it.
float highest_of(const rf_terrain_bounds& b, uint32_t column, uint32_t row) {
  const CallbackTerrain terrain(b.base);
  const double width = coarse_width(b), depth = coarse_depth(b), last = b.samples - 1;
  const double x0 = b.area.x_min + column * width, y0 = b.area.y_min + row * depth;
  double top = kNoGround, rise = 0;
  double previous_row[kMostBoundSamples];
  for (uint32_t r = 0; r < b.samples; ++r) {
    double previous = std::numeric_limits<double>::quiet_NaN();
    for (uint32_t c = 0; c < b.samples; ++c) {
      double z;
      const bool exists = terrain.height_at(x0 + width * (c / last), y0 + depth * (r / last), z);
      if (!exists) z = std::numeric_limits<double>::quiet_NaN();
      if (z > top) top = z;
      // Differences with NaN are NaN, and not larger.
      if (std::fabs(z - previous) > rise) rise = std::fabs(z - previous);
      if (r > 0 && std::fabs(z - previous_row[c]) > rise) rise = std::fabs(z - previous_row[c]);
      previous = previous_row[c] = z;
    }
  }
  if (top == kNoGround) return -std::numeric_limits<float>::infinity();
  const double bound = top + (b.margin >= 0 ? b.margin : rise);
  const float narrow = static_cast<float>(bound);
  return static_cast<double>(narrow) >= bound ? narrow : std::nextafter(narrow, std::numeric_limits<float>::infinity());
}

}  // namespace

void sample_bounds(rf_terrain_bounds& bounds, const rf_rectangle& area) {
  uint32_t left, right, low, high;
  if (!cells(area.x_min, area.x_max, bounds.area.x_min, coarse_width(bounds), bounds.columns, left, right)) return;
  if (!cells(area.y_min, area.y_max, bounds.area.y_min, coarse_depth(bounds), bounds.rows, low, high)) return;
  for (uint32_t r = low; r <= high; ++r) {
    for (uint32_t c = left; c <= right; ++c) {
      bounds.highest[static_cast<size_t>(r) * bounds.columns + c] = highest_of(bounds, c, r);
    }
  }
}

void bounded_sample(void* user, const double* xy, uint32_t count, rf_terrain_sample* out) {
  const rf_terrain& base = static_cast<const rf_terrain_bounds*>(user)->base;
  base.sample(base.user, xy, count, out);
}

void bounded_upper_plane(void* user, const rf_rectangle* area, rf_upper_plane* out) {
  const rf_terrain_bounds& b = *static_cast<const rf_terrain_bounds*>(user);
  // Infinite: no bound is known.
  *out = {std::numeric_limits<double>::infinity(), 0, 0, 0, 0};
  if (!(area->x_min >= b.area.x_min && area->x_max <= b.area.x_max)) return;
  if (!(area->y_min >= b.area.y_min && area->y_max <= b.area.y_max)) return;
  uint32_t left, right, low, high;
  if (!cells(area->x_min, area->x_max, b.area.x_min, coarse_width(b), b.columns, left, right)) return;
  if (!cells(area->y_min, area->y_max, b.area.y_min, coarse_depth(b), b.rows, low, high)) return;
  if ((right - left + 1.0) * (high - low + 1.0) > kMaxCoarseCells) return;
  double top = kNoGround;
  for (uint32_t r = low; r <= high; ++r) {
    for (uint32_t c = left; c <= right; ++c) {
      const double highest = static_cast<double>(b.highest[static_cast<size_t>(r) * b.columns + c]);
      if (highest > top) top = highest;
    }
  }
  out->height = top;
}

uint32_t bounded_vertices(void* user, const rf_rectangle* area, double* xyz, uint32_t capacity) {
  const rf_terrain& base = static_cast<const rf_terrain_bounds*>(user)->base;
  return base.terrain_vertices(base.user, area, xyz, capacity);
}

uint32_t bounded_material(void* user, double x, double y) {
  return material_at(static_cast<const rf_terrain_bounds*>(user)->base, x, y);
}

}  // namespace rockfall
