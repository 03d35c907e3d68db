// Passages of rocks in SIMD lanes over cells of the map. Part of step/run_lanes.h: everything has internal linkage.
#pragma once

#include "numerics/lanes.h"
#include "step/batch.h"
#include "step/highest_vertex_lanes.h"
#include "step/passages.h"
#include "step/state_lanes.h"

namespace rockfall {
namespace {

// Collects the passages if the job needs them.
class PassageLanes {
 public:
  // @param highest  null if the job needs no tops
  PassageLanes(const BatchJob& job, HighestVertexLanes* highest)
      : job_(job), cells_(job.observation ? job.observation->cells : nullptr), highest_(highest) {
    if (!wanted()) return;
    for (int lane = 0; lane < kLaneCount; ++lane) leave_cell(lane);
    y_min_ = all_lanes(0.0);
    width_ = (1 - kMargin) * cells_->size;
    for (Lanes& maximum : maximum_) maximum = all_lanes(0.0);
    steps_ = top_ = all_lanes(0.0);
    if (with_tops()) highest_->forget();
  }

  bool wanted() const { return cells_ != nullptr; }
  bool with_tops() const { return highest_ != nullptr; }

  // To be called after rocks have been loaded into lanes.
  // @param rocks   whose bodies are in the lanes
  // @param radius  their bounding radii
  void note_shapes(const rf_rock* const* rocks, const Lanes& radius) {
    highest_->forget();
    reach_ = (1 + 1e-9) * radius;
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
    const Lanes &x = state.position[0], &y = state.position[1];
    const LaneMask same = (x >= x_min_) & (y >= y_min_) & (x - x_min_ < width_) & (y - y_min_ < width_);
    for_each_bit(lane_bits(lanes & ~same), [&](uint32_t bit) {
      const int lane = static_cast<int>(bit);
      write_back(lane);
      enter_cell(lane, rocks[lane], x[lane], y[lane]);
    });
    // Numbers of rocks that are over no cell are not used.
    steps_ = select(lanes, steps_ + 1.0, steps_);
    for (int q = 0; q < RF_QUANTITY_COUNT; ++q) {
      maximum_[q] = larger_of(maximum_[q], select(lanes, quantity[q], all_lanes(kNoMaximum)));
    }
    if (with_tops()) raise_tops(lanes, state.orientation, radius, hulls, quantity[RF_JUMP_HEIGHT]);
  }

 private:
  // With fewer rocks, it is faster to search the vertices one rock at a time.
  static constexpr int kFewestTogether = kLaneCount / 4 + 1;

  ROCKFALL_INLINE_CALLS void raise_tops(const LaneMask& lanes, const QuatOf<Lanes>& orientation, const Lanes& radius,
                                        const HullArrays* hulls, const Lanes& height) {
    const VectorOf<Lanes> up = upward_in_body(orientation);
    const Lanes top = height + highest_->highest(up);
    top_ = larger_of(top_, select(lanes, top, all_lanes(kNoMaximum)));
    // Where no other vertex can be higher, the excess is not positive.
    const Lanes limit = smaller_of(top + highest_->excess(up), height + reach_);
    const LaneMask possible = lanes & (limit > top_);
    if (!none_set(possible)) find_tops(possible, up, radius, hulls, height);
  }

  // Raise the tops where other vertices may be higher than those in the lanes.
  ROCKFALL_OWN_FRAME ROCKFALL_INLINE_CALLS void find_tops(const LaneMask& lanes, const VectorOf<Lanes>& up,
                                                          const Lanes& radius, const HullArrays* hulls,
                                                          const Lanes& height) {
    const uint32_t bits = lane_bits(lanes);
    const VertexArrays& first = hulls[lowest_bit(bits)].vertices;
    if (same_shape_ && !highest_->serves(first) && __builtin_popcount(bits) >= kFewestTogether) {
      top_ = larger_of(top_, select(lanes, height + highest_vertices(first, up), all_lanes(kNoMaximum)));
      return;
    }
    for_each_bit(bits, [&](uint32_t bit) {
      const int lane = static_cast<int>(bit);
      const double direction[3] = {up[0][lane], up[1][lane], up[2][lane]};
      const double top = height[lane] + highest_->find(lane, hulls[lane].vertices, radius[lane], direction);
      if (top_[lane] < top) top_.set(lane, top);
    });
  }

  void enter_cell(int lane, uint32_t rock, double x, double y) {
    passage_[lane] = job_.core.passage_at(*job_.observation, rock, x, y);
    if (!passage_[lane]) return leave_cell(lane);
    const rf_cell_passage& passage = *passage_[lane];
    const uint32_t row = passage.cell / cells_->columns, column = passage.cell % cells_->columns;
    x_min_.set(lane, begin_of(column, cells_->x0));
    y_min_.set(lane, begin_of(row, cells_->y0));
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

  // Set a lane to no cell: outside of all cells, or without room for a passage.
  void leave_cell(int lane) {
    passage_[lane] = nullptr;
    x_min_.set(lane, kNowhere);
  }

  // Along one axis, where positions that are certainly in a column or row of cells begin, by in_cells(), which never
  // decreases. They end before width_ after it.
  double begin_of(double number, double first) const {
    const double size = cells_->size, low = first + number * size;
    const double margin = 1e-9 * size + 1e-15 * (size * number + (first < 0 ? -first : first));
    if (2 * margin > kMargin * size) return kNowhere;
    return in_cells(low, first, size) < number ? low + margin : low;
  }

  static constexpr double kNowhere = 1e300;
  static constexpr double kMargin = 1e-8;  // of a cell

  const BatchJob& job_;
  const rf_cells* const cells_;        // null: not wanted, and the members below are not set
  HighestVertexLanes* const highest_;  // null without tops
  Lanes x_min_, y_min_;                // where S is certainly in the cell below it, up to before width_ after it
  double width_ = 0;
  Lanes steps_, maximum_[RF_QUANTITY_COUNT], top_;
  Lanes reach_;                           // no vertex is farther from S; with a margin for rounding
  rf_cell_passage* passage_[kLaneCount];  // null: none
  bool same_shape_ = true;                // of the rocks in all lanes
};

}  // namespace
}  // namespace rockfall
