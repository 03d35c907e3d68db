// The highest vertex of rocks in SIMD lanes. Part of step/run_lanes.h: everything has internal linkage.
//
// A vertex w can be the highest in a direction u only if it is nearly so in directions nearby: with the highest vertex
// t of a direction c, (w - t) u <= (w - t) c + |w - t| |u - c|. For the rocks of one shape, the vertices that can be
// the highest within a distance of c are found once for each of some directions c. As long as the upward direction of a
// rock stays within this distance, only these few are tested.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include "numerics/inline_calls.h"
#include "numerics/lanes.h"
#include "numerics/vector_of.h"
#include "step/candidate_lanes.h"
#include "step/passages.h"

namespace rockfall {
namespace {

// Height above S of the highest vertex. @param up  upward direction in K
inline double highest_vertex(const VertexArrays& v, const double up[3]) {
  Pack highest = packed(kNoMaximum);
  for (uint32_t i = 0; i < v.padded_count; i += kPack) {
    highest = larger_of(highest, height_of(up, pack_at(v.x + i), pack_at(v.y + i), pack_at(v.z + i)));
  }
  double most[kPackCount];
  store_pack(highest, most);
  for (int half = kPackCount / 2; half > 0; half /= 2) {
    for (int k = 0; k < half; ++k) most[k] = most[k] < most[k + half] ? most[k + half] : most[k];
  }
  return most[0];
}

// The same for rocks of one shape, one in each lane.
ROCKFALL_INLINE_CALLS inline Lanes highest_vertices(const VertexArrays& v, const VectorOf<Lanes>& up) {
  Lanes highest = all_lanes(kNoMaximum);
  for (uint32_t i = 0; i < v.count; ++i) {
    highest = larger_of(highest, height_of(up, v.x[i], v.y[i], v.z[i]));
  }
  return highest;
}

// The vertices of one shape that can be the highest, for each cell of upward directions. A cell is filled when it is
// needed. The cells are cubes, most of which contain no direction.
class HighestVertexTable {
 public:
  // Distance of a direction from the centre of its cell for which the vertices are found. In the cell it is up to 0.20.
  static constexpr double kReach = 0.26;
  static constexpr int kMost = 4;  // vertices of a cell

  struct Cell {
    uint8_t count;          // 0: unknown; kTooMany: more than kMost
    uint8_t vertex[kMost];  // the rest repeats the highest vertex at the centre
  };

  // Before all others.
  void clear() {
    shape_ = nullptr;
    std::memset(cells_, 0, sizeof cells_);
  }

  // False for another shape than that of the first call, and for shapes of which most cells would have too many
  // vertices.
  bool serves(const VertexArrays& v) const { return v.count <= kMostVertices && (!shape_ || shape_ == v.x); }

  // The cell of a direction, and its centre. Null if it has too many vertices, for a shape that the table does not
  // serve, and for numbers that are no direction.
  const Cell* find(const VertexArrays& v, double radius, const double up[3], double centre[3]) {
    if (!serves(v)) return nullptr;
    shape_ = v.x;
    uint32_t number = 0;
    for (int k = 0; k < 3; ++k) {
      if (!(std::fabs(up[k]) < kExtent)) return nullptr;
      const int along = static_cast<int>((up[k] + kExtent) * (0.5 * kSide / kExtent * (1 - 1e-12)));
      number = number * kSide + static_cast<uint32_t>(along);
      centre[k] = (along + 0.5) * (2 * kExtent / kSide) - kExtent;
    }
    Cell& cell = cells_[number];
    if (cell.count == 0) fill(v, radius, centre, cell);
    return cell.count == kTooMany ? nullptr : &cell;
  }

 private:
  static constexpr uint32_t kMostVertices = 40;
  static constexpr int kSide = 9;              // cells along each axis
  static constexpr double kExtent = 1 + 1e-9;  // above every component of a direction
  static constexpr uint8_t kTooMany = 255;
  static constexpr double kRounding = 1e-12;  // far above the rounding of a height, in radii

  static double height(const VertexArrays& v, const double up[3], uint32_t i) {
    return height_of(up, v.x[i], v.y[i], v.z[i]);
  }

  // Bits of the vertices that are at least as high as the limit.
  static uint64_t vertices_above(const VertexArrays& v, const double up[3], double limit) {
    uint64_t bits = 0;
    for (uint32_t i = 0; i < v.padded_count; i += kPack) {
      const Pack heights = height_of(up, pack_at(v.x + i), pack_at(v.y + i), pack_at(v.z + i));
      bits |= static_cast<uint64_t>(bits_of(heights >= limit)) << i;
    }
    return bits & ((uint64_t{1} << v.count) - 1);
  }

