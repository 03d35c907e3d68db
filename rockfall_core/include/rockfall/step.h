/* rockfall/step.h: scene, state and the step. A const scene and one mutable state per rock go in; the state one fixed
 * time step later comes out, with a report if wanted. Moreau time stepping with hard frictional contact:
 * Leine et al. 2014 (explicit scheme), Leine et al. 2021 (stability-preserving implicit scheme). */
#ifndef ROCKFALL_STEP_H
#define ROCKFALL_STEP_H

#include "base.h"
#include "rock.h"
#include "terrain.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How the rotation of a rock is integrated. */
typedef enum rf_scheme {
  RF_SCHEME_IMPLICIT = 0, /**< free spin by the implicit midpoint rule, then percussions (Leine et al. 2021, eq. 84-87):
                               keeps kinetic energy and spin in flight, hence the stability of the principal axes */
  RF_SCHEME_EXPLICIT = 1, /**< semi-implicit gyroscopic term (Leine et al. 2014; 2021, eq. 80-83): keeps kinetic energy
                               but not the stability of the principal axes; for comparison */
  RF_SCHEME_DIRECTOR = 2, /**< two steps like the implicit scheme, free spin by the energy-momentum step on three
                               directors (Gebhardt & Romero, section 5.1); second order, for comparison */
  RF_SCHEME_EXACT = 3     /**< two steps like the implicit scheme, free spin by the closed solution: angular velocity
                               exact to rounding, orientation of order 8 about the exact spin vector */
} rf_scheme;

/** Number of schemes: 0 to RF_SCHEME_COUNT - 1 are an rf_scheme. */
#define RF_SCHEME_COUNT 4

/** Name of a scheme, as settings files use it: "implicit", "explicit", "director", "exact"; "unknown" for any other
 *  number. A static string, never null. Thread-safe. */
RF_API const char* rf_scheme_name(int32_t scheme);

/** The scheme of a name (an rf_scheme, for rf_settings::scheme); lower case as rf_scheme_name() gives it.
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_VALUE (no such name; `scheme` is left as it was). Thread-safe. */
RF_API rf_status rf_scheme_find(const char* name, int32_t* scheme);

/** How a rock meets the ground. */
typedef enum rf_model {
  RF_MODEL_HARD_CONTACT =
      0, /**< the shape of the rock in hard frictional contact, Moreau time stepping (Leine et al.) */
  RF_MODEL_ROCFALL_RIGID = 1, /**< rigid body of RocFall3 1.005 and earlier: impacts with R_N and R_T at one contact,
                                   pure rolling, rolling with sliding; see rf_settings::rocfall_shape */
  RF_MODEL_ROCFALL_LUMPED = 2 /**< lumped mass of RocFall3: a point without rotation */
} rf_model;

/** Number of models: 0 to RF_MODEL_COUNT - 1 are an rf_model. */
#define RF_MODEL_COUNT 3

/** Name of a model, as settings files use it: "hard_contact", "rocfall_rigid", "rocfall_lumped"; "unknown" for any
 * other number. A static string, never null. Thread-safe. */
RF_API const char* rf_model_name(int32_t model);

/** The model of a name (an rf_model, for rf_settings::model). Errors: RF_NULL_ARGUMENT, RF_BAD_VALUE (no such name;
 *  `model` is left as it was). Thread-safe. */
RF_API rf_status rf_model_find(const char* name, int32_t* model);

/** What touches the ground in RF_MODEL_ROCFALL_RIGID. */
typedef enum rf_rocfall_shape {
  RF_ROCFALL_SPHERE = 0, /**< the sphere of the rock's mass and volume, as in RocFall3 1.005 and earlier */
  RF_ROCFALL_HULL =
      1 /**< the hull of the rock: the same equations with the arm of the vertex or terrain vertex that touches */
} rf_rocfall_shape;

/** Contacts handled in one step at the most; the deepest are taken where there are more, and the report says so. */
#define RF_MAX_CONTACTS 64u

