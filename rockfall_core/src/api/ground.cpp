#include <rockfall/ground.h>

#include "api/check.h"
#include "api/default.h"
#include "contact/laws.h"
#include "numerics/floating_point_environment.h"
#include "terrain/ground_members.h"

using namespace rockfall;

static_assert(sizeof(rf_ground) == RF_GROUND_FIELD_COUNT * sizeof(double), "rf_ground and rf_ground_field disagree");

namespace {

const char* const kFieldNames[RF_GROUND_FIELD_COUNT] = {"mu_min",
                                                        "mu_max",
                                                        "kappa",
                                                        "beta",
                                                        "restitution_normal",
                                                        "restitution_tangential",
                                                        "restitution_threshold",
                                                        "contact_drag",
                                                        "layer_drag",
                                                        "layer_drag_rotation",
                                                        "layer_height",
                                                        "contact_drag_height",
                                                        "rolling_resistance",
                                                        "soil_strength",
                                                        "soil_drag",
                                                        "soil_drag_rotation",
                                                        "soil_density",
                                                        "roughness_70",
                                                        "roughness_20",
                                                        "roughness_10",
                                                        "rocfall_restitution_normal",
                                                        "rocfall_restitution_tangential",
                                                        "rocfall_friction",
                                                        "rocfall_rolling_friction",
                                                        "rocfall_impulse_cap",
                                                        "rocfall_bounce_speed"};

// With larger members the square of a percussion, and the energy balance with it, can overflow.
constexpr double kLargest = 1e20;

// m. Larger numbers are heights in another unit, or of trees and buildings.
constexpr double kHighestObstacle = 100;

rf_status check_member(rf_error* error, int field, double value) {
  const char* const name = kFieldNames[field];
  switch (field) {
    case RF_GROUND_RESTITUTION_NORMAL:
    case RF_GROUND_RESTITUTION_TANGENTIAL:
    case RF_GROUND_ROCFALL_RESTITUTION_NORMAL:
    case RF_GROUND_ROCFALL_RESTITUTION_TANGENTIAL:
    case RF_GROUND_ROCFALL_IMPULSE_CAP:
      return check_range(error, name, value, 0, 1, "between 0 and 1");
    case RF_GROUND_ROUGHNESS_70:
    case RF_GROUND_ROUGHNESS_20:
    case RF_GROUND_ROUGHNESS_10:
      return check_range(error, name, value, 0, kHighestObstacle, "between 0 and 100 m");
    default:
      return check_range(error, name, value, 0, kLargest, "between 0 and 1e20");
  }
}

}  // namespace

extern "C" {

rf_status rf_init_ground(rf_ground* out, size_t size) {
  rf_ground ground = {};
  ground.mu_min = ground.mu_max = 0.6;
  ground.soil_drag = 2.5;
  ground.soil_density = 1700;
  ground.rocfall_restitution_normal = 0.35;
  ground.rocfall_restitution_tangential = 0.85;
  ground.rocfall_friction = 0.6;
  ground.rocfall_rolling_friction = 0.1;
  ground.rocfall_bounce_speed = 0.1;
  return write_default(ground, out, size);
}

const char* rf_ground_field_name(int32_t field) {
  return field >= 0 && field < RF_GROUND_FIELD_COUNT ? kFieldNames[field] : nullptr;
}

rf_status rf_ground_check(const rf_ground* ground, rf_error* error) {
  const FloatingPointEnvironment environment;
  if (!ground) return fail_null(error, "ground");
  for (int i = 0; i < RF_GROUND_FIELD_COUNT; ++i) RF_TRY(check_member(error, i, ground_member(*ground, i)));
  if (ground->mu_max < ground->mu_min) {
    return fail_with(error, RF_BAD_VALUE, "mu_max is %.9g, must be at least mu_min, which is %.9g", ground->mu_max,
                     ground->mu_min);
  }
  return succeed(error);
}

double rf_ground_friction(const rf_ground* ground, double slippage) {
  const FloatingPointEnvironment environment;
  return ground ? slippage_friction(*ground, slippage) : 0;
}

}  // extern "C"
