#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "numerics/linear.h"
#include "rock/rock.h"
#include "support/rocks.h"

using namespace rockfall;

namespace {

using Corners = std::array<uint32_t, 3>;

Corners corners_of(const rf_rock& rock, uint32_t triangle) {
  const uint32_t* const c = rock.triangles() + 3 * static_cast<size_t>(triangle);
  return {c[0], c[1], c[2]};
}

}  // namespace

TEST_CASE("the star of a vertex holds each triangle at that vertex once, with its corners in outward order") {
  for (const uint32_t points : {8u, 24u, 200u}) {
    const support::Rock rock = support::shape_rock(RF_SHAPE_RANDOM, 1, 0.7, 1.3, points, 5);
    const rf_rock& shape = *rock.get();
    std::vector<int> found(shape.triangle_count, 0);
    int wrong = 0;
    for (uint32_t i = 0; i < shape.vertex_count; ++i) {
      uint32_t before = 0;
      for (const StarTriangle* s = shape.star(i); s != shape.star(i + 1); ++s) {
        Corners corners = corners_of(shape, s->triangle);
        std::rotate(corners.begin(), std::find(corners.begin(), corners.end(), i), corners.end());
        wrong += corners != Corners{i, s->b, s->c} || s->triangle < before;
        before = s->triangle;
        ++found[s->triangle];
      }
    }
    CHECK(wrong == 0);
    CHECK(std::count(found.begin(), found.end(), 3) == static_cast<std::ptrdiff_t>(shape.triangle_count));
  }
}

TEST_CASE("the area vectors of the triangles point outward and sum to zero") {
  const support::Rock rock = support::shape_rock(RF_SHAPE_RANDOM, 1, 0.7, 1.3, 200, 6);
  const rf_rock& shape = *rock.get();
  Vec3 sum(0, 0, 0);
  int inward = 0;
  for (uint32_t t = 0; t < shape.triangle_count; ++t) {
    const Vec3 area = load3(shape.area(t));
    sum += area;
    inward += !(area.dot(load3(shape.vertex(corners_of(shape, t)[0]))) > 0);
  }
  CHECK(inward == 0);
  CHECK(sum.norm() < 1e-14);
}
