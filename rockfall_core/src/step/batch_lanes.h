// Steps rocks in SIMD lanes. Included by each batch_*.cpp, which are compiled for different instruction sets:
// everything here has internal linkage, and the only inline functions used from other headers are templates over Lanes.
#pragma once

#include <initializer_list>

#include "body/kinetic_energy.h"
#include "body/slippage.h"
#include "contact/clearance.h"
#include "numerics/half_angle.h"
#include "numerics/lanes.h"
#include "rock/rock.h"
#include "rotation/midpoint_rule.h"
#include "step/batch.h"

namespace rockfall {
namespace {

// A square around a rock, large enough for several steps, and a plane above all ground there.
struct Neighbourhood {
  Lanes x_min, x_max, y_min, y_max;                              // allowed range of S at the midpoint
  Lanes ground_x_min, ground_x_max, ground_y_min, ground_y_max;  // wider by a radius; ground exists everywhere in it
  Lanes centre_x, centre_y;
  Lanes height, slope_x, slope_y, slope_spread;
  Lanes clearance_squared;  // see sphere_clearance_squared
};

struct FlightState {
  Lanes position[3], velocity[3], omega[3];
  QuatOf<Lanes> orientation;
  Lanes slippage, still_time;
};

template <class Visit>
void for_each_member(FlightState& s, Visit visit) {
  for (int k = 0; k < 3; ++k) {
    visit(s.position[k]);
    visit(s.velocity[k]);
    visit(s.omega[k]);
  }
  for (Lanes* member :
       {&s.orientation.w, &s.orientation.x, &s.orientation.y, &s.orientation.z, &s.slippage, &s.still_time}) {
    visit(*member);
  }
}

struct BodyLanes {
  Lanes mass, radius, inertia[3];
  Lanes stop_energy;  // below this kinetic energy the rock counts as still
  Lanes drag_height;  // over the ground, up to which drag may act
};

class Batch {
 public:
  explicit Batch(const BatchJob& job)
      : job_(job),
        settings_(job.scene->settings),
        dt_(job.scene->settings.time_step),
        half_(0.5 * dt_),
        drag_near_ground_(job.scene->terrain.layer_height_max > 0 || job.scene->terrain.contact_drag_height_max > 0) {
    for (int lane = 0; lane < kLaneCount; ++lane) clear(lane);
  }

  void run() {
    for (int lane = 0; lane < kLaneCount; ++lane) refill(lane);
    while (!none_set(active_)) advance();
  }

 private:
  void clear(int lane) {
    active_.set(lane, 0);
    last_iteration_[lane] = kNever;
    time_limit_iteration_.set(lane, kNoLimit);
    for_each_member(state_, [lane](Lanes& member) { member.set(lane, 0); });
    state_.orientation.w.set(lane, 1);
    for (Lanes& moment : body_.inertia) moment.set(lane, 1);
    body_.mass.set(lane, 1);
    body_.radius.set(lane, 1);
    body_.stop_energy.set(lane, 0);
    body_.drag_height.set(lane, 0);
    clear_neighbourhood(lane);
  }

  void clear_neighbourhood(int lane) {
    Neighbourhood& n = neighbourhood_;
    for (Lanes* member : {&n.centre_x, &n.centre_y, &n.height, &n.slope_x, &n.slope_y, &n.slope_spread}) {
      member->set(lane, 0);
    }
    // Empty rectangles: min > max.
    for (Lanes* member : {&n.x_min, &n.y_min, &n.ground_x_min, &n.ground_y_min}) member->set(lane, 1);
    for (Lanes* member : {&n.x_max, &n.y_max, &n.ground_x_max, &n.ground_y_max}) member->set(lane, -1);
    clear_steps_.set(lane, 0);
  }

  // Load the next moving rock into a lane, or clear the lane if there is none.
  void refill(int lane) {
    while (next_rock_ < job_.count && !can_start(next_rock_)) ++next_rock_;
    if (next_rock_ == job_.count) {
      clear(lane);
      return;
    }
    index_[lane] = next_rock_++;
    active_.set(lane, -1);
    last_iteration_[lane] = iteration_ + steps_of(index_[lane]);
    if (last_iteration_[lane] < next_finish_) next_finish_ = last_iteration_[lane];
    clear_neighbourhood(lane);
    load(lane);
  }

  uint32_t steps_of(uint32_t index) const { return job_.steps_of ? job_.steps_of[index] : job_.steps; }

