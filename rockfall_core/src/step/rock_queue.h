// Rocks of a batch job that wait for a lane. Part of step/run_lanes.h: everything has internal linkage.
#pragma once

#include "numerics/lanes.h"
#include "step/batch.h"

namespace rockfall {
namespace {

struct QueuedRock {
  uint32_t index;
  uint64_t steps;   // that it is to make, at most
  bool in_contact;  // in its last step; known if the observation needs it
};

class RockQueue {
 public:
  explicit RockQueue(const BatchJob& job) : job_(job), waiting_{0, job.shared ? 0 : job.count} { find_next(); }

  // True if no rock waits.
  bool empty() const { return returned_count_ == 0 && waiting_.first == waiting_.end; }

  // The next rock that can move; false if there is none.
  bool take(QueuedRock& rock) {
    if (returned_count_ > 0) {
      rock = returned_[--returned_count_];
      return true;
    }
    if (waiting_.first == waiting_.end) return false;
    const uint32_t index = waiting_.first++;
    const uint8_t* const in_contact = job_.observation ? job_.observation->in_contact : nullptr;
    rock = {index, steps_of(index), in_contact && in_contact[index] != 0};
    find_next();
    return true;
  }

  // A rock that leaves its lane for another one. There is room for a batch.
  void give_back(const QueuedRock& rock) { returned_[returned_count_++] = rock; }

 private:
  uint32_t steps_of(uint32_t index) const { return job_.steps_of ? job_.steps_of[index] : job_.steps; }

  // The next rock that can move.
  void find_next() {
    for (;;) {
      while (waiting_.first < waiting_.end && !can_start(waiting_.first)) ++waiting_.first;
      if (waiting_.first < waiting_.end || !job_.shared) return;
      if (!job_.core.take_rocks(*job_.shared, waiting_)) return;
    }
  }

  bool can_start(uint32_t index) const {
    rf_state& s = job_.states[index];
    if (s.end != RF_MOVING || steps_of(index) == 0) return false;
    if (job_.core.can_step(s)) return true;
    const rf_scene& scene = *job_.scene;
    job_.core.step(*scene.rocks[s.rock], scene.terrain, scene.settings, s, nullptr, nullptr);  // ends it with its fault
    return false;
  }

  const BatchJob& job_;
  RockRange waiting_;  // those that were not in a lane; the first one can move
  QueuedRock returned_[kLaneCount];
  int returned_count_ = 0;
};

}  // namespace
}  // namespace rockfall
