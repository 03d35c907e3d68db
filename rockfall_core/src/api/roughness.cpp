#include "terrain/roughness.h"

#include "api/check.h"
#include "api/default.h"
#include "numerics/floating_point_environment.h"
#include "replay/hash.h"

using namespace rockfall;

extern "C" {

rf_status rf_init_roughness(rf_roughness* out, size_t size) {
  rf_roughness roughness = {};
  roughness.base = rf_default_terrain();
  roughness.spacing = 1;
  roughness.seed = 1;
  return write_default(roughness, out, size);
}

rf_status rf_rough_terrain(const rf_roughness* roughness, rf_terrain* terrain, rf_error* error) {
  const FloatingPointEnvironment environment;
  if (!roughness) return fail_null(error, "roughness");
  if (!terrain) return fail_null(error, "terrain");
  if (roughness->struct_size != sizeof *roughness) return fail_def(error, "roughness");
  const rf_terrain& base = roughness->base;
  if (terrain == &base) return fail(error, RF_BAD_VALUE, "terrain is roughness.base, must be another struct");
  RF_TRY(check_terrain(&base, error, "roughness.base", "roughness.base.sample"));
  RF_TRY(check_positive(error, "roughness.spacing", roughness->spacing));
  RF_TRY(check_range(error, "roughness.column", static_cast<double>(roughness->column), -kMostReliefNode,
                     kMostReliefNode, "between -2^44 and 2^44"));
  RF_TRY(check_range(error, "roughness.row", static_cast<double>(roughness->row), -kMostReliefNode, kMostReliefNode,
                     "between -2^44 and 2^44"));
  RF_TRY(check_not_negative(error, "roughness.base.roughness_max", base.roughness_max));
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
