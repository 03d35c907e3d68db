// Rock classes: the [[rock]] tables, each of one or more shapes.
#ifndef ROCKFALL_SANDBOX_SCENARIO_ROCK_CLASSES_H
#define ROCKFALL_SANDBOX_SCENARIO_ROCK_CLASSES_H

#include <cstdint>
#include <string>
#include <vector>

#include "scenario/scenario.h"

namespace sandbox {

struct RockClass {
  std::string name;
  std::uint32_t first_shape = 0;  ///< rf_state::rock
  std::uint32_t shapes = 1;
  double share = 1;  ///< relative to the other classes
};

/** The volumes of a class, m3, ascending: quantiles at (k + 1/2) / sizes. The same bits on every platform. */
std::vector<double> volumes_of(const VolumeSpec& spec);

/** Shapes of a class: one, or one for each volume. */
std::vector<RockSpec> shapes_of(const RockSpec& spec);

/** True if rocks are assigned to classes by shares, false if in turn. */
bool has_shares(const std::vector<RockSpec>& rocks);

}  // namespace sandbox
#endif
