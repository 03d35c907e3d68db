#include "rock/mass_properties.h"

namespace rockfall {

// Each triangle spans a signed tetrahedron with the origin, the second time with the centroid. With edges a, b, c from
// the apex and D = a . (b x c): volume D / 6, first moment D / 24 (a + b + c), second moments
// D / 120 (a a^T + b b^T + c c^T + s s^T), s = a + b + c.
MassProperties mass_properties(const double* vertices, const uint32_t* triangles, uint32_t triangle_count) {
  const auto corner = [&](uint32_t triangle, uint32_t k) {
    return load3(vertices + 3 * static_cast<size_t>(triangles[3 * static_cast<size_t>(triangle) + k]));
  };
  double six_volumes = 0;
  Vec3 first(0, 0, 0);
  for (uint32_t i = 0; i < triangle_count; ++i) {
    const Vec3 a = corner(i, 0), b = corner(i, 1), c = corner(i, 2);
    const double d = a.dot(b.cross(c));
    six_volumes += d;
    first += d * (a + b + c);
  }
  MassProperties result = {six_volumes / 6, Vec3(0, 0, 0), Mat3::Zero()};
  if (!(six_volumes > 0)) return result;
  result.centroid = first / (4 * six_volumes);

  Mat3 second = Mat3::Zero();
  for (uint32_t i = 0; i < triangle_count; ++i) {
    const Vec3 a = corner(i, 0) - result.centroid, b = corner(i, 1) - result.centroid,
               c = corner(i, 2) - result.centroid;
    const double d = a.dot(b.cross(c));
    const Vec3 s = a + b + c;
    for (int p = 0; p < 3; ++p) {
      for (int q = p; q < 3; ++q) second(p, q) += d * (a[p] * a[q] + b[p] * b[q] + c[p] * c[q] + s[p] * s[q]);
    }
  }
  for (int p = 0; p < 3; ++p) {
    for (int q = p; q < 3; ++q) second(p, q) = second(q, p) = second(p, q) / 120;
  }
  const double trace = second(0, 0) + second(1, 1) + second(2, 2);
  result.inertia = trace * Mat3::Identity() - second;
  return result;
}

}  // namespace rockfall
