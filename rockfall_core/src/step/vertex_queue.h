// Vertices near the ground of rocks in SIMD lanes: few of each rock, so that those of several rocks are searched
// together. Part of step/run_lanes.h: everything has internal linkage.
#pragma once

#include "contact/vertex_kernels.h"
#include "numerics/lanes.h"
#include "step/candidate_lanes.h"
#include "step/soil_query.h"

namespace rockfall {
namespace {

class VertexQueue {
 public:
  static constexpr uint32_t kRoom = 64;  // a multiple of the size of vectors

  struct Rock {
    int lane;
    CandidateRange vertices;
  };

  // True if the candidates of another rock may not fit.
  bool full() const { return count_ + FoundVertices::kMost > kRoom; }
  bool empty() const { return count_ == 0; }

  // Add the vertices of a rock with direction . vertex <= limit. The queue must not be full. Returns their number; the
  // rock is added if there are any, and at most FoundVertices::kMost.
  uint32_t add(int lane, const VertexArrays& vertices, const double direction[3], double limit) {
    const uint32_t found = write_candidates(lane, vertices, direction, limit);
    if (found == 0 || found > FoundVertices::kMost) return found;
    rocks_[rock_count_++] = {lane, {count_, found}};
    count_ += found;
    return found;
  }

  // Calls search(first) for each vector of vertices, and then use(rock) for each rock; the queue is empty afterwards.
  template <class Search, class Use>
  void search(const Search& search, const Use& use) {
    for (uint32_t i = count_; i % kPack != 0; ++i) {
      lane_[i] = 0;
      for (auto& arm : arm_) arm[i] = 0;
    }
    for (uint32_t i = 0; i < count_; i += kPack) search(i);
    for (uint32_t i = 0; i < rock_count_; ++i) use(rocks_[i]);
    count_ = rock_count_ = 0;
  }

  // Lane, index and position of vertex i and those after it.
  const uint32_t* lane(uint32_t i) const { return lane_ + i; }
  const uint32_t* index(uint32_t i) const { return index_ + i; }
  const double* arm(int k, uint32_t i) const { return arm_[k] + i; }  // r_SP in K

 private:
  static constexpr uint32_t kAlwaysWritten = 2;
  static constexpr uint32_t kSize = kRoom + kVertexBlock;  // vectors of each row are aligned
  static_assert(kAlwaysWritten <= kVertexBlock, "they fit behind the last one");

  // Write the candidates of a rock after those already in the queue. Returns their number; if it is larger than
  // FoundVertices::kMost, not all are written.
  uint32_t write_candidates(int lane, const VertexArrays& v, const double direction[3], double limit) {
    uint32_t count = 0;
    for (uint32_t first = 0; first < v.count; first += kCandidateBits) {
      uint32_t bits = all_candidate_bits(v, direction, limit, first);
      if (bits == 0) continue;
      const uint32_t found = static_cast<uint32_t>(__builtin_popcount(bits)), left = v.count - first;
      if (count + found > FoundVertices::kMost) return count + found;
      const uint32_t last = 1u << ((left < kCandidateBits ? left : kCandidateBits) - 1);
      const auto write = [&](uint32_t n) {
        const uint32_t i = first + lowest_bit(bits | last), to = count_ + count + n;
        arm_[0][to] = v.x[i];
        arm_[1][to] = v.y[i];
        arm_[2][to] = v.z[i];
        index_[to] = i;
        lane_[to] = static_cast<uint32_t>(lane);
        bits &= bits - 1;
      };
      // Most rocks have one or two candidates. Two are always written: the processor cannot predict whether there are
      // two.
      for (uint32_t n = 0; n < kAlwaysWritten; ++n) write(n);
      for (uint32_t n = kAlwaysWritten; n < found; ++n) write(n);
      count += found;
    }
    return count;
  }

  uint32_t rock_count_ = 0, count_ = 0;
  Rock rocks_[kLaneCount];
  alignas(Pack) double arm_[3][kSize];
  uint32_t index_[kSize], lane_[kSize];
};

}  // namespace
}  // namespace rockfall
