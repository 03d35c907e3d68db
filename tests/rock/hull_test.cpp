#include <algorithm>
#include <string>

#include "numerics/linear.h"
#include "rock/rock.h"
#include "support/developable.h"
#include "support/random.h"
#include "support/rocks.h"
#include "support/sanitized.h"

using namespace rockfall;
using namespace support;

namespace {

bool same_rock(const Rock& a, const Rock& b) {
  return a->mass == b->mass && a->vertex_count == b->vertex_count && a->triangle_count == b->triangle_count &&
         a->face_count == b->face_count && std::equal(a->inertia, a->inertia + 3, b->inertia) &&
         std::equal(a->frame, a->frame + 4, b->frame);
}

std::vector<double> sorted_vertices(const Rock& rock) {
  std::vector<std::vector<double>> rows;
  for (uint32_t i = 0; i < rock->vertex_count; ++i) {
    rows.push_back({rock->vertices + 3 * i, rock->vertices + 3 * i + 3});
  }
  std::sort(rows.begin(), rows.end());
  std::vector<double> flat;
  for (const auto& row : rows) flat.insert(flat.end(), row.begin(), row.end());
  return flat;
}

// Half of the points on the upper half of the unit sphere, half on its rim.
std::vector<double> dome(uint32_t count) {
  Random random(6);
  std::vector<double> points;
  for (uint32_t i = 0; i < count; ++i) {
    const double angle = 2 * 3.14159265358979323846 * random.uniform(), z = i % 2 == 0 ? random.uniform() : 0;
    const double radius = std::sqrt(1 - z * z);
    points.insert(points.end(), {radius * std::cos(angle), radius * std::sin(angle), z});
  }
  return points;
}

// Checks that every vertex is inside every face, every face has at least three vertices, and Euler's formula.
void check_convex(const Rock& rock) {
  const double tolerance = 1e-12 * rock->bounding_radius;
  for (uint32_t f = 0; f < rock->face_count; ++f) {
    const double* face = (*rock).face(f);
    CHECK(load3(face).norm() == doctest::Approx(1).epsilon(1e-14));
    CHECK(face[3] > 0);  // S is inside
    int on = 0;
    double largest = -1e300;
    for (uint32_t i = 0; i < rock->vertex_count; ++i) {
      const double distance = load3(face).dot(load3(rock->vertices + 3 * i)) - face[3];
      largest = std::fmax(largest, distance);
      if (distance > -1e-9 * rock->bounding_radius) ++on;
    }
    CHECK(largest <= tolerance);
    CHECK(on >= 3);
  }
  CHECK(rock->triangle_count == 2 * rock->vertex_count - 4);
}

// Largest height of a vertex above the plane of a triangle or a face, m. Triangles without area have no plane.
double largest_excess(const Rock& rock) {
  double largest = 0;
  const auto check = [&](const Vec3& normal, double offset) {
    for (uint32_t i = 0; i < rock->vertex_count; ++i) {
      largest = std::fmax(largest, normal.dot(load3(rock->vertices + 3 * i)) - offset);
    }
  };
  for (uint32_t f = 0; f < rock->face_count; ++f) check(load3((*rock).face(f)), (*rock).face(f)[3]);
  for (uint32_t t = 0; t < rock->triangle_count; ++t) {
    const auto corner = [&](uint32_t k) { return Vec3(load3(rock->vertices + 3 * rock->triangles[3 * t + k])); };
    const Vec3 a = corner(0), normal = (corner(1) - a).cross(corner(2) - a);
    if (normal.norm() < 1e-14 * rock->bounding_radius * rock->bounding_radius) continue;
    check(normal.normalized(), a.dot(normal.normalized()));
  }
  return largest;
}

}  // namespace

