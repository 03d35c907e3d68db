// Ground parameters of a scenario that its rocks never meet.
#ifndef ROCKFALL_SANDBOX_SCENARIO_GROUND_USE_H
#define ROCKFALL_SANDBOX_SCENARIO_GROUND_USE_H

#include <cstdint>
#include <string>
#include <vector>

#include "scenario/scene_builder.h"

namespace sandbox {

/** Why a number of [ground] has no effect on the rocks of a scenario, as far as its tables tell; empty if it may have
 * one.
 *  @param field  rf_ground_field */
std::string unused_because(const Scenario& scenario, const BuiltScene& built, std::int32_t field);

/** Empty, or why the scenario does not use the member of rf_ground: the model or the soil law does not, or there is no
 * relief.
 *  @param field  rf_ground_field */
std::string unused_in(const Scenario& scenario, std::int32_t field);

/** The member of rf_ground without which another one has no effect; the same one if there is none.
 *  @param field  rf_ground_field */
std::int32_t needed_by(std::int32_t field);

/** True if a member of rf_ground is 0 at every place and for every rock. */
bool is_zero_everywhere(const Scenario& scenario, const BuiltScene& built, std::int32_t field);

/** Keys of [ground] that the command line gives and no rock meets, a sentence each. */
std::vector<std::string> ground_warnings(const Scenario& scenario, const BuiltScene& built);

/** Empty, or a sentence for a soil law under which run-outs mean nothing. */
std::string soil_law_warning(const Scenario& scenario, const BuiltScene& built);

/** What is doubtful in [scatter], a sentence each. */
std::vector<std::string> scatter_warnings(const Scenario& scenario, const BuiltScene& built);

}  // namespace sandbox
#endif
