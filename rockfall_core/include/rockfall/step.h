/* rockfall/step.h: scene, state and step. A step advances the state of one rock in a const scene by one fixed time step
 * and can write a report. Moreau time stepping with hard frictional contact: Leine et al. 2014 (explicit scheme), Leine
 * et al. 2021 (stability-preserving implicit scheme). */
#ifndef ROCKFALL_STEP_H
#define ROCKFALL_STEP_H

#include "base.h"
#include "rock.h"
#include "terrain.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Integration scheme of the rotation. All but the explicit scheme split a step in two: torque-free rotation, then
 *  percussions (Leine et al. 2021, eq. 84-87); they differ in the torque-free rotation. */
typedef enum rf_scheme {
  RF_SCHEME_IMPLICIT = 0, /**< implicit midpoint rule: conserves kinetic energy and angular momentum in flight, hence
                               the stability of rotations about the principal axes */
  RF_SCHEME_EXPLICIT = 1, /**< semi-implicit gyroscopic term (Leine et al. 2014; 2021, eq. 80-83): conserves kinetic
                               energy but not the stability of the principal axes; for comparison */
  RF_SCHEME_DIRECTOR = 2, /**< energy-momentum step on three directors (Gebhardt & Romero, section 5.1); second order,
                               for comparison */
  RF_SCHEME_EXACT = 3 /**< closed-form solution: angular velocity exact to rounding, orientation of order 8 about the
                           exact angular momentum vector */
} rf_scheme;

/** Number of schemes: 0 to RF_SCHEME_COUNT - 1 are an rf_scheme. */
#define RF_SCHEME_COUNT 4

/** Name of a scheme: "implicit", "explicit", "director", "exact"; "unknown" for any other number. A static string,
 *  never null. Thread-safe. */
RF_API const char* rf_scheme_name(int32_t scheme);

/** Find the rf_scheme with a name; lower case, as rf_scheme_name() returns it.
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_VALUE (no such name; `scheme` keeps its value). Thread-safe. */
RF_API rf_status rf_scheme_find(const char* name, int32_t* scheme);

/** Contact model. */
typedef enum rf_model {
  RF_MODEL_HARD_CONTACT = 0,  /**< hull of the rock in hard frictional contact, Moreau time stepping (Leine et al.) */
  RF_MODEL_ROCFALL_RIGID = 1, /**< rigid body of RocFall3 1.005 and earlier: impacts with R_N and R_T at one contact,
                                   pure rolling, rolling with sliding; see rf_settings::rocfall_shape */
  RF_MODEL_ROCFALL_LUMPED = 2 /**< lumped mass of RocFall3: a point without rotation */
} rf_model;

/** Number of models: 0 to RF_MODEL_COUNT - 1 are an rf_model. */
#define RF_MODEL_COUNT 3

/** Name of a model: "hard_contact", "rocfall_rigid", "rocfall_lumped"; "unknown" for any other number. A static
 *  string, never null. Thread-safe. */
RF_API const char* rf_model_name(int32_t model);

/** Find the rf_model with a name; lower case, as rf_model_name() returns it.
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_VALUE (no such name; `model` keeps its value). Thread-safe. */
RF_API rf_status rf_model_find(const char* name, int32_t* model);

/** Contact shape in RF_MODEL_ROCFALL_RIGID. */
typedef enum rf_rocfall_shape {
  RF_ROCFALL_SPHERE = 0, /**< sphere with the rock's mass and volume, as in RocFall3 1.005 and earlier */
  RF_ROCFALL_HULL = 1    /**< hull of the rock: the same equations with the lever arm of the touching vertex */
} rf_rocfall_shape;

/** How the soil layer acts on a rock (rf_ground::soil_strength > 0). Only with the first do rocks have a terminal speed
 *  on slopes, and the presets are calibrated with it; the others are for single impacts (docs/soil.md). */
