// F: mass properties of cooked rocks against closed forms and against a hull from all triples of points.
#include <algorithm>

#include "verify/groups.h"
#include "verify/world.h"

namespace sandbox::verify {
namespace {

constexpr double tolerance = 1e-12;

/** Box, tetrahedron and octahedron on axes: volume = v a b c, moments = m (b^2 + c^2) / k ... */
void add_shape_row(Table& table, const char* name, rf_shape_kind kind, double v, double k) {
  const Vec size = {1.7, 0.6, 1.1};
  const Rock rock(shape_points(kind, size), RF_SIZE_BY_DENSITY, 2700);
  const double volume = v * size[0] * size[1] * size[2], mass = 2700 * volume;
  Vec moments = {mass * (size[1] * size[1] + size[2] * size[2]) / k, mass * (size[2] * size[2] + size[0] * size[0]) / k,
                 mass * (size[0] * size[0] + size[1] * size[1]) / k};
  std::sort(moments.begin(), moments.end());
  const rf_rock_properties& p = rock.properties();
  const double error = std::max({std::fabs(p.volume / volume - 1), std::fabs(p.mass / mass - 1),
                                 norm(rock.inertia() - moments) / norm(moments), norm(load(p.centre_of_mass))});
  table.check(text("%s: volume, mass, centre, moments, off by", name), "< 1e-12", text("%.1e", error), "closed form",
              error < tolerance);
}

void add_eota_row(Table& table) {
  const Rock rock(shape_points(RF_SHAPE_EOTA, {1.122, 1.122, 1.122}), RF_SIZE_BY_DENSITY, 2700);
  const double expected = 17.0 / 24 * 1.122 * 1.122 * 1.122;
  table.check("EOTA111 of 1.122 m: volume", text("%.9f m3", expected), text("%.9f m3", rock.properties().volume),
              "17/24 L^3", std::fabs(rock.properties().volume / expected - 1) < tolerance);
}

struct Exact {
  long double volume = 0;
  long double first[3] = {0, 0, 0};
  long double second[3][3] = {};  // integral of x_i x_j
};

void add_tetrahedron(Exact& sum, const Vec& a, const Vec& b, const Vec& c) {
  using Real = long double;
  const Real det = Real{a[0]} * (Real{b[1]} * c[2] - Real{b[2]} * c[1]) -
                   Real{a[1]} * (Real{b[0]} * c[2] - Real{b[2]} * c[0]) +
                   Real{a[2]} * (Real{b[0]} * c[1] - Real{b[1]} * c[0]);
  const Real volume = det / 6;
  sum.volume += volume;
  for (std::size_t i = 0; i < 3; ++i) {
    const Real total_i = Real{a[i]} + b[i] + c[i];
    sum.first[i] += volume * total_i / 4;
    for (std::size_t j = 0; j < 3; ++j) {
      const Real total_j = Real{a[j]} + b[j] + c[j];
      sum.second[i][j] += volume / 20 * (Real{a[i]} * a[j] + Real{b[i]} * b[j] + Real{c[i]} * c[j] + total_i * total_j);
    }
  }
}

/** Every triple of points with all others on one side is a facet. */
Exact brute_force(const std::vector<Vec>& points) {
  Exact sum;
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t j = i + 1; j < points.size(); ++j) {
      for (std::size_t k = j + 1; k < points.size(); ++k) {
        const Vec normal = cross(points[j] - points[i], points[k] - points[i]);
        int above = 0, below = 0;
        for (std::size_t l = 0; l < points.size(); ++l) {
          if (l == i || l == j || l == k) continue;
          ++(dot(normal, points[l] - points[i]) > 0 ? above : below);
        }
        if (above == 0) add_tetrahedron(sum, points[i], points[j], points[k]);
        if (below == 0) add_tetrahedron(sum, points[i], points[k], points[j]);
      }
    }
  }
  return sum;
}

/** Largest relative error of mass, centre and inertia tensor in B. */
double hull_error(const std::vector<Vec>& points, const rf_rock_properties& p, double density) {
  const Exact exact = brute_force(points);
  const double mass = density * static_cast<double>(exact.volume);
  double error = std::fabs(p.mass / mass - 1);
  long double centre[3], trace = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    centre[i] = exact.first[i] / exact.volume;
    trace += exact.second[i][i] - exact.volume * centre[i] * centre[i];
    error = std::max(error, std::fabs(p.centre_of_mass[i] - static_cast<double>(centre[i])));
  }
  const Quaternion frame = load_quaternion(p.frame);
  const Vec axes[3] = {turned(frame, {1, 0, 0}), turned(frame, {0, 1, 0}), turned(frame, {0, 0, 1})};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      const long double moment = exact.second[i][j] - exact.volume * centre[i] * centre[j];
      const double expected = density * static_cast<double>((i == j ? trace : 0) - moment);
      double found = 0;
      for (std::size_t k = 0; k < 3; ++k) found += p.inertia[k] * axes[k][i] * axes[k][j];
      error = std::max(error, std::fabs(found - expected) / (density * static_cast<double>(trace)));
    }
  }
  return error;
}

double random_hull_error(std::uint32_t number) {
  std::vector<Vec> points;
  std::vector<double> flat;
  for (std::uint32_t i = 0; i < 24; ++i) {
    double a[2], b[2];
    rf_random_pair(7, number, 2 * i, a);
    rf_random_pair(7, number, 2 * i + 1, b);
    const Vec point = {1.5 * a[0] - 0.7, a[1] - 0.4, 0.8 * b[0] - 0.5};
    points.push_back(point);
    flat.insert(flat.end(), point.begin(), point.end());
  }
  return hull_error(points, Rock(flat, RF_SIZE_BY_DENSITY, 2700).properties(), 2700);
}

}  // namespace

void add_mass_property_rows(Table& table, const Effort& effort) {
  add_shape_row(table, "box", RF_SHAPE_BOX, 1, 12);
  add_shape_row(table, "tetrahedron", RF_SHAPE_TETRAHEDRON, 1.0 / 3, 20);
  add_shape_row(table, "octahedron", RF_SHAPE_OCTAHEDRON, 1.0 / 6, 40);
  add_eota_row(table);
  const std::uint32_t count = effort.quick ? 20 : 100;
  double error = 0;
  for (std::uint32_t i = 0; i < count; ++i) error = std::max(error, random_hull_error(i));
  table.check(text("%u hulls of 24 random points: the same, off by", count), "< 1e-12", text("%.1e", error),
              "all triples of points", error < tolerance);
}

}  // namespace sandbox::verify
