// Rocks of a batch job that wait for a lane. Part of step/run_lanes.h: everything has internal linkage.
#pragma once

#include "numerics/lanes.h"
#include "step/batch.h"

namespace rockfall {
namespace {

struct QueuedRock {
  uint32_t index;
  uint64_t steps;   // largest number that the rock may make
  bool in_contact;  // in its last step; known if the observation needs it
};

class RockQueue {
 public:
  explicit RockQueue(const BatchJob& job) : job_(job), waiting_{0, job.shared ? 0 : job.count} { skip_ended(); }

  // True if no rock waits. Shared rocks wait for any task.
  bool empty() const {
    return returned_count_ == 0 && waiting_.first == waiting_.end &&
           !(job_.shared && job_.core.rocks_wait(*job_.shared));
  }

  // The next rock that can move; false if there is none, or if as many rocks are in lanes as the task may step
  // together.
  bool take(QueuedRock& rock) {
    if (returned_count_ > 0) {
      rock = returned_[--returned_count_];
      ++in_lanes_;
      return true;
    }
    if (job_.shared && (in_lanes_ >= job_.together || !take_shared())) return false;
    if (waiting_.first == waiting_.end) return false;
    const uint32_t index = waiting_.first++;
    const uint8_t* const in_contact = job_.observation ? job_.observation->in_contact : nullptr;
    rock = {index, steps_of(index), in_contact && in_contact[index] != 0};
    ++in_lanes_;
    skip_ended();
    return true;
  }

  // A rock has left its lane.
  void note_left() { --in_lanes_; }

  // Return a rock that has left its lane, and will get another one. There is room for the rocks of a batch.
  void give_back(const QueuedRock& rock) { returned_[returned_count_++] = rock; }

 private:
  uint32_t steps_of(uint32_t index) const { return job_.steps_of ? job_.steps_of[index] : job_.steps; }

  // Skip rocks that cannot move, up to the first one that can.
  void skip_ended() {
    while (waiting_.first < waiting_.end && !can_start(waiting_.first)) ++waiting_.first;
  }

  // Make sure that a shared rock waits here; false if there is none.
  bool take_shared() {
    while (waiting_.first == waiting_.end) {
      if (!job_.core.take_rocks(*job_.shared, waiting_)) return false;
      skip_ended();
    }
    return true;
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
  RockRange waiting_;  // rocks that have not been in a lane; the first one can move
  uint32_t in_lanes_ = 0;
  QueuedRock returned_[kLaneCount];
  int returned_count_ = 0;
};

}  // namespace
}  // namespace rockfall