TEST_CASE("the hull does not depend on the order of the points") {
  Random random(3);
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    const std::vector<double> points = shape_cloud(RF_SHAPE_RANDOM, 1, 1.2, 1.7, 80, seed);
    const Rock rock = cloud_rock(points);
    std::vector<double> shuffled = points;
    for (uint32_t i = 79; i > 0; --i) {
      const uint32_t j = random.below(i + 1);
      std::swap_ranges(&shuffled[3 * i], &shuffled[3 * i] + 3, &shuffled[3 * j]);
    }
    const Rock again = cloud_rock(shuffled);
    CHECK(again->vertex_count == rock->vertex_count);
    CHECK(again->face_count == rock->face_count);
    CHECK(again->mass == doctest::Approx(rock->mass).epsilon(1e-14));
    for (int k = 0; k < 3; ++k) CHECK(again->inertia[k] == doctest::Approx(rock->inertia[k]).epsilon(1e-13));
    const std::vector<double> a = sorted_vertices(rock), b = sorted_vertices(again);
    REQUIRE(a.size() == b.size());
    for (size_t i = 0; i < a.size(); ++i) CHECK(std::fabs(a[i] - b[i]) < 1e-13);
  }
}

TEST_CASE("duplicate and interior points change no bit of the rock") {
  Random random(4);
  const std::vector<double> points = shape_cloud(RF_SHAPE_ELLIPSOID, 1, 1.2, 1.7, 60);
  const Rock rock = cloud_rock(points);
  std::vector<double> more = points;
  for (int i = 0; i < 60; ++i) {
    const size_t k = 3 * random.below(60);
    for (size_t c = 0; c < 3; ++c) more.push_back(points[k + c]);
    for (size_t c = 0; c < 3; ++c) more.push_back(0.3 * points[k + c]);
  }
  const Rock again = cloud_rock(more);
  CHECK(same_rock(rock, again));
  CHECK(std::equal(rock->vertices, rock->vertices + 3 * rock->vertex_count, again->vertices));
}

TEST_CASE("a cloud that is nearly a box gives a convex hull, whatever the size of its deviations") {
  for (double noise = 1e-16; noise < 2e-3; noise *= std::sqrt(10)) {
    CAPTURE(noise);
    for (uint64_t seed = 1; seed <= 40; ++seed) {
      CAPTURE(seed);
      Random random(seed);
      const uint32_t sides = 1 + seed % 4;  // edges are divided in so many parts
      std::vector<double> points;
      for (uint32_t i = 0; i < (sides + 1) * (sides + 1) * (sides + 1); ++i) {
        const uint32_t at[3] = {i % (sides + 1), i / (sides + 1) % (sides + 1), i / (sides + 1) / (sides + 1)};
        for (const uint32_t k : at) points.push_back(2.0 * k / sides - 1 + noise * random.between(-1, 1));
      }
      const rf::Result<Rock> rock = Rock::cook(rock_def(points));
      REQUIRE(rock.ok());
      CHECK(largest_excess(*rock) < 1e-9 * (*rock)->bounding_radius);
    }
  }
}

TEST_CASE("random points on the faces of a box are cooked, whatever the size of their deviations" *
          doctest::test_suite("long")) {
  for (const double noise : {1e-13, 1e-12, 1e-11, 1e-10, 1e-9}) {
    CAPTURE(noise);
    for (const uint32_t count : {500u, 1500u, 5000u, 50000u}) {
      CAPTURE(count);
      for (uint64_t seed = 1; seed <= (count < 2000 ? 40u : 4u); ++seed) {
        Random random(seed);
        std::vector<double> points;
        for (uint32_t i = 0; i < count; ++i) {
          const uint32_t face = random.below(6);
          double p[3] = {random.uniform(), random.uniform(), random.uniform()};
          p[face / 2] = face % 2;
          for (const double x : p) points.push_back(x + noise * random.between(-1, 1));
        }
        const rf::Result<Rock> rock = Rock::cook(rock_def(points));
        REQUIRE(rock.ok());
        CHECK((*rock)->volume == doctest::Approx(1).epsilon(0.1));
      }
    }
  }
}

