#include "contact/scar_path.h"

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>

using rockfall::depth_left_on_path;
using rockfall::diameters_of_scar;

namespace {

constexpr double kDiameters = 2;

}  // namespace

TEST_CASE("within two diameters of path the scar keeps its depth, to the last bit") {
  for (const double path : {0.0, 0.5, 1.9999, 2.0})
    CHECK(depth_left_on_path(0.13, path, 0.01, 0.5, kDiameters) == 0.13);
  CHECK(depth_left_on_path(0.13, 2.0001, 0.01, 0.5, kDiameters) < 0.13);
}

TEST_CASE(
    "on the path after two diameters the depth falls by a factor of e per diameter, to a thousandth of the radius") {
  constexpr double kRadius = 0.5, kStep = 0.001;
  double depth = 0.2;
  for (int i = 1; i <= 1000; ++i) depth = depth_left_on_path(depth, 2 + i * kStep, kStep, kRadius, kDiameters);
  CHECK(depth == doctest::Approx(0.2 * std::exp(-1.0)).epsilon(1e-3));
  for (int i = 1001; i <= 9000; ++i) depth = depth_left_on_path(depth, 2 + i * kStep, kStep, kRadius, kDiameters);
  CHECK(depth <= 1e-3 * kRadius);
  CHECK(depth > 0.99e-3 * kRadius);
}

TEST_CASE("however long a step is, a scar keeps some depth, and a rock out of the soil has none") {
  CHECK(depth_left_on_path(0.1, 1e9, 1e8, 0.5, kDiameters) > 0);
  CHECK(depth_left_on_path(0.0, 1e9, 0.01, 0.5, kDiameters) == 0);
}

TEST_CASE("the length of the scar is a setting, and with length 0 the scar is never left behind") {
  CHECK(depth_left_on_path(0.13, 3.49, 0.01, 0.5, diameters_of_scar(3.5)) == 0.13);
  CHECK(depth_left_on_path(0.13, 3.51, 0.01, 0.5, diameters_of_scar(3.5)) < 0.13);
  CHECK(depth_left_on_path(0.13, 1e12, 0.01, 0.5, diameters_of_scar(0)) == 0.13);
}
