// The rocks in the SIMD lanes of a batch: their numbers, states and observations. Part of step/run_lanes.h: everything
// has internal linkage.
#pragma once

#include "body/kinetic_energy.h"
#include "body/measure.h"
#include "rock/rock.h"
#include "step/batch.h"
#include "step/height_lanes.h"
#include "step/passage_lanes.h"
#include "step/rock_queue.h"
#include "step/state_lanes.h"
#include "step/statistics_lanes.h"

namespace rockfall {
namespace {

class LaneRocks {
 public:
  bool active() const { return !none_set(active_); }
  int rock_count() const { return __builtin_popcount(lane_bits(active_)); }
  const rf_rock& rock(int lane) const { return *loaded_[lane]; }

 protected:
  LaneRocks(const BatchJob& job, RockQueue& queue, HighestVertexLanes* highest)
      : job_(job),
        queue_(queue),
        settings_(job.scene->settings),
        dt_(job.scene->settings.time_step),
        reported_(job.observation && needs_reports(*job.observation)),
        observed_(job.observer || reported_),
        needs_hulls_(job.ground_varies || job.everywhere.rigid || job.everywhere.soil),
        heights_(job, job.observation || drags_in_lanes()),
        statistics_(job),
        passages_(job, highest) {}
  LaneRocks(const LaneRocks&) = delete;
  LaneRocks& operator=(const LaneRocks&) = delete;

  // Fill a batch without rocks.
  ROCKFALL_OWN_FRAME void fill_all() {
    time_limit_iteration_ = all_lanes(kNoLimit);
    without_bodies_ = true;
    const double* numbers[kLaneCount];
    for (int lane = 0; lane < kLaneCount; ++lane) {
      const bool filled = take_rock(lane);
      numbers[lane] = filled ? StateLanes::numbers_of(job_.states[index_[lane]]) : kNoRock;
      stored_iteration_[lane] = iteration_;
      if (!filled) remove(lane);
    }
    state_.load(numbers);
  }

  // Load the next moving rock into a lane; false if there is none.
  bool refill(int lane) {
    if (!take_rock(lane)) return false;
    load_state(lane);
    return true;
  }

  // The same, but its state is not loaded.
  bool take_rock(int lane) {
    QueuedRock next;
    if (!queue_.take(next)) return false;
    index_[lane] = next.index;
    active_.set(lane, true);
    last_iteration_[lane] = iteration_ + next.steps;
    if (last_iteration_[lane] < next_finish_) next_finish_ = last_iteration_[lane];
    load_body(lane);
    if (statistics_.wanted()) statistics_.load(lane, index_[lane]);
    const bool in_contact = reported_ && next.in_contact;
    had_contact_.set(lane, in_contact);
    contact_iteration_[lane] = in_contact ? iteration_ : kNever;
    return true;
  }

  // Return the rock of a lane to the queue.
  void give_back(int lane) {
    leave(lane);
    queue_.give_back(
        {index_[lane], last_iteration_[lane] - iteration_, reported_ && contact_iteration_[lane] == iteration_});
    remove(lane);
  }

  // Mark a lane as empty. Its numbers remain.
  void remove(int lane) {
    active_.set(lane, false);
    last_iteration_[lane] = kNever;
  }

  // Set a lane without a rock to a state at rest: the steps of the batch compute it, too.
  void set_at_rest(int lane) {
    time_limit_iteration_.set(lane, kNoLimit);
    const StateLanes::Members members = state_.members();
    for (int k = 0; k < StateLanes::kCount; ++k) members.at[k]->set(lane, kNoRock[k]);
  }

  // Store all data of a rock that leaves its lane.
  void leave(int lane) {
    queue_.note_left();
    store(lane);
    const uint32_t i = index_[lane];
    if (statistics_.wanted()) statistics_.store(lane, i);
    if (passages_.wanted()) passages_.store(lane);
    if (reported_ && job_.observation->in_contact) {
      job_.observation->in_contact[i] = contact_iteration_[lane] == iteration_;
    }
  }

