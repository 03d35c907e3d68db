/* rockfall/body.h: rotation of single bodies, without terrain and contact.
 *
 *   rf_free_rotation             torque-free rotation, by any rf_scheme
 *   rf_body                      a body with a full inertia tensor under external moments, described by three directors
 *                                d1 d2 d3 fixed in the body: a standard rigid body, or a non-twisting body, whose
 *                                angular velocity about d3 is zero (Gebhardt & Romero, The rotating rigid body model
 *                                based on a non-twisting frame, sections 4 and 5)
 *   rf_quotient_of_precision     estimates the order of a scheme from three runs (appendix A of the same paper)
 */
#ifndef ROCKFALL_BODY_H
#define ROCKFALL_BODY_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Advance a torque-free rotation, as rf_step does in flight, but without its bound of the rotation in a step.
 *  @param scheme            an rf_scheme
 *  @param inertia           principal moments of inertia, kg m2, > 0, each at most the sum of the others (to rounding)
 *  @param time_step         s, > 0
 *  @param steps             number of steps
 *  @param orientation       in and out: unit quaternion A_IK, real part first
 *  @param angular_velocity  in and out: in K, rad/s
 *  @param error             nullable
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_VALUE, RF_FAULTY_STATE (the result would not be finite); both arrays keep their
 *  values then. Thread-safe. */
RF_API rf_status rf_free_rotation(int32_t scheme, const double inertia[3], double time_step, uint32_t steps,
                                  double orientation[4], double angular_velocity[3], rf_error* error);

/** Kind of a body. */
typedef enum rf_body_kind {
  RF_BODY_RIGID = 0,       /**< standard rigid body: without moments it conserves kinetic energy and angular momentum */
  RF_BODY_NON_TWISTING = 1 /**< nonholonomic constraint: the angular velocity about d3 is zero. Without moments it
                                conserves kinetic energy and, where d3 is a principal axis, the components of the
                                angular momentum along d1 and d2 */
} rf_body_kind;

/** External moment at an instant. Called several times per step, once for each Newton iteration.
 *  @param user       rf_body::moment_user
 *  @param time       s, the middle of the step
 *  @param directors  d1, d2, d3 in I at the middle of the step: means of the old and the new directors, hence slightly
 *                    shorter than 1
 *  @param moment     out: in I, N m */
typedef void (*rf_moment_function)(void* user, double time, const double directors[9], double moment[3]);

/** A body and its moments. Make it with rf_default_body(). Members may be changed between steps, except time_step,
 * which is fixed for a run. The moments are added. */
typedef struct rf_body {
  uint32_t struct_size;         /**< set by rf_init_body(); checked */
  int32_t kind;                 /**< an rf_body_kind; default RF_BODY_RIGID */
  double inertia[9];            /**< J about the fixed point, components along d1 d2 d3, kg m2: symmetric, positive,
                                     its principal moments each at most the sum of the others; default unit matrix */
  double constraint_weight;     /**< non-twisting body: a in the constraint (1 - a) d2.d1' - a d1.d2' = 0, 0 to 1; the
                                     motion does not depend on it, the multipliers do; default 1/2 */
  double time_step;             /**< s, > 0; default 0.005 */
  double moment[3];             /**< constant over a step, in I, N m; default 0 */
  double moment_directors[3];   /**< constant over a step along d1 d2 d3, N m; default 0 */
  rf_moment_function moment_at; /**< moment as a function of time and directors; nullable; default null */
  void* moment_user;            /**< passed to moment_at; owned by the caller; default null */
} rf_body;

/** A rigid body with unit inertia tensor and no moments. `size` and errors: see base.h. */
RF_API rf_status rf_init_body(rf_body* body, size_t size);

/** rf_init_body() as a value. */
static inline rf_body rf_default_body(void) {
  rf_body body;
  rf_init_body(&body, sizeof body);
  return body;
}

