#include <algorithm>
#include <array>
#include <cmath>

#include "support/rocks.h"

using namespace support;

namespace {

doctest::Approx about(double x) { return doctest::Approx(x).epsilon(1e-13); }

void check_moments(const Rock& rock, std::array<double, 3> expected) {
  std::sort(expected.begin(), expected.end());
  for (size_t k = 0; k < 3; ++k) CHECK(rock->inertia[k] == about(expected[k]));
}

// Volume and inertia of the 24-point body of unit size (a cube of side 1 with bevelled corners and edges), computed
// independently by exact integration over the height: the body is symmetric, so one octant is enough, and the section
// at height z is a polygon.
struct Section {
  double area, second_x;  // of the quarter x >= 0, y >= 0
};

// Quarter section of the hull of the permutations of (1/2, 1/4, 1/4) at height z in [0, 1/2]: x <= 1/2 and y <= 1/2,
// cut by the rhombic planes x + y <= 3/4, x <= 3/4 - z, y <= 3/4 - z and the corner plane x + y <= 1 - z.
Section eota_section(double z) {
  const double side = std::min(0.5, 0.75 - z), diagonal = std::min(0.75, 1.0 - z);
  const double corner = diagonal - side;  // intersection of x = side and x + y = diagonal
  // Polygon (0,0) (side,0) (side,corner) (corner,side) (0,side).
  const double x[] = {0, side, side, corner, 0}, y[] = {0, 0, corner, side, side};
  Section section = {0, 0};
  for (int i = 0; i < 5; ++i) {
    const int j = (i + 1) % 5;
    const double cross = x[i] * y[j] - x[j] * y[i];
    section.area += cross / 2;
    section.second_x += cross * (x[i] * x[i] + x[i] * x[j] + x[j] * x[j]) / 12;
  }
  return section;
}

// Three-point Gauss-Legendre quadrature is exact: the integrands have degree 4 between z = 0, 1/4 and 1/2.
template <class F>
double over_height(F f) {
  double sum = 0;
  for (const double start : {0.0, 0.25}) {
    const double offset = std::sqrt(0.6) * 0.125;
    sum += 0.25 * (5 * f(start + 0.125 - offset) + 8 * f(start + 0.125) + 5 * f(start + 0.125 + offset)) / 18;
  }
  return sum;
}

}  // namespace

TEST_CASE("the mass and principal moments of a box equal the closed form") {
  const double a = 0.7, b = 1.9, c = 1.1;
  const Rock rock = box_rock(a, b, c);
  const double m = 2700 * a * b * c;
  CHECK(rock->mass == about(m));
  CHECK(rock->volume == about(a * b * c));
  CHECK(rock->density == 2700);
  check_moments(rock, {m * (b * b + c * c) / 12, m * (a * a + c * c) / 12, m * (a * a + b * b) / 12});
  CHECK(rock->bounding_radius == about(0.5 * std::sqrt(a * a + b * b + c * c)));
  CHECK(rock->face_count == 6);
  CHECK(rock->triangle_count == 12);
  CHECK(rock->vertex_count == 8);
  for (int k = 0; k < 3; ++k) CHECK(std::fabs(rock->centre_of_mass[k]) < 1e-15);
}

TEST_CASE("the mass and principal moments of a regular tetrahedron equal the closed form") {
  const double s = 1.3;  // side of the enclosing cube: edge s sqrt 2, volume s^3 / 3
  const Rock rock = shape_rock(RF_SHAPE_TETRAHEDRON, s, s, s);
  const double m = 2700 * s * s * s / 3, moment = m * (2 * s * s) / 20;
  CHECK(rock->mass == about(m));
  check_moments(rock, {moment, moment, moment});
  CHECK(rock->face_count == 4);
}

TEST_CASE("the centre of mass of a right-angled tetrahedron is at a quarter of its legs") {
  const Rock rock = cloud_rock({0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 5});
  CHECK(rock->volume == about(5));
  CHECK(rock->centre_of_mass[0] == about(0.5));
  CHECK(rock->centre_of_mass[1] == about(0.75));
  CHECK(rock->centre_of_mass[2] == about(1.25));
  // The trace of the inertia does not depend on the frame: 2 * 3/80 m (a^2 + b^2 + c^2).
  CHECK(rock->inertia[0] + rock->inertia[1] + rock->inertia[2] == about(2 * 3.0 / 80 * rock->mass * (4 + 9 + 25)));
}

TEST_CASE("the mass and principal moments of an octahedron equal the closed form") {
  const double a = 0.8, b = 1.0, c = 1.5;  // half axes
  const Rock rock = shape_rock(RF_SHAPE_OCTAHEDRON, 2 * a, 2 * b, 2 * c);
  const double m = 2700 * 4 * a * b * c / 3;
  CHECK(rock->mass == about(m));
  check_moments(rock, {m * (b * b + c * c) / 10, m * (a * a + c * c) / 10, m * (a * a + b * b) / 10});
  CHECK(rock->face_count == 8);
}

TEST_CASE("mass and principal moments of the EOTA bodies equal those integrated over their sections") {
  const double octant = over_height([](double z) { return eota_section(z).area; });
  const double second = over_height([](double z) { return eota_section(z).second_x; });
  const double volume = 8 * octant, xx = 8 * second / volume;  // <x^2> of the unit body, the same along y and z
  for (const double height : {1.2, 0.6}) {                     // EOTA111 and the plate EOTA221
    const Rock rock = shape_rock(RF_SHAPE_EOTA, 1.2, 1.2, height);
    const double m = 2700 * volume * 1.2 * 1.2 * height;
    CHECK(rock->mass == about(m));
    const double x = xx * 1.44, z = xx * height * height;
    check_moments(rock, {m * (x + z), m * (x + z), m * (x + x)});
    CHECK(rock->vertex_count == 24);
    CHECK(rock->face_count == 26);
  }
}

TEST_CASE("ellipsoids and discs with many points approach the principal moments of the smooth bodies") {
  const Rock ball = shape_rock(RF_SHAPE_ELLIPSOID, 1, 1, 1, 4000);
  CHECK(ball->volume == doctest::Approx(std::acos(-1.0) / 6).epsilon(3e-3));
  CHECK(ball->inertia[2] == doctest::Approx(0.1 * ball->mass).epsilon(3e-3));
  const Rock disc = shape_rock(RF_SHAPE_DISC, 2, 2, 0.5, 720);
  CHECK(disc->inertia[2] == doctest::Approx(0.5 * disc->mass).epsilon(1e-4));
  CHECK(disc->inertia[0] == doctest::Approx(disc->mass * (3 + 0.25) / 12).epsilon(1e-4));
}

TEST_CASE("principal moments scale with the fifth power of the size and the mass with the third") {
  std::vector<double> points = shape_cloud(RF_SHAPE_RANDOM, 1, 2, 1.5, 40, 8);
  const Rock small = cloud_rock(points);
  for (double& x : points) x *= 3;
  const Rock large = cloud_rock(points);
  CHECK(large->mass == about(27 * small->mass));
  for (int k = 0; k < 3; ++k) CHECK(large->inertia[k] == about(243 * small->inertia[k]));
}

TEST_CASE("the principal moments of random rocks satisfy the triangle inequality") {
  for (uint64_t seed = 1; seed <= 50; ++seed) {
    const Rock rock = shape_rock(RF_SHAPE_RANDOM, 1, 0.02 * static_cast<double>(seed), 1.4, 20, seed);
    CHECK(rock->inertia[0] > 0);
    CHECK(rock->inertia[0] + rock->inertia[1] > rock->inertia[2]);
  }
}