  void load_state(int lane) {
    state_.load(lane, job_.states[index_[lane]]);
    stored_iteration_[lane] = iteration_;
  }

  void store(int lane) {
    rf_state& s = job_.states[index_[lane]];
    state_.store(lane, s);
    s.step += iteration_ - stored_iteration_[lane];
    stored_iteration_[lane] = iteration_;
  }

  // After the step of this iteration.
  void store_next(int lane) {
    store(lane);
    ++job_.states[index_[lane]].step;
    stored_iteration_[lane] = iteration_ + 1;
  }

  // After the step of one rock. @param moved  false if the rock ended by a fault
  void finish_single_step(int lane, bool moved, const StepContact& contact) {
    const uint32_t i = index_[lane];
    moved_.set(lane, moved);
    if (passages_.wanted() && job_.states[i].end == RF_ENDED_LEFT_TERRAIN) left_.set(lane, true);
    if (!observed_) return;
    if (job_.observer && moved && contact.touches)
      job_.observer->touched(job_.observer->user, i, job_.states[i], contact);
    if (!reported_) return;
    bool in_contact = contact_iteration_[lane] == iteration_;
    if (moved) job_.core.observe_contact(*job_.observation, i, contact, in_contact);
    if (in_contact) contact_iteration_[lane] = iteration_ + 1;
  }

  // The rock of a lane has made a step while the others waited.
  void skip_iteration(int lane) {
    if (--last_iteration_[lane] < next_finish_) next_finish_ = last_iteration_[lane];
    time_limit_iteration_.set(lane, time_limit_iteration_[lane] - 1);
    if (contact_iteration_[lane] != kNever) --contact_iteration_[lane];
  }

  // The others have made a step while the rock of a lane waited.
  void repeat_iteration(int lane) {
    ++stored_iteration_[lane];
    ++last_iteration_[lane];
    time_limit_iteration_.set(lane, time_limit_iteration_[lane] + 1);
    if (contact_iteration_[lane] != kNever) ++contact_iteration_[lane];
  }

  // True if drag of the ground near the rocks is found for all lanes together: on a grid whose ground is the same
  // everywhere, without a torque.
  bool drags_in_lanes() const {
    return job_.ground && !job_.everywhere.without_drag && !(job_.ground->layer_drag_rotation > 0);
  }

  // True if the quantities of the rocks after each step are needed.
  bool measured() const { return statistics_.wanted() || passages_.wanted(); }

  // Add the step to the statistics and passages of the rocks that have made it. @param x, y  positions before the step
  ROCKFALL_INLINE_CALLS void observe(const Lanes& x, const Lanes& y) {
    const Lanes quantity[RF_QUANTITY_COUNT] = {
        kinetic_energy_of(body_.mass, body_.moments.inertia.x, state_.velocity.x, state_.omega.x),
        length_of(state_.velocity.x), length_of(state_.omega.x), heights_.above_ground(job_, state_.position, moved_)};
    if (statistics_.wanted()) {
      const Lanes dx = state_.position[0] - x, dy = state_.position[1] - y;
      statistics_.add(moved_, quantity, dt_, square_root(dx * dx + dy * dy));
    }
    if (passages_.wanted()) passages_.add(moved_ & ~left_, index_, state_, body_.radius, hull_, quantity);
  }

  // Steps that are left in this call for the rocks of the given lanes.
  Lanes steps_left(const LaneMask& lanes) const {
    Lanes steps = all_lanes(0.0);
    for_each_bit(lane_bits(lanes), [&](uint32_t bit) {
      const int lane = static_cast<int>(bit);
      steps.set(lane, static_cast<double>(last_iteration_[lane] - iteration_));
    });
    return steps;
  }

  static constexpr uint64_t kNever = ~uint64_t{0};
  static constexpr double kNoLimit = 1e300;
  static constexpr uint32_t kFewVertices = 64;

