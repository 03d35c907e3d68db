// Heights with a remembered cell are those of samples.
#include "terrain/surface_height.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "height_fields.h"
#include "support/random.h"

using namespace support;

namespace {

rf_height_field field_over(const std::vector<double>& heights, int32_t interpolation, int32_t row_order) {
  rf_height_field field = field_of(RF_HEIGHT_FLOAT64, heights.data());
  field.interpolation = interpolation;
  field.row_order = row_order;
  field.ground.roughness_70 = field.ground.roughness_20 = 0.2;
  field.ground.roughness_10 = 0.4;
  return field;
}

// Number of heights along a path of small steps, part of it outside, that have other bits than samples.
int different_heights(const rf_terrain& terrain, uint64_t seed, int& found) {
  Random random(seed);
  rockfall::SurfaceMemory memory = {};
  double x = 5, y = 12;
  int different = 0;
  for (int i = 0; i < 4000; ++i) {
    x += random.between(-0.4, 0.4) + 0.01 * (5 - x);
    y += random.between(-0.4, 0.4) + 0.01 * (12 - y);
    rf_terrain_sample sample;
    REQUIRE(rf_terrain_at(&terrain, x, y, &sample) == RF_OK);
    double z;
    const bool exists = rockfall::surface_height(terrain, x, y, memory, z);
    different += exists != (sample.exists != 0) || (exists && z != sample.height);
    found += exists;
  }
  return different;
}

}  // namespace

TEST_CASE("heights along a path have the bits of samples, over height fields, relief and relief over relief") {
  std::vector<double> heights = quarter_heights(1);
  heights[kColumns * (kRows / 2) + kColumns / 2] = NAN;
  uint64_t seed = 0;
  for (int32_t interpolation = 0; interpolation < RF_INTERPOLATION_COUNT; ++interpolation) {
    for (const int32_t row_order : {RF_ROWS_TO_NORTH, RF_ROWS_TO_SOUTH}) {
      const rf_height_field field = field_over(heights, interpolation, row_order);
      rf_terrain terrain = terrain_of(field), relief, second_relief;
      rf_roughness roughness = rf_default_roughness();
      roughness.base = terrain;
      roughness.spacing = 0.7;
      REQUIRE(rf_rough_terrain(&roughness, &relief, nullptr) == RF_OK);
      rf_roughness second = roughness;
      second.base = relief;
      second.seed = 9;
      REQUIRE(rf_rough_terrain(&second, &second_relief, nullptr) == RF_OK);
      int found = 0;
      for (const rf_terrain* const each : {&terrain, &relief, &second_relief}) {
        CHECK(different_heights(*each, ++seed, found) == 0);
      }
      CHECK(found > 6000);
      CHECK(found < 11990);
    }
  }
}
