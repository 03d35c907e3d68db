// Statistics of rocks that are collected while they are stepped.
#pragma once

#include <rockfall/observe.h>

#include "step/step_contact.h"
#include "terrain/surface_memory.h"

namespace rockfall {

/// Height of a position above the ground, m; 0 where there is no ground.
/// @param memory  see surface_height
double height_above_ground(const rf_terrain& terrain, const double position[3], SurfaceMemory& memory);

/// The quantities of one state, in the order of rf_quantity.
void measure(const rf_scene& scene, const rf_state& state, double quantity[RF_QUANTITY_COUNT]);

/// Add a step to the statistics of a rock. @param x, y      position before the step
///                                          @param quantity  after the step, from measure()
void observe_motion(const rf_scene& scene, const rf_state& state, double x, double y,
                    const double quantity[RF_QUANTITY_COUNT], rf_rock_statistics& statistics);

/// Add a step of rock number i. @param in_contact  in and out: of the rock's last step
void observe_contact(const rf_observation& observation, uint32_t i, const StepContact& contact, bool& in_contact);

/// The observation of the rocks from number `first` on.
rf_observation observation_from(const rf_observation& observation, uint32_t first);

/// Step rock number i until it ends, at most `steps` times, one step at a time.
/// @param observation, observer  nullable
void step_observed(const rf_scene& scene, rf_state& state, uint32_t steps, const rf_observation* observation,
                   const ContactObserver* observer, uint32_t i);

}  // namespace rockfall
