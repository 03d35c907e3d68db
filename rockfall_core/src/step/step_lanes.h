// The step of the rocks in SIMD lanes: its midpoint, and the state after it, for steps with contact, with drag, and of
// a single rock. Part of step/run_lanes.h: everything has internal linkage.
#pragma once

#include "step/contact_rocks.h"
#include "step/lane_rocks.h"
#include "step/rotation_lanes.h"
#include "step/soil_query.h"

namespace rockfall {
namespace {

class StepLanes : public LaneRocks {
 public:
  // Copy what steps with contact need of several rocks, each of a lane of a batch. The vectors are made in registers:
  // a vector load waits until single numbers that were stored before it have reached the cache.
  static void gather(const StepLanes* const (&batches)[kPackCount], const uint32_t (&lanes)[kPackCount],
                     ContactRocks& rocks) {
    batches[0]->for_each_member(rocks, [&](const auto& of, Pack& member) {
      const double* own[kPackCount];
      for (int i = 0; i < kPackCount; ++i) own[i] = numbers_of(of(*batches[i])) + lanes[i];
      member = elements_at(own);
    });
  }
  // The same of rocks of this batch. @param to     where to write
  //                                  @param lanes  of the rocks that are written there; any lanes elsewhere
  void gather(const PackMask& to, const uint32_t* lanes, ContactRocks& rocks) const {
    for_each_member(rocks,
                    [&](const auto& of, Pack& member) { member = select(to, chosen(of(*this), lanes), member); });
  }

  // Note that the rock of a lane is in the pool: the lane makes no step until the pool has made this one.
  void wait(int lane) { waiting_.set(lane, true); }

  // Make the step of a rock whose contacts have been detected, alone. @param seen  see step_detected
  void step_alone(int lane, const DetectedContacts& detected, StepContact& seen) {
    store(lane);
    rf_state& state = job_.states[index_[lane]];
    const KnownRotation rotation = known_rotation(lane);
    double midpoint_rotation[9];
    write_midpoint_rotation(lane, midpoint_rotation);
    const uint64_t step = state.step;
    job_.core.step_detected(rock(lane), job_.scene->terrain, settings_, rotation, midpoint_rotation, detected, state,
                            observed_ ? &seen : nullptr);
    finish_single_step(lane, state.step != step, seen);
    stepped_.set(lane, true);
    waiting_.set(lane, false);
  }

  // Note that the rock moves with drag, without contact. @param scar_depth  after the step
  void slow_down(int lane, const LaneDrag& drag, double scar_depth) {
    slowed_.set(lane, true);
    drag_.set(lane, drag.linear);
    spin_drag_.set(lane, drag.spin);
    next_.scar_depth.set(lane, scar_depth);
    contact_[lane] = &no_contact_;
  }

  // Set the result of a step with contact.
  // @param scar_depth  after the step
  // @param contact     for the observation; valid until the end of the step
  void accept(int lane, const ContactResults& results, int from, double scar_depth, const StepContact& contact) {
    for (int k = 0; k < 3; ++k) {
      next_.velocity[k].set(lane, results.velocity[k][from]);
      pool_omega_[k].set(lane, results.omega[k][from]);
    }
    pressed_.set(lane, results.pressed[from]);
    next_.scar_depth.set(lane, scar_depth);
    from_pool_.set(lane, true);
    waiting_.set(lane, false);
    contact_[lane] = &contact;
  }

 protected:
  StepLanes(const BatchJob& job, RockQueue& queue, HighestVertexLanes* highest)
      : LaneRocks(job, queue, highest), half_(0.5 * dt_) {}

  // Set midpoint_rotation_.
  ROCKFALL_OWN_FRAME void find_midpoint_rotations() {
    write_rotation_matrix(advanced(state_.orientation, state_.omega.x, half_), midpoint_rotation_);
  }

  void write_midpoint_rotation(int lane, double rows[9]) const {
    for (int k = 0; k < 9; ++k) rows[k] = midpoint_rotation_[k][lane];
  }

  KnownRotation known_rotation(int lane) const {
    return {
        {next_.omega[0][lane], next_.omega[1][lane], next_.omega[2][lane]},
        {next_.orientation.w[lane], next_.orientation.x[lane], next_.orientation.y[lane], next_.orientation.z[lane]}};
  }

  const double half_;                            // of the time step
  VectorOf<Lanes> middle_;                       // S at the midpoint of the step
  StateLanes next_;                              // after the step
  LaneMask rotated_;                             // lanes whose free rotation equals that of the single step
  LaneMask stepped_;                             // lanes that have done their contact step in this iteration
  LaneMask solved_;                              // lanes for which next_ is the result of a step with contact or drag
  LaneMask from_pool_;                           // lanes with next_.velocity of a step with contact, whose omega is
  VectorOf<Lanes> pool_omega_;                   // here, not in next_: gather() would wait for numbers set one by one
  LaneMask waiting_ = no_lanes();                // lanes whose rock is in the pool, since this iteration or an earlier
  LaneMask pressed_ = no_lanes();                // lanes of from_pool_ where there is a percussion
  LaneMask slowed_;                              // lanes with drag on S without contact, in this iteration
  Lanes drag_ = all_lanes(0.0);                  // of the lanes slowed_, kg/s
  Lanes spin_drag_ = all_lanes(0.0);             // the same on the rotation
  const StepContact* contact_[kLaneCount] = {};  // of the lanes solved_
  Lanes midpoint_rotation_[9];                   // A_IK at the midpoint of the step, by rows

 private:
  // visit(lanes of a batch, member of `rocks`) for all members.
  template <class Visit>
  void for_each_member(ContactRocks& rocks, Visit visit) const {
    for (int k = 0; k < 3; ++k) {
      visit([k](const StepLanes& b) -> const Lanes& { return b.state_.velocity[k]; }, rocks.velocity[k]);
      visit([k](const StepLanes& b) -> const Lanes& { return b.state_.omega[k]; }, rocks.omega[k]);
      if (job_.observer) visit([k](const StepLanes& b) -> const Lanes& { return b.middle_[k]; }, rocks.midpoint[k]);
      visit([k](const StepLanes& b) -> const Lanes& { return b.next_.omega[k]; }, rocks.free_omega[k]);
      visit([k](const StepLanes& b) -> const Lanes& { return b.body_.moments.inertia[k]; }, rocks.inertia[k]);
      visit([k](const StepLanes& b) -> const Lanes& { return b.body_.moments.inverse_inertia[k]; },
            rocks.inverse_inertia[k]);
    }
    for (int k = 0; k < 9; ++k) {
      visit([k](const StepLanes& b) -> const Lanes& { return b.midpoint_rotation_[k]; }, rocks.rotation[k]);
    }
    visit([](const StepLanes& b) -> const Lanes& { return b.state_.slippage; }, rocks.slippage);
    visit([](const StepLanes& b) -> const Lanes& { return b.body_.mass; }, rocks.mass);
  }

  const StepContact no_contact_ = {};
};

}  // namespace
}  // namespace rockfall
