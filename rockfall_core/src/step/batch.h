// Many rocks at once: flight in the lanes of a vector, everything else by the step of a single rock. Each lane does
// exactly the arithmetic of that step, so a rock gets the same bits either way.
#pragma once

#include <rockfall/step.h>

#include "contact/ground_query.h"
#include "terrain/grid.h"

namespace rockfall {

/// Rocks, and what the lanes ask of the rest of the engine, which is compiled for every machine.
struct BatchJob {
  const rf_scene* scene;
  rf_state* states;  // of rocks that move
  uint32_t count;
  uint32_t steps;         // at most, for each rock
  double slippage_decay;  // exp(-beta dt), the factor of slippage in a step of flight
  GroundQuery (*query_ground)(const rf_rock& rock, const rf_terrain& terrain, const rf_settings& settings,
                              const Slopes& around, bool expected, const KnownRotation* rotation, rf_state& state);
  GroundBound (*bound)(const rf_terrain& terrain, const rf_rectangle& area);  // with the spread of the slopes
  rf_status (*step)(const rf_rock& rock, const rf_terrain& terrain, const rf_settings& settings, rf_state& state,
                    rf_step_report* report);
};

/// Can rocks of this scene fly in lanes at all? Hard contact by the implicit scheme where the decay of slippage is
/// uniform.
bool can_batch(const rf_scene& scene);

BatchJob batch_job(const rf_scene& scene, rf_state* states, uint32_t count, uint32_t steps);

/// Advance the rocks by up to `steps` steps each, on the widest vectors that this machine has.
void step_batch(const rf_scene& scene, rf_state* states, uint32_t count, uint32_t steps);

// The same, compiled for one instruction set each.
void run_lanes_one(const BatchJob& job);  // one rock at a time
void run_lanes_baseline(const BatchJob& job);
void run_lanes_avx2(const BatchJob& job);
void run_lanes_avx512(const BatchJob& job);

}  // namespace rockfall
