// Passages of rocks in SIMD lanes over cells of the map. Part of step/run_lanes.h: everything has internal linkage.
#pragma once

#include "numerics/lanes.h"
#include "step/batch.h"
#include "step/candidate_lanes.h"
#include "step/passages.h"
#include "step/state_lanes.h"

namespace rockfall {
namespace {

// Height above S of the highest vertex. @param up  upward direction in K
inline double highest_vertex(const VertexArrays& v, const double up[3]) {
  Pack highest = packed(kNoMaximum);
  for (uint32_t i = 0; i < v.padded_count; i += kPack) {
    highest = larger_of(highest, up[0] * pack_at(v.x + i) + (up[1] * pack_at(v.y + i) + up[2] * pack_at(v.z + i)));
  }
  double most[kPackCount];
  store_pack(highest, most);
  for (int half = kPackCount / 2; half > 0; half /= 2) {
    for (int k = 0; k < half; ++k) most[k] = most[k] < most[k + half] ? most[k + half] : most[k];
  }
  return most[0];
}

// The same of rocks of one shape, one in each lane.
ROCKFALL_INLINE_CALLS inline Lanes highest_vertices(const VertexArrays& v, const VectorOf<Lanes>& up) {
  Lanes highest = all_lanes(kNoMaximum);
  for (uint32_t i = 0; i < v.count; ++i) {
    highest = larger_of(highest, up[0] * v.x[i] + (up[1] * v.y[i] + up[2] * v.z[i]));
  }
  return highest;
}

// Collects the passages that a job asks for.
class PassageLanes {
 public:
  explicit PassageLanes(const BatchJob& job) : job_(job), cells_(job.observation ? job.observation->cells : nullptr) {
    if (!wanted()) return;
    for (int lane = 0; lane < kLaneCount; ++lane) leave_cell(lane);
    for (Lanes& maximum : maximum_) maximum = all_lanes(0.0);
    steps_ = top_ = all_lanes(0.0);
  }

  bool wanted() const { return cells_ != nullptr; }
  bool with_tops() const { return cells_ != nullptr && job_.observation->passage_tops != nullptr; }

  // Rocks have come into lanes. @param rocks  whose bodies are in the lanes
  void note_shapes(const rf_rock* const* rocks) {
    same_shape_ = true;
    for (int lane = 1; lane < kLaneCount; ++lane) same_shape_ = same_shape_ && rocks[lane] == rocks[0];
  }

  // A rock leaves its lane.
  void store(int lane) {
    write_back(lane);
    leave_cell(lane);
  }

  // Add a step of the given lanes, whose rocks are over the terrain.
  // @param rocks  numbers of the rocks in the lanes
  ROCKFALL_INLINE_CALLS void add(const LaneMask& lanes, const uint32_t* rocks, const StateLanes& state,
                                 const Lanes& radius, const HullArrays* hulls,
                                 const Lanes quantity[RF_QUANTITY_COUNT]) {
    const Lanes column = in_cells(state.position[0], cells_->x0, cells_->size),
                row = in_cells(state.position[1], cells_->y0, cells_->size);
    const LaneMask same = (column >= column_) & (column < column_ + 1.0) & (row >= row_) & (row < row_ + 1.0);
    for_each_bit(lane_bits(lanes & ~same), [&](uint32_t bit) {
      const int lane = static_cast<int>(bit);
      write_back(lane);
      enter_cell(lane, rocks[lane], state.position[0][lane], state.position[1][lane]);
    });
    const LaneMask counted = lanes & in_cell_;
    steps_ = select(counted, steps_ + 1.0, steps_);
    for (int q = 0; q < RF_QUANTITY_COUNT; ++q) {
      maximum_[q] = select(counted, larger_of(maximum_[q], quantity[q]), maximum_[q]);
    }
    if (with_tops()) raise_tops(counted, state.orientation, radius, hulls, quantity[RF_JUMP_HEIGHT]);
  }

 private:
  // Vertices of fewer rocks are faster one rock at a time.
  static constexpr int kFewestTogether = kLaneCount / 4 + 1;

  ROCKFALL_INLINE_CALLS void raise_tops(const LaneMask& lanes, const QuatOf<Lanes>& orientation, const Lanes& radius,
                                        const HullArrays* hulls, const Lanes& height) {
    const VectorOf<Lanes> up = upward_in_body(orientation);
    // No vertex is farther from S than the bounding radius, with a margin for rounding.
    const LaneMask possible = lanes & (height + (1 + 1e-9) * radius > top_);
    const uint32_t bits = lane_bits(possible);
    if (bits == 0) return;
    Lanes highest = all_lanes(0.0);
    if (same_shape_ && __builtin_popcount(bits) >= kFewestTogether) {
      highest = highest_vertices(hulls[lowest_bit(bits)].vertices, up);
    } else {
      for_each_bit(bits, [&](uint32_t bit) {
        const int lane = static_cast<int>(bit);
        const double direction[3] = {up[0][lane], up[1][lane], up[2][lane]};
        highest.set(lane, highest_vertex(hulls[lane].vertices, direction));
      });
    }
    const Lanes top = height + highest;
    top_ = select(possible & (top_ < top), top, top_);
  }

  void enter_cell(int lane, uint32_t rock, double x, double y) {
    passage_[lane] = job_.core.passage_at(*job_.observation, rock, x, y);
    if (!passage_[lane]) return leave_cell(lane);
    const rf_cell_passage& passage = *passage_[lane];
    in_cell_.set(lane, true);
    column_.set(lane, passage.cell % cells_->columns);
    row_.set(lane, passage.cell / cells_->columns);
    steps_.set(lane, passage.steps);
    for (int q = 0; q < RF_QUANTITY_COUNT; ++q) maximum_[q].set(lane, passage.maximum[q]);
    if (with_tops()) top_.set(lane, *job_.core.top_of(*job_.observation, passage));
  }

  void write_back(int lane) {
    if (!passage_[lane]) return;
    rf_cell_passage& passage = *passage_[lane];
    passage.steps = static_cast<uint32_t>(steps_[lane]);
    for (int q = 0; q < RF_QUANTITY_COUNT; ++q) passage.maximum[q] = maximum_[q][lane];
    if (with_tops()) *job_.core.top_of(*job_.observation, passage) = top_[lane];
  }

  // Outside of all cells, or without room.
  void leave_cell(int lane) {
    passage_[lane] = nullptr;
    in_cell_.set(lane, false);
    column_.set(lane, kNowhere);
    row_.set(lane, kNowhere);
  }

  static constexpr double kNowhere = 1e300;

  const BatchJob& job_;
  const rf_cells* const cells_;  // null: not wanted, and the members below are not set
  LaneMask in_cell_ = no_lanes();
  Lanes column_, row_;  // of the cell below S
  Lanes steps_, maximum_[RF_QUANTITY_COUNT], top_;
  rf_cell_passage* passage_[kLaneCount];  // null: none
  bool same_shape_ = true;                // of the rocks in all lanes
};

}  // namespace
}  // namespace rockfall
