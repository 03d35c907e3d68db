/* rockfall/campaign.h: many runs of the same scene: random numbers by counter, release, statistics. */
#ifndef ROCKFALL_CAMPAIGN_H
#define ROCKFALL_CAMPAIGN_H

#include "base.h"
#include "step.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Two uniform random numbers in [0, 1) of 53 bits each, from one block of Philox4x32-10 with the seed as key and
 *  (rock, event, 0, 0) as counter: they depend on (seed, rock, event) only, never on order or threads. Same bits on
 *  every platform. Thread-safe.
 *  @param seed   of the campaign
 *  @param rock   number of the rock
 *  @param event  which draw for that rock
 *  @param out    two doubles */
RF_API void rf_random_pair(uint64_t seed, uint32_t rock, uint32_t event, double out[2]);

/** Philox4x32-10 (Salmon et al., SC 2011): the counter-based generator behind every random number of the library.
 *  @param counter  four words
 *  @param key      two words
 *  @param out      four random words. Thread-safe. */
RF_API void rf_random_block(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]);

/** Orientation uniform on the rotation group (Shoemake 1992), as a unit quaternion, real part first.
 *  Uses events `event` and `event + 1`. Thread-safe. */
RF_API void rf_random_orientation(uint64_t seed, uint32_t rock, uint32_t event, double orientation[4]);

/** Where rocks start. */
typedef enum rf_release_kind {
  RF_RELEASE_POINT = 0, /**< all at points[0] */
  RF_RELEASE_LINE = 1,  /**< uniform by length along the polyline of the points */
  RF_RELEASE_AREA = 2   /**< uniform over the simple polygon of the points */
} rf_release_kind;

/** Release of the rocks of a campaign. Make it with rf_default_release(). */
typedef struct rf_release {
  uint32_t struct_size;       /**< set by rf_default_release(); checked */
  int32_t kind;               /**< an rf_release_kind; default point */
  const double* points;       /**< 2 * point_count local coordinates x y, m; read during calls only */
  uint32_t point_count;       /**< point: 1; line: >= 2; area: >= 3 */
  int32_t random_orientation; /**< 1: uniform on the rotation group; 0: `orientation`; default 1 */
  double orientation[4];      /**< used if not random; normalised by the call; default unit */
  double height_min;          /**< m, clearance between ground and lowest point of the rock, uniform ... */
  double height_max;          /**< ... up to here, >= height_min >= 0; default both 0.5 */
  double velocity[3];         /**< m/s, I; default 0 */
  double angular_velocity[3]; /**< rad/s, K; default 0 */
  uint32_t rock_first;        /**< shapes are dealt out in turn from rock_first ... */
  uint32_t rock_count;        /**< ... over rock_count shapes, >= 1; default 1 */
  uint64_t seed;              /**< default 1 */
} rf_release;

/** A release at no point yet, random orientation, 0.5 m above the ground. */
RF_API rf_release rf_default_release(void);

/** State of rock `number` of a campaign: a function of the release and the number alone.
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE (a member, or the place drawn is not over ground; the text says
 *  where). Thread-safe. */
RF_API rf_status rf_release_state(const rf_scene* scene, const rf_release* release, uint32_t number, rf_state* state,
                                  rf_error* error);

/** Quantities that statistics are kept of. */
typedef enum rf_quantity {
  RF_KINETIC_ENERGY = 0, /**< J, translation and rotation */
  RF_VELOCITY = 1,       /**< |v|, m/s */
  RF_ROTATION = 2,       /**< |omega|, rad/s */
  RF_JUMP_HEIGHT = 3,    /**< height of S above the ground below it, m */
  RF_QUANTITY_COUNT = 4
} rf_quantity;

/** Running sums of one rock. Plain data; start from rf_default_rock_statistics(). */
typedef struct rf_rock_statistics {
  double time;                               /**< s covered */
  double distance;                           /**< horizontal path length, m */
  double start[3];                           /**< position at the start, m */
  double time_sum[RF_QUANTITY_COUNT];        /**< integral of the quantity over time */
  double time_square[RF_QUANTITY_COUNT];     /**< integral of its square over time */
  double distance_sum[RF_QUANTITY_COUNT];    /**< integral over the horizontal path */
  double distance_square[RF_QUANTITY_COUNT]; /**< integral of its square over the horizontal path */
  double maximum[RF_QUANTITY_COUNT];         /**< largest value */
} rf_rock_statistics;

/** An empty trace that starts at the state's position. */
RF_API rf_rock_statistics rf_default_rock_statistics(const rf_state* state);

/** The quantities of one state; jump height 0 where there is no ground. Errors: RF_NULL_ARGUMENT, RF_BAD_VALUE. */
RF_API rf_status rf_measure(const rf_scene* scene, const rf_state* state, double quantity[RF_QUANTITY_COUNT]);

/** Step one rock and add what it does to its trace: rf_step, then each quantity after the step weighted by the time
 *  and by the horizontal distance of the step. Status as rf_step. Thread-safe for different rocks. */
RF_API rf_status rf_step_with_statistics(const rf_scene* scene, rf_state* state, rf_rock_statistics* trace,
                                         rf_step_report* report);

/** Mean and standard deviation of a quantity over a campaign. */
typedef struct rf_moments {
  double mean; /**< in the unit of the quantity */
  double sd;   /**< standard deviation of the (weighted) population */
} rf_moments;

/** Statistics of a campaign. */
typedef struct rf_campaign_summary {
  rf_moments distance_weighted[RF_QUANTITY_COUNT]; /**< samples weighted by horizontal distance (as per terrain cell) */
  rf_moments time_weighted[RF_QUANTITY_COUNT];     /**< samples weighted by time */
  rf_moments maximum[RF_QUANTITY_COUNT];           /**< of the largest value of each rock */
  double time;                                     /**< s, all rocks together */
  double distance;                                 /**< m, all rocks together */
} rf_campaign_summary;

/** Summarise traces in the order given: the sums are taken in that order, so the bits do not depend on threads.
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_VALUE (count 0). Thread-safe. */
RF_API rf_status rf_summarise(const rf_rock_statistics* traces, uint32_t count, rf_campaign_summary* summary);

#ifdef __cplusplus
}
#endif
#endif
