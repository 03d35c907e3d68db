#include "rock/mass_properties.h"

namespace rockfall {

// Each triangle forms a signed tetrahedron with the origin (first pass) or the centroid (second pass). With edges a, b,
// c from the apex, s = a + b + c and D = a . (b x c):
//   volume          D / 6
//   first moment    D / 24 s
//   second moments  D / 120 (a a^T + b b^T + c c^T + s s^T)
MassProperties mass_properties(const double* vertices, const uint32_t* triangles, uint32_t triangle_count) {
  const auto corner = [&](uint32_t triangle, uint32_t k) {
    return load3(vertices + 3 * static_cast<size_t>(triangles[3 * static_cast<size_t>(triangle) + k]));
  };
  double six_volumes = 0;
  Vec3 first_moment(0, 0, 0);
  for (uint32_t i = 0; i < triangle_count; ++i) {
    const Vec3 a = corner(i, 0), b = corner(i, 1), c = corner(i, 2);
    const double d = a.dot(b.cross(c));
    six_volumes += d;
    first_moment += d * (a + b + c);
  }
  MassProperties result = {six_volumes / 6, Vec3(0, 0, 0), Mat3::Zero()};
  if (!(six_volumes > 0)) return result;
  result.centroid = first_moment / (4 * six_volumes);

  Mat3 second_moment = Mat3::Zero();
  for (uint32_t i = 0; i < triangle_count; ++i) {
    const Vec3 a = corner(i, 0) - result.centroid, b = corner(i, 1) - result.centroid,
               c = corner(i, 2) - result.centroid;
    const double d = a.dot(b.cross(c));
    const Vec3 s = a + b + c;
    for (int p = 0; p < 3; ++p) {
      for (int q = p; q < 3; ++q) second_moment(p, q) += d * (a[p] * a[q] + b[p] * b[q] + c[p] * c[q] + s[p] * s[q]);
    }
  }
  for (int p = 0; p < 3; ++p) {
    for (int q = p; q < 3; ++q) second_moment(p, q) = second_moment(q, p) = second_moment(p, q) / 120;
  }
  const double trace = second_moment(0, 0) + second_moment(1, 1) + second_moment(2, 2);
  result.inertia = trace * Mat3::Identity() - second_moment;
  return result;
}

}  // namespace rockfall
