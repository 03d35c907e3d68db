#include "campaign/release.h"

#include <cmath>

#include "body/default_state.h"
#include "campaign/random.h"
#include "numerics/minmax.h"
#include "numerics/polygon.h"

namespace rockfall {
namespace {

// Numbers of the draws; an orientation uses two.
enum Event : uint32_t { kPosition = 0, kOrientation = 1, kHeight = 3, kAreaAttempt = 4 };

void position_on_line(const rf_release& release, double u, double xy[2]) {
  const double* p = release.points;
  const auto length_of_segment = [p](uint32_t i) {
    const double dx = p[2 * i + 2] - p[2 * i], dy = p[2 * i + 3] - p[2 * i + 1];
    return std::sqrt(dx * dx + dy * dy);
  };
  double total = 0;
  for (uint32_t i = 0; i + 1 < release.point_count; ++i) total += length_of_segment(i);
  double rest = u * total;
  for (uint32_t i = 0; i + 1 < release.point_count; ++i) {
    const double dx = p[2 * i + 2] - p[2 * i], dy = p[2 * i + 3] - p[2 * i + 1];
    const double length = length_of_segment(i);
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

// The sides of a polygon that cross the horizontal line at y contribute their x, with opposite signs at its two ends of
// an inside interval: the sum is the signed length of the line inside the polygon. `left_of`: only of the part with
// smaller x.
double length_inside(const rf_release& release, double y, double left_of) {
  const double* p = release.points;
  double sum = 0;
  for (uint32_t i = 0, j = release.point_count - 1; i < release.point_count; j = i++) {
    const double *a = p + 2 * j, *b = p + 2 * i;
    if (!crosses(a, b, y)) continue;
    const double x = smaller_of(crossing_of(a, b, y), left_of) - p[0];
    sum += b[1] > a[1] ? x : -x;
  }
  return sum;
}

// Signed area of the part of a polygon below y: the integral of length_inside(), a trapezium for each side.
double area_below(const rf_release& release, double y) {
  const double* p = release.points;
  double sum = 0;
  for (uint32_t i = 0, j = release.point_count - 1; i < release.point_count; j = i++) {
    const double *a = p + 2 * j, *b = p + 2 * i;
    const double from = smaller_of(a[1], b[1]), to = smaller_of(larger_of(a[1], b[1]), y);
    if (!(to > from)) continue;
    const double x = crossing_of(a, b, 0.5 * (from + to)) - p[0];
    sum += b[1] > a[1] ? x * (to - from) : -x * (to - from);
  }
  return sum;
}

// The place between low and high where a function that grows from 0 to `whole` in absolute value reaches a share.
template <class Function>
double place_of_share(double low, double high, double share, double whole, const Function& function) {
  const double sought = share * std::fabs(whole);
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (std::fabs(function(middle)) < sought ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

// Uniform over a simple polygon of any shape, by its distribution functions: first y, then x at this y.
void position_in_thin_area(const rf_release& release, const double low[2], const double high[2], const double u[2],
                           double xy[2]) {
  xy[1] = place_of_share(low[1], high[1], u[0], area_below(release, high[1]),
                         [&](double y) { return area_below(release, y); });
  xy[0] = place_of_share(low[0], high[0], u[1], length_inside(release, xy[1], high[0]),
                         [&](double x) { return length_inside(release, xy[1], x); });
}

// Uniform over a simple polygon, by rejection sampling from its bounding box; after 1000 rejections in another way.
void position_in_area(const rf_release& release, uint32_t number, double xy[2]) {
  const double* p = release.points;
  double low[2] = {p[0], p[1]}, high[2] = {p[0], p[1]};
  for (uint32_t i = 1; i < release.point_count; ++i) {
    for (int k = 0; k < 2; ++k) {
      low[k] = smaller_of(low[k], p[2 * i + static_cast<uint32_t>(k)]);
      high[k] = larger_of(high[k], p[2 * i + static_cast<uint32_t>(k)]);
    }
  }
  double u[2];
  for (uint32_t attempt = 0; attempt < 1000; ++attempt) {
    random_pair(release.seed, number, kAreaAttempt + attempt, u);
    for (int k = 0; k < 2; ++k) xy[k] = low[k] + u[k] * (high[k] - low[k]);
    if (inside_polygon(p, release.point_count, xy[0], xy[1])) return;
  }
  random_pair(release.seed, number, kAreaAttempt + 1000, u);
  position_in_thin_area(release, low, high, u, xy);
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