  bool can_start(uint32_t index) const {
    rf_state& s = job_.states[index];
    if (s.end != RF_MOVING || steps_of(index) == 0) return false;
    if (job_.can_step(s)) return true;
    job_.step(*job_.scene->rocks[s.rock], job_.scene->terrain, settings_, s, nullptr,
              nullptr);  // ends the rock with its fault
    return false;
  }

  const rf_rock& rock(int lane) const { return *job_.scene->rocks[job_.states[index_[lane]].rock]; }

  void load(int lane) {
    const rf_state& s = job_.states[index_[lane]];
    const rf_rock& r = rock(lane);
    for (int k = 0; k < 3; ++k) {
      state_.position[k].set(lane, s.position[k]);
      state_.velocity[k].set(lane, s.velocity[k]);
      state_.omega[k].set(lane, s.angular_velocity[k]);
      body_.inertia[k].set(lane, r.inertia[k]);
    }
    state_.orientation.w.set(lane, s.orientation[0]);
    state_.orientation.x.set(lane, s.orientation[1]);
    state_.orientation.y.set(lane, s.orientation[2]);
    state_.orientation.z.set(lane, s.orientation[3]);
    state_.slippage.set(lane, s.slippage);
    state_.still_time.set(lane, s.still_time);
    body_.mass.set(lane, r.mass);
    body_.radius.set(lane, r.bounding_radius);
    body_.drag_height.set(lane, drag_height(r));
    body_.stop_energy.set(lane, 0.5 * r.mass * settings_.stop_speed * settings_.stop_speed);
    stored_iteration_[lane] = iteration_;
    time_limit_iteration_.set(lane, static_cast<double>(iteration_) + steps_before_limit(s.step));
  }

  // Number of steps before the time limit can end the rock; the single step takes the last ones.
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

  void store(int lane) {
    rf_state& s = job_.states[index_[lane]];
    for (int k = 0; k < 3; ++k) {
      s.position[k] = state_.position[k][lane];
      s.velocity[k] = state_.velocity[k][lane];
      s.angular_velocity[k] = state_.omega[k][lane];
    }
    s.orientation[0] = state_.orientation.w[lane];
    s.orientation[1] = state_.orientation.x[lane];
    s.orientation[2] = state_.orientation.y[lane];
    s.orientation[3] = state_.orientation.z[lane];
    s.slippage = state_.slippage[lane];
    s.still_time = state_.still_time[lane];
    if (iteration_ > stored_iteration_[lane]) s.scar_depth = s.scar_path = 0;  // the rock has flown since
    s.step += iteration_ - stored_iteration_[lane];
    stored_iteration_[lane] = iteration_;
  }

  // One step of every active lane: free flight in lanes, all other steps one rock at a time.
  void advance() {
    Lanes middle[3];
    for (int k = 0; k < 3; ++k) middle[k] = state_.position[k] + half_ * state_.velocity[k];
    update_neighbourhoods(middle);
    stepped_ = no_lanes();
    FlightState next;
    LaneMask flying = free_flight(middle, next);
    flying = flying & clears_ground(middle, next);
    commit(next, flying);
    clear_steps_ = clear_steps_ - 1.0;
    const LaneMask remaining = active_ & ~flying;
    if (!none_set(remaining)) step_singly(remaining);
    ++iteration_;
    if (iteration_ == next_finish_) replace_finished();
  }

  // Lanes that are not in free flight: step the rock singly, unless its contact step is already done.
  void step_singly(const LaneMask& remaining) {
    for (int lane = 0; lane < kLaneCount; ++lane) {
      if (!remaining[lane]) continue;
      rf_state& state = job_.states[index_[lane]];
      if (!stepped_[lane]) {
        store(lane);
        StepContact contact;
        job_.step(rock(lane), job_.scene->terrain, settings_, state, nullptr, job_.observer ? &contact : nullptr);
        if (job_.observer) observe(lane, contact);
      }
      load(lane);
      clear_steps_.set(lane, 0);
      stored_iteration_[lane] = iteration_ + 1;
      if (state.end != RF_MOVING) last_iteration_[lane] = next_finish_ = iteration_ + 1;
    }
  }

  void observe(int lane, const StepContact& contact) const {
    if (!contact.touches) return;
    job_.observer->touched(job_.observer->user, index_[lane], job_.states[index_[lane]], contact);
  }

  // Replace rocks that have ended or done all their steps.
  void replace_finished() {
    next_finish_ = kNever;
    for (int lane = 0; lane < kLaneCount; ++lane) {
      if (active_[lane] && last_iteration_[lane] == iteration_) {
        store(lane);
        refill(lane);
      }
      if (last_iteration_[lane] < next_finish_) next_finish_ = last_iteration_[lane];
    }
  }

