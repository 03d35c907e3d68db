/* rockfall/body.h: rotating bodies on their own, without terrain and contact.
 *
 *   rf_free_rotation                 the engine's free spin, by any rf_scheme
 *   rf_body                      a body with full inertia tensor under external moments, as three directors d1 d2 d3
 *                                fixed in it: the standard rigid body, or the non-twisting body, which never turns
 *                                about d3 (Gebhardt & Romero, The rotating rigid body model based on a non-twisting
 *                                frame, sections 4 and 5)
 *   rf_quotient_of_precision     tells the order of a scheme from three runs (their appendix A)
 */
#ifndef ROCKFALL_BODY_H
#define ROCKFALL_BODY_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Advance a free rotation, as rf_step does in flight.
 *  @param scheme            an rf_scheme
 *  @param inertia           principal moments, kg m2, > 0, each at most the sum of the others (to rounding)
 *  @param time_step         s, > 0
 *  @param steps             how many
 *  @param orientation       in and out: unit quaternion A_IK, real part first
 *  @param angular_velocity  in and out: in K, rad/s
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_VALUE. Neither array is touched then. Thread-safe. */
RF_API rf_status rf_free_rotation(int32_t scheme, const double inertia[3], double time_step, uint32_t steps,
                                  double orientation[4], double angular_velocity[3]);

/** What a body is. */
typedef enum rf_body_kind {
  RF_BODY_RIGID = 0,       /**< standard rigid body: without moments it keeps kinetic energy and spin vector */
  RF_BODY_NON_TWISTING = 1 /**< angular velocity about d3 zero at all times, a nonholonomic constraint: without moments
                                it keeps kinetic energy and, where d3 is a principal axis, the components of the spin
                                along d1 and d2 */
} rf_body_kind;

/** External moment at an instant.
 *  @param user       rf_body::moment_user
 *  @param time       s, the middle of the step
 *  @param directors  d1, d2, d3 in I at the middle of the step: means of old and new ones, so a little shorter than 1.
 *                    Asked several times a step while the scheme closes in on them
 *  @param moment     out: in I, N m */
typedef void (*rf_moment_function)(void* user, double time, const double directors[9], double moment[3]);

/** A body and what acts on it. Make it with rf_default_body(). Members may be changed between steps, save that the
 *  time step is fixed for a run. All moments given act together. */
typedef struct rf_body {
  uint32_t struct_size;       /**< set by rf_default_body(); checked */
  int32_t kind;               /**< an rf_body_kind; default RF_BODY_RIGID */
  double inertia[9];          /**< J about the fixed point, components along d1 d2 d3, kg m2: symmetric, positive,
                                   its principal moments each at most the sum of the others; default 1 */
  double weight;              /**< non-twisting body: weight a of the constraint (1 - a) d2.d1' - a d1.d2' = 0, 0 to 1;
                                   the motion does not depend on it, the multipliers do; default 1/2 */
  double time_step;           /**< s, > 0; default 0.005 */
  double moment[3];           /**< constant over a step, in I, N m; default 0 */
  double moment_directors[3]; /**< constant over a step along d1 d2 d3, N m; default 0 */
  rf_moment_function moment_at; /**< nullable */
  void* moment_user;            /**< handed to moment_at; the caller's */
} rf_body;

/** A rigid sphere of unit inertia without moments. */
RF_API rf_body rf_default_body(void);

/** Check every member. Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE (the text names it). Thread-safe. */
RF_API rf_status rf_body_check(const rf_body* body, rf_error* error);

/** State of a body: plain data; copying it is a snapshot. */
typedef struct rf_body_state {
  double directors[9];  /**< d1 d2 d3 in I, orthonormal and right-handed */
  double velocities[9]; /**< their rates, 1/s. The scheme is conservative because it lets them leave the rates of a
                           rigid triad by O(time_step^2) */
  uint64_t step;        /**< steps taken; the time is step * time_step */
} rf_body_state;

/** State with given orientation and angular velocity at step 0.
 *  @param orientation       unit quaternion (to 1e-6) that takes d1 d2 d3 components to I; null for none
 *  @param angular_velocity  along d1 d2 d3, rad/s; its third component must be 0 for a non-twisting body
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE (the text names it). Thread-safe. */
RF_API rf_status rf_body_start(const rf_body* body, const double orientation[4], const double angular_velocity[3],
                               rf_body_state* state, rf_error* error);

/** How a step came out. */
typedef struct rf_body_report {
  double multipliers[6];      /**< lambda, N m: of the lengths of d1 d2 d3, then of the products d2.d3, d1.d3, d1.d2 */
  double twist_multiplier;    /**< mu, N m: what keeps the body from twisting; 0 for a rigid body */
  double constraint_residual; /**< rad/s: what the step missed of the non-twisting constraint; 0 for a rigid body */
  int32_t iterations;         /**< of Newton's method */
} rf_body_report;

/** Advance by one time step: the energy-momentum scheme on the directors (eq. 86-89; non-twisting 92-94), moments at
 * the middle of the step. Second order. Allocates nothing, touches no global.
 *  @param body    as rf_body_check() accepts it; only what would crash is checked here
 *  @param report  nullable
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_FAULTY_STATE (the equations have no solution that Newton's method finds:
 * the body turns by several radians a step, or something is not finite; the state is left as it was). Thread-safe for
 * different states. */
RF_API rf_status rf_body_step(const rf_body* body, rf_body_state* state, rf_body_report* report);

/** What a motion keeps, or ought to. */
typedef struct rf_body_invariants {
  double kinetic_energy; /**< J: 1/2 sum of the Euler inertia times the products of the directors' rates */
  double spin[3];        /**< angular momentum pi in I, kg m2/s */
  double material_angular_momentum[3]; /**< its components along d1 d2 d3 */
  double angular_velocity[3];          /**< of the triad, along d1 d2 d3, rad/s */
  double twist;                        /**< rad/s: (1 - a) d2.d1' - a d1.d2' */
  double orthonormality;               /**< largest of |d_i.d_j - (1 if i = j, else 0)| */
} rf_body_invariants;

/** Invariants of a state. Errors: RF_NULL_ARGUMENT, RF_BAD_DEF. Thread-safe. */
RF_API rf_status rf_body_get_invariants(const rf_body* body, const rf_body_state* state, rf_body_invariants* out);

/** Second quotient of precision: |x(h) - x(h/2)| / |x(h/2) - x(h/4)|, Euclidean norms, of one and the same instant
 *  computed with three time steps. Near 2^n for a scheme of order n.
 *  @param whole, half, quarter  arrays of `count` numbers: results with h, h/2, h/4
 *  @param quotient              out; infinite where the two finer ones agree to the last bit but the coarse one does
 *                               not, NaN where all three do
 *  Errors: RF_NULL_ARGUMENT. Thread-safe. */
RF_API rf_status rf_quotient_of_precision(const double* whole, const double* half, const double* quarter,
                                          uint32_t count, double* quotient);

#ifdef __cplusplus
}
#endif
#endif
