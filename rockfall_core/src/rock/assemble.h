// Cooking: from a checked def to the rf_rock block.
#pragma once

#include "numerics/error.h"
#include "rock/rock.h"

namespace rockfall {

/// Bytes of the block for so many points, room to work included.
size_t rock_block_bytes(uint32_t point_count);

/// Cook into memory that is large enough and aligned. Allocates only where a hull is computed.
/// @param def  with valid counts, sizing, density and mass; points and triangles are checked here
rf_status assemble_rock(const rf_rock_def& def, void* memory, const rf_rock** rock, rf_error* error);

}  // namespace rockfall
