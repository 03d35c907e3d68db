// Size of a rock along the axes of its shape.
#ifndef ROCKFALL_SANDBOX_LIVE_ROCK_SIZE_H
#define ROCKFALL_SANDBOX_LIVE_ROCK_SIZE_H

#include <array>
#include <rockfall/rockfall.hpp>

#include "scenario/scenario.h"

namespace sandbox::live {

/** Size of a standard shape as it was cooked, m: as given, or as scaled to the mass. */
std::array<double, 3> size_of_rock(const RockSpec& spec, const rf::Rock& rock);

}  // namespace sandbox::live
#endif
