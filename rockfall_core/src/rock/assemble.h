// Cooks a shape: builds the rf_rock block from a checked def.
#pragma once

#include <rockfall/rock.h>

#include <cstddef>
#include <cstdint>

namespace rockfall {

/// Largest rf_rock_def::point_count.
constexpr uint32_t kMaxRockPoints = 1000000;

/// Size of the memory block for `point_count` points, including scratch memory.
size_t rock_block_bytes(uint32_t point_count);

/// Builds the shape in memory that is large enough and aligned. Allocates heap memory only to compute a hull.
/// @param def  with valid counts, sizing, density and mass; points and triangles are checked here
rf_status assemble_rock(const rf_rock_def& def, void* memory, const rf_rock** rock, rf_error* error);

}  // namespace rockfall
