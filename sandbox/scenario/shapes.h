// Rock shapes: standard ones by name and point clouds from files.
#ifndef ROCKFALL_SANDBOX_SCENARIO_SHAPES_H
#define ROCKFALL_SANDBOX_SCENARIO_SHAPES_H

#include <rockfall/rockfall.hpp>
#include <string>
#include <vector>

#include "scenario/scenario.h"

namespace sandbox {

/** Names of the standard shapes. */
const std::vector<std::string>& shape_names();

/** Points of the file or of the standard shape that the spec names. Throws InputError. */
std::vector<double> points_of(const RockSpec& spec);

/** Cooks the rock of a spec. Throws InputError with the library's text. */
rf::Rock cook_rock(const RockSpec& spec);

}  // namespace sandbox
#endif