  const BatchJob& job_;
  RockQueue& queue_;
  const rf_settings& settings_;
  const double dt_;
  const bool reported_;     // the observation needs the contacts of steps
  const bool observed_;     // the contacts of steps are needed
  const bool needs_hulls_;  // for searches of contacts
  StateLanes state_;
  BodyLanes body_;
  HullArrays hull_[kLaneCount];   // for ground that is all rigid or all soil around the rock, and the tops of passages
  uint32_t many_vertices_ = 0;    // bits of the rocks with more than kFewVertices
  bool new_bodies_ = false;       // since the coefficients of their rotation were computed
  LaneMask active_ = no_lanes();  // lanes with a rock
  LaneMask had_contact_ = no_lanes();  // at the last ground query
  LaneMask moved_;                     // lanes that have made a step in this iteration
  LaneMask left_;                      // lanes whose rock has left the terrain in this iteration
  Lanes time_limit_iteration_;         // first iteration in which the time limit may end the rock
  HeightLanes heights_;
  RockStatistics statistics_;
  PassageLanes passages_;
  uint32_t index_[kLaneCount] = {};             // of the rock in the lane
  uint64_t stored_iteration_[kLaneCount] = {};  // at which the state was last stored
  uint64_t last_iteration_[kLaneCount] = {};    // at which all steps are done
  uint64_t iteration_ = 0;                      // of the batch; a lane may have made fewer steps or more
  uint64_t next_finish_ = kNever;               // at most the minimum of last_iteration_

 private:
  void load_body(int lane) {
    const rf_rock& next = *job_.scene->rocks[job_.states[index_[lane]].rock];
    if (without_bodies_) {
      // Most often the others have the same shape.
      load_body(next, 0, kLaneCount, [](Lanes& member, double x) { member = all_lanes(x); });
      without_bodies_ = false;
    } else if (loaded_[lane] != &next) {
      load_body(next, lane, lane + 1, [lane](Lanes& member, double x) { member.set(lane, x); });
    }
    const double steps = steps_before_limit(job_.states[index_[lane]].step);
    time_limit_iteration_.set(lane, static_cast<double>(iteration_) + steps);
  }

  // Load a body into lanes `first` to before `last`.
  template <class Set>
  void load_body(const rf_rock& next, int first, int last, Set set) {
    body_.load(next, settings_.stop_speed, drag_height(next), set);
    new_bodies_ = true;
    const bool with_tops = passages_.with_tops(), with_hull = needs_hulls_ || with_tops;
    HullArrays hull;
    if (with_hull) hull = job_.core.hull_arrays(next);
    const uint32_t bits = (~uint32_t{0} >> (32 - last)) & (~uint32_t{0} << first);
    many_vertices_ = next.vertex_count > kFewVertices ? many_vertices_ | bits : many_vertices_ & ~bits;
    for (int lane = first; lane < last; ++lane) {
      loaded_[lane] = &next;
      if (with_hull) hull_[lane] = hull;
    }
    if (with_tops) passages_.note_shapes(loaded_, body_.radius);
  }

  // Number of steps before the time limit can end the rock. The single step makes the last ones.
  double steps_before_limit(uint64_t step) const {
    if (!(settings_.time_limit > 0)) return kNoLimit;
    const double left = settings_.time_limit / dt_ - 2 - static_cast<double>(step);
    return left > 0 ? left : 0;
  }

  // Height over the ground up to which the drag layer or contact drag may act, with a margin for rounding.
  double drag_height(const rf_rock& r) const {
    const rf_terrain& terrain = job_.scene->terrain;
    const double near_ground = terrain.contact_drag_height_max * r.half_diagonal;
    const double height = near_ground > terrain.layer_height_max ? near_ground : terrain.layer_height_max;
    return height + 1e-6 * (1.0 + height);
  }

  bool without_bodies_ = true;                   // in all lanes
  const rf_rock* loaded_[kLaneCount] = {};       // whose body is in the lane, even after the rock has left it
  uint64_t contact_iteration_[kLaneCount] = {};  // number of the iteration after the last step with contact
};

}  // namespace
}  // namespace rockfall
