// Ground parameters of a scenario that have no effect on its rocks.
#ifndef ROCKFALL_SANDBOX_SCENARIO_GROUND_USE_H
#define ROCKFALL_SANDBOX_SCENARIO_GROUND_USE_H

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "scenario/scene_builder.h"

namespace sandbox {

/** Why a number of [ground] has no effect on the rocks of a scenario, as far as its tables show; empty if it may have
 * one.
 *  @param field  rf_ground_field */
std::string unused_because(const Scenario& scenario, const BuiltScene& built, std::int32_t field);

/** That a model does not use a number, as the reason why it has no effect. @param model  rf_model */
std::string unused_by_model(std::int32_t model);

/** Why the scenario does not use the member of rf_ground: the model or the soil law does not use it, or there is no
 * relief. Empty if the scenario uses it.
 *  @param field  rf_ground_field */
std::string unused_in(const Scenario& scenario, std::int32_t field);

/** The same for a number that is given by place: [scatter] may draw it instead. */
std::string replaced_or_unused_in(const Scenario& scenario, std::int32_t field);

/** Why a member of rf_ground has no effect at the values of the others, e.g. "without soil_strength it has no effect";
 * empty if it has one.
 *  @param field   rf_ground_field, which the model uses
 *  @param varied  members that take several values: they count as neither 0 nor equal to another one */
std::string without_effect(const Scenario& scenario, const BuiltScene& built, std::int32_t field,
                           const std::set<std::int32_t>& varied);

/** Keys of [ground] that the command line gives, and rasters of the ground, without effect: no rock meets them, or the
 *  values of others leave them without one. A sentence each. */
std::vector<std::string> ground_warnings(const Scenario& scenario, const BuiltScene& built);

/** Warning of a soil law under which run-outs mean nothing; empty for the others. */
std::string soil_law_warning(const Scenario& scenario, const BuiltScene& built);

/** What is doubtful in [scatter], a sentence each. */
std::vector<std::string> scatter_warnings(const Scenario& scenario, const BuiltScene& built);

}  // namespace sandbox
#endif
