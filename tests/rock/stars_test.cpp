#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "numerics/linear.h"
#include "rock/rock.h"
#include "support/random.h"
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

TEST_CASE("the blocks of a star hold the neighbours in their order around the vertex, and the areas between them") {
  for (const uint32_t points : {8u, 24u, 200u}) {
    const support::Rock rock = support::shape_rock(RF_SHAPE_RANDOM, 1, 0.7, 1.3, points, 7);
    const rf_rock& shape = *rock.get();
    REQUIRE(shape.has_star_blocks());
    int wrong = 0;
    for (uint32_t i = 0; i < shape.vertex_count; ++i) {
      const auto count = static_cast<uint32_t>(shape.star(i + 1) - shape.star(i));
      const uint32_t first = shape.star_block_first()[i], blocks = shape.star_block_first()[i + 1] - first;
      REQUIRE(blocks == (count + StarBlock::kSize - 1) / StarBlock::kSize);
      const auto block = [&](uint32_t k) -> const StarBlock& {
        return shape.star_blocks()[first + k / StarBlock::kSize];
      };
      const auto place = [&](uint32_t k) {
        const uint32_t at = k % StarBlock::kSize;
        return Vec3(block(k).place[0][at], block(k).place[1][at], block(k).place[2][at]);
      };
      const auto number = [&](uint32_t k) {
        uint32_t vertex = 0;
        while (vertex < shape.vertex_count && place(k) != load3(shape.vertex(vertex))) ++vertex;
        return vertex;
      };
      for (uint32_t k = 0; k < blocks * StarBlock::kSize; ++k) {
        const uint32_t at = k % StarBlock::kSize, b = number(k);
        const Vec3 area(block(k).area[0][at], block(k).area[1][at], block(k).area[2][at]);
        wrong += b == shape.vertex_count;
        if (k >= count) {
          wrong += b != number(0) || area != Vec3(0, 0, 0);
          continue;
        }
        const uint32_t c = number(k + 1 < count ? k + 1 : 0);
        const StarTriangle* const end = shape.star(i + 1);
        const StarTriangle* const triangle =
            std::find_if(shape.star(i), end, [&](const StarTriangle& s) { return s.b == b && s.c == c; });
        wrong += triangle == end || area != load3(shape.area(triangle->triangle));
      }
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("a hull of few corners among many points, and one of many corners, have the memory that they ask for") {
  const support::Rock box = support::shape_rock(RF_SHAPE_BOX, 1, 1, 1, 8, 1);
  CHECK(box.get()->has_star_blocks());
  const support::Rock large = support::shape_rock(RF_SHAPE_ELLIPSOID, 1, 0.7, 1.3, 900);
  CHECK(!large.get()->has_star_blocks());
  std::vector<double> points;
  support::Random random(8);
  for (int i = 0; i < 500; ++i) {
    for (int k = 0; k < 3; ++k) points.push_back(i < 8 ? (i >> k & 1 ? 1.0 : -1.0) : random.between(-0.9, 0.9));
  }
  const support::Rock cube = support::cloud_rock(points);
  CHECK(cube.get()->vertex_count == 8);
  CHECK(cube.get()->has_star_blocks());
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
