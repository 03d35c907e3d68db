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
    const double t = square > 0 ? clamped((px * ex + py * ey) / square, 0, 1) : 0.0;
    const double dx = px - t * ex, dy = py - t * ey;
    nearest = smaller_of(nearest, dx * dx + dy * dy);
  }
  return std::sqrt(nearest);
}

bool inside_box(const rf_rectangle& box, const double* p) {
  return p[0] >= box.x_min && p[0] <= box.x_max && p[1] >= box.y_min && p[1] <= box.y_max;
}

double distance_to_sides(const rf_rectangle& box, const double* p) {
  if (inside_box(box, p)) {
    return smaller_of(smaller_of(p[0] - box.x_min, box.x_max - p[0]), smaller_of(p[1] - box.y_min, box.y_max - p[1]));
  }
  const double dx = distance_to_range(p[0], box.x_min, box.x_max), dy = distance_to_range(p[1], box.y_min, box.y_max);
  return std::sqrt(dx * dx + dy * dy);
}

rf_rectangle box_around(const double* corners, uint32_t count) {
  rf_rectangle box = {corners[0], corners[1], corners[0], corners[1]};
  for (uint32_t i = 1; i < count; ++i) {
    const double x = corners[2 * static_cast<size_t>(i)], y = corners[2 * static_cast<size_t>(i) + 1];
    box = {smaller_of(box.x_min, x), smaller_of(box.y_min, y), larger_of(box.x_max, x), larger_of(box.y_max, y)};
  }
  return box;
}

// A point that moves less than this does not enter a zone. @param plan, height  distances from it in plan and in height
double distance_outside(double plan, double height) { return larger_of(plan, height); }

}  // namespace

Zones::Zones(const rf_zone* zones, uint32_t count) : zones_(zones), count_(count) {
  for (uint32_t i = 0; i < count; ++i) {
    box_[i] = zones[i].corners ? box_around(zones[i].corners, zones[i].corner_count) : zones[i].box;
  }
}

bool Zones::contains_in_plan(uint32_t i, const double p[3]) const {
  const rf_zone& zone = zones_[i];
  return inside_box(box_[i], p) && (!zone.corners || inside_polygon(zone.corners, zone.corner_count, p[0], p[1]));
}

bool Zones::contains(uint32_t i, const double p[3]) const {
  return p[2] >= zones_[i].z_min && p[2] <= zones_[i].z_max && contains_in_plan(i, p);
}

uint64_t Zones::around(const double position[3]) const {
  uint64_t bits = 0;
  for (uint32_t i = 0; i < count_; ++i) bits |= static_cast<uint64_t>(contains(i, position)) << i;
  return bits;
}

double Zones::distance_to_border(uint32_t i, const double p[3]) const {
  const rf_zone& zone = zones_[i];
  const bool inside = contains_in_plan(i, p);
  const double plan =
      zone.corners ? distance_to_polygon(zone.corners, zone.corner_count, p[0], p[1]) : distance_to_sides(box_[i], p);
  const double height = distance_to_range(p[2], zone.z_min, zone.z_max);
  if (inside && height == 0) return smaller_of(plan, smaller_of(p[2] - zone.z_min, zone.z_max - p[2]));
  return distance_outside(inside ? 0.0 : plan, height);
}

double Zones::distance_to_borders(const double p[3], double reach) const {
  double nearest = 1e300;
  for (uint32_t i = 0; i < count_; ++i) {
    const rf_rectangle& box = box_[i];
    const double dx = distance_to_range(p[0], box.x_min, box.x_max), dy = distance_to_range(p[1], box.y_min, box.y_max);
    const double bound = distance_outside(larger_of(dx, dy), distance_to_range(p[2], zones_[i].z_min, zones_[i].z_max));
    const bool far = bound >= reach || bound >= nearest;
    nearest = smaller_of(nearest, far ? bound : distance_to_border(i, p));
  }
  return nearest;
}

}  // namespace rockfall