typedef enum rf_soil_law {
  RF_SOIL_DRAG_AT_S = 0,        /**< drag on S against its velocity, over the submerged area projected across it
                                     (Lu et al. 2019, eq. 9) */
  RF_SOIL_DRAG_AT_CENTROID = 1, /**< the same coefficient against the velocity of the centroid of that area, where the
                                     force acts: it also turns the rock */
  RF_SOIL_FACE_PRESSURE = 2     /**< pressure p = k depth + 1/2 C rho v_n^2 and friction mu_min p on each submerged face
                                     that moves into the soil, k = M_E over the diameter of the rock: it also lifts and
                                     turns the rock (after Li, Zhang & Goldman 2013) */
} rf_soil_law;

/** Number of soil laws: 0 to RF_SOIL_LAW_COUNT - 1 are an rf_soil_law. */
#define RF_SOIL_LAW_COUNT 3

/** Name of a soil law: "drag_at_s", "drag_at_centroid", "face_pressure"; "unknown" for any other number. A static
 *  string, never null. Thread-safe. */
RF_API const char* rf_soil_law_name(int32_t law);

/** Find the rf_soil_law with a name; lower case, as rf_soil_law_name() returns it.
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_VALUE (no such name; `law` keeps its value). Thread-safe. */
RF_API rf_status rf_soil_law_find(const char* name, int32_t* law);

/** Maximum number of contacts in one step. If there are more, the deepest ones are used; see
 *  rf_step_report::contacts_dropped. */
#define RF_MAX_CONTACTS 64u

/** Settings of a scene. Make them with rf_default_settings(). */
typedef struct rf_settings {
  uint32_t struct_size;    /**< set by rf_init_settings(); checked */
  int32_t scheme;          /**< an rf_scheme; default RF_SCHEME_IMPLICIT */
  double time_step;        /**< s, > 0; recommended 0.0005 to 0.005, default 0.002; a rock should move at most a
                                quarter of its bounding radius in it (docs/limits.md). After a change during a run the
                                time limit counts all steps of a rock with the new one */
  double gravity;          /**< m/s2 along -z, >= 0; default 9.81 */
  int32_t solver_sweeps;   /**< percussion solver: maximum number of sweeps, 1 to 100000; default 200 */
  double solver_tolerance; /**< percussion solver, > 0, at most 0.01; default 1e-10. Newton's method has converged when
                                its residual of the contact laws is below this fraction of that without percussions;
                                sweeps when one changes the percussions by less than this fraction of the largest one.
                                Above 1e-8 more and more steps violate the laws by more than
                                rf_step_report::converged allows */
  double stop_speed;       /**< m/s, >= 0: a rock is still while its kinetic energy is below 1/2 m stop_speed^2
                                (RocFall3 models: of its translation only); 0: rocks never stop; default 0.1 */
  double stop_time;      /**< s, >= 0: a rock that receives a percussion stops after it was still for this time, rounded
                              to whole steps; in flight it may be still too, at little gravity; default 0.5 */
  double time_limit;     /**< s, >= 0: end time of every trajectory, rounded to whole steps; 0: no limit; default 0 */
  int32_t model;         /**< an rf_model; default RF_MODEL_HARD_CONTACT. The RocFall3 models use neither scheme nor
                              solver */
  int32_t rocfall_shape; /**< an rf_rocfall_shape, used by RF_MODEL_ROCFALL_RIGID only; default RF_ROCFALL_SPHERE */
  int32_t soil_law;      /**< an rf_soil_law, used by RF_MODEL_HARD_CONTACT only; default RF_SOIL_DRAG_AT_S */
  double scar_length;    /**< bounding diameters, >= 0: a rock that has moved so far in the soil leaves its scar behind,
                              see rf_state::scar_depth; 0: never, as in Lu et al. 2019; default 2 */
} rf_settings;

/** Settings with the default of every member. `size` and errors: see base.h. */
RF_API rf_status rf_init_settings(rf_settings* settings, size_t size);

/** rf_init_settings() as a value. */
static inline rf_settings rf_default_settings(void) {
  rf_settings settings;
  rf_init_settings(&settings, sizeof settings);
  return settings;
}

