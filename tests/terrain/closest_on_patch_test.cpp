#include "terrain/closest_on_patch.h"

#include <doctest/doctest.h>

#include <cmath>

#include "support/random.h"

using namespace rockfall;

namespace {

GridPatch random_patch(support::Random& random, double height) {
  double h[4];
  for (double& z : h) z = random.between(-height, height);
  GridPatch patch = {};
  patch.width = 1;
  patch.depth = random.between(0.5, 2);
  patch.z0 = h[0];
  patch.p = h[1] - h[0];
  patch.q = (h[2] - h[0]) / patch.depth;
  patch.s = (h[3] - h[2] - patch.p) / patch.depth;
  return patch;
}

double least_of_samples(const GridPatch& patch, const Vec3& position) {
  constexpr int kSamples = 60;
  double least = INFINITY;
  for (int i = 0; i <= kSamples; ++i) {
    for (int k = 0; k <= kSamples; ++k) {
      const double u = patch.width * i / kSamples, w = patch.depth * k / kSamples;
      least = std::fmin(least, (patch_point(patch, u, w) - position).norm());
    }
  }
  return least;
}

}  // namespace

TEST_CASE("no sample of a cell is nearer than its closest point, however twisted the cell is") {
  support::Random random(1);
  int inside = 0, twisted = 0;
  for (const double height : {0.3, 1.0, 3.0, 10.0, 100.0}) {
    for (int trial = 0; trial < 1500; ++trial) {
      CAPTURE(height);
      CAPTURE(trial);
      const GridPatch patch = random_patch(random, height);
      const double x = random.between(-1, 2), y = random.between(-1, 2);  // in this order
      const Vec3 position(x, y, random.between(-2, 2) * height);
      const PatchPlace place = closest_on_patch(patch, position);
      CHECK((place.u >= 0 && place.u <= patch.width && place.w >= 0 && place.w <= patch.depth));
      const double distance = (patch_point(patch, place.u, place.w) - position).norm();
      CHECK(distance <= least_of_samples(patch, position) * (1 + 1e-9));
      if (!place.on_edge) ++inside;
      if (bend_of(patch, position[2] - patch.z0) > kConvexBend) ++twisted;
    }
  }
  CHECK(inside > 200);
  CHECK(twisted > 3000);
}

TEST_CASE("the position is seen along the normal from a closest point inside a cell") {
  support::Random random(2);
  for (int trial = 0; trial < 3000; ++trial) {
    const GridPatch patch = random_patch(random, 2);
    const double x = random.between(0, 1), y = random.between(0, 1);  // in this order
    const Vec3 position(x, y, random.between(-3, 3));
    const PatchPlace place = closest_on_patch(patch, position);
    if (place.on_edge) continue;
    const Vec3 offset = position - patch_point(patch, place.u, place.w), normal = patch_normal(patch, place.u, place.w);
    CHECK(normal.cross(offset).norm() < 1e-7 * (1 + offset.norm()));
  }
}
