#include <rockfall/ground.h>

#include <cstring>

#include "api/check.h"
#include "contact/laws.h"
#include "numerics/floating_point_environment.h"

using namespace rockfall;

static_assert(sizeof(rf_ground) == RF_GROUND_FIELD_COUNT * sizeof(double), "rf_ground and rf_ground_field disagree");

namespace {

const char* const kFieldNames[RF_GROUND_FIELD_COUNT] = {"mu_min",
                                                        "mu_max",
                                                        "kappa",
                                                        "beta",
                                                        "restitution_normal",
                                                        "restitution_tangential",
                                                        "contact_drag",
                                                        "layer_drag",
                                                        "layer_drag_rotation",
                                                        "layer_height",
                                                        "contact_drag_height",
                                                        "rolling_resistance",
                                                        "soil_strength",
                                                        "soil_drag",
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

// Parameters of the RocFall3 models: R_N, R_T, mu, mu_r. No impulse cap, bounce speed 0.1 m/s.
struct Legacy {
  double normal, tangential, friction, rolling;
};

constexpr rf_ground with_legacy(rf_ground ground, const Legacy& legacy) {
  ground.rocfall_restitution_normal = legacy.normal;
  ground.rocfall_restitution_tangential = legacy.tangential;
  ground.rocfall_friction = legacy.friction;
  ground.rocfall_rolling_friction = legacy.rolling;
  ground.rocfall_impulse_cap = 0;
  ground.rocfall_bounce_speed = 0.1;
  return ground;
}

constexpr rf_ground soil(double mu_min, double mu_max, double beta, double kappa, double drag, const Legacy& legacy) {
  rf_ground ground = {};
  ground.mu_min = mu_min;
  ground.mu_max = mu_max;
  ground.kappa = kappa;
  ground.beta = beta;
  ground.contact_drag = drag;
  return with_legacy(ground, legacy);
}

// Soil classes of RAMMS::ROCKFALL. Published: extra soft, extra hard, and the friction of hard. The parameters of the
// RocFall3 models do not belong to these classes: R_N is in Rockyfor3D's range for a similar soil, the others are
// common values.
const rf_ground_preset kPresets[] = {
    {"extra_soft", "very wet or swampy ground into which rocks sink deeply", 1, 0,
     soil(0.20, 2, 50, 1, 0.9, {0.21, 0.75, 0.40, 0.30})},
    {"soft", "moist, deep soil: wet meadow", 0, 0, soil(0.25, 2, 100, 1.25, 0.8, {0.23, 0.78, 0.45, 0.25})},
    {"medium_soft", "meadow: deep soil with few stones, alpine meadow", 0, 0,
     soil(0.30, 2, 125, 1.5, 0.7, {0.25, 0.80, 0.50, 0.20})},
    {"medium", "meadow with stones, shallow soil", 0, 0, soil(0.35, 2, 150, 2, 0.6, {0.33, 0.80, 0.55, 0.15})},
    {"medium_hard", "stony ground, fine debris", 0, 0, soil(0.40, 2, 175, 2.5, 0.5, {0.38, 0.82, 0.60, 0.12})},
    {"hard", "coarse debris, compact scree (the friction is confirmed, the drag is not)", 1, 0,
     soil(0.55, 2, 185, 3, 0.4, {0.43, 0.85, 0.65, 0.10})},
    {"extra_hard", "bedrock", 1, 0, soil(0.80, 2, 200, 4, 0.3, {0.53, 0.95, 0.70, 0.05})},
    {"snow", "snow cover", 0, 0, soil(0.10, 0.35, 150, 2, 0.7, {0.15, 0.90, 0.25, 0.20})},
};

}  // namespace

extern "C" {

rf_ground rf_default_ground(void) {
  rf_ground ground = {};
  ground.mu_min = ground.mu_max = 0.6;
  ground.soil_drag = 2.5;
  ground.soil_density = 1700;
  return with_legacy(ground, {0.35, 0.85, 0.6, 0.1});
}

const char* rf_ground_field_name(int32_t field) {
  return field >= 0 && field < RF_GROUND_FIELD_COUNT ? kFieldNames[field] : nullptr;
}

rf_status rf_ground_check(const rf_ground* ground, rf_error* error) {
  const FloatingPointEnvironment environment;
  if (!ground) return fail_null(error, "ground");
  const double* member = &ground->mu_min;
  for (int i = 0; i < RF_GROUND_FIELD_COUNT; ++i) {
    const bool fraction = i == RF_GROUND_RESTITUTION_NORMAL || i == RF_GROUND_RESTITUTION_TANGENTIAL ||
                          i == RF_GROUND_ROCFALL_RESTITUTION_NORMAL || i == RF_GROUND_ROCFALL_RESTITUTION_TANGENTIAL ||
                          i == RF_GROUND_ROCFALL_IMPULSE_CAP;
    RF_TRY(fraction ? check_range(error, kFieldNames[i], member[i], 0, 1, "between 0 and 1")
                    : check_not_negative(error, kFieldNames[i], member[i]));
  }
  if (ground->mu_max < ground->mu_min) {
    return fail_value(error, "mu_max", ground->mu_max, "at least mu_min");
  }
  return succeed(error);
}

double rf_ground_friction(const rf_ground* ground, double slippage) {
  const FloatingPointEnvironment environment;
  return ground ? slippage_friction(*ground, slippage) : 0;
}

uint32_t rf_ground_preset_count(void) { return sizeof kPresets / sizeof kPresets[0]; }

const rf_ground_preset* rf_ground_preset_at(uint32_t index) {
  return index < rf_ground_preset_count() ? &kPresets[index] : nullptr;
}

const rf_ground_preset* rf_ground_preset_find(const char* name) {
  if (!name) return nullptr;
  for (const rf_ground_preset& preset : kPresets) {
    if (std::strcmp(preset.name, name) == 0) return &preset;
  }
  return nullptr;
}

}  // extern "C"
