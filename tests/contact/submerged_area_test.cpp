// The submerged area of a hull.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "contact/directions.h"
#include "contact/soil_layer.h"
#include "contact/submerged_faces.h"
#include "support/rocks.h"

using namespace rockfall;
using contacts::random_unit;
using support::Random;

namespace {

struct Point {
  double x, y;
};

// Area of the convex hull of points of a plane (Andrew's monotone chain).
double hull_area(std::vector<Point> points) {
  std::sort(points.begin(), points.end(),
            [](const Point& a, const Point& b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
  const auto cross = [](const Point& o, const Point& a, const Point& b) {
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
  };
  std::vector<Point> chain;
  for (int side = 0; side < 2; ++side) {
    const size_t start = chain.size();
    for (const Point& p : points) {
      while (chain.size() >= start + 2 && cross(chain[chain.size() - 2], chain.back(), p) <= 0) chain.pop_back();
      chain.push_back(p);
    }
    chain.pop_back();
    std::reverse(points.begin(), points.end());
  }
  double twice = 0;
  for (size_t i = 0; i < chain.size(); ++i) {
    const Point &a = chain[i], &b = chain[(i + 1) % chain.size()];
    twice += a.x * b.y - b.x * a.y;
  }
  return 0.5 * std::fabs(twice);
}

// The projected area of a convex body is that of the hull of its projected corners.
double area_by_projection(const rf_rock& rock, const SoilPlane& plane, const Vec3& direction) {
  const HeightOver height{plane.normal, plane.clearance};
  Vec3 e1 = (std::fabs(direction[0]) < 0.6 ? Vec3(1, 0, 0) : Vec3(0, 1, 0)).cross(direction).normalized();
  const Vec3 e2 = direction.cross(e1);
  std::vector<Point> points;
  const auto add = [&](const Vec3& p) { points.push_back({p.dot(e1), p.dot(e2)}); };
  for (uint32_t t = 0; t < 3 * rock.triangle_count; ++t) {
    const uint32_t next = t % 3 == 2 ? t - 2 : t + 1;
    const Vec3 a = load3(rock.vertex(rock.triangles()[t])), b = load3(rock.vertex(rock.triangles()[next]));
    const double ha = height(a), hb = height(b);
    if (ha < 0) add(a);
    if ((ha < 0) != (hb < 0)) add(a + ha / (ha - hb) * (b - a));
  }
  return points.size() < 3 ? 0.0 : hull_area(points);
}
}  // namespace

TEST_CASE("the submerged area of a random hull equals the area of its projected, clipped corners") {
  Random random(61);
  double worst = 0;
  int partly = 0;
  for (int i = 0; i < 400; ++i) {
    const support::Rock rock =
        support::shape_rock(RF_SHAPE_RANDOM, 1, 0.7, 1.3, 8 + random.below(60), 1 + random.below(1000));
    const SoilPlane plane{random_unit(random), random.between(-1, 1), rf_default_ground()};
    const Vec3 direction = random_unit(random);
    const double area = submerged_area(*rock.get(), plane, direction);
    const double expected = area_by_projection(*rock.get(), plane, direction);
    worst = std::fmax(worst, std::fabs(area - expected));
    partly += expected > 0 && std::fabs(plane.clearance) < 0.5;
  }
  CHECK(partly > 50);
  CHECK(worst < 1e-12);
}

TEST_CASE("the submerged area of a hull with more vertices than are measured at once equals that of its projection") {
  Random random(63);
  const support::Rock rock = support::shape_rock(RF_SHAPE_ELLIPSOID, 1, 0.7, 1.3, 900);
  REQUIRE(rock->vertex_count > 2 * VertexHeightsOver::kCapacity);
  for (int i = 0; i < 10; ++i) {
    const SoilPlane plane{random_unit(random), random.between(-0.5, 0.5), rf_default_ground()};
    const Vec3 direction = random_unit(random);
    const double expected = area_by_projection(*rock.get(), plane, direction);
    CHECK(std::fabs(submerged_area(*rock.get(), plane, direction) - expected) < 1e-12);
  }
}

TEST_CASE("a box pushed into soil shows its flat face downwards and its wet side sideways") {
  const support::Rock box = support::box_rock(2, 3, 4);  // K: moments ascending, so z is the shortest edge's axis
  rf_rock_properties p;
  REQUIRE(rf_rock_get(box.get(), &p) == RF_OK);
  const double depth = 0.1;
  const SoilPlane plane{Vec3(0, 0, 1), 0.5 * p.extent[2] - depth, rf_default_ground()};
  CHECK(submerged_area(*box.get(), plane, Vec3(0, 0, -1)) == doctest::Approx(p.extent[0] * p.extent[1]).epsilon(1e-14));
  CHECK(submerged_area(*box.get(), plane, Vec3(1, 0, 0)) == doctest::Approx(p.extent[1] * depth).epsilon(1e-12));
  CHECK(submerged_area(*box.get(), plane, Vec3(0, -1, 0)) == doctest::Approx(p.extent[0] * depth).epsilon(1e-12));
}
