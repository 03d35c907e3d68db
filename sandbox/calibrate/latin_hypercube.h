// Points that fill the unit cube evenly.
#ifndef ROCKFALL_SANDBOX_CALIBRATE_LATIN_HYPERCUBE_H
#define ROCKFALL_SANDBOX_CALIBRATE_LATIN_HYPERCUBE_H

#include <cstddef>
#include <cstdint>
#include <vector>

#include "calibrate/parameters.h"

namespace sandbox::calibrate {

/** Points of a Latin hypercube in the unit cube: one in each of `count` slices of every coordinate. */
std::vector<Point> latin_hypercube(std::size_t dimensions, std::uint32_t count, std::uint64_t seed);

}  // namespace sandbox::calibrate
#endif