/** Settings of a scene. Make them with rf_default_settings(). */
typedef struct rf_settings {
  uint32_t struct_size;    /**< set by rf_default_settings(); checked */
  int32_t scheme;          /**< an rf_scheme; default RF_SCHEME_IMPLICIT */
  double time_step;        /**< s, > 0, fixed for a run; 0.0005 to 0.02 is sensible; default 0.002 */
  double gravity;          /**< m/s2 along -z, >= 0; default 9.81 */
  int32_t solver_sweeps;   /**< percussion solver: sweeps at the most, 1 to 100000; default 200 */
  double solver_tolerance; /**< percussion solver: change of a sweep, relative to the largest percussion, below which
                                it has converged, > 0; default 1e-10 */
  double stop_speed;       /**< m/s, >= 0: a rock is still while its kinetic energy is below 1/2 m stop_speed^2;
                                0 never stops a rock; default 0.1 */
  double stop_time;        /**< s, >= 0: a rock still for so long and in contact has stopped; default 0.5 */
  double time_limit;       /**< s, >= 0: trajectories end here; 0 for no limit; default 0 */
  int32_t model;           /**< an rf_model; default RF_MODEL_HARD_CONTACT. The legacy models of RocFall3 use neither
                                scheme nor solver */
  int32_t rocfall_shape;   /**< an rf_rocfall_shape; default RF_ROCFALL_SPHERE; read by RF_MODEL_ROCFALL_RIGID alone */
} rf_settings;

/** The implicit scheme at 0.002 s, gravity 9.81 m/s2, defaults as listed. */
RF_API rf_settings rf_default_settings(void);

/** Check every member. Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE (the text names it). Thread-safe. */
RF_API rf_status rf_settings_check(const rf_settings* settings, rf_error* error);

/** Everything that rocks share. Plain data of the caller; rocks and terrain must outlive it. Members may be changed
 *  between steps (a live sandbox does), not during one. */
typedef struct rf_scene {
  uint32_t struct_size;        /**< set by rf_default_scene(); checked */
  uint32_t rock_count;         /**< number of shapes */
  const rf_rock* const* rocks; /**< the shapes; rf_state::rock is an index into them */
  rf_terrain terrain;          /**< the ground surface */
  rf_settings settings;        /**< time step, scheme, limits */
} rf_scene;

/** A scene with default settings, no rocks and no terrain. */
RF_API rf_scene rf_default_scene(void);

/** Check a scene as a whole. rf_step itself only guards against what would crash it: call this once after a change.
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE. Thread-safe. */
RF_API rf_status rf_scene_check(const rf_scene* scene, rf_error* error);

/** Why a rock no longer moves. */
typedef enum rf_end {
  RF_MOVING = 0,           /**< it still does */
  RF_ENDED_STOPPED = 1,    /**< at rest: see rf_settings::stop_speed */
  RF_ENDED_LEFT = 2,       /**< its centre of mass came over a hole or beyond the edge of the terrain */
  RF_ENDED_TIME_LIMIT = 3, /**< rf_settings::time_limit reached */
  RF_ENDED_FAULT = 4       /**< its state would have become non-finite: put back to the last good one and stopped */
} rf_end;

/** How a rock moves in the legacy models of RocFall3. */
typedef enum rf_phase {
  RF_PHASE_FLIGHT = 0,  /**< on a parabola; always so in RF_MODEL_HARD_CONTACT, which needs no phases */
  RF_PHASE_ROLLING = 1, /**< on the ground, its contact point without tangential velocity */
  RF_PHASE_SLIDING = 2, /**< on the ground, its contact point slipping */
  RF_PHASE_RESTING = 3  /**< held by friction */
} rf_phase;

