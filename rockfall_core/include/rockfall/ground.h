/* rockfall/ground.h: ground parameters: friction that grows with slippage, restitution, drag. */
#ifndef ROCKFALL_GROUND_H
#define ROCKFALL_GROUND_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Ground parameters at one place. All members are doubles, in the order of rf_ground_field. Where no upper limit is
 *  given it is 1e20, far above any physical value: what is to be rigid, rough or stiff can be as large as that. */
typedef struct rf_ground {
  double mu_min;                 /**< friction coefficient at zero slippage, >= 0 (Leine et al. 2014, section 3.7) */
  double mu_max;                 /**< friction coefficient at infinite slippage, >= mu_min */
  double kappa;                  /**< 1/m, >= 0: growth of friction with slippage s,
                                      mu(s) = mu_min + 2/pi (mu_max - mu_min) arctan(kappa s); a coefficient mu(s)
                                      above 1e5 acts as 1e5 */
  double beta;                   /**< 1/s, >= 0: decay rate of slippage without contact, ds/dt = -beta s */
  double restitution_normal;     /**< Newton's coefficient of restitution, 0 to 1 */
  double restitution_tangential; /**< tangential coefficient of restitution, 0 to 1; 0 for rock on ground */
  double restitution_threshold; /**< m/s, >= 0: contacts whose normal velocity before the step is smaller than this have
                                     no restitution, neither normal nor tangential, so that rocks that roll, slide or
                                     come to rest do not bounce. 0: restitution acts at every velocity, as in Leine
                                     et al. 2014 */
  double contact_drag;          /**< 1/s, >= 0: force -(contact_drag * mass) v while in contact */
  double layer_drag;          /**< kg/s, >= 0: force -layer_drag v while S is less than layer_height above the ground */
  double layer_drag_rotation; /**< kg m2/s, >= 0: torque -layer_drag_rotation omega in the same layer */
  double layer_height;        /**< m, >= 0: height of the layer (vegetation) over the ground */
  double contact_drag_height; /**< >= 0, multiple of half the space diagonal of the rock (rf_rock_properties::extent):
                                   contact_drag also acts without contact while S is lower than this above the ground;
                                   0: in contact only */
  double rolling_resistance;  /**< mu_R, >= 0: tangent of the angle of rolling resistance, a set-valued law at each
                                   contact: the moment percussion in the contact plane is at most mu_R h P_N, with h the
                                   height of S over the contact along its normal, and opposes the rolling angular
                                   velocity (Leine & Glocker 2003). On slopes below arctan mu_R rocks with few corners,
                                   such as EOTA111 and boxes, do not begin to roll; nearly round ones with 200 corners
                                   and more creep downhill from corner to corner, since pivoting has no friction. On
                                   soil max(0, mu_R h - a) replaces mu_R h, so that the resistance of the soil layer is
                                   not counted twice: a = R F / (m g), at most d / 2, with the force F of the layer
                                   against the velocity, the bounding radius R and the depth d of the scar (an
                                   assumption of rockfall) */
  double soil_strength;       /**< M_E, Pa, >= 0: strength of the soil layer; 0: rigid ground. Recommended 1e6 to 1e8
                                   (Lu et al. 2019: 10e6 to 25e6) */
  double soil_drag;           /**< C_f + C_s, >= 0: drag coefficient of the soil layer (Lu et al. 2019, eq. 9) */
  double soil_drag_rotation;  /**< k, >= 0: drag coefficient of the soil layer for the rotation, relative to soil_drag:
                                   with the drag -c v on S, c in kg/s, the torque -k c R |omega| / |v| Theta omega / m
                                   acts, with the bounding radius R. It grows with the square of omega, as the drag
                                   does with that of v (an assumption of rockfall). 0: none, as in Lu et al. 2019. With
                                   RF_SOIL_DRAG_AT_S only: the other laws turn the rock by themselves */
  double soil_density;        /**< kg/m3, >= 0: density of the soil layer */
  double roughness_70; /**< m, 0 to 100: height of the obstacles on 70 % of the surface (Rockyfor3D: Rg70); used by
                            rf_rough_terrain() only */
  double roughness_20; /**< m, 0 to 100: on 20 % of the surface (Rg20) */
  double roughness_10; /**< m, 0 to 100: on 10 % of the surface (Rg10) */
  /* The RocFall3 models (rf_model) use only the members below, and over relief the roughness;
     RF_MODEL_HARD_CONTACT uses only those above. */
  double rocfall_restitution_normal; /**< R_N, 0 to 1: outgoing over incoming normal velocity of the contact point */
  double rocfall_restitution_tangential; /**< R_T, 0 to 1: outgoing over incoming tangential velocity of the contact
                                              point, with its sign */
  double rocfall_friction;               /**< mu, >= 0: Coulomb friction of rolling, sliding and the impulse cap */
  double rocfall_rolling_friction;       /**< mu_r, >= 0: rolling friction force mu_r N against the motion */
  double rocfall_impulse_cap;            /**< 1: the tangential percussion of an impact is at most mu times its normal
                                              percussion (rigid body); 0: no cap. Interpolated values from 0.5 on count
                                              as 1 */
  double rocfall_bounce_speed;           /**< m/s, >= 0: after an impact with an outgoing normal velocity below this
                                              value the rock rolls or slides */
} rf_ground;

