// The lanes themselves. Included once by each batch_*.cpp, which are compiled for different instruction sets:
// everything has internal linkage, and nothing inline is taken from elsewhere but templates over Lanes.
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

// A square about a rock that it will not leave for a few steps, and the plane above all ground there.
struct Neighbourhood {
  Lanes x_min, x_max, y_min, y_max;                              // of places for S at the midpoint
  Lanes ground_x_min, ground_x_max, ground_y_min, ground_y_max;  // wider by a radius: there is ground
  Lanes centre_x, centre_y;
  Lanes height, slope_x, slope_y, slope_spread;
  Lanes clearance_squared;  // of the bounding sphere over the plane
};

struct Flying {
  Lanes position[3], velocity[3], omega[3];
  QuatOf<Lanes> orientation;
  Lanes slippage, still_time;
};

template <class Visit>
void for_each_member(Flying& s, Visit visit) {
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

struct Body {
  Lanes mass, radius, inertia[3];
  Lanes energy_at_rest;  // below this kinetic energy the rock stands still
};

class Batch {
 public:
  explicit Batch(const BatchJob& job)
      : job_(job), settings_(job.scene->settings), dt_(job.scene->settings.time_step), half_(0.5 * dt_) {
    for (int lane = 0; lane < kLaneCount; ++lane) clear(lane);
  }

  void run() {
    for (int lane = 0; lane < kLaneCount; ++lane) refill(lane);
    while (!none_set(busy_)) advance();
  }

 private:
  void clear(int lane) {
    busy_.set(lane, 0);
    last_round_[lane] = kNever;
    limit_round_.set(lane, kNoLimit);
    for_each_member(at_, [lane](Lanes& member) { member.set(lane, 0); });
    at_.orientation.w.set(lane, 1);
    for (Lanes& moment : body_.inertia) moment.set(lane, 1);
    body_.mass.set(lane, 1);
    body_.radius.set(lane, 1);
    body_.energy_at_rest.set(lane, 0);
    clear_neighbourhood(lane);
  }

  void clear_neighbourhood(int lane) {
    Neighbourhood& n = near_;
    for (Lanes* member : {&n.centre_x, &n.centre_y, &n.height, &n.slope_x, &n.slope_y, &n.slope_spread}) {
      member->set(lane, 0);
    }
    // Empty squares.
    for (Lanes* member : {&n.x_min, &n.y_min, &n.ground_x_min, &n.ground_y_min}) member->set(lane, 1);
    for (Lanes* member : {&n.x_max, &n.y_max, &n.ground_x_max, &n.ground_y_max}) member->set(lane, -1);
    clear_steps_.set(lane, 0);
  }

  // The next rock that moves, or none.
  void refill(int lane) {
    while (next_ < job_.count && !can_start(next_)) ++next_;
    if (next_ == job_.count) {
      clear(lane);
      return;
    }
    index_[lane] = next_++;
    busy_.set(lane, -1);
    last_round_[lane] = round_ + job_.steps;
    if (last_round_[lane] < next_end_) next_end_ = last_round_[lane];
    clear_neighbourhood(lane);
    load(lane);
  }

  static bool is_number(double x) { return x - x == 0; }

  bool can_start(uint32_t index) const {
    rf_state& s = job_.states[index];
    if (s.end != RF_MOVING || job_.steps == 0) return false;
    bool finite = is_number(s.slippage) && is_number(s.still_time);
    for (int k = 0; k < 3; ++k) {
      finite = finite && is_number(s.position[k]) && is_number(s.velocity[k]) && is_number(s.angular_velocity[k]);
    }
    for (const double x : s.orientation) finite = finite && is_number(x);
    if (finite) return true;
    job_.step(*job_.scene->rocks[s.rock], job_.scene->terrain, settings_, s, nullptr);  // says what is wrong
    return false;
  }

  const rf_rock& rock(int lane) const { return *job_.scene->rocks[job_.states[index_[lane]].rock]; }

  void load(int lane) {
    const rf_state& s = job_.states[index_[lane]];
    const rf_rock& r = rock(lane);
    for (int k = 0; k < 3; ++k) {
      at_.position[k].set(lane, s.position[k]);
      at_.velocity[k].set(lane, s.velocity[k]);
      at_.omega[k].set(lane, s.angular_velocity[k]);
      body_.inertia[k].set(lane, r.inertia[k]);
    }
    at_.orientation.w.set(lane, s.orientation[0]);
    at_.orientation.x.set(lane, s.orientation[1]);
    at_.orientation.y.set(lane, s.orientation[2]);
    at_.orientation.z.set(lane, s.orientation[3]);
    at_.slippage.set(lane, s.slippage);
    at_.still_time.set(lane, s.still_time);
    body_.mass.set(lane, r.mass);
    body_.radius.set(lane, r.bounding_radius);
    body_.energy_at_rest.set(lane, 0.5 * r.mass * settings_.stop_speed * settings_.stop_speed);
    stored_round_[lane] = round_;
    limit_round_.set(lane, static_cast<double>(round_) + steps_before_limit(s.step));
  }

  // Steps after which the time limit may end the rock; the last ones are left to the single step.
  double steps_before_limit(uint64_t step) const {
    if (!(settings_.time_limit > 0)) return kNoLimit;
    const double left = settings_.time_limit / dt_ - 2 - static_cast<double>(step);
    return left > 0 ? left : 0;
  }

  void store(int lane) {
    rf_state& s = job_.states[index_[lane]];
    for (int k = 0; k < 3; ++k) {
      s.position[k] = at_.position[k][lane];
      s.velocity[k] = at_.velocity[k][lane];
      s.angular_velocity[k] = at_.omega[k][lane];
    }
    s.orientation[0] = at_.orientation.w[lane];
    s.orientation[1] = at_.orientation.x[lane];
    s.orientation[2] = at_.orientation.y[lane];
    s.orientation[3] = at_.orientation.z[lane];
    s.slippage = at_.slippage[lane];
    s.still_time = at_.still_time[lane];
    s.step += round_ - stored_round_[lane];
    stored_round_[lane] = round_;
  }

  // A step of every lane: in flight together, the others one by one.
  void advance() {
    Lanes middle[3];
    for (int k = 0; k < 3; ++k) middle[k] = at_.position[k] + half_ * at_.velocity[k];
    renew_neighbourhoods(middle);
    stepped_ = no_lanes();
    Flying next;
    LaneMask flies = fly(middle, next);
    flies = flies & clears_ground(middle, next);
    commit(next, flies);
    clear_steps_ = clear_steps_ - 1.0;
    const LaneMask others = busy_ & ~flies;
    if (!none_set(others)) step_others(others);
    ++round_;
    if (round_ == next_end_) end_rounds();
  }

  // Rocks that did not fly: those with contacts have done their step.
  void step_others(const LaneMask& others) {
    for (int lane = 0; lane < kLaneCount; ++lane) {
      if (!others[lane]) continue;
      rf_state& state = job_.states[index_[lane]];
      if (!stepped_[lane]) {
        store(lane);
        job_.step(rock(lane), job_.scene->terrain, settings_, state, nullptr);
      }
      load(lane);
      clear_steps_.set(lane, 0);
      stored_round_[lane] = round_ + 1;
      if (state.end != RF_MOVING) last_round_[lane] = next_end_ = round_ + 1;
    }
  }

  // The next rocks for lanes whose rock has ended or done its steps.
  void end_rounds() {
    next_end_ = kNever;
    for (int lane = 0; lane < kLaneCount; ++lane) {
      if (busy_[lane] && last_round_[lane] == round_) {
        store(lane);
        refill(lane);
      }
      if (last_round_[lane] < next_end_) next_end_ = last_round_[lane];
    }
  }

  LaneMask inside(const Lanes& x, const Lanes& y) const {
    return (x >= near_.x_min) & (x <= near_.x_max) & (y >= near_.y_min) & (y <= near_.y_max);
  }

  LaneMask over_ground(const Lanes& x, const Lanes& y) const {
    return (x >= near_.ground_x_min) & (x <= near_.ground_x_max) & (y >= near_.ground_y_min) &
           (y <= near_.ground_y_max);
  }

  void renew_neighbourhoods(const Lanes middle[3]) {
    const LaneMask unknown = busy_ & ~inside(middle[0], middle[1]);
    if (none_set(unknown)) return;
    for (int lane = 0; lane < kLaneCount; ++lane) {
      if (unknown[lane]) renew_neighbourhood(lane, middle[0][lane], middle[1][lane]);
    }
    near_.clearance_squared = sphere_clearance_squared(body_.radius, near_.slope_x, near_.slope_y);
  }

  void renew_neighbourhood(int lane, double x, double y) {
    clear_neighbourhood(lane);
    const double radius = body_.radius[lane], spare = kSpare * radius, reach = radius + spare;
    const rf_rectangle area = {x - reach, y - reach, x + reach, y + reach};
    const GroundBound bound = job_.bound(job_.scene->terrain, area);
    if (!bound.known || !bound.plane.hole_free) return;
    Neighbourhood& n = near_;
    n.x_min.set(lane, x - spare);
    n.x_max.set(lane, x + spare);
    n.y_min.set(lane, y - spare);
    n.y_max.set(lane, y + spare);
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

  // Lanes whose rock cannot touch the ground nor a drag layer at the midpoint.
  LaneMask clears_ground(const Lanes middle[3], const Flying& next) {
    const Neighbourhood& n = near_;
    const Lanes clearance =
        middle[2] - (n.height + n.slope_x * (middle[0] - n.centre_x) + n.slope_y * (middle[1] - n.centre_y));
    const LaneMask known = inside(middle[0], middle[1]);
    LaneMask clears = known & sphere_clears(clearance, n.clearance_squared);
    const double layer = job_.scene->terrain.layer_height_max;
    // Above the plane by the height of the layer, with room for the rounding of the plane.
    const LaneMask above_layer = layer > 0 ? clearance > layer + 1e-6 * (1.0 + layer) : known;
    clears = clears | (clear_steps_ > 0.0);
    const LaneMask near = known & above_layer & ~clears;
    if (!none_set(near)) clears = clears | (near & flights_among(near, next));
    return clears & above_layer;
  }

  // Lanes asked whose rocks do not touch; the others have done their step.
  LaneMask flights_among(const LaneMask& asked, const Flying& next) {
    LaneMask flights = no_lanes();
    for (int lane = 0; lane < kLaneCount; ++lane) {
      if (asked[lane] && !touch(lane, next)) flights.set(lane, -1);
    }
    return flights;
  }

  // A step with contacts, taken at once; false if there are none.
  bool touch(int lane, const Flying& next) {
    store(lane);
    rf_state& state = job_.states[index_[lane]];
    const Slopes around{near_.slope_x[lane], near_.slope_y[lane], near_.slope_spread[lane]};
    const KnownRotation rotation{
        {next.omega[0][lane], next.omega[1][lane], next.omega[2][lane]},
        {next.orientation.w[lane], next.orientation.x[lane], next.orientation.y[lane], next.orientation.z[lane]}};
    const GroundQuery query = job_.query_ground(rock(lane), job_.scene->terrain, settings_, around, touched_[lane],
                                                rotated_[lane] ? &rotation : nullptr, state);
    touched_[lane] = query.touched;
    stepped_.set(lane, query.touched ? -1 : 0);
    // One more than there are, as this step counts as well.
    clear_steps_.set(lane, query.touched ? 0 : 1.0 + query.clear_steps);
    return query.touched;
  }

  // Free flight over one step; true where it is all that happens.
  LaneMask fly(const Lanes middle[3], Flying& next) {
    next.velocity[0] = at_.velocity[0];
    next.velocity[1] = at_.velocity[1];
    next.velocity[2] = at_.velocity[2] - all_lanes(settings_.gravity * dt_);
    for (int k = 0; k < 3; ++k) next.position[k] = middle[k] + half_ * next.velocity[k];
    const MidpointRotation<Lanes, LaneMask> rotation = midpoint_rule<LaneMask>(
        body_.inertia, dt_, at_.orientation, at_.omega, [](const Lanes& square) { return small_half_angle(square); });
    for (int k = 0; k < 3; ++k) next.omega[k] = rotation.omega[k];
    next.orientation = rotation.orientation;
    next.slippage = select(at_.slippage < kNegligibleSlippage, all_lanes(0.0), at_.slippage * job_.slippage_decay);
    const Lanes kinetic = kinetic_energy_of(body_.mass, body_.inertia, next.velocity, next.omega);
    next.still_time = select(kinetic < body_.energy_at_rest, at_.still_time + dt_, all_lanes(0.0));
    rotated_ = rotation.solved & (0.25 * rotation.angle_squared <= kSmallHalfAngleSquared);
    return rotated_ & over_ground(next.position[0], next.position[1]) & finite(kinetic + next.position[2]) &
           (limit_round_ > static_cast<double>(round_));
  }

  static LaneMask finite(const Lanes& x) { return x - x == all_lanes(0.0); }

  void commit(const Flying& next, const LaneMask& flies) {
    for (int k = 0; k < 3; ++k) {
      at_.position[k] = select(flies, next.position[k], at_.position[k]);
      at_.velocity[k] = select(flies, next.velocity[k], at_.velocity[k]);
      at_.omega[k] = select(flies, next.omega[k], at_.omega[k]);
    }
    at_.orientation.w = select(flies, next.orientation.w, at_.orientation.w);
    at_.orientation.x = select(flies, next.orientation.x, at_.orientation.x);
    at_.orientation.y = select(flies, next.orientation.y, at_.orientation.y);
    at_.orientation.z = select(flies, next.orientation.z, at_.orientation.z);
    at_.slippage = select(flies, next.slippage, at_.slippage);
    at_.still_time = select(flies, next.still_time, at_.still_time);
  }

  static constexpr uint64_t kNever = ~uint64_t{0};
  static constexpr double kNoLimit = 1e300;
  static constexpr double kSpare = 3;  // radii: how far S may go before the plane is asked for again

  const BatchJob& job_;
  const rf_settings& settings_;
  const double dt_, half_;
  Flying at_;
  Body body_;
  Neighbourhood near_;
  Lanes clear_steps_;                       // for which the rock is sure not to touch; less than 1: not known
  Lanes limit_round_;                       // up to which the time limit cannot end the rock
  LaneMask busy_ = no_lanes();              // lanes that have a rock
  LaneMask rotated_;                        // whose free rotation of this round is that of the single step
  LaneMask stepped_;                        // in this round, with contacts
  uint32_t index_[kLaneCount] = {};         // of the rock
  bool touched_[kLaneCount] = {};           // when it last met the ground
  uint64_t stored_round_[kLaneCount] = {};  // to which its stored state belongs
  uint64_t last_round_[kLaneCount] = {};    // in which it has done all its steps
  uint64_t round_ = 0;                      // steps of all lanes
  uint64_t next_end_ = kNever;              // the least of last_round_
  uint32_t next_ = 0;                       // rock that has not had a lane yet
};

void run_lanes(const BatchJob& job) { Batch(job).run(); }

}  // namespace
}  // namespace rockfall
