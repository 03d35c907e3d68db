// Processor time of rf_cook_rock for clouds whose hulls have many vertices, with the computation of the hull.
//   rockfall_cooking_costs [POINTS]
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <rockfall/rockfall.hpp>
#include <string>
#include <vector>

#include "../support/random.h"

namespace {

using support::Random;
using Point = std::array<double, 3>;
using Points = std::vector<double>;

constexpr double kTurn = 2 * 3.14159265358979323846;
constexpr int kRepetitions = 3;

Points points_of(uint32_t count, const std::function<Point(Random&, uint32_t)>& point) {
  Random random(7);
  Points points;
  for (uint32_t i = 0; i < count; ++i) {
    const Point p = point(random, i);
    points.insert(points.end(), p.begin(), p.end());
  }
  return points;
}

// By 0.7 around (1, 2, 3), with the formula of Rodrigues.
Points turned(Points points) {
  const double axis[3] = {1 / std::sqrt(14), 2 / std::sqrt(14), 3 / std::sqrt(14)};
  const double cosine = std::cos(0.7), sine = std::sin(0.7);
  for (size_t i = 0; i < points.size(); i += 3) {
    const double p[3] = {points[i], points[i + 1], points[i + 2]};
    const double along = axis[0] * p[0] + axis[1] * p[1] + axis[2] * p[2];
    for (size_t k = 0; k < 3; ++k) {
      const size_t l = (k + 1) % 3, m = (k + 2) % 3;
      const double across = axis[l] * p[m] - axis[m] * p[l];
      points[i + k] = cosine * p[k] + sine * across + (1 - cosine) * along * axis[k];
    }
  }
  return points;
}

Points with_errors(Points points, double size) {
  Random random(5);
  for (double& x : points) x += size * random.between(-1, 1);
  return points;
}

Points disc(uint32_t count, double length) {
  const auto points = rf::shape_points(rf::shape_def(RF_SHAPE_DISC, 2, 2, length, count, 1));
  if (!points.ok()) std::abort();
  return *points;
}

Point on_circle(double radius, double turns, double z) {
  return {radius * std::cos(kTurn * turns), radius * std::sin(kTurn * turns), z};
}

Point on_sphere(Random& random, double thickness) {
  const double z = random.between(-1, 1);
  return on_circle(std::sqrt(1 - z * z), random.uniform(), thickness * z);
}

Point in_dome(Random& random, uint32_t i) {
  const double z = i % 2 == 0 ? random.uniform() : 0;
  return on_circle(std::sqrt(1 - z * z), random.uniform(), z);
}

Point on_ring(uint32_t i, uint32_t count) {
  constexpr uint32_t kRings = 20;
  const double angle = 0.5 * kTurn * (i % kRings + 0.5) / kRings, turns = static_cast<double>(i / kRings);
  return on_circle(std::sin(angle), turns / (count / kRings), std::cos(angle));
}

Point on_cone(Random& random) {
  const double radius = std::sqrt(random.uniform());
  return on_circle(radius, random.uniform(), 1 - radius);
}

Point on_frustum(Random& random) {
  const double share = random.uniform();
  return on_circle(0.5 + 0.5 * share, random.uniform(), 1 - share);
}

Point on_helix(Random& random) {
  const double u = random.uniform();
  return {std::cos(30 * u), std::sin(30 * u), u};
}

Point normally_distributed(Random& random) {
  Point p;
  for (double& x : p) x = std::sqrt(-2 * std::log(1 - random.uniform())) * std::cos(kTurn * random.uniform());
  return p;
}

void measure(const char* name, const Points& points) {
  double seconds = 1e300;
  for (int i = 0; i < kRepetitions; ++i) {
    const std::clock_t begin = std::clock();
    const rf::Result<rf::Rock> rock = rf::Rock::cook(rf::rock_def(points));
    seconds = std::min(seconds, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    if (!rock.ok()) {
      std::printf("%s: %s\n", name, std::string(rock.text()).c_str());
      return;
    }
    if (i == 0) std::printf("%-56s %7u vertices %7u faces ", name, (*rock)->vertex_count, (*rock)->face_count);
  }
  std::printf("%6.2f s\n", seconds);
}

void measure_all(uint32_t count) {
  const auto cloud = [count](const std::function<Point(Random&, uint32_t)>& point) { return points_of(count, point); };
  measure("disc turned out of the axes", turned(disc(count, 0.5)));
  measure("disc with errors of 1e-13, turned", turned(with_errors(disc(count, 0.5), 1e-13)));
  measure("random points on a sphere", cloud([](Random& random, uint32_t) { return on_sphere(random, 1); }));
  measure("20 rings on a sphere, turned", turned(cloud([count](Random&, uint32_t i) { return on_ring(i, count); })));
  measure("dome, half of the points random on its rim, turned", turned(cloud(in_dome)));
  measure("random points on the wall of a cylinder",
          cloud([](Random& random, uint32_t) { return on_circle(1, random.uniform(), random.uniform()); }));
  measure("ellipsoid 1 : 1 : 1e-4, random points",
          cloud([](Random& random, uint32_t) { return on_sphere(random, 1e-4); }));
  measure("random points on a frustum, turned",
          turned(cloud([](Random& random, uint32_t) { return on_frustum(random); })));
  measure("random points on a helix", cloud([](Random& random, uint32_t) { return on_helix(random); }));
  measure("random points on a cone, turned", turned(cloud([](Random& random, uint32_t) { return on_cone(random); })));
  measure("random points on a cone, and its apex, turned", turned(cloud([](Random& random, uint32_t i) {
            return i == 0 ? Point{0, 0, 1} : on_cone(random);
          })));
  measure("needle, a disc of length 2000 and radius 1, turned", turned(disc(count, 2000)));
  measure("random points, normally distributed",
          cloud([](Random& random, uint32_t) { return normally_distributed(random); }));
}

}  // namespace

int main(int argc, char** argv) {
  measure_all(argc > 1 ? static_cast<uint32_t>(std::strtoul(argv[1], nullptr, 10)) : 100000);
  return 0;
}