  ROCKFALL_OWN_FRAME static void fill(const VertexArrays& v, double radius, const double up[3], Cell& cell) {
    const double most = highest_vertex(v, up), margin = kRounding * radius;
    // No two vertices are farther apart than 2 radius.
    const uint64_t near = vertices_above(v, up, most - 2 * kReach * radius - 2 * margin);
    uint32_t top = 0;
    for (uint64_t rest = near; rest != 0; rest &= rest - 1) {
      top = static_cast<uint32_t>(__builtin_ctzll(rest));
      if (height(v, up, top) == most) break;
    }
    uint8_t count = 0;
    for (uint64_t rest = near; rest != 0; rest &= rest - 1) {
      const uint32_t i = static_cast<uint32_t>(__builtin_ctzll(rest));
      const double x = v.x[i] - v.x[top], y = v.y[i] - v.y[top], z = v.z[i] - v.z[top];
      const double lower = (most - height(v, up, i)) - margin;
      if (lower > 0 && lower * lower > kReach * kReach * (x * x + (y * y + z * z))) continue;
      if (count == kMost) {
        cell.count = kTooMany;
        return;
      }
      cell.vertex[count++] = static_cast<uint8_t>(i);
    }
    cell.count = count;
    while (count < kMost) cell.vertex[count++] = static_cast<uint8_t>(top);
  }

  const double* shape_;  // its vertices
  Cell cells_[kSide * kSide * kSide];
};

// For each lane, vertices of which one is the highest as long as the upward direction is near that for which they were
// found.
class HighestVertexLanes {
 public:
  explicit HighestVertexLanes(HighestVertexTable& table) : table_(table) {}

  // Before all others, and when the shapes in the lanes have changed.
  void forget() {
    for (int k = 0; k < HighestVertexTable::kMost; ++k) x_[k] = y_[k] = z_[k] = all_lanes(0.0);
    slope_ = all_lanes(1.0);
    centre_ = {{all_lanes(kNowhere), all_lanes(0.0), all_lanes(0.0)}};
  }

  // Height above S of the highest of these vertices; at most that of the highest one.
  Lanes highest(const VectorOf<Lanes>& up) const {
    Lanes highest = height(0, up);
    for (int k = 1; k < HighestVertexTable::kMost; ++k) highest = larger_of(highest, height(k, up));
    return highest;
  }
  // Bound of the height by which other vertices can be higher, from 2 radius (|up - centre| - reach). If it is not
  // positive, none is higher.
  Lanes excess(const VectorOf<Lanes>& up) const {
    const VectorOf<Lanes> away = up - centre_;
    return slope_ * (dot(away, away) - kSquare);
  }

  bool serves(const VertexArrays& v) const { return table_.serves(v); }

  // Height above S of the highest vertex in one lane. The next directions of the lane will be near this one.
  double find(int lane, const VertexArrays& v, double radius, const double up[3]) {
    double centre[3];
    const HighestVertexTable::Cell* const cell = table_.find(v, radius, up, centre);
    if (!cell) return highest_vertex(v, up);
    double highest = kNoMaximum;
    for (int k = 0; k < HighestVertexTable::kMost; ++k) {
      const uint32_t i = cell->vertex[k];
      x_[k].set(lane, v.x[i]);
      y_[k].set(lane, v.y[i]);
      z_[k].set(lane, v.z[i]);
      const double height = height_of(up, v.x[i], v.y[i], v.z[i]);
      highest = highest < height ? height : highest;
    }
    for (int k = 0; k < 3; ++k) centre_[k].set(lane, centre[k]);
    slope_.set(lane, radius * (1 / HighestVertexTable::kReach));
    return highest;
  }

 private:
  static constexpr double kNowhere = 1e100;
  // Smaller than for the table, which leaves room for rounding.
  static constexpr double kSquare = HighestVertexTable::kReach * HighestVertexTable::kReach * (1 - 1e-6);

  Lanes height(int k, const VectorOf<Lanes>& up) const { return height_of(up, x_[k], y_[k], z_[k]); }

  HighestVertexTable& table_;
  Lanes x_[HighestVertexTable::kMost], y_[HighestVertexTable::kMost], z_[HighestVertexTable::kMost];
  VectorOf<Lanes> centre_;
  Lanes slope_;  // of the excess, by the square of the distance
};

}  // namespace
}  // namespace rockfall
