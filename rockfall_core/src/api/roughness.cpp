#include "terrain/roughness.h"

#include "api/check.h"
#include "api/default.h"
#include "numerics/floating_point_environment.h"
#include "replay/hash.h"

using namespace rockfall;

namespace {

rf_status check_node(rf_error* error, const char* name, int64_t node) {
  return check_range(error, name, static_cast<double>(node), -kMostReliefNode, kMostReliefNode,
                     "between -2^44 and 2^44");
}

rf_status check_stored_nodes(const rf_roughness& roughness, rf_error* error) {
  RF_TRY(check_node(error, "roughness.first_column", roughness.first_column));
  RF_TRY(check_node(error, "roughness.first_row", roughness.first_row));
  if (roughness.columns == 0) return fail(error, RF_BAD_VALUE, "roughness.columns is 0, must be at least 1");
  if (roughness.rows == 0) return fail(error, RF_BAD_VALUE, "roughness.rows is 0, must be at least 1");
  return RF_OK;
}

// The six binary digits of k in reverse order: numbers that follow one another lie far apart.
uint32_t spread(uint32_t k) {
  uint32_t reversed = 0;
  for (uint32_t digit = 1; digit < 64; digit *= 2) reversed = 2 * reversed + (k / digit) % 2;
  return reversed;
}

// Compares some of the stored heights, all over the rows and columns, with those that they should be.
rf_status check_stored_heights(const rf_roughness& roughness, rf_error* error) {
  constexpr uint32_t kCompared = 64;
  const Relief relief(roughness);
  for (uint32_t k = 0; k < kCompared; ++k) {
    // In the middle of one of 64 parts of the columns, and of the rows.
    const uint64_t column = (2 * uint64_t{spread(k)} + 1) * roughness.columns / (2 * kCompared),
                   row = (2 * uint64_t{k} + 1) * roughness.rows / (2 * kCompared);
    double height;
    relief.compute_heights(roughness.first_column + static_cast<int64_t>(column),
                           roughness.first_row + static_cast<int64_t>(row), 1, 1, &height);
    if (roughness.heights[row * roughness.columns + column] == height) continue;
    return fail_with(error, RF_BAD_VALUE,
                     "roughness.heights are not those of rf_roughness_heights(), at column %llu and row %llu",
                     static_cast<unsigned long long>(column), static_cast<unsigned long long>(row));
  }
  return RF_OK;
}

// Without its stored heights.
rf_status check_roughness(const rf_roughness& roughness, rf_error* error) {
  if (roughness.struct_size != sizeof roughness) return fail_def(error, "roughness");
  const rf_terrain& base = roughness.base;
  RF_TRY(check_terrain(&base, error, "roughness.base", "roughness.base.sample"));
  RF_TRY(check_positive(error, "roughness.spacing", roughness.spacing));
  RF_TRY(check_node(error, "roughness.column", roughness.column));
  RF_TRY(check_node(error, "roughness.row", roughness.row));
  return check_not_negative(error, "roughness.base.roughness_max", base.roughness_max);
}

}  // namespace

extern "C" {

rf_status rf_init_roughness(rf_roughness* out, size_t size) {
  rf_roughness roughness = {};
  roughness.base = rf_default_terrain();
  roughness.spacing = 1;
  roughness.seed = 1;
  return write_default(roughness, out, size);
}

rf_status rf_roughness_heights(const rf_roughness* roughness, uint32_t row, uint32_t count, double* heights,
                               rf_error* error) {
  const FloatingPointEnvironment environment;
  if (!roughness) return fail_null(error, "roughness");
  if (!heights) return fail_null(error, "heights");
  RF_TRY(check_roughness(*roughness, error));
  RF_TRY(check_stored_nodes(*roughness, error));
  const uint64_t end = uint64_t{row} + count;
  if (end > roughness->rows) {
    return fail_with(error, RF_BAD_VALUE, "row + count is %llu, must be at most roughness.rows, %u",
                     static_cast<unsigned long long>(end), roughness->rows);
  }
  Relief(*roughness)
      .compute_heights(roughness->first_column, roughness->first_row + int64_t{row}, int64_t{roughness->columns},
                       int64_t{count}, heights);
  return succeed(error);
}

rf_status rf_rough_terrain(const rf_roughness* roughness, rf_terrain* terrain, rf_error* error) {
  const FloatingPointEnvironment environment;
  if (!roughness) return fail_null(error, "roughness");
  if (!terrain) return fail_null(error, "terrain");
  const rf_terrain& base = roughness->base;
  if (terrain == &base) return fail(error, RF_BAD_VALUE, "terrain is roughness.base, must be another struct");
  RF_TRY(check_roughness(*roughness, error));
  if (roughness->heights) {
    RF_TRY(check_stored_nodes(*roughness, error));
    RF_TRY(check_stored_heights(*roughness, error));
  }
  *terrain = base;
  if (base.roughness_max == 0) return succeed(error);
  terrain->user = const_cast<rf_roughness*>(roughness);
  terrain->sample = rough_sample;
  terrain->material = base.material ? rough_material : nullptr;
  terrain->upper_plane = base.upper_plane ? rough_upper_plane : nullptr;
  terrain->terrain_vertices = rough_vertices;
  terrain->identity = rough_identity(*roughness);
  return succeed(error);
}

}  // extern "C"
