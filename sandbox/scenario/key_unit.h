// Units of the numbers of a scenario.
#ifndef ROCKFALL_SANDBOX_SCENARIO_KEY_UNIT_H
#define ROCKFALL_SANDBOX_SCENARIO_KEY_UNIT_H

#include <string>

namespace sandbox {

/** A key as --set takes it, with the unit of its number: "rock.0.mass, kg". Without one where the number is pure, and
 *  for texts. */
std::string key_with_unit(const std::string& key);

}  // namespace sandbox
#endif
