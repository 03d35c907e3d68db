// Edits of the heights of a height field, and the identity of its surface.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "height_fields.h"

using namespace support;

TEST_CASE("edited heights are the new surface at once, with bounds above it, and the changed area contains it") {
  for (const int32_t order : {RF_ROWS_TO_NORTH, RF_ROWS_TO_SOUTH}) {
    std::vector<uint16_t> samples(20 * 20, 400);
    rf_height_field field = rf_default_height_field();
    field.columns = field.rows = 20;
    field.format = RF_HEIGHT_UINT16;
    field.scale = 0.25;
    field.heights = samples.data();
    field.row_order = order;
    field.has_hole = 1;
    field.hole = 65535;
    const rf_terrain terrain = terrain_of(field), before = terrain;
    const double crater[6] = {80, 80.1, 130, 80, 80, kNaN};
    rf_rectangle changed;
    rf_error error = stale_error();
    check_success(rf_height_field_edit(&field, samples.data(), 5, 3, 3, 2, crater, &changed, &error), error);
    CHECK(samples[3 * 20 + 6] == 320);  // 80.1 is rounded to a quarter
    CHECK(samples[4 * 20 + 7] == 65535);
    const rf_rectangle all = {0, 0, 19, 19};
    CHECK(rf_terrain_check(&terrain, &all, 60, 60, nullptr, &error) == RF_OK);
    int different = 0;
    for (double x = 0.05; x < 19; x += 0.3) {
      for (double y = 0.05; y < 19; y += 0.3) {
        rf_terrain_sample s;
        rf_terrain_at(&terrain, x, y, &s);
        if (s.exists && s.height == 100) continue;
        ++different;
        CHECK(x > changed.x_min);
        CHECK(x < changed.x_max);
        CHECK(y > changed.y_min);
        CHECK(y < changed.y_max);
      }
    }
    CHECK(different > 20);
    const std::vector<uint16_t> kept = samples;
    const double too_high[1] = {20000}, mark[1] = {65535 * 0.25};
    check_refusal(rf_height_field_edit(&field, samples.data(), 0, 0, 1, 1, too_high, nullptr, &error), error,
                  RF_BAD_VALUE, "heights");
    check_refusal(rf_height_field_edit(&field, samples.data(), 0, 0, 1, 1, mark, nullptr, &error), error, RF_BAD_VALUE,
                  "heights[0] is 16383.75, must be finite, in the range of the samples, and not their mark of a hole");
    rf_height_field unmarked = field;
    unmarked.has_hole = 0;
    const double hole[2] = {100, kNaN};
    check_refusal(rf_height_field_edit(&unmarked, samples.data(), 0, 0, 2, 1, hole, nullptr, &error), error,
                  RF_BAD_VALUE, "heights[1] is NaN, but the samples have no mark of a hole");
    check_refusal(rf_height_field_edit(&field, samples.data(), 18, 0, 3, 1, crater, nullptr, &error), error,
                  RF_BAD_VALUE, "column");
    CHECK(samples == kept);
    const rf_terrain again = terrain_of(field);
    CHECK(again.identity != before.identity);
  }
}