TEST_CASE("points on the edges and faces of a box do not change the box") {
  std::vector<double> points;
  for (int x = 0; x <= 4; ++x) {
    for (int y = 0; y <= 4; ++y) {
      for (int z = 0; z <= 4; ++z) points.insert(points.end(), {0.25 * x, 0.5 * y, 0.125 * z});
    }
  }
  const Rock rock = cloud_rock(points);
  CHECK(rock->face_count == 6);
  CHECK(rock->volume == doctest::Approx(1).epsilon(1e-14));
  check_convex(rock);
}

TEST_CASE("a disc of thousands of corners keeps all of them, its faces and its volume, in any orientation") {
  constexpr uint32_t kPoints = 10000;
  const std::vector<double> upright = shape_cloud(RF_SHAPE_DISC, 1, 1, 0.5, kPoints);
  const double sector = 2 * 3.14159265358979323846 / (kPoints / 2);
  const double volume = 0.5 * 0.125 * (kPoints / 2) * std::sin(sector);  // height times n / 2 r^2 sin(2 pi / n)
  for (const double angle : {0.0, 0.7}) {
    CAPTURE(angle);
    const Rock rock = cloud_rock(turned(upright, angle, Vec3(1, 2, 3)));
    CHECK(rock->vertex_count == kPoints);
    CHECK(rock->face_count == kPoints / 2 + 2);
    CHECK(rock->volume == doctest::Approx(volume).epsilon(1e-9));
  }
}

TEST_CASE("fifty thousand points in a plane up to rounding are all corners of the face, in any orientation" *
          doctest::test_suite("long")) {
  constexpr uint32_t kPoints = 100000;
  const std::vector<double> upright = shape_cloud(RF_SHAPE_DISC, 2, 2, 0.5, kPoints);
  for (const Vec3& axis : {Vec3(1, 2, 3), Vec3(1, 0, 0), Vec3(-2, 1, 0.1)}) {
    const Rock rock = cloud_rock(turned(upright, 0.7, axis));
    CHECK(rock->vertex_count == kPoints);
    CHECK(rock->face_count == kPoints / 2 + 2);
  }
}

TEST_CASE("a dome on a rim of random points in a plane up to rounding is cooked" * doctest::test_suite("long")) {
  for (const uint32_t count : {8000u, 40000u, 60000u}) {
    CAPTURE(count);
    const Rock rock = cloud_rock(turned(dome(count), 0.7, Vec3(1, 2, 3)));
    CHECK(rock->vertex_count > 0.95 * count);
    CHECK(rock->face_count < 0.8 * rock->triangle_count);  // those in the plane of the rim are one
    CHECK(rock->volume == doctest::Approx(2.0 / 3 * 3.14159265358979323846).epsilon(0.01));
  }
}

TEST_CASE("random points on curves and developable surfaces are cooked, in any number and orientation" *
          doctest::test_suite("long")) {
  constexpr double kTurn = 2 * 3.14159265358979323846;
  for (const uint32_t count : {2500u, is_sanitized() ? 3000u : 20000u}) {
    const double tolerance = count < 10000 ? 0.02 : 1e-3;
    CAPTURE(count);
    Random random(count);
    std::vector<double> helix, cone, frustum, stack;
    for (uint32_t i = 0; i < count; ++i) {
      const double u = random.uniform(), w = std::sqrt(random.uniform()), x = std::cos(kTurn * u);
      const double y = std::sin(kTurn * u), r = 1 + 0.3 * std::cos(3 * kTurn * u), s = 0.5 + 0.5 * w * w;
      helix.insert(helix.end(), {std::cos(30 * u), std::sin(30 * u), u});
      cone.insert(cone.end(), {w * x, w * y, 1 - w});
      frustum.insert(frustum.end(), {s * x, s * y, 1 - w * w});
      stack.insert(stack.end(), {r * x, r * y, 0.25 * (i % 5)});
    }
    for (const auto& cloud : {helix, turned(cone, 0.7, Vec3(1, 2, 3)), turned(frustum, 0.7, Vec3(1, 2, 3)),
                              turned(stack, 0.7, Vec3(1, 2, 3))}) {
      CHECK(Rock::cook(rock_def(cloud)).ok());
    }
    CHECK(cloud_rock(cone)->volume == doctest::Approx(kTurn / 6).epsilon(tolerance));
    CHECK(cloud_rock(frustum)->volume == doctest::Approx(7 * kTurn / 24).epsilon(tolerance));
  }
}

