/* rockfall/observe.h: stepping many rocks while statistics of each rock are collected. */
#ifndef ROCKFALL_OBSERVE_H
#define ROCKFALL_OBSERVE_H

#include "base.h"
#include "campaign.h"
#include "step.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What rf_step_many_observed() collects: arrays of the caller with one element for each rock of the call, each
 *  nullable. Make it with rf_default_observation(). */
typedef struct rf_observation {
  uint32_t struct_size;           /**< set by rf_init_observation(); checked */
  rf_rock_statistics* statistics; /**< in and out: as rf_step_with_statistics() adds them, same bits */
  uint32_t* impacts;              /**< in and out: number of steps with contact (rf_step_report::contact_count > 0) that
                                       follow a step without; the first step of a call with contact counts unless
                                       in_contact is set */
  uint8_t* in_contact;            /**< in and out: 1 if the last step of the rock had contact, else 0. Soil alone is no
                                       contact here, but in events.h. Pass it from call to call with `impacts`; without
                                       it every call starts without contact */
  uint32_t* unconverged;          /**< in and out: number of steps with rf_step_report::converged == 0 */
  uint32_t* work_limited;         /**< in and out: number of steps with rf_step_report::work_limited == 1. Costs nothing
                                       where no rock of the scene can reach the bound on the work of a step */
} rf_observation;

/** No arrays: nothing is collected. `size` and errors: see base.h. */
RF_API rf_status rf_init_observation(rf_observation* observation, size_t size);

/** rf_init_observation() as a value. */
static inline rf_observation rf_default_observation(void) {
  rf_observation observation;
  rf_init_observation(&observation, sizeof observation);
  return observation;
}

/** As rf_step_many(), with the same bits of the states, and with the observation of every step. `impacts`,
 *  `unconverged` and `work_limited` need a report of each step with contact, `statistics` need the ground below each
 *  rock after each step, which is fastest over a grid.
 *
 *  @param observation  its arrays have `count` elements; no other thread may use them during the call
 *  Errors: as rf_step_many(); RF_NULL_ARGUMENT (observation), RF_BAD_DEF. Thread-safe for different arrays. */
RF_API rf_status rf_step_many_observed(const rf_scene* scene, rf_state* states, uint32_t count, uint32_t steps,
                                       const rf_tasks* tasks, const rf_observation* observation,
                                       rf_many_report* report);

#ifdef __cplusplus
}
#endif
#endif