/** Check every member. Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE (the text names it). Thread-safe. */
RF_API rf_status rf_settings_check(const rf_settings* settings, rf_error* error);

/** Shapes, terrain and settings, shared by all rocks. Plain data of the caller; the shapes and the terrain must outlive
 *  it. Members may be changed between steps, not during a step. */
typedef struct rf_scene {
  uint32_t struct_size;        /**< set by rf_init_scene(); checked */
  uint32_t rock_count;         /**< number of shapes, also 0 */
  const rf_rock* const* rocks; /**< the shapes; rf_state::rock is an index into this array. Null only without shapes */
  rf_terrain terrain;          /**< the ground surface */
  rf_settings settings;        /**< time step, scheme, limits */
} rf_scene;

/** A scene with default settings, no rocks and no terrain. `size` and errors: see base.h. */
RF_API rf_status rf_init_scene(rf_scene* scene, size_t size);

/** rf_init_scene() as a value. */
static inline rf_scene rf_default_scene(void) {
  rf_scene scene;
  rf_init_scene(&scene, sizeof scene);
  return scene;
}

/** Check a whole scene. Call it once after every change: rf_step only checks the time step and what would make it
 *  crash. Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE; as rf_rock_get() for a shape. Thread-safe. */
RF_API rf_status rf_scene_check(const rf_scene* scene, rf_error* error);

/** Reason why a trajectory ended. */
typedef enum rf_end {
  RF_MOVING = 0,             /**< the rock moves: the trajectory has not ended */
  RF_ENDED_STOPPED = 1,      /**< at rest: see rf_settings::stop_speed */
  RF_ENDED_LEFT_TERRAIN = 2, /**< the centre of mass is above a hole or outside the terrain */
  RF_ENDED_TIME_LIMIT = 3,   /**< rf_settings::time_limit reached; after it has raised the limit, the host may set
                                rf_state::end to RF_MOVING again */
  RF_ENDED_FAULT = 4         /**< see rf_step(); the rock keeps the state before the step */
} rf_end;

/** Number of ends: 0 to RF_END_COUNT - 1 are an rf_end. */
#define RF_END_COUNT 5

/** Name of an end: "moving", "stopped", "left_terrain", "time_limit", "fault"; "unknown" for any other number. A static
 *  string, never null. Thread-safe. */
RF_API const char* rf_end_name(int32_t end);

/** Phase of motion in the RocFall3 models. */
typedef enum rf_phase {
  RF_PHASE_FLIGHT = 0,  /**< ballistic flight; the only phase in RF_MODEL_HARD_CONTACT */
  RF_PHASE_ROLLING = 1, /**< on the ground, the contact point has no tangential velocity */
  RF_PHASE_SLIDING = 2, /**< on the ground, the contact point slips */
  RF_PHASE_RESTING = 3  /**< at rest, held by friction */
} rf_phase;

/** The state of one rock: plain data without pointers; a copy of it is a snapshot. */
typedef struct rf_state {
  double position[3];         /**< of the centre of mass S in I (local coordinates), m */
  double orientation[4];      /**< unit quaternion A_IK, real part first */
  double velocity[3];         /**< of S in I, m/s */
  double angular_velocity[3]; /**< in K, rad/s */
  double slippage;   /**< s >= 0, m: path of S in steps with a percussion; decays in others (rf_ground::beta) */
  double still_time; /**< s: duration for which the rock has been still, see rf_settings::stop_speed */
  double scar_depth; /**< m, 0 to the bounding radius: depth of the rebound surface below the surface of the soil,
                          along the normal; 0 while no part of the rock is in soil. Vertices that enter the soil deepen
                          it; after a scar_path of rf_settings::scar_length it decays over a diameter (docs/soil.md) */
  double scar_path;  /**< m, >= 0: path of S since the rock entered the soil, the sum of time_step |velocity| after each
                          step; 0 while scar_depth is 0 */
  uint64_t step;     /**< number of steps made; the time is step * time_step */
  uint32_t rock;     /**< index of its shape in rf_scene::rocks */
  int32_t end;       /**< an rf_end; rf_step does not change a rock that has ended */
  int32_t phase;     /**< an rf_phase; default RF_PHASE_FLIGHT */
  uint32_t contact;  /**< hull vertex in contact of a rolling or sliding rock (RF_ROCFALL_HULL); else 0 */
} rf_state;

