// Where the arrays of a rock lie in its block.
#pragma once

#include <cstddef>
#include <cstdint>

#include "rock/rock.h"

namespace rockfall {

/// Allocates aligned arrays from a block; without a block it only counts bytes.
class Arena {
 public:
  explicit Arena(void* block) : block_(static_cast<unsigned char*>(block)) {}
  template <class T>
  T* take(size_t count) {
    const size_t start = bytes_;
    bytes_ += (count * sizeof(T) + RF_MEMORY_ALIGNMENT - 1) / RF_MEMORY_ALIGNMENT * RF_MEMORY_ALIGNMENT;
    return block_ ? reinterpret_cast<T*>(block_ + start) : nullptr;
  }
  size_t bytes() const { return bytes_; }

 private:
  unsigned char* block_;
  size_t bytes_ = 0;
};

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

/// Lays out the arrays of a rock. Faces come last because their number is computed last.
RockArrays lay_out_arrays(Arena& arena, uint32_t vertex_count, uint32_t triangle_count);

/// Reserves enough for any rock with vertices among `point_count` points.
void reserve_rock(Arena& arena, uint32_t point_count);

/// Clears a block and makes the rock in it, without faces and offsets.
rf_rock* begin_rock(void* memory, uint32_t vertex_count, uint32_t triangle_count, RockArrays& arrays);

/// Sets the offsets of the arrays and the size of the block; the number of faces is known.
void set_offsets(rf_rock& rock, const RockArrays& arrays);

/// True if a block begins as a shape of this layout does. @param block  aligned to RF_MEMORY_ALIGNMENT
bool begins_as_rock(const rf_rock& block);

/// Size of the block of a shape without scratch memory.
size_t cooked_bytes(uint32_t vertex_count, uint32_t triangle_count);

/// Clears memory of cooked_bytes() and makes a shape in it; the caller fills its members and arrays.
/// @param face_count  at most triangle_count
rf_rock* lay_out_rock(void* memory, uint32_t vertex_count, uint32_t triangle_count, uint32_t face_count,
                      RockArrays& arrays);

}  // namespace rockfall
