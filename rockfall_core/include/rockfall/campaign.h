/* rockfall/campaign.h: many rocks in the same scene: counter-based random numbers, release, statistics. */
#ifndef ROCKFALL_CAMPAIGN_H
#define ROCKFALL_CAMPAIGN_H

#include "base.h"
#include "step.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Two uniform random numbers in [0, 1) of 53 bits each, from one block of Philox4x32-10 with the seed as key and
 *  (rock, event, 0, 0) as counter. They depend on (seed, rock, event) only, not on the order of calls or on threads.
 *  Same bits on every platform. Thread-safe.
 *  @param seed   seed of the campaign
 *  @param rock   number of the rock
 *  @param event  number of the draw for that rock
 *  @param out    two doubles; null: nothing is written */
RF_API void rf_random_pair(uint64_t seed, uint32_t rock, uint32_t event, double out[2]);

/** Philox4x32-10 (Salmon et al., SC 2011): counter-based generator of all random numbers of the library.
 *  @param counter  four words
 *  @param key      two words
 *  @param out      four random words; nothing is written if an argument is null. Thread-safe. */
RF_API void rf_random_block(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]);

/** Random orientation, uniform on the rotation group (Shoemake 1992): unit quaternion, real part first.
 *  Uses the draws `event` and `event + 1`. Null: nothing is written. Thread-safe. */
RF_API void rf_random_orientation(uint64_t seed, uint32_t rock, uint32_t event, double orientation[4]);

/** Geometry from which the start positions are drawn. */
typedef enum rf_release_kind {
  RF_RELEASE_POINT = 0, /**< all rocks at points[0] */
  RF_RELEASE_LINE = 1,  /**< uniform by length along the polyline of the points */
  RF_RELEASE_AREA = 2   /**< uniform over the simple polygon of the points */
} rf_release_kind;

/** Release of the rocks of a campaign. Make it with rf_default_release(). */
typedef struct rf_release {
  uint32_t struct_size;       /**< set by rf_init_release(); checked */
  int32_t kind;               /**< an rf_release_kind; default point */
  const double* points;       /**< 2 * point_count local coordinates x y, m; owned by the caller, read during calls */
  uint32_t point_count;       /**< point: >= 1, the first is used; line: >= 2; area: >= 3; at most 1e9 */
  int32_t random_orientation; /**< 1: uniform on the rotation group; 0: `orientation`; default 1 */
  double orientation[4];      /**< quaternion A_IK, used if not random, of length 1e-6 to 1e150; normalised by the
                                   call; default identity */
  double height_min;          /**< m, >= 0: smallest clearance between the ground and the rock's lowest point; the
                                   clearance is drawn uniformly from height_min to height_max; default 0.5 */
  double height_max;          /**< m, height_min to 1e9: largest clearance; default 0.5 */
  double velocity[3];         /**< m/s, in I; default 0 */
  double angular_velocity[3]; /**< rad/s, in K; default 0 */
  uint32_t rock_first;        /**< first shape index; rock `number` has shape rock_first + number % rock_count */
  uint32_t rock_count;        /**< number of shapes, >= 1; default 1 */
  uint64_t seed;              /**< seed of the random numbers; default 1 */
} rf_release;

/** A point release without a point, random orientation, 0.5 m above the ground. `size` and errors: see base.h. */
RF_API rf_status rf_init_release(rf_release* release, size_t size);

/** rf_init_release() as a value. */
static inline rf_release rf_default_release(void) {
  rf_release release;
  rf_init_release(&release, sizeof release);
  return release;
}

/** Compute the start state of rock `number`. It depends on the scene, the release and the number only.
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE (a member, or the position drawn has no ground; the text gives
 *  the position). Thread-safe. */
RF_API rf_status rf_release_state(const rf_scene* scene, const rf_release* release, uint32_t number, rf_state* state,
                                  rf_error* error);

/** Quantities with statistics. */
typedef enum rf_quantity {
  RF_KINETIC_ENERGY = 0, /**< J, translation and rotation */
  RF_VELOCITY = 1,       /**< |v|, m/s */
  RF_ROTATION = 2,       /**< |omega|, rad/s */
  RF_JUMP_HEIGHT = 3,    /**< height of S above the ground below it, m */
  RF_QUANTITY_COUNT = 4
} rf_quantity;

/** Statistics of one rock: running sums over its trajectory. Plain data; make it with rf_default_rock_statistics(). */
typedef struct rf_rock_statistics {
  double time;                               /**< duration covered, s */
  double distance;                           /**< horizontal path length, m */
  double start[3];                           /**< position at the start, m */
  double time_sum[RF_QUANTITY_COUNT];        /**< integral of the quantity over time */
  double time_square[RF_QUANTITY_COUNT];     /**< integral of the square of the quantity over time */
  double distance_sum[RF_QUANTITY_COUNT];    /**< integral over the horizontal path */
  double distance_square[RF_QUANTITY_COUNT]; /**< the same over the horizontal path */
  double maximum[RF_QUANTITY_COUNT];         /**< largest value */
} rf_rock_statistics;

/** Empty statistics of a rock that starts at the position of `state` (null: at 0). `size` and errors: see base.h. */
RF_API rf_status rf_init_rock_statistics(rf_rock_statistics* statistics, size_t size, const rf_state* state);

/** rf_init_rock_statistics() as a value. */
static inline rf_rock_statistics rf_default_rock_statistics(const rf_state* state) {
  rf_rock_statistics statistics;
  rf_init_rock_statistics(&statistics, sizeof statistics, state);
  return statistics;
}

/** Compute the quantities of one state, in the order of rf_quantity; the jump height is 0 where there is no ground.
 *  Those of a state that is not finite mean nothing. Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE (the shape
 *  index). Thread-safe. */
RF_API rf_status rf_measure(const rf_scene* scene, const rf_state* state, double quantity[RF_QUANTITY_COUNT]);

/** Step one rock with rf_step and add the step to its statistics: each quantity after the step, weighted by the
 *  duration and by the horizontal distance of the step.
 *  @param statistics  in and out
 *  @param report      nullable
 *  Errors: as rf_step, RF_NULL_ARGUMENT (statistics). Thread-safe for different rocks. */
RF_API rf_status rf_step_with_statistics(const rf_scene* scene, rf_state* state, rf_rock_statistics* statistics,
                                         rf_step_report* report);

/** Mean and standard deviation of a quantity over a campaign. */
typedef struct rf_moments {
  double mean; /**< in the unit of the quantity */
  double sd;   /**< standard deviation of the (weighted) population */
} rf_moments;

/** Statistics of a campaign. */
typedef struct rf_campaign_summary {
  rf_moments distance_weighted[RF_QUANTITY_COUNT]; /**< values weighted by horizontal distance */
  rf_moments time_weighted[RF_QUANTITY_COUNT];     /**< values weighted by time */
  rf_moments maximum[RF_QUANTITY_COUNT];           /**< of the largest values of the rocks, equal weights */
  double time;                                     /**< s, all rocks together */
  double distance;                                 /**< m, all rocks together */
} rf_campaign_summary;

/** Combine the statistics of `count` rocks. The sums are taken in the order of the array, so that the bits do not
 *  depend on threads. Errors: RF_NULL_ARGUMENT, RF_BAD_VALUE (count 0). Thread-safe. */
RF_API rf_status rf_summarise(const rf_rock_statistics* statistics, uint32_t count, rf_campaign_summary* summary);

#ifdef __cplusplus
}
#endif
#endif
