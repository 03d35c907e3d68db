// Steps the rocks of a job in batches of SIMD lanes. Included by each batch_*.cpp, which are compiled for different
// instruction sets: everything here has internal linkage, and the only functions used from other headers are templates
// over lanes and those with ROCKFALL_ALWAYS_INLINE. tests/scripts/lane_files_share_no_code.sh checks this.
#pragma once

#include <utility>

#include "step/batch_lanes.h"
#include "step/contact_pool.h"

namespace rockfall {
namespace {

// Batches that step at the same time, so that their rocks with contact fill the packs of the pool.
template <int N>
class Batches {
 public:
  // @param highest  one for each batch; null if the job needs no tops of passages
  Batches(const BatchJob& job, HighestVertexLanes* highest)
      : Batches(job, highest, std::make_integer_sequence<int, N>()) {}

  // Step all rocks of the job.
  void run() {
    for (Batch& batch : batches_) batch.fill();
    while (any_active()) {
      for (int left = kMostStepsInPool; left > 0 && any_active(); --left) {
        begin_steps();
        // fill_first_batches() needs an empty pool. Once no rock waits for a lane, waiting for a full pack only delays
        // the end of the job.
        left == 1 || queue_.empty() ? pool_.solve() : pool_.solve_if_enough();
        end_steps();
      }
      if (queue_.empty()) fill_first_batches();
    }
  }

 private:
  // Largest number of steps between two calls of fill_first_batches().
  static constexpr int kMostStepsInPool = 64;

  template <int... I>
  Batches(const BatchJob& job, HighestVertexLanes* highest, std::integer_sequence<int, I...>)
      : queue_(job),
        pool_(job),
        batches_{(static_cast<void>(I), Batch(job, queue_, highest ? highest + I : nullptr))...} {}

  bool any_active() const {
    for (const Batch& batch : batches_) {
      if (batch.active()) return true;
    }
    return false;
  }

  void begin_steps() {
    for (Batch& batch : batches_) {
      if (batch.active()) batch.begin_step(pool_);
    }
  }

  void end_steps() {
    for (Batch& batch : batches_) {
      if (batch.active()) batch.end_step();
    }
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

// A function of its own, so that jobs without tops need no memory for them.
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

// Number of batches for some rocks; fewer batches need less memory.
constexpr int batches_of(int rocks) { return kLaneCount == 1 || kLaneCount > rocks ? 1 : rocks / kLaneCount; }

void run_lanes(const BatchJob& job) {
  constexpr int kFew = batches_of(32), kSome = batches_of(64);
  const auto fit_in = [&job](int batches) { return job.together <= static_cast<uint32_t>(batches * kLaneCount); };
  if (fit_in(1)) return run_batches<1>(job);
  if (fit_in(kFew)) return run_batches<kFew>(job);
  if (fit_in(kSome)) return run_batches<kSome>(job);
  run_batches<batches_of(kMostRocks)>(job);
}

}  // namespace
}  // namespace rockfall