/** Index of a member of rf_ground, for the fields of a terrain. */
typedef enum rf_ground_field {
  RF_GROUND_MU_MIN = 0,
  RF_GROUND_MU_MAX,
  RF_GROUND_KAPPA,
  RF_GROUND_BETA,
  RF_GROUND_RESTITUTION_NORMAL,
  RF_GROUND_RESTITUTION_TANGENTIAL,
  RF_GROUND_RESTITUTION_THRESHOLD,
  RF_GROUND_CONTACT_DRAG,
  RF_GROUND_LAYER_DRAG,
  RF_GROUND_LAYER_DRAG_ROTATION,
  RF_GROUND_LAYER_HEIGHT,
  RF_GROUND_CONTACT_DRAG_HEIGHT,
  RF_GROUND_ROLLING_RESISTANCE,
  RF_GROUND_SOIL_STRENGTH,
  RF_GROUND_SOIL_DRAG,
  RF_GROUND_SOIL_DRAG_ROTATION,
  RF_GROUND_SOIL_DENSITY,
  RF_GROUND_ROUGHNESS_70,
  RF_GROUND_ROUGHNESS_20,
  RF_GROUND_ROUGHNESS_10,
  RF_GROUND_ROCFALL_RESTITUTION_NORMAL,
  RF_GROUND_ROCFALL_RESTITUTION_TANGENTIAL,
  RF_GROUND_ROCFALL_FRICTION,
  RF_GROUND_ROCFALL_ROLLING_FRICTION,
  RF_GROUND_ROCFALL_IMPULSE_CAP,
  RF_GROUND_ROCFALL_BOUNCE_SPEED,
  RF_GROUND_FIELD_COUNT
} rf_ground_field;

/** Rigid ground: Coulomb friction with constant mu = 0.6, no restitution, no drag, no soil (soil_drag 2.5 and
 *  soil_density 1700 kg/m3 act once soil_strength is set). For the RocFall3 models R_N = 0.35, R_T = 0.85,
 *  mu = 0.6, mu_r = 0.1, no cap, bounce speed 0.1 m/s: common values for hard ground, not confirmed by publications.
 *  `size` and errors: see base.h. */
RF_API rf_status rf_init_ground(rf_ground* ground, size_t size);

/** rf_init_ground() as a value. */
static inline rf_ground rf_default_ground(void) {
  rf_ground ground;
  rf_init_ground(&ground, sizeof ground);
  return ground;
}

/** Name of a member, e.g. "mu_min": a static string; null if `field` is not an rf_ground_field. Thread-safe. */
RF_API const char* rf_ground_field_name(int32_t field);

/** Check every member against its range. With a ground in range rf_step_report::energy is finite: tested at the limits
 *  for rocks of 1 mm to 1 km at speeds of up to 1e4 m/s.
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_VALUE (the text names the member and its range). Thread-safe. */
RF_API rf_status rf_ground_check(const rf_ground* ground, rf_error* error);

/** Friction coefficient mu(s), see rf_ground::kappa: at most 1e5; 0 if `ground` is null. Same bits on every platform.
 *  Thread-safe.
 *  @param slippage  s, m; below 0 it counts as 0; NaN gives NaN */
RF_API double rf_ground_friction(const rf_ground* ground, double slippage);

/** A named ground. Soil classes, "extra_soft" to "extra_hard" and "snow": friction of RAMMS::ROCKFALL, a soil layer
 *  (Lu et al. 2019), rolling resistance, restitution except in "extra_soft" and "snow"; "alpine_meadow": a soil layer
 *  fitted to measured run-outs; "ramms_...": the classes of RAMMS::ROCKFALL alone, rigid ground with contact drag. */
typedef struct rf_ground_preset {
  const char* name;          /**< e.g. "medium_soft"; static string */
  const char* description;   /**< description of the soil class; static string */
  int32_t confirmed;         /**< 1: publications confirm all numbers of the hard contact model that act, which are
                                  those that are not 0; 0: they do not */
  int32_t rocfall_confirmed; /**< the same for the rocfall members: 0 for all presets, see docs/rocfall_models.md */
  rf_ground ground;          /**< the parameters */
} rf_ground_preset;

/** Number of presets. Thread-safe. */
RF_API uint32_t rf_ground_preset_count(void);

/** Preset by index, a static object; null if the index is out of range. Thread-safe. */
RF_API const rf_ground_preset* rf_ground_preset_at(uint32_t index);

/** Preset by name, a static object; null if there is none (or name is null). Thread-safe. */
RF_API const rf_ground_preset* rf_ground_preset_find(const char* name);

/** How well a number of a preset is founded. */
typedef enum rf_number_status {
  RF_NUMBER_ASSUMED = 0,    /**< chosen within a published range, or by the results of simulations */
  RF_NUMBER_CALIBRATED = 1, /**< fitted to measured rockfalls */
  RF_NUMBER_CONFIRMED = 2   /**< printed in a publication for this purpose */
} rf_number_status;

/** Where a number of a preset comes from. */
typedef struct rf_number_source {
  int32_t status;     /**< an rf_number_status */
  const char* source; /**< one phrase; static string */
} rf_number_source;

/** Source of one number of a preset.
 *  @param name   of the preset
 *  @param field  an rf_ground_field
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_VALUE (no such preset or field). Thread-safe. */
RF_API rf_status rf_ground_preset_source(const char* name, int32_t field, rf_number_source* source);

#ifdef __cplusplus
}
#endif
#endif
