#include "step/zones.h"

#include <cmath>

#include "numerics/minmax.h"
#include "numerics/polygon.h"

namespace rockfall {
namespace {

double distance_to_polygon(const double* corners, uint32_t count, double x, double y) {
  double nearest = 1e300;
  for (uint32_t i = 0, j = count - 1; i < count; j = i++) {
    const double* const a = corners + 2 * static_cast<size_t>(i);
    const double* const b = corners + 2 * static_cast<size_t>(j);
    const double ex = b[0] - a[0], ey = b[1] - a[1], px = x - a[0], py = y - a[1];
    const double square = ex * ex + ey * ey;
    double t = square > 0 ? (px * ex + py * ey) / square : 0.0;
    t = t < 0 ? 0 : (t > 1 ? 1 : t);
    const double dx = px - t * ex, dy = py - t * ey;
    nearest = smaller_of(nearest, dx * dx + dy * dy);
  }
  return std::sqrt(nearest);
}

bool inside_plan(const rf_zone& zone, const double* p) {
  if (zone.corners) return inside_polygon(zone.corners, zone.corner_count, p[0], p[1]);
  return p[0] >= zone.box.x_min && p[0] <= zone.box.x_max && p[1] >= zone.box.y_min && p[1] <= zone.box.y_max;
}

double distance_in_plan(const rf_zone& zone, const double* p, bool inside) {
  if (zone.corners) return distance_to_polygon(zone.corners, zone.corner_count, p[0], p[1]);
  const rf_rectangle& box = zone.box;
  if (inside) {
    return smaller_of(smaller_of(p[0] - box.x_min, box.x_max - p[0]), smaller_of(p[1] - box.y_min, box.y_max - p[1]));
  }
  const double dx = distance_to_range(p[0], box.x_min, box.x_max), dy = distance_to_range(p[1], box.y_min, box.y_max);
  return std::sqrt(dx * dx + dy * dy);
}

}  // namespace

bool is_inside(const rf_zone& zone, const double p[3]) {
  return p[2] >= zone.z_min && p[2] <= zone.z_max && inside_plan(zone, p);
}

double distance_to_border(const rf_zone& zone, const double p[3]) {
  const bool in_plan = inside_plan(zone, p);
  const double plan = distance_in_plan(zone, p, in_plan);
  const double height = distance_to_range(p[2], zone.z_min, zone.z_max);
  if (in_plan && height == 0) return smaller_of(plan, smaller_of(p[2] - zone.z_min, zone.z_max - p[2]));
  return larger_of(in_plan ? 0.0 : plan, height);  // both must be covered to enter
}

uint64_t zones_around(const rf_zone* zones, uint32_t count, const double position[3]) {
  uint64_t bits = 0;
  for (uint32_t i = 0; i < count; ++i) bits |= static_cast<uint64_t>(is_inside(zones[i], position)) << i;
  return bits;
}

}  // namespace rockfall
