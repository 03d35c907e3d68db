#include <doctest/doctest.h>
#include <rockfall/rock.h>

#include <map>
#include <utility>
#include <vector>

#include "rock/gift_wrapping.h"
#include "rock/rock.h"
#include "support/refusal.h"
#include "support/rocks.h"

using namespace support;

namespace {

std::vector<uint32_t> triangles_of(const rf_shape_def& def) {
  uint32_t count = 0;
  REQUIRE(rf_shape_triangles(&def, nullptr, 0, &count, nullptr) == RF_OK);
  std::vector<uint32_t> triangles(3 * count);
  REQUIRE(rf_shape_triangles(&def, triangles.data(), count, &count, nullptr) == RF_OK);
  triangles.resize(3 * count);
  return triangles;
}

}  // namespace

TEST_CASE("standard shapes cook from their own triangles to the rock that the hull library gives") {
  const int32_t kinds[] = {RF_SHAPE_BOX, RF_SHAPE_TETRAHEDRON, RF_SHAPE_OCTAHEDRON, RF_SHAPE_EOTA, RF_SHAPE_DISC};
  for (const int32_t kind : kinds) {
    for (const double z : {1.0, 0.45}) {
      CAPTURE(kind);
      CAPTURE(z);
      const rf_shape_def shape = rf::shape_def(static_cast<rf_shape_kind>(kind), 1.1, 0.9, z, 20, 1);
      const std::vector<double> points = shape_cloud(kind, 1.1, 0.9, z, 20);
      const std::vector<uint32_t> triangles = triangles_of(shape);
      // Closed: every edge has one triangle on each side.
      std::map<std::pair<uint32_t, uint32_t>, int> edges;
      for (size_t i = 0; i < triangles.size(); i += 3) {
        for (size_t k = 0; k < 3; ++k) ++edges[{triangles[i + k], triangles[i + (k + 1) % 3]}];
      }
      for (const auto& [edge, uses] : edges) {
        CHECK(uses == 1);
        CHECK(edges.count({edge.second, edge.first}) == 1);
      }
      rf_rock_def def = rock_def(points);
      def.triangles = triangles.data();
      def.triangle_count = static_cast<uint32_t>(triangles.size() / 3);
      const Rock given = cooked_rock(def);
      CHECK(given->vertex_count == points.size() / 3);
#ifdef ROCKFALL_HAS_QHULL
      const Rock computed = cloud_rock(points);
      CHECK(given->volume == doctest::Approx(computed->volume).epsilon(1e-12));
      CHECK(given->face_count == computed->face_count);
      CHECK(given->triangle_count == computed->triangle_count);
      for (int k = 0; k < 3; ++k) CHECK(given->inertia[k] == doctest::Approx(computed->inertia[k]).epsilon(1e-12));
#endif
    }
  }
}

TEST_CASE("ellipsoids and random shapes cook from wrapped triangles to the rock that the hull library gives") {
  for (const int32_t kind : {RF_SHAPE_ELLIPSOID, RF_SHAPE_RANDOM}) {
    for (const uint32_t points : {8u, 9u, 20u, 32u, 33u, 64u, 150u}) {
      for (uint64_t seed = 1; seed <= (kind == RF_SHAPE_RANDOM ? 12u : 1u); ++seed) {
        CAPTURE(kind);
        CAPTURE(points);
        CAPTURE(seed);
        const rf_shape_def shape = rf::shape_def(static_cast<rf_shape_kind>(kind), 1.3, 0.9, 0.4, points, seed);
        const std::vector<double> cloud = shape_cloud(kind, 1.3, 0.9, 0.4, points, seed);
        const std::vector<uint32_t> triangles = triangles_of(shape);
        rf_rock_def def = rock_def(cloud);
        def.triangles = triangles.data();
        def.triangle_count = static_cast<uint32_t>(triangles.size() / 3);
        const Rock given = cooked_rock(def);
        CHECK(given->triangle_count == def.triangle_count);
        if (kind == RF_SHAPE_ELLIPSOID) CHECK(given->vertex_count == points);
#ifdef ROCKFALL_HAS_QHULL
        const Rock computed = cloud_rock(cloud);
        CHECK(given->vertex_count == computed->vertex_count);
        CHECK(given->volume == doctest::Approx(computed->volume).epsilon(1e-12));
        CHECK(given->face_count == computed->face_count);
        for (int k = 0; k < 3; ++k) CHECK(given->inertia[k] == doctest::Approx(computed->inertia[k]).epsilon(1e-12));
#endif
      }
    }
  }
}

TEST_CASE("wrapping fails for points in one plane instead of giving a surface that is not closed around them") {
  // A cube whose faces are split into nine squares: many points in each plane.
  std::vector<double> points;
  for (int i = 0; i < 64; ++i) {
    const int x = i % 4, y = i / 4 % 4, z = i / 16;
    const bool surface = x % 3 == 0 || y % 3 == 0 || z % 3 == 0;
    if (surface) points.insert(points.end(), {x / 3.0, y / 3.0, z / 3.0});
  }
  const auto count = static_cast<uint32_t>(points.size() / 3);
  std::vector<uint32_t> triangles(3 * (2 * count - 4));
  CHECK(rockfall::wrap_points(points.data(), count, triangles.data()) == 0);
  const double square[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
  CHECK(rockfall::wrap_points(square, 4, triangles.data()) == 0);
}

TEST_CASE("triangles of too many points and bad arguments are refused") {
  rf_error error = stale_error();
  uint32_t count = 7;
  const rf_shape_def random = rf::shape_def(RF_SHAPE_RANDOM, 1, 1, 1, 8194, 1);
  check_refusal(rf_shape_triangles(&random, nullptr, 0, &count, &error), error, RF_UNSUPPORTED, "point_count");
  CHECK(count == 0);
  const rf_shape_def box = rf_default_shape_def();
  uint32_t triangles[36] = {99};
  check_refusal(rf_shape_triangles(&box, triangles, 11, &count, &error), error, RF_MEMORY_TOO_SMALL, "capacity");
  CHECK(triangles[0] == 99);
  CHECK(count == 12);
  check_refusal(rf_shape_triangles(&box, triangles, 12, nullptr, &error), error, RF_NULL_ARGUMENT, "count");
}
