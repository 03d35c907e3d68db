// Steps the rocks of a job in batches of SIMD lanes. Included by each batch_*.cpp, which are compiled for different
// instruction sets: everything here has internal linkage, and the only inline functions used from other headers are
// templates over lanes.
#pragma once

#include "step/batch_lanes.h"
#include "step/contact_pool.h"

namespace rockfall {
namespace {

// Several batches that step at the same time, so that many rocks are in contact at once.
template <int N>
class Batches {
 public:
  Batches(const BatchJob& job, uint32_t& next_rock) : first_(job, next_rock), others_(job, next_rock) {}

  void start() {
    first_.start();
    others_.start();
  }
  bool active() const { return first_.active() || others_.active(); }
  template <class Pool>
  void begin_step(Pool& pool) {
    if (first_.active()) first_.begin_step(pool);
    others_.begin_step(pool);
  }
  void end_step() {
    if (first_.active()) first_.end_step();
    others_.end_step();
  }

 private:
  Batch first_;
  Batches<N - 1> others_;
};

template <>
class Batches<0> {
 public:
  Batches(const BatchJob&, uint32_t&) {}
  void start() {}
  bool active() const { return false; }
  template <class Pool>
  void begin_step(Pool&) {}
  void end_step() {}
};

template <int N>
void run_batches(const BatchJob& job) {
  uint32_t next_rock = 0;
  Batches<N> batches(job, next_rock);
  ContactPool<GroundLanes> pool(job);
  batches.start();
  while (batches.active()) {
    batches.begin_step(pool);
    pool.solve();
    batches.end_step();
  }
}

// Enough rocks to fill the lanes of steps with contact, few enough for the cache.
constexpr int kBatches = kLaneCount == 1 ? 1 : (kLaneCount < 32 ? 32 / kLaneCount : 1);

void run_lanes(const BatchJob& job) {
  if (job.count <= static_cast<uint32_t>(kLaneCount)) return run_batches<1>(job);
  run_batches<kBatches>(job);
}

}  // namespace
}  // namespace rockfall