/** The state of one rock: plain data without pointers. Copying it is the snapshot of a rock. */
typedef struct rf_state {
  double position[3];         /**< of the centre of mass S in I (local coordinates), m */
  double orientation[4];      /**< unit quaternion A_IK, real part first */
  double velocity[3];         /**< of S in I, m/s */
  double angular_velocity[3]; /**< in K, rad/s */
  double slippage;            /**< s >= 0, m: path slipped in contact, forgotten in flight */
  double still_time;          /**< s: for how long the rock has been still */
  uint64_t step;              /**< steps taken */
  uint32_t rock;              /**< index of its shape in the scene */
  int32_t end;                /**< an rf_end; a rock that has ended is left as it is by rf_step */
  int32_t phase;              /**< an rf_phase; default RF_PHASE_FLIGHT, and never changed by RF_MODEL_HARD_CONTACT */
  uint32_t contact;           /**< hull vertex that a rolling or sliding rock stands on (RF_ROCFALL_HULL); else 0 */
} rf_state;

/** Bit that marks a terrain vertex (rather than a hull vertex) in rf_contact::feature. */
#define RF_TERRAIN_VERTEX_FEATURE 0x80000000u

/** A state at rest at the origin with unit orientation, shape 0. */
RF_API rf_state rf_default_state(void);

/** Check a state against a scene: all finite, |orientation| = 1 to 1e-6, shape index in range, slippage >= 0.
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_VALUE (the text names the member). Thread-safe. */
RF_API rf_status rf_state_check(const rf_scene* scene, const rf_state* state, rf_error* error);

/** One contact of a step, at the midpoint configuration. The contact frame is (n, t1, t2 = n x t1). */
typedef struct rf_contact {
  double point[3];           /**< on the rock, I, m */
  double normal[3];          /**< n, from the ground to the rock, I */
  double tangent[3];         /**< t1, I */
  double gap;                /**< m, <= 0 */
  double velocity_before[3]; /**< gamma-: normal, t1, t2, m/s, from the velocities before the step */
  double velocity_after[3];  /**< gamma+ */
  double percussion[3];      /**< normal, t1, t2, N s; divide by the time step for a mean force */
  double friction;           /**< mu(s) that acted */
  uint32_t feature; /**< hull vertex, or RF_TERRAIN_VERTEX_FEATURE | number of the terrain vertex in this step */
} rf_contact;

/** Where the energy of a step went, J. The identity
 *      kinetic_after - kinetic_before + potential_change = contact_work + drag_work + residual
 *  holds with a residual of rounding size. In all schemes but the explicit one works are taken with the free angular
 * velocity omega_f in place of the old one, because the free spin keeps the kinetic energy (Leine et al. 2014, eq.
 * 54-57). */
typedef struct rf_energy_ledger {
  double kinetic_before;   /**< 1/2 m v.v + 1/2 omega.Theta omega before the step */
  double kinetic_after;    /**< the same after the step */
  double potential_change; /**< m g (z+ - z-) */
  double drag_work;        /**< done by drag on the rock, <= 0 */
  double contact_work;     /**< 1/2 (gamma+ + gamma-) . P summed over the contacts, <= 0 */
  double residual;         /**< what the identity misses */
} rf_energy_ledger;

/** What happened in a step. Hand in room for contacts, or none. */
typedef struct rf_step_report {
  rf_contact* contacts;      /**< in: nullable, room of the caller for contact_capacity contacts */
  uint32_t contact_capacity; /**< in: how many fit */
  uint32_t contact_count;    /**< out: contacts of the step; those beyond the capacity are counted but not written */
  uint32_t contacts_dropped; /**< out: contacts beyond RF_MAX_CONTACTS, left out of the solution */
  int32_t sweeps;    /**< out: Gauss-Seidel sweeps of the percussion solver; 0 where a direct solution was found */
  int32_t converged; /**< out: 1, or 0 if the solver stopped at its bound on work */
  int32_t restitution_off; /**< out: 1 if restitution was dropped in this step: it would have created energy, or no
                               percussions were found with it */
  double solver_residual;  /**< out: largest violation of the contact laws, m/s */
  double friction;         /**< out: mu(s) below the first contact, 0 without contact */
  rf_energy_ledger energy; /**< out */
} rf_step_report;

