// Height fields of 13 x 9 samples, for tests.
#pragma once

#include <rockfall/terrain_formats.h>

#include <vector>

#include "support/random.h"
#include "support/refusal.h"

namespace support {

constexpr uint32_t kColumns = 13, kRows = 9;

// Heights on a lattice of 1/4 m, which every format holds exactly; row 0 is in the south.
inline std::vector<double> quarter_heights(uint64_t seed) {
  Random random(seed);
  std::vector<double> heights(kColumns * kRows);
  for (double& z : heights) z = 100 + 0.25 * static_cast<double>(random.below(24));
  return heights;
}

inline rf_height_field field_of(int32_t format, const void* samples) {
  rf_height_field field = rf_default_height_field();
  field.columns = kColumns;
  field.rows = kRows;
  field.format = format;
  field.heights = samples;
  field.cell_x = 2;
  field.cell_y = 1.5;
  field.x0 = -3;
  field.y0 = 7;
  field.interpolation = RF_INTERPOLATION_BILINEAR;
  return field;
}

inline rf_terrain terrain_of(const rf_height_field& field) {
  rf_terrain terrain;
  rf_error error = stale_error();
  const rf_status status = rf_height_field_terrain(&field, &terrain, &error);
  check_success(status, error);
  REQUIRE(status == RF_OK);
  return terrain;
}

}  // namespace support
