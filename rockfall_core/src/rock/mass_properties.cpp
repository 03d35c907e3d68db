#include "rock/mass_properties.h"

#include "numerics/linear.h"

namespace rockfall {
namespace {

struct Moments {
  double volume = 0;
  Vec3 first = Vec3(0, 0, 0);  // integral of x
  Mat3 second = Mat3::Zero();  // integral of x x^T
};

// Sum of the tetrahedra from `apex` to each triangle; lengths relative to the apex.
Moments sum_tetrahedra(const double* points, const uint32_t* triangles, uint32_t count, const Vec3& apex) {
  Moments m;
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t* t = triangles + 3 * static_cast<size_t>(i);
    const Vec3 a = load3(points + 3 * static_cast<size_t>(t[0])) - apex;
    const Vec3 b = load3(points + 3 * static_cast<size_t>(t[1])) - apex;
    const Vec3 c = load3(points + 3 * static_cast<size_t>(t[2])) - apex;
    const double six = a.dot(b.cross(c));  // six times the volume
    const Vec3 sum = a + b + c;
    m.volume += six / 6;
    m.first += (six / 24) * sum;
    m.second += (six / 120) * (sum * sum.transpose() + a * a.transpose() + b * b.transpose() + c * c.transpose());
  }
  return m;
}

}  // namespace

MassProperties mass_properties(const double* points, const uint32_t* triangles, uint32_t triangle_count) {
  // Twice: from a vertex for the centre, then from the centre, where no digits are lost to the distance.
  const Vec3 vertex = load3(points + 3 * static_cast<size_t>(triangles[0]));
  const Moments rough = sum_tetrahedra(points, triangles, triangle_count, vertex);
  const Vec3 near_centre = vertex + rough.first / rough.volume;
  const Moments m = sum_tetrahedra(points, triangles, triangle_count, near_centre);
  const Vec3 rest = m.first / m.volume;
  const Mat3 second = m.second - m.volume * (rest * rest.transpose());
  MassProperties properties;
  properties.volume = m.volume;
  properties.centre = near_centre + rest;
  properties.inertia = second.trace() * Mat3::Identity() - second;
  return properties;
}

}  // namespace rockfall