TEST_CASE("a hundred thousand random points on a helix are cooked" * doctest::test_suite("long")) {
  Random random(99990);
  std::vector<double> helix;
  for (int i = 0; i < (is_sanitized() ? 5000 : 99990); ++i) {
    const double u = random.uniform();
    helix.insert(helix.end(), {std::cos(30 * u), std::sin(30 * u), u});
  }
  CHECK(Rock::cook(rock_def(helix)).ok());
}

TEST_CASE("rims of a needle whose corners are too close together for its length are thinned") {
  const Rock rock = cloud_rock(turned(shape_cloud(RF_SHAPE_DISC, 2, 2, 2000, 50000), 0.7, Vec3(1, 2, 3)));
  CHECK(rock->vertex_count > 1000);
  CHECK(rock->vertex_count < 8000);
  CHECK(rock->volume == doctest::Approx(2000 * 3.14159265358979323846).epsilon(1e-3));
  CHECK(largest_excess(rock) < 1e-9 * 2000);
}

TEST_CASE("a large cloud with a small hull gives the rock of the hull's vertices") {
  Random random(5);
  const std::vector<double> hull = shape_cloud(RF_SHAPE_RANDOM, 1, 1.2, 1.7, 300);
  std::vector<double> cloud = hull;
  for (int i = 0; i < 20000; ++i) {
    const size_t k = 3 * random.below(300);
    for (size_t c = 0; c < 3; ++c) cloud.push_back(0.1 * hull[k + c] + random.between(-0.05, 0.05));
  }
  CHECK(same_rock(cloud_rock(hull), cloud_rock(cloud)));
}

TEST_CASE("a cone of many corners gives the same rock with points inside its base as without") {
  std::vector<double> points = {0, 0, 1};
  for (int k = 0; k < 1990; ++k) {
    const double angle = 2 * 3.14159265358979323846 * k / 1990;
    points.insert(points.end(), {std::cos(angle), std::sin(angle), 0});
  }
  const Rock corners = cloud_rock(turned(points, 0.7, Vec3(1, 2, 3)));
  Random random(9);
  for (int k = 0; k < 20000; ++k) {
    const double angle = 2 * 3.14159265358979323846 * random.uniform(), radius = 0.999 * std::sqrt(random.uniform());
    points.insert(points.end(), {radius * std::cos(angle), radius * std::sin(angle), 0});
  }
  const Rock filled = cloud_rock(turned(points, 0.7, Vec3(1, 2, 3)));
  CHECK(corners->vertex_count == 1991);
  CHECK(same_rock(filled, corners));
}

TEST_CASE("a hull that no method computes is refused with the reason of the first method") {
  const std::vector<double> points = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1.1e-9};
  const rf::Result<Rock> rock = Rock::cook(rock_def(points));
  CHECK(!rock.ok());
  const std::string text(rock.text());
  CHECK(text.find("many of the points") == std::string::npos);
  CHECK(text.find("Qhull") != std::string::npos);
}

