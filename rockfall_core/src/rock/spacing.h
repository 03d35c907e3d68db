// Finds points of a cloud that are closer together than a given distance.
#pragma once

#include <cstddef>
#include <cstdint>

namespace rockfall {

/// Entries of the table that mark_close_points() needs for `count` points: a power of two.
size_t spacing_table_size(size_t count);

/// Marks points closer than `spacing` to an earlier one that is not marked, so that the others are at least so far
/// apart. The time is proportional to `count`, however close the points are. Allocates nothing.
/// @param points   x y z of each point, at most 1e12 times `spacing` in absolute value
/// @param spacing  > 0
/// @param table    array of spacing_table_size(count) zeros
/// @param close    array for one mark per point, 1 or 0
/// @return         number of distances that were computed
uint64_t mark_close_points(const double* points, size_t count, double spacing, uint32_t* table, unsigned char* close);

}  // namespace rockfall
