// Cooks a shape: builds the rf_rock block from a checked def.
#pragma once

#include <rockfall/rock.h>

#include "rock/rock.h"

namespace rockfall {

/// Largest rf_rock_def::point_count.
constexpr uint32_t kMaxRockPoints = 1000000;

/// Size of the memory block for `point_count` points, including scratch memory.
size_t rock_block_bytes(uint32_t point_count);

/// The arrays in the block of a shape; see rf_rock.
struct RockArrays {
  double* vertices;
  double* padded;
  uint32_t* triangles;
  double* areas;
  uint32_t* star_first;
  StarTriangle* stars;
  uint32_t* block_first;  // as the next one, null for a rock without StarBlocks
  StarBlock* blocks;
  double* faces;
};

/// Size of the block of a shape without scratch memory.
size_t cooked_bytes(uint32_t vertex_count, uint32_t triangle_count);

/// Makes a shape in cleared memory of cooked_bytes(), whose members and arrays the caller fills.
/// @param face_count  at most triangle_count
rf_rock* lay_out_rock(void* memory, uint32_t vertex_count, uint32_t triangle_count, uint32_t face_count,
                      RockArrays& arrays);

/// Computes the arrays that follow from the vertices and the triangles, whose indices are valid.
void finish_rock(const rf_rock& rock, const RockArrays& arrays);

/// Builds the shape in memory that is large enough and aligned. Allocates heap memory only to compute a hull.
/// @param def  with valid counts, sizing, density and mass; points and triangles are checked here
rf_status assemble_rock(const rf_rock_def& def, void* memory, const rf_rock** rock, rf_error* error);

}  // namespace rockfall
