#include "rock/volume_sign.h"

#include <doctest/doctest.h>

#include <cmath>

#include "support/random.h"

using namespace rockfall;
using namespace support;

namespace {

Vec3 random_vector(Random& random, double largest) {
  Vec3 v(0, 0, 0);
  for (int k = 0; k < 3; ++k) v[k] = std::floor(random.between(-largest, largest));
  return v;
}

}  // namespace

TEST_CASE("the sign of a volume is that of the product where rounding does not matter") {
  Random random(1);
  for (const double largest : {3.0, 1e5, 2 * kLargestGridCoordinate}) {
    CAPTURE(largest);
    for (int i = 0; i < 1000; ++i) {
      const Vec3 u = random_vector(random, largest), v = random_vector(random, largest);
      const Vec3 d = random_vector(random, largest);
      const double volume = u.cross(v).dot(d), scale = u.norm() * v.norm() * d.norm();
      if (std::fabs(volume) < 1e-14 * scale && largest > 1e5) continue;  // smaller products are exact
      CHECK(exact_volume_sign(u, v, d) == (volume > 0 ? 1 : volume < 0 ? -1 : 0));
    }
  }
}

TEST_CASE("the sign of a volume is exact for vectors in one plane and next to it") {
  Random random(2);
  const double largest = kLargestGridCoordinate / 8;
  for (int i = 0; i < 1000; ++i) {
    const Vec3 u = random_vector(random, largest), v = random_vector(random, largest);
    const Vec3 d = 3 * u - 4 * v;
    CHECK(exact_volume_sign(u, v, d) == 0);
    for (int k = 0; k < 3; ++k) {
      const double area = u.cross(v)[k];
      const double scale = u.norm() * v.norm();
      if (std::fabs(area) < 1e-14 * scale) continue;
      Vec3 next = d;
      next[k] += 1;
      CHECK(exact_volume_sign(u, v, next) == (area > 0 ? 1 : -1));
      CHECK(exact_volume_sign(v, u, next) == (area > 0 ? -1 : 1));
    }
  }
}

TEST_CASE("a point is above a plane of the grid where the exact volume is positive") {
  Random random(3);
  for (const double largest : {4.0, kLargestGridCoordinate}) {
    for (int i = 0; i < 1000; ++i) {
      const Vec3 a = random_vector(random, largest), b = random_vector(random, largest);
      const Vec3 c = random_vector(random, largest), p = random_vector(random, largest);
      double height = 0;
      const GridPlane plane = grid_plane(a, b, c);
      CHECK(is_above(plane, p, &height) == (exact_volume_sign(b - a, c - a, p - a) > 0));
    }
  }
}