/** Bit in rf_contact::feature that marks a terrain vertex; without it the feature is a hull vertex. */
#define RF_TERRAIN_VERTEX_FEATURE 0x80000000u

/** A state at rest at the origin with identity orientation, shape 0. `size` and errors: see base.h. */
RF_API rf_status rf_init_state(rf_state* state, size_t size);

/** rf_init_state() as a value. */
static inline rf_state rf_default_state(void) {
  rf_state state;
  rf_init_state(&state, sizeof state);
  return state;
}

/** Check a state against a scene: all finite, |orientation| = 1 to 1e-6, shape index in range, slippage, still_time,
 *  scar_depth and scar_path >= 0, scar_depth at most the bounding radius, `end` an rf_end, `phase` an rf_phase.
 *  Errors: RF_NULL_ARGUMENT (also if the rock of the state is null), RF_BAD_VALUE (the text names the member). Of the
 *  scene only the rocks are read. Thread-safe. */
RF_API rf_status rf_state_check(const rf_scene* scene, const rf_state* state, rf_error* error);

/** One contact of a step, at the midpoint configuration. The contact frame is (n, t1, t2 = n x t1). */
typedef struct rf_contact {
  double point[3];           /**< contact point on the rock, in I, m */
  double normal[3];          /**< n, unit normal from the ground to the rock, in I */
  double tangent[3];         /**< t1, unit vector in I */
  double gap;                /**< m, <= 0: of a hull vertex the height over rigid ground, in soil the distance from the
                                  rebound surface along the normal of the ground; of a terrain vertex the distance to
                                  the nearest downward face of the hull */
  double velocity_before[3]; /**< gamma-: contact velocity before the step along n, t1, t2, m/s */
  double velocity_after[3];  /**< gamma+: contact velocity after the step along n, t1, t2, m/s */
  double percussion[3];      /**< along n, t1, t2, N s; divide by the time step for a mean force */
  double moment[2];          /**< moment percussion of rolling friction about t1, t2, N m s; 0 without */
  double friction;           /**< friction coefficient mu(s) used */
  uint32_t material;         /**< material number of the ground at the point, see rf_terrain::material */
  uint32_t feature; /**< index of the hull vertex, or RF_TERRAIN_VERTEX_FEATURE | number of the terrain vertex, which is
                         valid in this step only */
} rf_contact;

/** Energy balance of a step, J. The identity
 *      kinetic_after - kinetic_before + potential_change = contact_work + drag_work + residual
 *  holds with a residual of rounding size. All schemes except the explicit one compute the work with the angular
 *  velocity omega_f after the torque-free rotation in place of the old one: that rotation conserves the kinetic energy
 *  (Leine et al. 2014, eq. 54-57). */
typedef struct rf_energy_ledger {
  double kinetic_before;   /**< 1/2 m v.v + 1/2 omega.Theta omega before the step */
  double kinetic_after;    /**< the same after the step */
  double potential_change; /**< m g (z+ - z-) */
  double drag_work;        /**< work of the drag on the rock, <= 0 */
  double contact_work;     /**< 1/2 (gamma+ + gamma-) . P summed over the contacts, and the same of the moment
                                percussions of rolling friction with the angular velocities, <= 0 */
  double residual;         /**< error of the identity */
} rf_energy_ledger;

/** Report of a step. Set the members marked "in" (zero is valid); the step sets the others. If the rock has ended
 *  before the call, or ends by a fault, scar_depth and scar_path are those of the state, converged is 1, and all other
 *  members marked "out" are 0. */
