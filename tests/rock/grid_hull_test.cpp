#include "rock/grid_hull.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "rock/volume_sign.h"
#include "support/random.h"

using namespace rockfall;
using namespace support;

namespace {

std::vector<uint32_t> hull_of(const std::vector<double>& points) {
  std::vector<uint32_t> triangles(2 * points.size());
  size_t found = 0;
  REQUIRE(grid_hull(points.data(), static_cast<uint32_t>(points.size() / 3), triangles.data(), &found));
  triangles.resize(3 * found);
  return triangles;
}

// Checks without rounding that no point is above a triangle, and that the surface is closed.
void check_hull(const std::vector<double>& points, const std::vector<uint32_t>& triangles) {
  const auto at = [&](uint32_t i) { return Vec3(load3(&points[3 * i])); };
  std::vector<std::pair<uint32_t, uint32_t>> edges, reversed;
  bool outside = false;
  for (size_t t = 0; t < triangles.size(); t += 3) {
    const Vec3 a = at(triangles[t]), u = at(triangles[t + 1]) - a, v = at(triangles[t + 2]) - a;
    for (uint32_t i = 0; i < points.size() / 3; ++i) outside = outside || exact_volume_sign(u, v, at(i) - a) > 0;
    CHECK(u.cross(v).norm() > 0);
    for (size_t k = 0; k < 3; ++k) {
      edges.emplace_back(triangles[t + k], triangles[t + (k + 1) % 3]);
      reversed.emplace_back(edges.back().second, edges.back().first);
    }
  }
  CHECK_FALSE(outside);
  std::sort(edges.begin(), edges.end());
  std::sort(reversed.begin(), reversed.end());
  CHECK(edges == reversed);
  CHECK(std::adjacent_find(edges.begin(), edges.end()) == edges.end());
}

double volume(const std::vector<double>& points, const std::vector<uint32_t>& triangles) {
  double sum = 0;
  for (size_t t = 0; t < triangles.size(); t += 3) {
    const Vec3 a = load3(&points[3 * triangles[t]]), b = load3(&points[3 * triangles[t + 1]]);
    sum += a.cross(b).dot(load3(&points[3 * triangles[t + 2]])) / 6;
  }
  return sum;
}

}  // namespace

TEST_CASE("the hull of a cubic lattice is the cube, of its corners and some points of its faces") {
  std::vector<double> points;
  for (int i = 0; i < 1000; ++i) {
    points.insert(points.end(), {static_cast<double>(i / 100), static_cast<double>(i / 10 % 10), i % 10 + 0.0});
  }
  const std::vector<uint32_t> triangles = hull_of(points);
  check_hull(points, triangles);
  CHECK(volume(points, triangles) == doctest::Approx(729).epsilon(1e-15));
  CHECK(triangles.size() < 3 * 200);
}

TEST_CASE("hulls of random points on coarse and fine grids are closed and have no point outside") {
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const double half = seed % 3 == 0 ? 3 : seed % 3 == 1 ? 40 : kLargestGridCoordinate - 1;
    std::vector<double> points;
    for (uint32_t i = 0; i < 200; ++i) {
      double p[4];
      random.orientation(p);
      for (int k = 0; k < 3; ++k) points.push_back(std::floor(half * p[k] + 0.5));
    }
    check_hull(points, hull_of(points));
  }
}

TEST_CASE("hulls of points in planes up to rounding are closed and have no point outside") {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    std::vector<double> points;
    for (uint32_t i = 0; i < 300; ++i) {
      const double angle = 2 * 3.14159265358979323846 * i / 150, x = std::cos(angle), y = std::sin(angle);
      const double p[3] = {0.6 * x, 0.5 * y + 0.3 * x, 0.2 * x - 0.4 * y + (i % 2 == 0 ? 0.1 : -0.1)};
      for (const double coordinate : p) points.push_back(std::floor(kLargestGridCoordinate * coordinate + 0.5));
    }
    for (double& x : points) x += static_cast<double>(random.below(3)) - 1;
    check_hull(points, hull_of(points));
  }
}

TEST_CASE("points in one plane have no hull on a grid") {
  Random random(5);
  std::vector<double> points;
  for (int i = 0; i < 50; ++i) {
    const double x = random.below(1000), y = random.below(1000);
    points.insert(points.end(), {x, y, 3 * x - 7 * y});
  }
  CHECK(hull_of(points).empty());
}