  LaneMask inside(const Lanes& x, const Lanes& y) const {
    return (x >= neighbourhood_.x_min) & (x <= neighbourhood_.x_max) & (y >= neighbourhood_.y_min) &
           (y <= neighbourhood_.y_max);
  }

  LaneMask over_ground(const Lanes& x, const Lanes& y) const {
    return (x >= neighbourhood_.ground_x_min) & (x <= neighbourhood_.ground_x_max) &
           (y >= neighbourhood_.ground_y_min) & (y <= neighbourhood_.ground_y_max);
  }

  void update_neighbourhoods(const Lanes middle[3]) {
    const LaneMask outside = active_ & ~inside(middle[0], middle[1]);
    if (none_set(outside)) return;
    for (int lane = 0; lane < kLaneCount; ++lane) {
      if (outside[lane]) update_neighbourhood(lane, middle[0][lane], middle[1][lane]);
    }
    neighbourhood_.clearance_squared =
        sphere_clearance_squared(body_.radius, neighbourhood_.slope_x, neighbourhood_.slope_y);
  }

  void update_neighbourhood(int lane, double x, double y) {
    clear_neighbourhood(lane);
    const double radius = body_.radius[lane], margin = kNeighbourhoodMargin * radius, reach = radius + margin;
    const rf_rectangle area = {x - reach, y - reach, x + reach, y + reach};
    const GroundBound bound = job_.bound(job_.scene->terrain, area);
    if (!bound.known || !bound.plane.hole_free) return;
    Neighbourhood& n = neighbourhood_;
    n.x_min.set(lane, x - margin);
    n.x_max.set(lane, x + margin);
    n.y_min.set(lane, y - margin);
    n.y_max.set(lane, y + margin);
    n.ground_x_min.set(lane, area.x_min);
    n.ground_x_max.set(lane, area.x_max);
    n.ground_y_min.set(lane, area.y_min);
    n.ground_y_max.set(lane, area.y_max);
    n.centre_x.set(lane, x);
    n.centre_y.set(lane, y);
    n.height.set(lane, bound.plane.height);
    n.slope_x.set(lane, bound.plane.slope_x);
    n.slope_y.set(lane, bound.plane.slope_y);
    n.slope_spread.set(lane, bound.plane.slope_spread);
  }

  // Lanes whose rock touches neither the ground nor a drag layer at the midpoint. The lane skips ground queries while
  // it has clear steps left.
  LaneMask clears_ground(const Lanes middle[3], const FlightState& next) {
    const Neighbourhood& n = neighbourhood_;
    const Lanes clearance =
        middle[2] - (n.height + n.slope_x * (middle[0] - n.centre_x) + n.slope_y * (middle[1] - n.centre_y));
    const LaneMask known = inside(middle[0], middle[1]);
    LaneMask clears = known & sphere_clears(clearance, n.clearance_squared);
    const LaneMask above_layer = drag_near_ground_ ? clearance > body_.drag_height : known;
    clears = clears | (clear_steps_ > 0.0);
    const LaneMask near = known & above_layer & ~clears;
    if (!none_set(near)) clears = clears | (near & query_ground(near, next));
    return clears & above_layer;
  }

  // Query the ground for the given lanes. Returns those without contact; the others have done their contact step.
  LaneMask query_ground(const LaneMask& queried, const FlightState& next) {
    LaneMask clear = no_lanes();
    for (int lane = 0; lane < kLaneCount; ++lane) {
      if (queried[lane] && !contact_step(lane, next)) clear.set(lane, -1);
    }
    return clear;
  }

  // Query the ground for one lane and take the step if there is contact; false if there is none.
  bool contact_step(int lane, const FlightState& next) {
    store(lane);
    rf_state& state = job_.states[index_[lane]];
    const Slopes slopes{neighbourhood_.slope_x[lane], neighbourhood_.slope_y[lane], neighbourhood_.slope_spread[lane]};
    const KnownRotation rotation{
        {next.omega[0][lane], next.omega[1][lane], next.omega[2][lane]},
        {next.orientation.w[lane], next.orientation.x[lane], next.orientation.y[lane], next.orientation.z[lane]}};
    StepContact contact;
    const GroundQuery query =
        job_.query_ground(rock(lane), job_.scene->terrain, settings_, slopes, had_contact_[lane],
                          rotated_[lane] ? &rotation : nullptr, state, job_.observer ? &contact : nullptr);
    if (job_.observer && query.touched) observe(lane, contact);
    had_contact_[lane] = query.touched;
    stepped_.set(lane, query.touched ? -1 : 0);
    // Plus one for the present step.
    clear_steps_.set(lane, query.touched ? 0 : 1.0 + query.clear_steps);
    return query.touched;
  }