/** Advance one rock by one time step.
 *
 *  Allocates nothing, locks nothing, touches no global; uses the stack (less than 64 KiB) and the caller's memory.
 *  A rock that has ended is left untouched. A rock whose state would turn non-finite is put back to the state before
 *  the step, ended with RF_ENDED_FAULT, and RF_FAULTY_STATE is returned.
 *
 *  @param scene   shared, read only
 *  @param state   one rock; exclusively this call's while it runs
 *  @param report  nullable; does not change a bit of the state
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE (state->rock out of range), RF_FAULTY_STATE.
 *  Thread-safe for different states. */
RF_API rf_status rf_step(const rf_scene* scene, rf_state* state, rf_step_report* report);

/** A piece of work: call body(work, index) for one index. */
typedef void (*rf_task_body)(void* work, uint32_t index);

/** The embedder's job system. `run` must call body(work, i) exactly once for every i in [0, count), in any order and
 *  on any threads, and return when all have returned. */
typedef struct rf_tasks {
  void* user;                                                             /**< handed to run */
  void (*run)(void* user, rf_task_body body, void* work, uint32_t count); /**< required */
} rf_tasks;

/** What rf_step_many did. */
typedef struct rf_many_report {
  uint64_t rock_steps; /**< steps taken by all rocks together */
  uint32_t moving;     /**< rocks that still move */
  uint32_t faults;     /**< rocks that ended with RF_ENDED_FAULT, in this call or before */
} rf_many_report;

/** Advance many independent rocks by up to `steps` steps each; a rock stops early when it ends.
 *  Each rock gets the same bits as if stepped alone, whatever the threads and the order.
 *
 *  @param states  array of `count`; exclusively this call's while it runs
 *  @param tasks   nullable: without it everything runs on the calling thread
 *  @param report  nullable
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE (a shape index; nothing is stepped then). A faulty rock is not
 *  an error of the call: it is counted in the report. */
RF_API rf_status rf_step_many(const rf_scene* scene, rf_state* states, uint32_t count, uint32_t steps,
                              const rf_tasks* tasks, rf_many_report* report);

/** Push a rock between two steps: v += J / m, omega += Theta^-1 A^T (r x J), with r from S to the point. A rock that
 * had stopped moves again.
 *  @param impulse  J in I, N s
 *  @param point    where it acts, I, m; null: at S
 *  @param error    nullable
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE (a number that is not finite, or would make the state so; a shape
 *  index; a rock that has ended otherwise than by stopping); the state is left as it was. */
RF_API rf_status rf_apply_impulse(const rf_scene* scene, rf_state* state, const double impulse[3],
                                  const double point[3], rf_error* error);

/** Kinetic energy of a rock, J: 1/2 m v.v + 1/2 omega.Theta omega. Zero on a null argument or a bad shape index. */
RF_API double rf_kinetic_energy(const rf_scene* scene, const rf_state* state);

/** Spin (angular momentum about S) in I, kg m2/s: A Theta omega. Errors: RF_NULL_ARGUMENT, RF_BAD_VALUE. */
RF_API rf_status rf_angular_momentum(const rf_scene* scene, const rf_state* state, double spin[3]);

/** Put a rock above the ground: sets position[2] so that the lowest point of the rock (at its present orientation) is
 *  `clearance` m above the highest ground under it; x and y stay. On terrain without an upper_plane callback, and on
 *  coarse grids, the ground at the hull vertices and terrain vertices counts.
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_VALUE (not over ground). Thread-safe. */
RF_API rf_status rf_place_above_ground(const rf_scene* scene, rf_state* state, double clearance, rf_error* error);

#ifdef __cplusplus
}
#endif
#endif
