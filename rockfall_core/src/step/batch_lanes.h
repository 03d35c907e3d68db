// Steps of a batch of rocks in SIMD lanes. Part of step/run_lanes.h: everything has internal linkage.
#pragma once

#include "body/kinetic_energy.h"
#include "body/slippage.h"
#include "body/still_time.h"
#include "step/drag_lanes.h"
#include "step/ground_lanes.h"
#include "step/rotation_lanes.h"

namespace rockfall {
namespace {

class Batch : public GroundLanes {
 public:
  /// @param queue    shared by all batches
  /// @param highest  null if the job needs no tops of passages
  Batch(const BatchJob& job, RockQueue& queue, HighestVertexLanes* highest)
      : GroundLanes(job, queue, highest), orientation_last_(job.scene->settings.scheme == RF_SCHEME_EXPLICIT) {}

  /// Fill the empty lanes with rocks of the queue. In a batch without rocks all lanes are set, too: none has been
  /// before.
  void fill() {
    if (queue_.empty()) return;
    if (!active()) return fill_empty();
    for (int lane = 0; lane < kLaneCount && !queue_.empty(); ++lane) {
      if (!active_[lane] && refill(lane)) start_queries(lane);
    }
  }

  /// Return all rocks to the queue.
  void return_rocks() {
    for_each_bit(lane_bits(active_), [&](uint32_t lane) { give_back(static_cast<int>(lane)); });
    next_finish_ = kNever;
  }

  // First half of a step of the active lanes that do not wait for the pool: free flight, and the ground near it. Rocks
  // whose step with contact can be made with those of others go to the pool.
  void begin_step(ContactPool& pool) {
    if (new_bodies_) find_rotation_rates();
    for (int k = 0; k < 3; ++k) middle_[k] = state_.position[k] + half_ * state_.velocity[k];
    update_neighbourhoods(middle_);
    stepped_ = moved_ = left_ = solved_ = from_pool_ = slowed_ = no_lanes();
    done_ = free_flight(middle_, next_);
    done_ = done_ & clears_ground(pool);
    if (!none_set(slowed_)) step_slowed();
  }

  // Second half: accept the results of the pool, make the steps that were not made in lanes one rock at a time, add the
  // statistics, and replace rocks that have ended.
  void end_step() {
    const Lanes x = state_.position[0], y = state_.position[1];
    const LaneMask accepted = none_set(solved_ | from_pool_) ? no_lanes() : accept_contacts();
    done_ = done_ | accepted;
    state_.replace(done_, next_);
    if (observed_ && !none_set(accepted)) observe_contacts(accepted);
    clear_steps_ = clear_steps_ - 1.0;
    const LaneMask remaining = active_ & ~(done_ | waiting_);
    moved_ = moved_ | done_;
    if (!none_set(remaining)) step_singly(remaining);
    if (measured()) observe(x, y);
    refused_.note_done(done_);
    ++iteration_;
    if (!none_set(waiting_)) hold_waiting();
    if (refused_.any()) step_refused();
    if (iteration_ == next_finish_) replace_finished();
  }

 private:
  ROCKFALL_OWN_FRAME void find_rotation_rates() {
    body_.moments.rates = rotation_rates(settings_.scheme, body_.moments.inertia, dt_);
    new_bodies_ = false;
  }

  // The rocks in the pool make their step in a later iteration.
  void hold_waiting() {
    for_each_bit(lane_bits(waiting_), [&](uint32_t lane) { repeat_iteration(static_cast<int>(lane)); });
  }

  ROCKFALL_OWN_FRAME void step_slowed() {
    solved_ = solved_ | step_with_drag(slowed_, drag_, spin_drag_, settings_, body_, state_, middle_, next_);
  }

  // next_state() of the single step for the lanes of the pool. Returns those whose rocks still move.
  LaneMask finish_contacts() {
    const Lanes path = dt_ * square_root(dot(next_.velocity, next_.velocity));
    replace(from_pool_, pool_omega_, next_.omega);
    next_.slippage = select(from_pool_ & pressed_, state_.slippage + path, next_.slippage);
    const LaneMask valid = complete_step(from_pool_, path, settings_, body_, state_, middle_, next_);
    return valid & ~(pressed_ & has_stopped(next_.still_time, dt_, settings_.stop_time));
  }

  // The lanes with the result of a step with contact or drag whose rocks still move.
  LaneMask accept_contacts() {
    if (!none_set(from_pool_)) solved_ = solved_ | finish_contacts();
    if (orientation_last_) {
      next_.orientation = twice_advanced(state_.orientation, state_.omega.x, next_.omega.x, dt_);
      solved_ = solved_ & can_be_normalised(next_.orientation) & within_explicit_turn(next_.omega, dt_);
    }
    return solved_ & neighbourhood_.over_ground(next_.position[0], next_.position[1]) &
           (time_limit_iteration_ > static_cast<double>(iteration_));
  }

  // After steps with contact that were made in lanes.
  void observe_contacts(const LaneMask& accepted) {
    for_each_bit(lane_bits(accepted), [&](uint32_t bit) {
      const int lane = static_cast<int>(bit);
      if (job_.observer) store_next(lane);
      finish_single_step(lane, true, *contact_[lane]);
    });
  }