typedef struct rf_step_report {
  rf_contact* contacts;      /**< in: nullable, array of the caller with contact_capacity elements */
  uint32_t contact_capacity; /**< in: number of contacts that fit */
  uint32_t contact_count; /**< out: contacts of the step; those beyond the capacity are counted but not written. In the
                               RocFall3 models they follow each other within the step, and can be more than
                               RF_MAX_CONTACTS */
  uint32_t contacts_dropped; /**< out: contacts beyond RF_MAX_CONTACTS, not solved */
  int32_t sweeps;            /**< out: Gauss-Seidel sweeps of the percussion solver; 0: the direct solution was used */
  int32_t converged;         /**< out: 1; 0 if the solver reached its limit of sweeps, or the laws are violated by more
                                  than 1e-6 of the contact speeds without scaled_back */
  int32_t restitution_off;   /**< out: 1 if the step was solved with less restitution, because the whole would have
                                  created energy, or without any, because its percussions did not converge */
  int32_t scaled_back;       /**< out: 1 if the percussions of the solver would have created energy and were reduced, so
                                  that the contact laws hold only up to solver_residual; `converged` then says
                                  whether the solver had converged before that */
  int32_t work_limited;    /**< out: 1 if a bound on the work of a step was reached: terrain vertices or cells below the
                                rock were left out, evenly distributed, or the events of a RocFall3 model were
                                ended early. Such a step is made with less accurate contacts; see docs/limits.md */
  double solver_residual;  /**< out: largest violation of the laws of impact and Coulomb friction by the percussions
                                reported, m/s; rolling friction is not included */
  double friction;         /**< out: mu(s) at the first contact, 0 without contact */
  double scar_depth;       /**< out: rf_state::scar_depth after the step, m */
  double scar_path;        /**< out: rf_state::scar_path after the step, m */
  double submerged_area;   /**< out: area of the rock in the soil projected across its velocity, m2 */
  double soil_work;        /**< out: work of the soil layer on the rock, J, <= 0; part of energy.drag_work */
  rf_energy_ledger energy; /**< out: energy balance */
} rf_step_report;

/** Advance one rock by one time step.
 *
 *  Allocates nothing, locks nothing, uses no global variable; needs less than 96 KiB of stack. A rock that has ended is
 *  not changed. Faults are a state that is not finite or whose orientation is far from a unit quaternion
 *  (|orientation|^2 outside 1/2 to 2), before or after the step, a kinetic energy that is not finite after it, a
 *  rotation in the step that is too large for the scheme (over 1e4 rad, mostly over 1e5; docs/limits.md, Spin), and a
 *  height below the rock that is NaN or +infinity (in the RocFall3 models -infinity too), or a normal of a contact
 *  that is not finite or has no length: the rock keeps the state before the step, ends with RF_ENDED_FAULT, and
 *  RF_FAULTY_STATE is returned.
 *
 *  @param scene   read only; may be shared by threads
 *  @param state   in and out: one rock; no other thread may use it during the call
 *  @param report  nullable; the bits of the state are the same with and without it
 *  Errors, without a text: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE (settings.time_step is not finite and > 0, an
 *  enumeration of the settings has no such value, or state->rock is out of range; rf_scene_check() and
 *  rf_state_check() name them), RF_FAULTY_STATE.
 *  Thread-safe for different states. */
RF_API rf_status rf_step(const rf_scene* scene, rf_state* state, rf_step_report* report);

/** One task: body(work, index) does the work of one index. */
typedef void (*rf_task_body)(void* work, uint32_t index);

/** Adapter to the job system of the host. `run` must call body(work, i) exactly once for every i in [0, count), in
 *  any order and on any threads, and return after all calls have returned. It is called in the standard floating-point
 *  environment; so are the bodies, which restore that of their thread. */
typedef struct rf_tasks {
  void* user;                                                             /**< passed to run */
  void (*run)(void* user, rf_task_body body, void* work, uint32_t count); /**< required */
  uint32_t grain; /**< rocks per task; 0: a sixteenth of the rocks, but 64 to 256; with events 256. A smaller number
                     gives few rocks to more threads, a larger one costs less. A task steps this number of rocks, then
                     takes the next ones until none is left: the last tasks may find none. With events each task has its
                     own rocks */
} rf_tasks;

