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
  explicit RockQueue(const BatchJob& job) : job_(job) { skip_ended(); }

  // True if no rock waits.
  bool empty() const { return returned_count_ == 0 && next_ == job_.count; }

  // The next rock that can move; false if there is none.
  bool take(QueuedRock& rock) {
    if (returned_count_ > 0) {
      rock = returned_[--returned_count_];
      return true;
    }
    if (next_ == job_.count) return false;
    const uint8_t* const in_contact = job_.observation ? job_.observation->in_contact : nullptr;
    rock = {next_, steps_of(next_), in_contact && in_contact[next_] != 0};
    ++next_;
    skip_ended();
    return true;
  }

  // A rock that leaves its lane for another one. There is room for a batch.
  void give_back(const QueuedRock& rock) { returned_[returned_count_++] = rock; }

 private:
  uint32_t steps_of(uint32_t index) const { return job_.steps_of ? job_.steps_of[index] : job_.steps; }

  void skip_ended() {
    while (next_ < job_.count && !can_start(next_)) ++next_;
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
  uint32_t next_ = 0;  // of the rocks that were not in a lane; it can move
  QueuedRock returned_[kLaneCount];
  int returned_count_ = 0;
};

}  // namespace
}  // namespace rockfall
