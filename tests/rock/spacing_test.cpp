#include "rock/spacing.h"

#include <doctest/doctest.h>

#include <vector>

#include "numerics/linear.h"
#include "support/random.h"

using namespace rockfall;
using namespace support;

namespace {

constexpr double kSpacing = 1e-3;

struct Marks {
  explicit Marks(const std::vector<double>& points) : close(points.size() / 3) {
    std::vector<uint32_t> table(spacing_table_size(close.size()));
    distances = mark_close_points(points.data(), close.size(), kSpacing, table.data(), close.data());
  }

  std::vector<unsigned char> close;
  uint64_t distances;
};

// Random points in a cube, of given side.
std::vector<double> cube(uint32_t count, double side) {
  Random random(7);
  std::vector<double> points;
  for (uint32_t i = 0; i < 3 * count; ++i) points.push_back(side * random.between(-0.5, 0.5));
  return points;
}

}  // namespace

TEST_CASE("a point is close if an earlier one that is kept is nearer than the spacing, otherwise not") {
  for (const double side : {1e-3, 5e-3, 2e-2}) {
    CAPTURE(side);
    const std::vector<double> points = cube(500, side);
    const Marks marks(points);
    for (size_t i = 0; i < 500; ++i) {
      bool close = false;
      for (size_t k = 0; k < i; ++k) {
        const double distance = (load3(&points[3 * i]) - load3(&points[3 * k])).norm();
        close = close || (!marks.close[k] && distance < kSpacing);
      }
      CHECK((marks.close[i] == 1) == close);
    }
  }
}

TEST_CASE("close points are found with a number of distances proportional to that of the points") {
  for (const double side : {1e-5, 1e-2, 10.0}) {
    CAPTURE(side);
    for (const uint32_t count : {1000u, 100000u}) {
      CHECK(Marks(cube(count, side)).distances < 100ull * count);
    }
  }
  std::vector<double> plane = cube(100000, 1);
  for (size_t i = 0; i < plane.size(); i += 3) plane[i] = 0.25;
  CHECK(Marks(plane).distances < 100 * 100000);
}
