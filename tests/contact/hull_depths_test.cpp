// Depths of many points inside a hull.
#include "contact/hull_depths.h"

#include <doctest/doctest.h>

#include "support/random.h"
#include "support/rocks.h"

using namespace rockfall;
using support::Random;

namespace {

struct Depth {
  bool inside;
  double depth = -1;
  uint32_t face = 0;
};

// The definition: every product of every face.
Depth depth_by_all_faces(const rf_rock& rock, const Vec3& point, const Vec3& up) {
  Depth result = {true, 1e300, 0};
  bool found = false;
  for (uint32_t i = 0; i < rock.face_count; ++i) {
    const double* const f = rock.face(i);
    const double below = f[3] - (f[0] * point[0] + f[1] * point[1] + f[2] * point[2]);
    if (!(below > 0)) return {false};
    if (!(f[0] * up[0] + f[1] * up[1] + f[2] * up[2] < 0 && below < result.depth)) continue;
    result.depth = below;
    result.face = i;
    found = true;
  }
  result.inside = found;
  return result;
}

// Compares `count` points of a walk with these steps, which starts again where it leaves the bounding sphere.
void check_walk(const rf_rock& rock, Random& random, double step, int count, int& inside) {
  double x[3];
  random.fill(x, 3, 1);
  const Vec3 up = load3(x).normalized();
  HullDepths hull(rock, up);
  Vec3 point(0, 0, 0);
  for (int i = 0; i < count; ++i) {
    random.fill(x, 3, step * rock.bounding_radius);
    point += load3(x);
    if (point.norm() > rock.bounding_radius) {
      random.fill(x, 3, 0.4 * rock.bounding_radius);
      point = load3(x);
    }
    const Depth expected = depth_by_all_faces(rock, point, up);
    Depth found = {};
    found.inside = hull.inside(point, &found.depth, &found.face);
    REQUIRE(found.inside == expected.inside);
    if (!expected.inside) continue;
    ++inside;
    REQUIRE(found.depth == expected.depth);
    REQUIRE(found.face == expected.face);
  }
}

}  // namespace

TEST_CASE("depths of points close together and far apart have the bits of a look at all faces") {
  Random random(1);
  int inside = 0;
  for (const int32_t kind : {RF_SHAPE_BOX, RF_SHAPE_DISC, RF_SHAPE_ELLIPSOID, RF_SHAPE_RANDOM}) {
    for (const uint32_t points : {60u, 300u, 1000u}) {
      const support::Rock rock = support::shape_rock(kind, 10, 10, 3, points);
      for (const double step : {0.001, 0.01, 0.05, 0.3}) check_walk(*rock.get(), random, step, 600, inside);
    }
  }
  CHECK(inside > 5000);
}

TEST_CASE("a point outside the hull is outside wherever the one before was") {
  const support::Rock rock = support::shape_rock(RF_SHAPE_ELLIPSOID, 10, 10, 10, 1000);
  HullDepths hull(*rock.get(), Vec3(0, 0, 1));
  double depth;
  uint32_t face;
  for (int i = 0; i < 4; ++i) CHECK(hull.inside(Vec3(0, 0, -4.85 - 0.01 * i), &depth, &face));
  CHECK(depth < 0.2);
  CHECK_FALSE(hull.inside(Vec3(0, 0, -5.01), &depth, &face));
  CHECK_FALSE(hull.inside(Vec3(0, 0, 5.01), &depth, &face));
}
