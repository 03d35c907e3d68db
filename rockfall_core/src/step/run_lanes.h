// Steps the rocks of a job in batches of SIMD lanes. Included by each batch_*.cpp, which are compiled for different
// instruction sets: everything here has internal linkage, and the only functions used from other headers are templates
// over lanes and those with ROCKFALL_ALWAYS_INLINE. tests/scripts/lane_files_share_no_code.sh checks it.
#pragma once

#include <utility>

#include "step/batch_lanes.h"
#include "step/contact_pool.h"

namespace rockfall {
namespace {

// Of a group: few enough rocks for the cache.
constexpr int kBatchesOfGroup = kLaneCount == 1 || kLaneCount > 32 ? 1 : 32 / kLaneCount;

// Batches that step at the same time. Many rocks that step together fill the packs of contact steps, few stay in the
// cache: groups of batches step one after the other, each for some steps, or all together while contacts are frequent.
template <int N>
class Batches {
 public:
  // @param highest  one for each batch; null if the job asks for no tops of passages
  Batches(const BatchJob& job, HighestVertexLanes* highest)
      : Batches(job, highest, std::make_integer_sequence<int, N>()) {}

  // Step all rocks of the job.
  void run() {
    for (Batch& batch : batches_) batch.fill();
    int together = kGroup;
    uint64_t steps = kStepsOfFirstTurn;
    while (any_active(0, N)) {
      uint64_t contacts = 0;
      for (int first = 0; first < N; first += together) contacts += step_together(first, first + together, steps);
      together = contacts > kFrequent * steps * (N / kGroup) ? N : kGroup;
      steps = kStepsOfTurn;
      if (queue_.empty()) fill_first_batches();
    }
  }

 private:
  static constexpr int kGroup = N < kBatchesOfGroup ? N : kBatchesOfGroup;
  // The first turn tells how frequent contacts are; calls may have few steps.
  static constexpr uint64_t kStepsOfFirstTurn = 4, kStepsOfTurn = 64;
  static constexpr uint64_t kFrequent = 3;  // rocks with contact per step of a group
  static_assert(N % kGroup == 0, "all groups have the same size");

  template <int... I>
  Batches(const BatchJob& job, HighestVertexLanes* highest, std::integer_sequence<int, I...>)
      : queue_(job),
        pool_(job),
        batches_{(static_cast<void>(I), Batch(job, queue_, highest ? highest + I : nullptr))...} {}

  bool any_active(int first, int last) const {
    for (int i = first; i < last; ++i) {
      if (batches_[i].active()) return true;
    }
    return false;
  }

  // Returns the number of steps with contact in the pool.
  uint64_t step_together(int first, int last, uint64_t steps) {
    uint64_t contacts = 0;
    bool active = any_active(first, last);
    for (uint64_t step = 0; step < steps && active; ++step) {
      for (int i = first; i < last; ++i) {
        if (batches_[i].active()) batches_[i].begin_step(pool_);
      }
      contacts += pool_.solve();
      active = false;
      for (int i = first; i < last; ++i) {
        if (!batches_[i].active()) continue;
        batches_[i].end_step();
        active = true;
      }
    }
    return contacts;
  }

  // Move the rocks of the last batches to empty lanes of the first ones, so that fewer batches step.
  void fill_first_batches() {
    int rocks = 0;
    for (const Batch& batch : batches_) rocks += batch.rock_count();
    for (int last = N - 1; last > 0 && rocks <= last * kLaneCount; --last) {
      if (!batches_[last].active()) continue;
      batches_[last].return_rocks();
      for (int i = 0; i < last; ++i) batches_[i].fill();
    }
  }

  RockQueue queue_;
  ContactPool pool_;
  Batch batches_[N];
};

template <int N>
ROCKFALL_OWN_FRAME void run_without_tops(const BatchJob& job) {
  Batches<N>(job, nullptr).run();
}

// Apart, so that other jobs need no memory for them.
template <int N, int... I>
ROCKFALL_OWN_FRAME void run_with_tops(const BatchJob& job, std::integer_sequence<int, I...>) {
  HighestVertexTable table;
  table.clear();
  HighestVertexLanes highest[N] = {(static_cast<void>(I), HighestVertexLanes(table))...};
  Batches<N>(job, highest).run();
}

template <int N>
void run_batches(const BatchJob& job) {
  const bool with_tops = job.observation && job.observation->cells && job.observation->passage_tops;
  with_tops ? run_with_tops<N>(job, std::make_integer_sequence<int, N>()) : run_without_tops<N>(job);
}

void run_lanes(const BatchJob& job) {
  if (job.count <= static_cast<uint32_t>(kLaneCount)) return run_batches<1>(job);
  if (job.count <= static_cast<uint32_t>(kLaneCount * kBatchesOfGroup)) return run_batches<kBatchesOfGroup>(job);
  run_batches<kMostRocks / kLaneCount>(job);
}

}  // namespace
}  // namespace rockfall