/** Result of rf_step_many. */
typedef struct rf_many_report {
  uint64_t rock_steps; /**< steps made in this call, summed over all rocks */
  uint32_t moving;     /**< rocks that have not ended */
  uint32_t faults;     /**< rocks that ended with RF_ENDED_FAULT, in this call or before */
} rf_many_report;

/** Advance many independent rocks by up to `steps` steps each; a rock makes no more steps after it ends. Each rock gets
 *  the same bits as with rf_step, independent of the threads and their order.
 *
 *  @param states  in and out: array of `count`; no other thread may use it during the call
 *  @param tasks   nullable: null runs all steps on the calling thread
 *  @param report  nullable
 *  Errors, without a text: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE (settings or the shape index of a state, as
 *  rf_step(); no rock is stepped then). A rock that ends with RF_ENDED_FAULT is no error of the call; the
 *  report counts it. Thread-safe for different arrays of states. */
RF_API rf_status rf_step_many(const rf_scene* scene, rf_state* states, uint32_t count, uint32_t steps,
                              const rf_tasks* tasks, rf_many_report* report);

/** Apply an impulse to a rock between two steps: v += J / m, omega += Theta^-1 A^T (r x J), with r from S to the point.
 *  A rock that had stopped moves again; still_time becomes 0, and the phase RF_PHASE_FLIGHT. An angular impulse is two
 *  opposite impulses at two points.
 *  @param impulse  J in I, N s
 *  @param point    point of application in I, m; null: S
 *  @param error    nullable
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE (an argument or the new state is not finite; a shape index; the
 *  rock has ended for another reason than RF_ENDED_STOPPED). After an error the state keeps its value. Thread-safe for
 *  different states. */
RF_API rf_status rf_apply_impulse(const rf_scene* scene, rf_state* state, const double impulse[3],
                                  const double point[3], rf_error* error);

/** Kinetic energy of a rock, J: 1/2 m v.v + 1/2 omega.Theta omega. Zero if an argument is null, a struct is
 * wrong (RF_BAD_DEF) or the shape index is out of range. Thread-safe. */
RF_API double rf_kinetic_energy(const rf_scene* scene, const rf_state* state);

/** Angular momentum of a rock about S, in I, kg m2/s: A Theta omega; not finite if the state is not. Errors:
 *  RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE (the shape index). Thread-safe. */
RF_API rf_status rf_angular_momentum(const rf_scene* scene, const rf_state* state, double angular_momentum[3]);

/** Velocity of a point that moves with a rock, in I, m/s: v + A omega x (point - S).
 *  @param point     in I, m
 *  @param velocity  out
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_VALUE (the state, the point or the result is not finite; `velocity` keeps its
 *  value). Thread-safe. */
RF_API rf_status rf_point_velocity(const rf_state* state, const double point[3], double velocity[3]);

/** Place a rock above the ground: sets position[2] such that the smallest vertical gap between the rock (in its current
 *  orientation) and the ground is `clearance` m (negative: it overlaps the ground by that much); x and y do not change.
 *  As in a step, the gaps are those of the hull vertices over the ground and of the terrain vertices below the hull.
 * The sphere or the point of a RocFall3 model is placed instead of the hull where the settings choose it. scar_depth
 * and scar_path become 0: the rock has not entered the soil there.
 *
 *  The ground below S alone is not enough: where all vertices are over holes, for example on a strip of ground that is
 *  narrower than the rock, a step finds no contact and the rock would fall through the strip. Such a place is
 *  refused.
 *
 *  @param error  nullable
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE (an argument; no ground below S, or none below the vertices of
 *  the rock). After an error the state keeps its value. Thread-safe for different states. */
RF_API rf_status rf_place_above_ground(const rf_scene* scene, rf_state* state, double clearance, rf_error* error);

#ifdef __cplusplus
}
#endif
#endif
