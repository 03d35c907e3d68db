#include "rock/hull_check.h"

#include "numerics/linear.h"
#include "numerics/status.h"

namespace rockfall {
namespace {

constexpr double kFlat = 1e-9;  // of the extent

Vec3 point(const double* points, uint32_t i) { return load3(points + 3 * static_cast<size_t>(i)); }

double extent_of(const double* points, uint32_t count) {
  Vec3 low = point(points, 0), high = low;
  for (uint32_t i = 1; i < count; ++i) {
    low = low.cwiseMin(point(points, i));
    high = high.cwiseMax(point(points, i));
  }
  return (high - low).norm();
}

// How often the directed edge a -> b occurs.
uint32_t edge_count(const uint32_t* triangles, uint32_t triangle_count, uint32_t a, uint32_t b) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < triangle_count; ++i) {
    const uint32_t* t = triangles + 3 * static_cast<size_t>(i);
    for (int k = 0; k < 3; ++k) count += t[k] == a && t[(k + 1) % 3] == b;
  }
  return count;
}

rf_status check_closed(const uint32_t* triangles, uint32_t triangle_count, rf_error* error) {
  for (uint32_t i = 0; i < triangle_count; ++i) {
    const uint32_t* t = triangles + 3 * static_cast<size_t>(i);
    for (int k = 0; k < 3; ++k) {
      const uint32_t a = t[k], b = t[(k + 1) % 3];
      if (edge_count(triangles, triangle_count, a, b) != 1 || edge_count(triangles, triangle_count, b, a) != 1) {
        return fail(error, RF_BAD_HULL, "the triangles do not form a closed surface: an edge has not two sides");
      }
    }
  }
  return RF_OK;
}

}  // namespace

rf_status check_cloud(const double* points, uint32_t point_count, rf_error* error) {
  const double small = kFlat * extent_of(points, point_count);
  // The farthest from the first point, then from their line, then from their plane.
  const Vec3 origin = point(points, 0);
  Vec3 along = Vec3(0, 0, 0), across = Vec3(0, 0, 0);
  double length = 0, width = 0, height = 0;
  for (uint32_t i = 0; i < point_count; ++i) {
    const Vec3 d = point(points, i) - origin;
    if (d.norm() > length) {
      length = d.norm();
      along = d / length;
    }
  }
  if (!(length > small)) return fail(error, RF_TOO_FEW_POINTS, "all points are the same: no volume");
  for (uint32_t i = 0; i < point_count; ++i) {
    const Vec3 d = point(points, i) - origin;
    const Vec3 off = d - along * along.dot(d);
    if (off.norm() > width) {
      width = off.norm();
      across = off / width;
    }
  }
  if (!(width > small)) return fail(error, RF_FLAT_CLOUD, "the points lie on one line: no volume");
  const Vec3 normal = along.cross(across);
  for (uint32_t i = 0; i < point_count; ++i) height = std::fmax(height, std::fabs(normal.dot(point(points, i) - origin)));
  if (!(height > small)) return fail(error, RF_FLAT_CLOUD, "the points lie in one plane: no volume");
  return RF_OK;
}

rf_status check_hull(const double* points, uint32_t point_count, const uint32_t* triangles, uint32_t triangle_count,
                     rf_error* error) {
  if (triangle_count < 4) return fail(error, RF_BAD_HULL, "a closed surface has at least four triangles");
  if (triangle_count > 2 * static_cast<uint64_t>(point_count)) {
    return fail(error, RF_BAD_HULL, "a convex surface has fewer than two triangles a point");
  }
  for (size_t i = 0; i < 3 * static_cast<size_t>(triangle_count); ++i) {
    if (triangles[i] >= point_count) return fail(error, RF_BAD_HULL, "a triangle names a point that is not there");
  }
  const rf_status closed = check_closed(triangles, triangle_count, error);
  if (closed != RF_OK) return closed;
  const double extent = extent_of(points, point_count);
  for (uint32_t i = 0; i < triangle_count; ++i) {
    const uint32_t* t = triangles + 3 * static_cast<size_t>(i);
    const Vec3 a = point(points, t[0]);
    const Vec3 n = (point(points, t[1]) - a).cross(point(points, t[2]) - a);
    const double area = n.norm();
    if (!(area > 0)) continue;  // a sliver has no plane of its own
    for (uint32_t k = 0; k < point_count; ++k) {
      if (n.dot(point(points, k) - a) > kFlat * extent * area) {
        return fail(error, RF_BAD_HULL, "the triangles are not convex and outward: a point lies outside one of them");
      }
    }
  }
  return RF_OK;
}

}  // namespace rockfall