TEST_CASE("heights that were read and are written back are the same heights, whatever scale and offset") {
  Random random(15);
  for (const int32_t format : {RF_HEIGHT_FLOAT64, RF_HEIGHT_FLOAT32, RF_HEIGHT_UINT16, RF_HEIGHT_INT16}) {
    for (int round = 0; round < 400; ++round) {
      CAPTURE(format);
      CAPTURE(round);
      std::vector<double> memory(kColumns * kRows);  // of any format
      rf_height_field field = field_of(format, memory.data());
      field.scale = (random.below(2) ? 1 : -1) * std::pow(10.0, random.between(-4, 3));
      for (size_t i = 0; i < memory.size(); ++i) {
        const double height = random.between(-1, 1) * (random.below(4) ? 3e4 : 300);
        const auto narrow = static_cast<float>(height);
        const auto count = static_cast<uint16_t>(random.below(65536));
        unsigned char* const samples = reinterpret_cast<unsigned char*>(memory.data());
        if (format == RF_HEIGHT_FLOAT64) memory[i] = height;
        if (format == RF_HEIGHT_FLOAT32) std::memcpy(samples + 4 * i, &narrow, 4);
        if (format == RF_HEIGHT_UINT16 || format == RF_HEIGHT_INT16) std::memcpy(samples + 2 * i, &count, 2);
      }
      // Offsets of the size of the heights above the lowest sample cancel digits.
      field.offset = random.between(-1, 1) * (random.below(2) ? 3e4 * std::fabs(field.scale) : 1000);
      std::vector<double> heights(kColumns * kRows), again(kColumns * kRows);
      REQUIRE(rf_height_field_heights(&field, 0, 0, kColumns, kRows, heights.data(), nullptr) == RF_OK);
      REQUIRE(rf_height_field_edit(&field, memory.data(), 0, 0, kColumns, kRows, heights.data(), nullptr, nullptr) ==
              RF_OK);
      REQUIRE(rf_height_field_heights(&field, 0, 0, kColumns, kRows, again.data(), nullptr) == RF_OK);
      CHECK(again == heights);
    }
  }
}

TEST_CASE(
    "the identity of a height field changes with all that its steps depend on, not with the format of the samples") {
  std::vector<double> heights = quarter_heights(7);
  const std::vector<float> same(heights.begin(), heights.end());
  const auto triangles = [](int32_t format, const void* samples) {
    rf_height_field field = field_of(format, samples);
    field.interpolation = RF_INTERPOLATION_DIAGONAL_DOWN;
    return field;
  };
  const rf_height_field plain = triangles(RF_HEIGHT_FLOAT64, heights.data());
  const uint64_t identity = terrain_of(plain).identity;
  CHECK(terrain_of(plain).identity == identity);
  CHECK(terrain_of(triangles(RF_HEIGHT_FLOAT32, same.data())).identity == identity);

  std::vector<uint64_t> seen = {identity};
  const auto differs = [&](const rf_height_field& field) {
    const uint64_t now = terrain_of(field).identity;
    const bool found = std::find(seen.begin(), seen.end(), now) != seen.end();
    seen.push_back(now);
    return !found;
  };
  rf_height_field field = plain;
  field.ground.mu_min = field.ground.mu_max = 0.55;
  CHECK(differs(field));
  rf_ground grounds[2] = {rf_default_ground(), rf_default_ground()};
  field = plain;
  field.grounds = grounds;
  field.ground_count = 2;
  CHECK(differs(field));
  grounds[1].soil_strength = 5e6;
  CHECK(differs(field));
  std::vector<uint32_t> materials((kColumns - 1) * (kRows - 1), 0);
  materials[5] = 1;
  field.materials = materials.data();
  CHECK(differs(field));
  std::swap(materials[5], materials[20]);
  CHECK(differs(field));
  field = plain;
  field.interpolation = RF_INTERPOLATION_BILINEAR;
  CHECK(differs(field));
  field = plain;
  field.x0 = 1;
  CHECK(differs(field));
  field = plain;
  field.row_order = RF_ROWS_TO_SOUTH;  // turns rows and diagonals
  CHECK(differs(field));
  for (uint32_t row = 0; row < kRows / 2; ++row) {
    std::swap_ranges(heights.begin() + row * kColumns, heights.begin() + (row + 1) * kColumns,
                     heights.begin() + (kRows - 1 - row) * kColumns);
  }
  CHECK(differs(field));  // the same heights, other diagonals
  field.interpolation = RF_INTERPOLATION_DIAGONAL_UP;
  CHECK(differs(field));
  heights[3] += 0.25;
  CHECK(differs(field));
}