  // Lanes whose step was not made in lanes: step the rock singly, unless its contact step is already done.
  void step_singly(const LaneMask& remaining) {
    for (int lane = 0; lane < kLaneCount; ++lane) {
      if (!remaining[lane]) continue;
      rf_state& state = job_.states[index_[lane]];
      if (!stepped_[lane]) {
        store(lane);
        step_rock(lane, state);
      }
      load_state(lane);
      clear_steps_.set(lane, 0);
      stored_iteration_[lane] = iteration_ + 1;
      if (state.end != RF_MOVING) last_iteration_[lane] = next_finish_ = iteration_ + 1;
    }
  }

  // Make some more steps of the rocks whose step was not made in lanes, before the next step of the others.
  ROCKFALL_OWN_FRAME void step_refused() {
    refused_.take([&](int lane, uint32_t steps) {
      rf_state& state = job_.states[index_[lane]];
      for (uint32_t i = 0; i < steps && last_iteration_[lane] > iteration_; ++i) {
        const Lanes x = state_.position[0], y = state_.position[1];
        moved_ = left_ = no_lanes();
        step_rock(lane, state);
        skip_iteration(lane);
        if (state.end != RF_MOVING) last_iteration_[lane] = next_finish_ = iteration_;
        if (!measured()) continue;
        load_state(lane);
        observe(x, y);
      }
      load_state(lane);
    });
  }

  void step_rock(int lane, rf_state& state) {
    StepContact contact = {};
    const uint64_t step = state.step;
    job_.core.step(rock(lane), job_.scene->terrain, settings_, state, nullptr, observed_ ? &contact : nullptr);
    finish_single_step(lane, state.step != step, contact);
  }

  // Replace rocks that have ended or done all their steps.
  void replace_finished() {
    next_finish_ = kNever;
    uint32_t empty = 0;
    for (int lane = 0; lane < kLaneCount; ++lane) {
      if (active_[lane] && last_iteration_[lane] == iteration_) {
        leave(lane);
        if (refill(lane)) {
          clear_neighbourhood(lane);
        } else {
          remove(lane);
          empty |= uint32_t{1} << lane;
        }
      }
      if (last_iteration_[lane] < next_finish_) next_finish_ = last_iteration_[lane];
    }
    if (!active()) return;
    for_each_bit(empty, [&](uint32_t lane) {
      set_at_rest(static_cast<int>(lane));
      clear_neighbourhood(static_cast<int>(lane));
    });
  }

  void fill_empty() {
    fill_all();
    clear_neighbourhoods();
    for_each_bit(lane_bits(active_), [&](uint32_t lane) { start_queries(static_cast<int>(lane)); });
  }

  // One step of free flight; true where it is valid: the rock remains over ground and no limit is exceeded.
  ROCKFALL_INLINE_CALLS LaneMask free_flight(const VectorOf<Lanes>& middle, StateLanes& next) {
    next.velocity[0] = state_.velocity[0];
    next.velocity[1] = state_.velocity[1];
    next.velocity[2] = state_.velocity[2] - all_lanes(settings_.gravity * dt_);
    for (int k = 0; k < 3; ++k) next.position[k] = middle[k] + half_ * next.velocity[k];
    const RotationLanes rotation =
        free_rotation(settings_.scheme, {body_.moments, dt_, state_.orientation, state_.omega, active_});
    next.omega = rotation.omega;
    next.orientation = rotation.orientation;
    const LaneMask negligible = state_.slippage < kNegligibleSlippage;
    next.slippage = select(negligible, all_lanes(0.0), state_.slippage * slippage_decay(middle, active_ & ~negligible));
    const Lanes kinetic = kinetic_energy_of(body_.mass, body_.moments.inertia.x, next.velocity.x, next.omega.x);
    next.still_time = still_time_after(kinetic, body_.stop_energy, state_.still_time, dt_);
    next.scar_depth = next.scar_path = all_lanes(0.0);
    // Steps with drag and with contact keep this orientation, except in the explicit scheme.
    rotated_ = rotation.valid & can_be_normalised(next.orientation);
    const LaneMask finite = is_finite((kinetic + next.position[2]) + (next.still_time + next.slippage));
    return rotated_ & neighbourhood_.over_ground(next.position[0], next.position[1]) & finite &
           (time_limit_iteration_ > static_cast<double>(iteration_));
  }

  // Decay of slippage per step in the given lanes; any value in the others.
  Lanes slippage_decay(const VectorOf<Lanes>& middle, const LaneMask& needed) const {
    if (job_.slippage_decay >= 0) return all_lanes(job_.slippage_decay);
    Lanes decay = all_lanes(1.0);
    if (none_set(needed)) return decay;
    for (int lane = 0; lane < kLaneCount; ++lane) {
      if (!needed[lane]) continue;
      decay.set(lane, job_.core.slippage_decay_at(job_.scene->terrain, dt_, middle[0][lane], middle[1][lane]));
    }
    return decay;
  }

  const bool orientation_last_;  // the orientation follows from the angular velocity after the percussions
  LaneMask done_;                // lanes whose step is in next_
};

}  // namespace
}  // namespace rockfall
