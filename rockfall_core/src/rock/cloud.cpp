#include "rock/cloud.h"

#include <cmath>

#include "numerics/error.h"

namespace rockfall {

namespace {

constexpr double kFlatness = 1e-9;    // relative to the extent
constexpr double kEpsilon = 2.3e-16;  // spacing of doubles at 1

rf_status check_coordinates(const double* points, uint32_t count, rf_error* error) {
  for (uint32_t i = 0; i < count; ++i) {
    for (uint32_t k = 0; k < 3; ++k) {
      const double x = points[3 * static_cast<size_t>(i) + k];
      if (std::fabs(x) <= kMaxCoordinate) continue;
      char name[48];
      std::snprintf(name, sizeof name, "points[%u].%c", static_cast<unsigned>(i), "xyz"[k]);
      return fail_value(error, name, x, "finite and at most 1e12 in absolute value");
    }
  }
  return RF_OK;
}

bool fewer_than_four_different(const double* points, uint32_t count) {
  Vec3 seen[3];
  int different = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const Vec3 p = load3(points + 3 * static_cast<size_t>(i));
    bool known = false;
    for (int k = 0; k < different; ++k) known = known || seen[k] == p;
    if (known) continue;
    if (different == 3) return false;
    seen[different++] = p;
  }
  return true;
}

void measure(const double* points, uint32_t count, Cloud* cloud) {
  Vec3 low = load3(points), high = low;
  for (uint32_t i = 1; i < count; ++i) {
    const Vec3 p = load3(points + 3 * static_cast<size_t>(i));
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  const double largest = low.cwiseAbs().cwiseMax(high.cwiseAbs()).maxCoeff();
  cloud->centre = 0.5 * (low + high);
  cloud->extent = (high - low).maxCoeff();
  cloud->rounding = kEpsilon * largest;
  cloud->flat = kFlatness * cloud->extent + 8 * cloud->rounding;
}

// Vector from `origin` to the point with the largest `distance`, the first of equal ones.
template <class Distance>
Vec3 farthest(const double* points, uint32_t count, const Vec3& origin, Distance distance) {
  Vec3 best(0, 0, 0);
  double largest = -1;
  for (uint32_t i = 0; i < count; ++i) {
    const Vec3 v = load3(points + 3 * static_cast<size_t>(i)) - origin;
    const double d = distance(v);
    if (d > largest) {
      largest = d;
      best = v;
    }
  }
  return best;
}

bool is_flat(const double* points, uint32_t count, double tolerance) {
  const Vec3 origin = load3(points);
  const Vec3 a = farthest(points, count, origin, [](const Vec3& v) { return v.dot(v); });
  const double length = std::sqrt(a.dot(a));
  if (!(length > tolerance)) return true;
  const Vec3 along = a / length;
  const auto off_line = [&](const Vec3& v) {
    const Vec3 w = along.cross(v);
    return w.dot(w);
  };
  const Vec3 across = along.cross(farthest(points, count, origin, off_line));
  const double width = std::sqrt(across.dot(across));
  if (!(width > tolerance)) return true;
  const Vec3 normal = across / width;
  const Vec3 top = farthest(points, count, origin, [&](const Vec3& v) { return std::fabs(normal.dot(v)); });
  return !(std::fabs(normal.dot(top)) > tolerance);
}

}  // namespace

rf_status check_cloud(const double* points, uint32_t count, Cloud* cloud, rf_error* error) {
  const rf_status status = check_coordinates(points, count, error);
  if (status != RF_OK) return status;
  if (fewer_than_four_different(points, count)) {
    return fail(error, RF_TOO_FEW_POINTS, "points contain fewer than four different points: they enclose no volume");
  }
  measure(points, count, cloud);
  if (is_flat(points, count, cloud->flat)) {
    return fail(error, RF_FLAT_CLOUD, "points lie in one plane (to rounding): they enclose no volume");
  }
  return RF_OK;
}

}  // namespace rockfall