  // One step of free flight; true where it is valid: the rock remains over ground and no limit is exceeded.
  LaneMask free_flight(const Lanes middle[3], FlightState& next) {
    next.velocity[0] = state_.velocity[0];
    next.velocity[1] = state_.velocity[1];
    next.velocity[2] = state_.velocity[2] - all_lanes(settings_.gravity * dt_);
    for (int k = 0; k < 3; ++k) next.position[k] = middle[k] + half_ * next.velocity[k];
    const MidpointRotation<Lanes, LaneMask> rotation =
        midpoint_rule<LaneMask>(body_.inertia, dt_, state_.orientation, state_.omega,
                                [](const Lanes& square) { return small_half_angle(square); });
    for (int k = 0; k < 3; ++k) next.omega[k] = rotation.omega[k];
    next.orientation = rotation.orientation;
    next.slippage =
        select(state_.slippage < kNegligibleSlippage, all_lanes(0.0), state_.slippage * job_.slippage_decay);
    const Lanes kinetic = kinetic_energy_of(body_.mass, body_.inertia, next.velocity, next.omega);
    next.still_time = select(kinetic < body_.stop_energy, state_.still_time + dt_, all_lanes(0.0));
    rotated_ = rotation.solved & (0.25 * rotation.angle_squared <= kSmallHalfAngleSquared);
    const QuatOf<Lanes>& p = next.orientation;
    const LaneMask finite =
        are_finite(kinetic + next.position[2]) & are_finite(((p.w + p.x) + (p.y + p.z)) + next.still_time);
    return rotated_ & over_ground(next.position[0], next.position[1]) & finite &
           (time_limit_iteration_ > static_cast<double>(iteration_));
  }

  static LaneMask are_finite(const Lanes& x) { return x - x == all_lanes(0.0); }

  void commit(const FlightState& next, const LaneMask& flying) {
    for (int k = 0; k < 3; ++k) {
      state_.position[k] = select(flying, next.position[k], state_.position[k]);
      state_.velocity[k] = select(flying, next.velocity[k], state_.velocity[k]);
      state_.omega[k] = select(flying, next.omega[k], state_.omega[k]);
    }
    state_.orientation.w = select(flying, next.orientation.w, state_.orientation.w);
    state_.orientation.x = select(flying, next.orientation.x, state_.orientation.x);
    state_.orientation.y = select(flying, next.orientation.y, state_.orientation.y);
    state_.orientation.z = select(flying, next.orientation.z, state_.orientation.z);
    state_.slippage = select(flying, next.slippage, state_.slippage);
    state_.still_time = select(flying, next.still_time, state_.still_time);
  }

  static constexpr uint64_t kNever = ~uint64_t{0};
  static constexpr double kNoLimit = 1e300;
  static constexpr double kNeighbourhoodMargin = 3;  // radii that S may move before the neighbourhood is updated

  const BatchJob& job_;
  const rf_settings& settings_;
  const double dt_, half_;
  const bool drag_near_ground_;  // somewhere on the terrain
  FlightState state_;
  BodyLanes body_;
  Neighbourhood neighbourhood_;
  Lanes clear_steps_;                           // remaining steps without contact; 0 or less: unknown
  Lanes time_limit_iteration_;                  // first iteration in which the time limit may end the rock
  LaneMask active_ = no_lanes();                // lanes with a rock
  LaneMask rotated_;                            // lanes whose free rotation equals that of the single step
  LaneMask stepped_;                            // lanes that have done their contact step in this iteration
  uint32_t index_[kLaneCount] = {};             // of the rock in the lane
  bool had_contact_[kLaneCount] = {};           // at the last ground query
  uint64_t stored_iteration_[kLaneCount] = {};  // at which the state was last stored
  uint64_t last_iteration_[kLaneCount] = {};    // at which all steps are done
  uint64_t iteration_ = 0;                      // number of steps taken by every lane
  uint64_t next_finish_ = kNever;               // minimum of last_iteration_
  uint32_t next_rock_ = 0;                      // first rock that has not been in a lane
};

void run_lanes(const BatchJob& job) { Batch(job).run(); }

}  // namespace
}  // namespace rockfall
