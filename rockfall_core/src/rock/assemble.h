// Building the block of a cooked rock from points and the triangles of their hull.
#pragma once

#include "rock/rock.h"

#include <cstddef>

namespace rockfall {

/// Bytes that assemble needs for this many points, scratch included.
size_t rock_bytes(uint32_t point_count);

/// Cook into `memory` of rock_bytes(def.point_count); `triangles` are those of the hull. Allocates nothing.
rf_status assemble_rock(const rf_rock_def& def, const uint32_t* triangles, uint32_t triangle_count, void* memory,
                        rf_error* error);

}  // namespace rockfall
