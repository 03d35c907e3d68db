/* rockfall/observe.h: stepping many rocks while statistics of each rock are collected. */
#ifndef ROCKFALL_OBSERVE_H
#define ROCKFALL_OBSERVE_H

#include "base.h"
#include "campaign.h"
#include "step.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Square cells on the map, in rows along x. */
typedef struct rf_cells {
  double x0;        /**< m, smallest x of the first column */
  double y0;        /**< m, smallest y of the first row */
  double size;      /**< m, > 0: side of a cell. A cell includes its sides of smallest x and y */
  uint32_t columns; /**< >= 1 */
  uint32_t rows;    /**< >= 1; columns * rows < 2^32 */
} rf_cells;

/** One rock over one cell: largest values of the steps after which its centre of mass is over the cell. Steps by which
 *  the rock leaves the terrain do not count, and where it starts does not. */
typedef struct rf_cell_passage {
  uint32_t cell;                     /**< number of the cell: row * columns + column */
  uint32_t steps;                    /**< number of steps, >= 1: the time over the cell in time steps */
  double maximum[RF_QUANTITY_COUNT]; /**< of the quantities of rf_measure() */
} rf_cell_passage;

/** What rf_step_many_observed() collects: arrays of the caller with one element for each rock of the call (passages and
 *  their tops: passage_room elements), each nullable. Make it with rf_default_observation(). */
typedef struct rf_observation {
  uint32_t struct_size;           /**< set by rf_init_observation(); checked */
  rf_rock_statistics* statistics; /**< in and out: as rf_step_with_statistics() adds them, same bits */
  uint32_t* impacts;              /**< in and out: number of steps with contact (rf_step_report::contact_count > 0) that
                                       follow a step without contact; if the first step of a call has contact, it
                                       counts unless in_contact is set */
  uint8_t* in_contact;            /**< in and out: 1 if the last step of the rock had contact, else 0. Soil alone is no
                                       contact here, but in events.h. Pass it from call to call with `impacts`; without
                                       it every call starts without contact */
  uint32_t* unconverged;          /**< in and out: number of steps with rf_step_report::converged == 0 */
  uint32_t* work_limited;         /**< in and out: number of steps with rf_step_report::work_limited == 1. Costs nothing
                                       where no rock of the scene can reach the bound on the work of a step */
  const rf_cells* cells;          /**< null: no passages. Otherwise the next three members are needed */
  rf_cell_passage* passages; /**< in and out: the passages of rock i begin at element i * passage_room, in the order
                                  in which it came to the cells. If it returns to the cell of one of its last 8
                                  elements, that element continues; otherwise a new one begins */
  uint32_t passage_room;     /**< >= 1: maximum number of passages of a rock; the number of steps is always enough */
  uint32_t* passage_count;   /**< in and out: number of passages of the rock, 0 to begin with; passage_room + 1 if
                                  further ones did not fit */
  double* passage_tops;      /**< in and out, for each element of `passages`: largest height of the highest vertex of
                                  the rock above the ground below its centre of mass, m. Nullable; they take
                                  more time than the passages */
} rf_observation;

/** No arrays: nothing is collected. `size` and errors: see base.h. */
RF_API rf_status rf_init_observation(rf_observation* observation, size_t size);

/** rf_init_observation() as a value. */
static inline rf_observation rf_default_observation(void) {
  rf_observation observation;
  rf_init_observation(&observation, sizeof observation);
  return observation;
}

/** Check everything but the elements of the arrays. Errors: RF_NULL_ARGUMENT (observation, or arrays that `cells`
 *  needs), RF_BAD_DEF, RF_BAD_VALUE (`cells`, passage_room); the text names the member. Thread-safe. */
RF_API rf_status rf_observation_check(const rf_observation* observation, rf_error* error);

/** As rf_step_many(), with the same bits of the states, and with the observation of every step. `impacts`,
 *  `unconverged` and `work_limited` need a report of each step with contact, `statistics` and `cells` need the ground
 *  below each rock after each step, which is fastest over a grid.
 *
 *  @param observation  its arrays have `count` elements; no other thread may use them during the call
 *  Errors: as rf_step_many(), and those of rf_observation_check(); no rock is stepped then. Thread-safe for different
 *  arrays. */
RF_API rf_status rf_step_many_observed(const rf_scene* scene, rf_state* states, uint32_t count, uint32_t steps,
                                       const rf_tasks* tasks, const rf_observation* observation,
                                       rf_many_report* report);

#ifdef __cplusplus
}
#endif
#endif
