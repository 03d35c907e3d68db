// A line segment in plan.
#ifndef ROCKFALL_SANDBOX_COMMON_SEGMENT_H
#define ROCKFALL_SANDBOX_COMMON_SEGMENT_H

#include <algorithm>
#include <cmath>

namespace sandbox {

/** Distance of a point from the segment between a and b; each is x y. */
inline double distance_to_segment(const double* a, const double* b, const double* point) {
  const double dx = b[0] - a[0], dy = b[1] - a[1];
  const double square = dx * dx + dy * dy;
  const double along = square > 0 ? ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square : 0;
  const double t = std::clamp(along, 0.0, 1.0);
  const double x = point[0] - a[0] - t * dx, y = point[1] - a[1] - t * dy;
  return std::sqrt(x * x + y * y);
}

/** True if the segment between a and b crosses the line of this y; a corner on the line counts as below it. */
template <class Point>
bool crosses_row(const Point& a, const Point& b, double y) {
  return (a[1] > y) != (b[1] > y);
}

/** The x at which the segment crosses this line. */
template <class Point>
double crossing_of_row(const Point& a, const Point& b, double y) {
  return a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1]);
}

}  // namespace sandbox
#endif
