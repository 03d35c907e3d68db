// Heights that are probably something else are warned of.
#include "io/doubtful_heights.h"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>

#include "temporary.h"

namespace {

std::vector<std::string> warnings_of(double cell, const std::function<double(double x, double y)>& height) {
  sandbox::Raster raster;
  raster.columns = 60;
  raster.rows = 40;
  raster.cell_x = raster.cell_y = cell;
  for (std::uint32_t row = 0; row < raster.rows; ++row) {
    for (std::uint32_t column = 0; column < raster.columns; ++column) {
      raster.values.push_back(height(column * cell, row * cell));
    }
  }
  return sandbox::doubtful_heights(raster, "dem.tif");
}

double slope_at(double x, double y) { return 1300 + 0.6 * x + 0.1 * y; }

}  // namespace

TEST_CASE("heights of 0 far below all others are warned of, and those of a coast are not") {
  const auto with_zeros = [](double height) {
    return [height](double x, double y) { return x < 3 ? 0 : height + 0.61 * x + 0.13 * y; };
  };
  const auto warnings = warnings_of(1, with_zeros(1300));
  REQUIRE(warnings.size() == 1);
  CHECK(says(warnings[0], "dem.tif: 120 heights are 0 m, the lowest other one is 1301.83 m"));
  CHECK(says(warnings[0], "give nodata = 0 in [terrain]"));
  CHECK(warnings_of(1, with_zeros(3)).empty());
  CHECK(warnings_of(1, slope_at).empty());
  CHECK(warnings_of(1, [](double, double) { return 0.0; }).empty());
  CHECK(warnings_of(1, [](double x, double y) { return x < 3 ? NAN : slope_at(x, y); }).empty());
}

TEST_CASE("whole metres on small cells are warned of, but not on large ones, nor where the ground has such steps") {
  const auto whole = [](double x, double y) { return std::floor(slope_at(x, y)); };
  const auto warnings = warnings_of(1, whole);
  REQUIRE(warnings.size() == 1);
  CHECK(says(warnings[0], "dem.tif: all heights are whole metres, on cells of 1 m"));
  CHECK(warnings_of(30, whole).empty());
  CHECK(warnings_of(1, [](double x, double) { return 1300 + 2 * x; }).empty());              // a slope of whole numbers
  CHECK(warnings_of(1, [](double x, double) { return x < 30 ? 1300.0 : 1320.0; }).empty());  // a step
  CHECK(warnings_of(1, [&](double x, double y) { return x == 5 && y == 5 ? 1300.5 : whole(x, y); }).empty());
}
