#include "campaign/release.h"

#include <cmath>

#include "body/default_state.h"
#include "campaign/random.h"

namespace rockfall {
namespace {

// Numbers of the draws; an orientation uses two.
enum Event : uint32_t { kPosition = 0, kOrientation = 1, kHeight = 3, kAreaAttempt = 4 };

void position_on_line(const rf_release& release, double u, double xy[2]) {
  const double* p = release.points;
  double total = 0;
  for (uint32_t i = 0; i + 1 < release.point_count; ++i) {
    total += std::sqrt((p[2 * i + 2] - p[2 * i]) * (p[2 * i + 2] - p[2 * i]) +
                       (p[2 * i + 3] - p[2 * i + 1]) * (p[2 * i + 3] - p[2 * i + 1]));
  }
  double rest = u * total;
  for (uint32_t i = 0; i + 1 < release.point_count; ++i) {
    const double dx = p[2 * i + 2] - p[2 * i], dy = p[2 * i + 3] - p[2 * i + 1];
    const double length = std::sqrt(dx * dx + dy * dy);
    const bool last = i + 2 == release.point_count;
    if (rest <= length || last) {
      const double t = length > 0 ? (rest < length ? rest / length : 1.0) : 0.0;
      xy[0] = p[2 * i] + t * dx;
      xy[1] = p[2 * i + 1] + t * dy;
      return;
    }
    rest -= length;
  }
}

bool inside_polygon(const rf_release& release, const double xy[2]) {
  const double* p = release.points;
  bool inside = false;
  for (uint32_t i = 0, j = release.point_count - 1; i < release.point_count; j = i++) {
    const double* a = p + 2 * i;
    const double* b = p + 2 * j;
    if ((a[1] > xy[1]) == (b[1] > xy[1])) continue;
    if (xy[0] < a[0] + (xy[1] - a[1]) * (b[0] - a[0]) / (b[1] - a[1])) inside = !inside;
  }
  return inside;
}

// Uniform over a simple polygon, by rejection sampling from its bounding box. After 1000 rejections (a polygon of
// nearly zero area) takes a point of the triangle of the first three corners.
void position_in_area(const rf_release& release, uint32_t number, double xy[2]) {
  const double* p = release.points;
  double low[2] = {p[0], p[1]}, high[2] = {p[0], p[1]};
  for (uint32_t i = 1; i < release.point_count; ++i) {
    for (int k = 0; k < 2; ++k) {
      low[k] = std::fmin(low[k], p[2 * i + static_cast<uint32_t>(k)]);
      high[k] = std::fmax(high[k], p[2 * i + static_cast<uint32_t>(k)]);
    }
  }
  double u[2];
  for (uint32_t attempt = 0; attempt < 1000; ++attempt) {
    random_pair(release.seed, number, kAreaAttempt + attempt, u);
    for (int k = 0; k < 2; ++k) xy[k] = low[k] + u[k] * (high[k] - low[k]);
    if (inside_polygon(release, xy)) return;
  }
  if (u[0] + u[1] > 1) {
    u[0] = 1 - u[0];
    u[1] = 1 - u[1];
  }
  for (int k = 0; k < 2; ++k) xy[k] = p[k] + u[0] * (p[2 + k] - p[k]) + u[1] * (p[4 + k] - p[k]);
}

}  // namespace

void release_position(const rf_release& release, uint32_t number, double xy[2]) {
  double u[2];
  random_pair(release.seed, number, kPosition, u);
  switch (release.kind) {
    case RF_RELEASE_LINE:
      position_on_line(release, u[0], xy);
      return;
    case RF_RELEASE_AREA:
      position_in_area(release, number, xy);
      return;
    default:
      xy[0] = release.points[0];
      xy[1] = release.points[1];
  }
}

rf_state release_state(const rf_release& release, uint32_t number, double* clearance) {
  rf_state state = default_state();
  release_position(release, number, state.position);
  const Quat orientation = release.random_orientation ? random_orientation(release.seed, number, kOrientation)
                                                      : normalised(load_quat(release.orientation));
  store_quat(orientation, state.orientation);
  double u[2];
  random_pair(release.seed, number, kHeight, u);
  *clearance = release.height_min + u[0] * (release.height_max - release.height_min);
  for (int k = 0; k < 3; ++k) {
    state.velocity[k] = release.velocity[k];
    state.angular_velocity[k] = release.angular_velocity[k];
  }
  state.rock = release.rock_first + number % release.rock_count;
  return state;
}

}  // namespace rockfall
