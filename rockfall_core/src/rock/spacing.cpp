#include "rock/spacing.h"

#include <cmath>

#include "numerics/linear.h"

namespace rockfall {
namespace {

struct Cell {
  int64_t at[3];
};

// Points that are kept, found by their cell, a cube whose edges are the spacing: few of them are in one. A hash table
// with linear probing, at most half full; entries are one more than the number of the point, or zero.
class KeptPoints {
 public:
  KeptPoints(const double* points, double spacing, uint32_t* table, size_t size)
      : points_(points), spacing_(spacing), table_(table), mask_(size - 1) {}

  void add(uint32_t point) {
    size_t slot = first_slot(cell_of(point));
    while (table_[slot] != 0) slot = next(slot);
    table_[slot] = point + 1;
  }

  bool has_close(uint32_t point) {
    const Cell centre = cell_of(point);
    for (int64_t i = -1; i <= 1; ++i) {
      for (int64_t j = -1; j <= 1; ++j) {
        for (int64_t k = -1; k <= 1; ++k) {
          if (has_close_in({{centre.at[0] + i, centre.at[1] + j, centre.at[2] + k}}, point)) return true;
        }
      }
    }
    return false;
  }

  uint64_t distances() const { return distances_; }

 private:
  Vec3 at(uint32_t i) const { return load3(points_ + 3 * static_cast<size_t>(i)); }
  size_t next(size_t slot) const { return (slot + 1) & mask_; }

  Cell cell_of(uint32_t point) const {
    const Vec3 p = at(point) / spacing_;
    return {{static_cast<int64_t>(std::floor(p.x())), static_cast<int64_t>(std::floor(p.y())),
             static_cast<int64_t>(std::floor(p.z()))}};
  }

  size_t first_slot(const Cell& cell) const {
    uint64_t hash = 0;
    for (const int64_t x : cell.at) {
      hash = (hash ^ static_cast<uint64_t>(x)) * 0x9e3779b97f4a7c15u;
      hash ^= hash >> 32;
    }
    return static_cast<size_t>(hash) & mask_;
  }

  bool has_close_in(const Cell& cell, uint32_t point) {
    for (size_t slot = first_slot(cell); table_[slot] != 0; slot = next(slot)) {
      const uint32_t other = table_[slot] - 1;
      ++distances_;
      if ((at(point) - at(other)).norm() < spacing_) return true;
    }
    return false;
  }

  const double* points_;
  double spacing_;
  uint32_t* table_;
  size_t mask_;
  uint64_t distances_ = 0;
};

}  // namespace

size_t spacing_table_size(size_t count) {
  size_t size = 2;
  while (size < 2 * count) size *= 2;
  return size;
}

uint64_t mark_close_points(const double* points, size_t count, double spacing, uint32_t* table, unsigned char* close) {
  KeptPoints kept(points, spacing, table, spacing_table_size(count));
  for (uint32_t i = 0; i < count; ++i) {
    close[i] = kept.has_close(i) ? 1 : 0;
    if (!close[i]) kept.add(i);
  }
  return kept.distances();
}

}  // namespace rockfall