TEST_CASE("every standard shape is convex and has the requested dimensions") {
  const int32_t kinds[] = {RF_SHAPE_BOX,  RF_SHAPE_TETRAHEDRON, RF_SHAPE_OCTAHEDRON, RF_SHAPE_EOTA,
                           RF_SHAPE_DISC, RF_SHAPE_ELLIPSOID,   RF_SHAPE_RANDOM};
  for (const int32_t kind : kinds) {
    for (const uint32_t count : {8u, 20u, 200u}) {
      CAPTURE(kind);
      CAPTURE(count);
      const double size[3] = {0.5, 1.5, 4};
      const std::vector<double> points = shape_cloud(kind, size[0], size[1], size[2], count);
      for (size_t k = 0; k < 3; ++k) {
        double low = 1e300, high = -1e300;
        for (size_t i = k; i < points.size(); i += 3) {
          low = std::fmin(low, points[i]);
          high = std::fmax(high, points[i]);
        }
        // The points of disc and ellipsoid need not include the extreme ones.
        const bool lattice = kind == RF_SHAPE_ELLIPSOID || (kind == RF_SHAPE_DISC && k == 1);
        CHECK(high - low <= size[k] * (1 + 1e-14));
        if (!lattice) CHECK(high - low >= size[k] * (1 - 1e-14));
        if (lattice && count == 200) CHECK(high - low >= size[k] * 0.98);
      }
      const Rock rock = cloud_rock(points);
      check_convex(rock);
      if (kind == RF_SHAPE_ELLIPSOID) CHECK(rock->vertex_count == count);
      if (kind == RF_SHAPE_DISC) CHECK(rock->face_count == count / 2 + 2);
    }
  }
}

TEST_CASE("a random rock depends on its seed only") {
  const std::vector<double> a = shape_cloud(RF_SHAPE_RANDOM, 1, 2, 3, 40, 77);
  CHECK(a == shape_cloud(RF_SHAPE_RANDOM, 1, 2, 3, 40, 77));
  CHECK(a != shape_cloud(RF_SHAPE_RANDOM, 1, 2, 3, 40, 78));
  CHECK(a != shape_cloud(RF_SHAPE_RANDOM, 1, 2, 3, 40, 77ull << 32));
}

TEST_CASE("sizing by density, by mass and by scaling to a mass are consistent") {
  const std::vector<double> points = shape_cloud(RF_SHAPE_RANDOM, 1, 2, 3, 40, 5);
  rf_rock_def def = rock_def(points);
  const Rock given = cooked_rock(def);
  def.sizing = RF_SIZE_BY_MASS;
  def.mass = 2 * given->mass;
  const Rock heavy = cooked_rock(def);
  CHECK(heavy->mass == def.mass);
  CHECK(heavy->density == doctest::Approx(5400).epsilon(1e-14));
  CHECK(heavy->volume == given->volume);
  CHECK(heavy->inertia[1] == doctest::Approx(2 * given->inertia[1]).epsilon(1e-14));
  for (const double factor : {1e-6, 0.3, 8.0, 1e9}) {
    def.sizing = RF_SIZE_SCALE_TO_MASS;
    def.mass = factor * given->mass;
    const Rock scaled = cooked_rock(def);
    const double scale = std::cbrt(factor);
    CHECK(scaled->mass == def.mass);
    CHECK(scaled->density == 2700);
    CHECK(scaled->volume == doctest::Approx(factor * given->volume).epsilon(1e-14));
    CHECK(scaled->bounding_radius == doctest::Approx(scale * given->bounding_radius).epsilon(1e-13));
    CHECK(scaled->centre_of_mass[2] == doctest::Approx(scale * given->centre_of_mass[2]).epsilon(1e-12));
    CHECK(scaled->inertia[0] == doctest::Approx(factor * scale * scale * given->inertia[0]).epsilon(1e-13));
    check_convex(scaled);
  }
}

TEST_CASE("the bounding radius is the distance of the farthest vertex and the extent that of the vertices in K") {
  const Rock rock = shape_rock(RF_SHAPE_RANDOM, 1, 2, 3, 100, 9);
  double farthest = 0;
  Vec3 low(0, 0, 0), high(0, 0, 0);
  for (uint32_t i = 0; i < rock->vertex_count; ++i) {
    const Vec3 v = load3(rock->vertices + 3 * i);
    farthest = std::fmax(farthest, v.norm());
    low = low.cwiseMin(v);
    high = high.cwiseMax(v);
  }
  CHECK(rock->bounding_radius == doctest::Approx(farthest).epsilon(1e-15));
  for (int k = 0; k < 3; ++k) CHECK(rock->extent[k] == high[k] - low[k]);
}
