// Named grounds. The soil classes take their friction from RAMMS::ROCKFALL and their soil layer from Lu et al. 2019;
// the ramms_ presets are the classes of RAMMS::ROCKFALL alone, with contact drag in place of the soil layer. One more
// preset has a soil layer whose numbers are fitted to measured run-outs.
#include <rockfall/ground.h>

#include <cstring>

namespace {

// The soil classes, in the order of the tables below and of the presets.
enum Class { kExtraSoft, kSoft, kMediumSoft, kMedium, kMediumHard, kHard, kExtraHard, kSnow, kClasses };

// Friction of a class: mu_min, mu_max, beta, kappa.
struct Friction {
  double mu_min, mu_max, beta, kappa;
};

// Parameters of the RocFall3 models: R_N, R_T, mu, mu_r. No impulse cap, bounce speed 0.1 m/s. They do not belong to
// the classes: R_N is in Rockyfor3D's range for a similar soil, except for snow, the others are common values.
struct Legacy {
  double normal, tangential, friction, rolling;
};

// Soil layer: strength in MPa, drag coefficient, drag on the rotation, density; rolling resistance; restitution and its
// threshold in m/s; roughness on 70, 20, 10 %.
struct Soil {
  double strength, drag, drag_rotation, density;
  double rolling, restitution, threshold;
  double roughness[3];
};

constexpr Friction kFriction[kClasses] = {{0.20, 2, 50, 1},  {0.25, 2, 100, 1.25}, {0.30, 2, 125, 1.5},
                                          {0.35, 2, 150, 2}, {0.40, 2, 175, 2.5},  {0.55, 2, 185, 3},
                                          {0.80, 2, 200, 4}, {0.10, 0.35, 150, 2}};
constexpr double kContactDrag[kClasses] = {0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.7};
constexpr Legacy kLegacy[kClasses] = {{0.21, 0.75, 0.40, 0.30}, {0.23, 0.78, 0.45, 0.25}, {0.25, 0.80, 0.50, 0.20},
                                      {0.33, 0.80, 0.55, 0.15}, {0.38, 0.82, 0.60, 0.12}, {0.43, 0.85, 0.65, 0.10},
                                      {0.53, 0.95, 0.70, 0.05}, {0.15, 0.90, 0.25, 0.20}};
constexpr Soil kSoil[kClasses] = {{1.0, 2.5, 0, 1700, 0.14, 0, 0, {0, 0, 0}},
                                  {5.0, 2.5, 0, 1700, 0.135, 0.1, 8, {0, 0, 0.03}},
                                  {12, 2.5, 0.5, 1700, 0.13, 0.1, 8, {0, 0.03, 0.08}},
                                  {14.5, 2.5, 1.2, 1700, 0.125, 0.1, 8, {0.03, 0.08, 0.15}},
                                  {15, 3.2, 1.6, 1700, 0.122, 0.27, 0, {0.10, 0.14, 0.25}},
                                  {25, 4.7, 1.5, 1700, 0.114, 0.18, 0, {0.04, 0.20, 0.25}},
                                  {0, 2.5, 0, 1700, 0.02, 0.50, 0, {0, 0.05, 0.10}},
                                  {1, 2.5, 0, 350, 0.20, 0, 0, {0, 0, 0}}};

// C_f + C_s of Lu et al. 2019 for a whole slope.
constexpr double kPublishedSoilDrag = 2.5;

constexpr rf_ground with_friction(int i) {
  rf_ground ground = {};
  ground.mu_min = kFriction[i].mu_min;
  ground.mu_max = kFriction[i].mu_max;
  ground.beta = kFriction[i].beta;
  ground.kappa = kFriction[i].kappa;
  ground.rocfall_restitution_normal = kLegacy[i].normal;
  ground.rocfall_restitution_tangential = kLegacy[i].tangential;
  ground.rocfall_friction = kLegacy[i].friction;
  ground.rocfall_rolling_friction = kLegacy[i].rolling;
  ground.rocfall_bounce_speed = 0.1;
  ground.soil_drag = kSoil[i].drag;
  ground.soil_density = kSoil[i].density;
  return ground;
}

constexpr rf_ground soil_class(int i) {
  rf_ground ground = with_friction(i);
  ground.soil_strength = 1e6 * kSoil[i].strength;
  ground.soil_drag_rotation = kSoil[i].drag_rotation;
  ground.rolling_resistance = kSoil[i].rolling;
  ground.restitution_normal = kSoil[i].restitution;
  ground.restitution_threshold = kSoil[i].threshold;
  ground.roughness_70 = kSoil[i].roughness[0];
  ground.roughness_20 = kSoil[i].roughness[1];
  ground.roughness_10 = kSoil[i].roughness[2];
  return ground;
}

constexpr rf_ground ramms_class(int i) {
  rf_ground ground = with_friction(i);
  ground.contact_drag = kContactDrag[i];
  // Without effect on rigid ground, but part of the hash of a scene, which recordings compare.
  ground.soil_drag = i == kHard ? 3.0 : kPublishedSoilDrag;
  return ground;
}

// Fitted to the 18 runs near Tschamut, see docs/calibration.md.
constexpr rf_ground alpine_meadow() {
  rf_ground ground = soil_class(kMediumSoft);
  ground.mu_min = 1.2;
  ground.soil_strength = 8.4e6;
  ground.soil_drag = 1.1;
  ground.soil_drag_rotation = 1;
  ground.rolling_resistance = 0.02;
  ground.restitution_normal = ground.restitution_threshold = 0;
  ground.roughness_20 = ground.roughness_10 = 0;
  return ground;
}

const rf_ground_preset kPresets[] = {
    {"extra_soft", "very wet or swampy ground into which rocks sink deeply", 0, 0, soil_class(kExtraSoft)},
    {"soft", "moist, deep soil: wet meadow", 0, 0, soil_class(kSoft)},
    {"medium_soft", "meadow: deep soil with few stones", 0, 0, soil_class(kMediumSoft)},
    {"medium", "meadow with stones, shallow soil", 0, 0, soil_class(kMedium)},
    {"medium_hard", "stony ground, fine debris, talus", 0, 0, soil_class(kMediumHard)},
    {"hard", "coarse debris, compact scree", 0, 0, soil_class(kHard)},
    {"extra_hard", "bedrock: rigid ground without terminal speed, for cliffs and short faces", 0, 0,
     soil_class(kExtraHard)},
    {"snow", "snow cover", 0, 0, soil_class(kSnow)},
    {"ramms_extra_soft", "extra soft of RAMMS::ROCKFALL: rigid ground with contact drag", 1, 0,
     ramms_class(kExtraSoft)},
    {"ramms_soft", "soft of RAMMS::ROCKFALL: rigid ground with contact drag", 0, 0, ramms_class(kSoft)},
    {"ramms_medium_soft", "medium soft of RAMMS::ROCKFALL: rigid ground with contact drag", 0, 0,
     ramms_class(kMediumSoft)},
    {"ramms_medium", "medium of RAMMS::ROCKFALL: rigid ground with contact drag", 0, 0, ramms_class(kMedium)},
    {"ramms_medium_hard", "medium hard of RAMMS::ROCKFALL: rigid ground with contact drag", 0, 0,
     ramms_class(kMediumHard)},
    {"ramms_hard", "hard of RAMMS::ROCKFALL: rigid ground with contact drag (the drag is not confirmed)", 0, 0,
     ramms_class(kHard)},
    {"ramms_extra_hard", "extra hard of RAMMS::ROCKFALL: rigid ground with contact drag", 1, 0,
     ramms_class(kExtraHard)},
    {"ramms_snow", "snow of RAMMS::ROCKFALL: rigid ground with contact drag", 0, 0, ramms_class(kSnow)},
    {"alpine_meadow", "steep alpine meadow: calibrated to measured run-outs of blocks of 40 to 79 kg", 0, 0,
     alpine_meadow()},
};

constexpr int kAlpineMeadow = 2 * kClasses;
static_assert(sizeof kPresets == (kAlpineMeadow + 1) * sizeof kPresets[0], "every class has two presets");

rf_number_source friction_source(int i, int32_t field) {
  if (i == kExtraSoft || i == kHard || i == kExtraHard) {
    return {RF_NUMBER_CONFIRMED, "soil class of RAMMS::ROCKFALL, confirmed by publications"};
  }
  if (i == kSnow && (field == RF_GROUND_MU_MIN || field == RF_GROUND_MU_MAX)) {
    return {RF_NUMBER_ASSUMED, "snow of RAMMS::ROCKFALL, below the published classes"};
  }
  return {RF_NUMBER_ASSUMED, "soil class of RAMMS::ROCKFALL, between the published classes"};
}

rf_number_source drag_source(int i, bool ramms) {
  if (!ramms && i == kSnow)
    return {RF_NUMBER_ASSUMED, "no drag beside that of the layer, as of soil in Lu et al. 2019"};
  if (!ramms && i == kExtraHard) {
    return {RF_NUMBER_ASSUMED, "no drag on bedrock; the class of RAMMS::ROCKFALL has 0.3 1/s"};
  }
  if (!ramms) return {RF_NUMBER_CONFIRMED, "Lu et al. 2019: no drag beside that of the soil layer"};
  if (i == kExtraSoft || i == kExtraHard) {
    return {RF_NUMBER_CONFIRMED, "soil class of RAMMS::ROCKFALL, confirmed by publications"};
  }
  return {RF_NUMBER_ASSUMED, "soil class of RAMMS::ROCKFALL"};
}

rf_number_source restitution_source(int i, bool ramms, int32_t field) {
  if (!ramms && i == kExtraHard && field == RF_GROUND_RESTITUTION_NORMAL) {
    return {RF_NUMBER_ASSUMED,
            "within Rockyfor3D's range for bedrock, 0.48 to 0.58; rebound of S below 0.5 in a drop of 20 m"};
  }
  if (!ramms && (i == kMediumHard || i == kHard) && field == RF_GROUND_RESTITUTION_NORMAL) {
    return {RF_NUMBER_ASSUMED,
            "little, at the rebound surface; brings the mean height of S on talus to 1 to 2 m (Chant Sura)"};
  }
  if (!ramms && kSoil[i].threshold > 0 && field == RF_GROUND_RESTITUTION_NORMAL) {
    return {RF_NUMBER_ASSUMED,
            "little, in hard impacts; brings the rebound of S in a drop of 20 m to 0.05 to 0.2 (Rockyfor3D: meadow)"};
  }
  return {RF_NUMBER_CONFIRMED, "RAMMS::ROCKFALL: 0 in every soil class"};
}

rf_number_source threshold_source(int i, bool ramms) {
  if (!ramms && kSoil[i].threshold > 0) {
    return {RF_NUMBER_ASSUMED, "hard impacts only: restitution at every velocity makes plates stop on meadow"};
  }
  return {RF_NUMBER_CONFIRMED, "Leine et al. 2014: restitution acts at every velocity"};
}

rf_number_source strength_source(int i, bool ramms) {
  if (ramms) return {RF_NUMBER_CONFIRMED, "rigid ground in Leine et al. 2014"};
  if (i == kExtraHard) return {RF_NUMBER_ASSUMED, "bedrock does not give way"};
  if (i == kSnow) return {RF_NUMBER_ASSUMED, "that of extra soft ground"};
  if (i >= kMediumSoft && i <= kHard) {
    return {RF_NUMBER_ASSUMED,
            "within 10 to 25 MPa of Lu et al. 2019 for meadow and scree; order of the classes assumed"};
  }
  return {RF_NUMBER_ASSUMED, "continues the classes beyond 10 to 25 MPa of Lu et al. 2019"};
}

rf_number_source soil_drag_source(int i, bool ramms) {
  if (ramms && i == kHard) {
    return {RF_NUMBER_ASSUMED, "within C_s 0.1 to 4 of Lu et al. 2019; without effect on rigid ground"};
  }
  if (ramms || i == kExtraHard) {
    return {RF_NUMBER_CONFIRMED, "Lu et al. 2019: C_f = 1 and C_s = 1.5; without effect on rigid ground"};
  }
  if (i == kHard) {
    return {RF_NUMBER_ASSUMED,
            "C_s = 3.7 within 0.1 to 4 of Lu et al. 2019; keeps nearly all rocks on talus below 35 m/s"};
  }
  if (i == kMediumHard) {
    return {RF_NUMBER_ASSUMED, "C_s = 2.2 within 0.1 to 4 of Lu et al. 2019; keeps the jumps on talus low"};
  }
  if (i == kSnow) return {RF_NUMBER_ASSUMED, "that of soil in Lu et al. 2019, C_f = 1 and C_s = 1.5; not of snow"};
  return {RF_NUMBER_CONFIRMED, "Lu et al. 2019: C_f = 1 and C_s = 1.5 for the whole slope"};
}

rf_number_source drag_rotation_source(int i, bool ramms) {
  if (ramms || i == kExtraHard) return {RF_NUMBER_CONFIRMED, "no soil layer"};
  if (i >= kMediumSoft && i <= kHard) {
    return {RF_NUMBER_ASSUMED, "brings the rotational share of the energy on slopes into 10 to 20 % (Chant Sura)"};
  }
  return {RF_NUMBER_CONFIRMED, "Lu et al. 2019: no drag on the rotation"};
}

rf_number_source density_source(int i) {
  if (i == kSnow) return {RF_NUMBER_ASSUMED, "settled snow"};
  return {RF_NUMBER_CONFIRMED, "Lu et al. 2019"};
}

rf_number_source rolling_source(int i, bool ramms) {
  if (ramms) return {RF_NUMBER_ASSUMED, "none in RAMMS::ROCKFALL"};
  if (i == kExtraHard) return {RF_NUMBER_ASSUMED, "little on bedrock; a compact block stops on level ground"};
  if (i == kSnow) return {RF_NUMBER_ASSUMED, "more than on soil; discs of 1.5 m stop on 5.7 degrees"};
  return {RF_NUMBER_ASSUMED, "a compact block stops on 10 degrees of every soil class, with and without obstacles"};
}

rf_number_source source_of(int i, bool ramms, int32_t field) {
  switch (field) {
    case RF_GROUND_MU_MIN:
    case RF_GROUND_MU_MAX:
    case RF_GROUND_KAPPA:
    case RF_GROUND_BETA:
      return friction_source(i, field);
    case RF_GROUND_CONTACT_DRAG:
      return drag_source(i, ramms);
    case RF_GROUND_RESTITUTION_NORMAL:
    case RF_GROUND_RESTITUTION_TANGENTIAL:
      return restitution_source(i, ramms, field);
    case RF_GROUND_RESTITUTION_THRESHOLD:
      return threshold_source(i, ramms);
    case RF_GROUND_SOIL_STRENGTH:
      return strength_source(i, ramms);
    case RF_GROUND_SOIL_DRAG:
      return soil_drag_source(i, ramms);
    case RF_GROUND_SOIL_DRAG_ROTATION:
      return drag_rotation_source(i, ramms);
    case RF_GROUND_SOIL_DENSITY:
      return density_source(i);
    case RF_GROUND_ROLLING_RESISTANCE:
      return rolling_source(i, ramms);
    case RF_GROUND_ROUGHNESS_70:
    case RF_GROUND_ROUGHNESS_20:
    case RF_GROUND_ROUGHNESS_10:
      return {RF_NUMBER_ASSUMED,
              ramms ? "none in RAMMS::ROCKFALL" : "obstacle heights in the manner of Rockyfor3D for a similar soil"};
    case RF_GROUND_LAYER_DRAG:
    case RF_GROUND_LAYER_DRAG_ROTATION:
    case RF_GROUND_LAYER_HEIGHT:
      return {RF_NUMBER_ASSUMED, "no vegetation"};
    case RF_GROUND_CONTACT_DRAG_HEIGHT:
      return {RF_NUMBER_ASSUMED, "contact drag acts in contact only"};
    case RF_GROUND_ROCFALL_RESTITUTION_NORMAL:
      return {RF_NUMBER_ASSUMED, i == kSnow ? "estimate for snow" : "within Rockyfor3D's range for a similar soil"};
    default:
      return {RF_NUMBER_ASSUMED, "common value"};
  }
}

rf_number_source source_of_alpine_meadow(int32_t field) {
  switch (field) {
    case RF_GROUND_MU_MIN:
    case RF_GROUND_SOIL_STRENGTH:
    case RF_GROUND_SOIL_DRAG_ROTATION:
    case RF_GROUND_ROLLING_RESISTANCE:
      return {RF_NUMBER_CALIBRATED, "run-outs of 18 runs near Tschamut (EnviDat, doi 10.16904/envidat.34)"};
    case RF_GROUND_SOIL_DRAG:
      return {RF_NUMBER_CALIBRATED,
              "run-outs of 18 runs near Tschamut (EnviDat, doi 10.16904/envidat.34), at the least C_f + C_s of Lu et "
              "al. 2019"};
    case RF_GROUND_MU_MAX:
    case RF_GROUND_KAPPA:
    case RF_GROUND_BETA:
      return {RF_NUMBER_ASSUMED, "as in medium_soft; the runs near Tschamut do not determine it"};
    case RF_GROUND_ROUGHNESS_70:
    case RF_GROUND_ROUGHNESS_20:
    case RF_GROUND_ROUGHNESS_10:
      return {RF_NUMBER_ASSUMED, "no relief in the calibration"};
    case RF_GROUND_RESTITUTION_NORMAL:
    case RF_GROUND_RESTITUTION_THRESHOLD:
      return source_of(kMediumSoft, true, field);
    default:
      return source_of(kMediumSoft, false, field);
  }
}

}  // namespace

extern "C" {

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

rf_status rf_ground_preset_source(const char* name, int32_t field, rf_number_source* source) {
  if (!name || !source) return RF_NULL_ARGUMENT;
  const rf_ground_preset* const preset = rf_ground_preset_find(name);
  if (!preset || field < 0 || field >= RF_GROUND_FIELD_COUNT) return RF_BAD_VALUE;
  const int index = static_cast<int>(preset - kPresets);
  *source =
      index == kAlpineMeadow ? source_of_alpine_meadow(field) : source_of(index % kClasses, index >= kClasses, field);
  return RF_OK;
}

}  // extern "C"