/** Check every member. Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE (the text names it). Thread-safe. */
RF_API rf_status rf_body_check(const rf_body* body, rf_error* error);

/** State of a body: plain data without pointers; a copy of it is a snapshot. */
typedef struct rf_body_state {
  double directors[9];  /**< d1 d2 d3 in I, orthonormal and right-handed */
  double velocities[9]; /**< rates of the directors, 1/s. They differ by O(time_step^2) from the rates of a rigid triad:
                           the scheme conserves energy and momentum with these rates */
  uint64_t step;        /**< number of steps made; the time is step * time_step */
} rf_body_state;

/** Set a state with given orientation and angular velocity at step 0.
 *  @param orientation       unit quaternion (to 1e-6) that takes d1 d2 d3 components to I; null: identity
 *  @param angular_velocity  along d1 d2 d3, rad/s; its third component must be 0 for a non-twisting body
 *  @param error             nullable
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE (the text names it). Thread-safe. */
RF_API rf_status rf_body_start(const rf_body* body, const double orientation[4], const double angular_velocity[3],
                               rf_body_state* state, rf_error* error);

/** Results of one step of a body. */
typedef struct rf_body_report {
  double multipliers[6];      /**< lambda, N m: of the lengths of d1 d2 d3, then of the products d2.d3, d1.d3, d1.d2 */
  double twist_multiplier;    /**< mu, N m: multiplier of the non-twisting constraint; 0 for a rigid body */
  double constraint_residual; /**< rad/s: residual of the non-twisting constraint; 0 for a rigid body */
  int32_t iterations;         /**< iterations of Newton's method */
} rf_body_report;

/** Advance by one time step: energy-momentum scheme on the directors (eq. 86-89; non-twisting 92-94), moments at the
 *  middle of the step. Second order. Allocates nothing, uses no global variable.
 *  @param body    as accepted by rf_body_check(); here only struct_size is checked
 *  @param state   in and out; no other thread may use it during the call
 *  @param report  nullable
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_FAULTY_STATE (Newton's method does not converge, because the body turns by
 *  several radians per step, or a number is not finite; the state keeps its value). Thread-safe for different states.
 */
RF_API rf_status rf_body_step(const rf_body* body, rf_body_state* state, rf_body_report* report);

/** Conserved quantities and constraints of a body's motion. */
typedef struct rf_body_invariants {
  double kinetic_energy;      /**< J: 1/2 sum of the Euler inertia times the products of the directors' rates */
  double angular_momentum[3]; /**< pi in I, kg m2/s */
  double material_angular_momentum[3]; /**< components of pi along d1 d2 d3, kg m2/s */
  double angular_velocity[3];          /**< of the triad, along d1 d2 d3, rad/s */
  double twist;                        /**< rad/s: (1 - a) d2.d1' - a d1.d2' */
  double orthonormality;               /**< largest of |d_i.d_j - (1 if i = j, else 0)| */
} rf_body_invariants;

/** Compute the invariants of a state. Errors: RF_NULL_ARGUMENT, RF_BAD_DEF. Thread-safe. */
RF_API rf_status rf_body_get_invariants(const rf_body* body, const rf_body_state* state, rf_body_invariants* out);

/** Second quotient of precision: |x(h) - x(h/2)| / |x(h/2) - x(h/4)|, Euclidean norms, of results at the same instant
 *  computed with three time steps. Close to 2^n for a scheme of order n.
 *  @param x_h, x_h2, x_h4  arrays of `count` numbers: results with time steps h, h/2, h/4
 *  @param quotient         out; infinite if x_h2 and x_h4 are equal but x_h differs, NaN if all three are equal
 *  Errors: RF_NULL_ARGUMENT. Thread-safe. */
RF_API rf_status rf_quotient_of_precision(const double* x_h, const double* x_h2, const double* x_h4, uint32_t count,
                                          double* quotient);

#ifdef __cplusplus
}
#endif
#endif
