// Units of the members of rf_ground.
#ifndef ROCKFALL_SANDBOX_SCENARIO_GROUND_UNIT_H
#define ROCKFALL_SANDBOX_SCENARIO_GROUND_UNIT_H

#include <cstdint>

namespace sandbox {

/** The unit of a member by its rf_ground_field; "-" for a pure number. */
const char* ground_unit(std::int32_t field);

}  // namespace sandbox
#endif
