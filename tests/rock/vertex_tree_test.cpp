#include "rock/vertex_tree.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "rock/rock.h"
#include "support/random.h"
#include "support/rocks.h"

using namespace rockfall;
using namespace support;

namespace {

struct Tree {
  explicit Tree(const std::vector<double>& points)
      : count(static_cast<uint32_t>(points.size() / 3)),
        order(count),
        memory(VertexTree::doubles(count)),
        tree(points.data(), count, order.data(), memory.data()) {}

  uint32_t count;
  std::vector<uint32_t> order;
  std::vector<double> memory;
  VertexTree tree;
};

Vec3 random_direction(Random& random) {
  Vec3 v(0, 0, 0);
  while (v.norm() < 0.1) v = Vec3(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1));
  return v.normalized();
}

// Vertices that the tree visits to find those in the plane of a face, per face.
double visits_per_face(const Rock& rock) {
  Tree tree(std::vector<double>(rock->vertices, rock->vertices + 3 * rock->vertex_count));
  uint64_t visits = 0;
  for (uint32_t f = 0; f < rock->face_count; ++f) {
    const double* const face = (*rock).face(f);
    tree.tree.for_each_above(load3(face), face[3] - 1e-9, [&](uint32_t, double) { ++visits; });
  }
  return static_cast<double>(visits) / rock->face_count;
}

// Vertices that a tree of random points on the wall of a cylinder or on the side of a cone visits to find those in the
// plane that touches at one of them, per point.
double visits_per_ruling(double narrowing, uint32_t count) {
  Random random(14);
  std::vector<double> points, normals;
  for (uint32_t i = 0; i < count; ++i) {
    const double angle = 2 * 3.14159265358979323846 * random.uniform(), z = random.uniform();
    const double x = std::cos(angle), y = std::sin(angle), radius = 1 - narrowing * z;
    points.insert(points.end(), {radius * x, radius * y, z});
    normals.insert(normals.end(), {x, y, narrowing});
  }
  Tree tree(points);
  uint64_t visits = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const Vec3 n = load3(&normals[3 * i]).normalized();
    tree.tree.for_each_above(n, n.dot(load3(&points[3 * i])) - 1e-9, [&](uint32_t, double) { ++visits; });
  }
  return static_cast<double>(visits) / count;
}

}  // namespace

TEST_CASE("a tree of vertices finds the bits of the largest product with a direction") {
  Random random(11);
  for (const uint32_t count : {1u, 2u, 8u, 9u, 33u, 1000u}) {
    CAPTURE(count);
    std::vector<double> points;
    for (uint32_t i = 0; i < 3 * count; ++i) points.push_back(random.between(-2, 5));
    Tree tree(points);
    for (int i = 0; i < 100; ++i) {
      const Vec3 n = random_direction(random);
      double largest = -1e300;
      for (uint32_t k = 0; k < count; ++k) largest = std::fmax(largest, n.dot(load3(&points[3 * k])));
      CHECK(tree.tree.support(n, n.dot(load3(points.data()))) == largest);
    }
  }
}

TEST_CASE("a tree of vertices visits all vertices above a plane, once") {
  const std::vector<double> points = shape_cloud(RF_SHAPE_ELLIPSOID, 1, 2, 3, 500);
  Tree tree(points);
  Random random(12);
  for (int i = 0; i < 100; ++i) {
    const Vec3 n = random_direction(random);
    const double low = random.between(-1, 1);
    std::vector<int> visits(500, 0);
    bool same = true;
    tree.tree.for_each_above(n, low, [&](uint32_t k, double along) {
      ++visits[k];
      same = same && along == n.dot(load3(&points[3 * k]));
    });
    CHECK(same);
    for (size_t k = 0; k < 500; ++k) CHECK(visits[k] <= 1);
    for (size_t k = 0; k < 500; ++k) CHECK((visits[k] == 1 || n.dot(load3(&points[3 * k])) < low));
  }
}

TEST_CASE("a tree of vertices counts those above a plane up to a limit") {
  const std::vector<double> points = shape_cloud(RF_SHAPE_ELLIPSOID, 1, 2, 3, 500);
  const Tree tree(points);
  Random random(13);
  for (int i = 0; i < 100; ++i) {
    const Vec3 n = random_direction(random);
    const double low = random.between(-1, 1.5);
    uint32_t above = 0;
    for (size_t k = 0; k < 500; ++k) above += n.dot(load3(&points[3 * k])) >= low ? 1 : 0;
    CHECK(tree.tree.count_above(n, low, 1000) == above);
    CHECK(tree.tree.count_above(n, low, 4) == std::min(above, 4u));
  }
}

TEST_CASE("the vertices that are visited per face hardly grow with the number of vertices") {
  const double few = visits_per_face(shape_rock(RF_SHAPE_ELLIPSOID, 1, 1.2, 1.7, 500)),
               many = visits_per_face(shape_rock(RF_SHAPE_ELLIPSOID, 1, 1.2, 1.7, 16000));
  CHECK(few < 200);
  CHECK(many < 2 * few);
}

TEST_CASE("the vertices that are visited per face of a thin lens hardly grow with the number of vertices") {
  const double few = visits_per_face(shape_rock(RF_SHAPE_ELLIPSOID, 1, 1, 1e-4, 4000)),
               many = visits_per_face(shape_rock(RF_SHAPE_ELLIPSOID, 1, 1, 1e-4, 32000));
  CHECK(many < 2 * few);
}

TEST_CASE("the vertices that are visited where a plane touches along a line hardly grow with their number") {
  for (const double narrowing : {0.0, 0.5}) {
    CAPTURE(narrowing);
    CHECK(visits_per_ruling(narrowing, 64000) < 2 * visits_per_ruling(narrowing, 4000));
  }
}
