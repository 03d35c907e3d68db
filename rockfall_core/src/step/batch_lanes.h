// The lanes themselves. Included once by each batch_*.cpp, which are compiled for different instruction sets:
// everything has internal linkage, and nothing inline is taken from elsewhere but templates over Lanes.
#pragma once

#include <initializer_list>

#include "contact/clearance.h"
#include "numerics/half_angle.h"
#include "numerics/lanes.h"
#include "rock/rock.h"
#include "rotation/midpoint_rule.h"
#include "step/batch.h"
#include "step/kinetic_energy.h"

namespace rockfall {
namespace {

constexpr double kSlippageForgottenInFlight = 1e-9;  // as in the single step

// A square about a rock that it will not leave for a few steps, and the plane above all ground there.
struct Neighbourhood {
  Lanes x_min, x_max, y_min, y_max;  // of places for S at the midpoint
  Lanes centre_x, centre_y;
  Lanes height, slope_x, slope_y, slope_spread;
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
};

class Batch {
 public:
  explicit Batch(const BatchJob& job)
      : job_(job), settings_(job.scene->settings), dt_(job.scene->settings.time_step), half_(0.5 * dt_) {
    for (int lane = 0; lane < kLaneCount; ++lane) clear(lane);
  }

  void run() {
    for (int lane = 0; lane < kLaneCount; ++lane) refill(lane);
    while (busy_ > 0) advance();
  }

 private:
  void clear(int lane) {
    index_[lane] = kNone;
    left_[lane] = 0;
    for_each_member(at_, [lane](Lanes& member) { member.set(lane, 0); });
    at_.orientation.w.set(lane, 1);
    for (Lanes& moment : body_.inertia) moment.set(lane, 1);
    body_.mass.set(lane, 1);
    body_.radius.set(lane, 1);
    forget_neighbourhood(lane);
  }

  void forget_neighbourhood(int lane) {
    Neighbourhood& n = near_;
    for (Lanes* member : {&n.centre_x, &n.centre_y, &n.height, &n.slope_x, &n.slope_y, &n.slope_spread}) {
      member->set(lane, 0);
    }
    for (Lanes* member : {&n.x_min, &n.y_min}) member->set(lane, 1);  // an empty square
    for (Lanes* member : {&n.x_max, &n.y_max}) member->set(lane, -1);
    clear_steps_.set(lane, 0);
  }

  // The next rock that moves, or none.
  void refill(int lane) {
    const bool was_busy = index_[lane] != kNone;
    while (next_ < job_.count && (job_.states[next_].end != RF_MOVING || job_.steps == 0)) ++next_;
    if (next_ < job_.count) {
      index_[lane] = next_++;
      left_[lane] = job_.steps;
      if (!was_busy) ++busy_;
      forget_neighbourhood(lane);
      load(lane);
    } else {
      if (was_busy) --busy_;
      clear(lane);
    }
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
    taken_[lane] = 0;
    steps_to_limit_[lane] = steps_before_limit(s.step);
  }

  // Steps after which the time limit may end the rock; the last ones are left to the single step.
  uint64_t steps_before_limit(uint64_t step) const {
    if (!(settings_.time_limit > 0)) return ~uint64_t{0};
    const double limit = settings_.time_limit / dt_ - 2;
    if (!(limit > static_cast<double>(step))) return 0;
    return limit < 1e15 ? static_cast<uint64_t>(limit) - step : ~uint64_t{0};
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
    s.step += taken_[lane];
  }

  // A step of every lane: in flight together, the others one by one.
  void advance() {
    Lanes middle[3];
    for (int k = 0; k < 3; ++k) middle[k] = at_.position[k] + half_ * at_.velocity[k];
    renew_neighbourhoods(middle);
    LaneMask flies = clears_ground(middle);
    Flying next;
    flies = flies & fly(middle, next);
    commit(next, flies);
    clear_steps_ = clear_steps_ - 1.0;
    for (int lane = 0; lane < kLaneCount; ++lane) {
      if (index_[lane] == kNone) continue;
      if (flies[lane]) {
        ++taken_[lane];
        --steps_to_limit_[lane];
      } else {
        if (!stepped_[lane]) step_alone(lane);
        load(lane);
      }
      stepped_[lane] = false;
      if (--left_[lane] == 0 || job_.states[index_[lane]].end != RF_MOVING) {
        store(lane);
        refill(lane);
      }
    }
  }

  LaneMask inside(const Lanes& x, const Lanes& y) const {
    return (x >= near_.x_min) & (x <= near_.x_max) & (y >= near_.y_min) & (y <= near_.y_max);
  }

  // Below places for S by less than a radius outside there is ground as well.
  LaneMask over_ground(const Lanes& x, const Lanes& y) const {
    const Lanes& r = body_.radius;
    return (x + r >= near_.x_min) & (x - r <= near_.x_max) & (y + r >= near_.y_min) & (y - r <= near_.y_max);
  }

  void renew_neighbourhoods(const Lanes middle[3]) {
    const LaneMask known = inside(middle[0], middle[1]);
    if (everywhere(known)) return;
    for (int lane = 0; lane < kLaneCount; ++lane) {
      if (known[lane] == 0 && index_[lane] != kNone) renew_neighbourhood(lane, middle[0][lane], middle[1][lane]);
    }
  }

  void renew_neighbourhood(int lane, double x, double y) {
    forget_neighbourhood(lane);
    const double radius = body_.radius[lane], spare = kSpare * radius, reach = radius + spare;
    const rf_rectangle area = {x - reach, y - reach, x + reach, y + reach};
    const GroundBound bound = job_.bound(job_.scene->terrain, area);
    if (!bound.known || !bound.plane.whole) return;
    Neighbourhood& n = near_;
    n.x_min.set(lane, x - spare);
    n.x_max.set(lane, x + spare);
    n.y_min.set(lane, y - spare);
    n.y_max.set(lane, y + spare);
    n.centre_x.set(lane, x);
    n.centre_y.set(lane, y);
    n.height.set(lane, bound.plane.height);
    n.slope_x.set(lane, bound.plane.slope_x);
    n.slope_y.set(lane, bound.plane.slope_y);
    n.slope_spread.set(lane, bound.plane.slope_spread);
  }

  // Lanes whose rock cannot touch the ground nor a drag layer at the midpoint.
  LaneMask clears_ground(const Lanes middle[3]) {
    const Neighbourhood& n = near_;
    const Lanes clearance =
        middle[2] - (n.height + n.slope_x * (middle[0] - n.centre_x) + n.slope_y * (middle[1] - n.centre_y));
    const LaneMask known = inside(middle[0], middle[1]);
    LaneMask clears = known & sphere_clears(clearance, body_.radius, n.slope_x, n.slope_y);
    const double layer = job_.scene->terrain.layer_height_max;
    // Above the plane by the height of the layer, with room for the rounding of the plane.
    const LaneMask above_layer = layer > 0 ? clearance > layer + 1e-6 * (1.0 + layer) : known;
    clears = clears | (clear_steps_ > 0.0);
    const LaneMask near = known & above_layer & ~clears;
    if (!nowhere(near)) clears = clears | (near & flights_among(near));
    return clears & above_layer;
  }

  // Lanes asked whose rocks do not touch; the others have done their step.
  LaneMask flights_among(const LaneMask& asked) {
    LaneMask flights = no_lanes();
    for (int lane = 0; lane < kLaneCount; ++lane) {
      if (asked[lane] && !touch(lane)) flights.set(lane, -1);
    }
    return flights;
  }

  // A step with contacts, taken at once; false if there are none.
  bool touch(int lane) {
    store(lane);
    taken_[lane] = 0;
    rf_state& state = job_.states[index_[lane]];
    const Slopes around{near_.slope_x[lane], near_.slope_y[lane], near_.slope_spread[lane]};
    const Encounter met = job_.meet_ground(rock(lane), job_.scene->terrain, settings_, around, touched_[lane], state);
    stepped_[lane] = touched_[lane] = met.touched;
    // One more than there are, as this step counts as well.
    clear_steps_.set(lane, met.touched ? 0 : 1.0 + met.clear_steps);
    return met.touched;
  }

  // Free flight over one step; true where it is all that happens.
  LaneMask fly(const Lanes middle[3], Flying& next) const {
    next.velocity[0] = at_.velocity[0];
    next.velocity[1] = at_.velocity[1];
    next.velocity[2] = at_.velocity[2] - all_lanes(settings_.gravity * dt_);
    for (int k = 0; k < 3; ++k) next.position[k] = middle[k] + half_ * next.velocity[k];
    const MidpointSpin<Lanes, LaneMask> spin = midpoint_rule<LaneMask>(
        body_.inertia, dt_, at_.orientation, at_.omega, [](const Lanes& square) { return small_half_angle(square); });
    for (int k = 0; k < 3; ++k) next.omega[k] = spin.omega[k];
    next.orientation = spin.orientation;
    next.slippage = choose(at_.slippage < kSlippageForgottenInFlight, all_lanes(0.0), at_.slippage * job_.forgetting);
    const Lanes kinetic = kinetic_energy_of(body_.mass, body_.inertia, next.velocity, next.omega);
    const Lanes still = 0.5 * body_.mass * settings_.stop_speed * settings_.stop_speed;
    next.still_time = choose(kinetic < still, at_.still_time + dt_, all_lanes(0.0));
    LaneMask sound = spin.solved & (0.25 * spin.angle_squared <= kSmallHalfAngleSquared) &
                     over_ground(next.position[0], next.position[1]) & finite(next);
    for (int lane = 0; lane < kLaneCount; ++lane) {
      if (steps_to_limit_[lane] == 0) sound.set(lane, 0);
    }
    return sound;
  }

  static LaneMask finite(const Flying& s) {
    Lanes sum = s.slippage + s.still_time + s.orientation.w + s.orientation.x + s.orientation.y + s.orientation.z;
    for (int k = 0; k < 3; ++k) sum = sum + s.position[k] + s.velocity[k] + s.omega[k];
    return sum - sum == all_lanes(0.0);
  }

  static bool nowhere(const LaneMask& mask) { return everywhere(~mask); }

  void commit(const Flying& next, const LaneMask& flies) {
    for (int k = 0; k < 3; ++k) {
      at_.position[k] = choose(flies, next.position[k], at_.position[k]);
      at_.velocity[k] = choose(flies, next.velocity[k], at_.velocity[k]);
      at_.omega[k] = choose(flies, next.omega[k], at_.omega[k]);
    }
    at_.orientation.w = choose(flies, next.orientation.w, at_.orientation.w);
    at_.orientation.x = choose(flies, next.orientation.x, at_.orientation.x);
    at_.orientation.y = choose(flies, next.orientation.y, at_.orientation.y);
    at_.orientation.z = choose(flies, next.orientation.z, at_.orientation.z);
    at_.slippage = choose(flies, next.slippage, at_.slippage);
    at_.still_time = choose(flies, next.still_time, at_.still_time);
  }

  void step_alone(int lane) {
    store(lane);
    rf_state& s = job_.states[index_[lane]];
    job_.step(rock(lane), job_.scene->terrain, settings_, s, nullptr);
  }

  static constexpr uint32_t kNone = 0xffffffffu;
  static constexpr double kSpare = 3;  // radii: how far S may go before the plane is asked for again

  const BatchJob& job_;
  const rf_settings& settings_;
  const double dt_, half_;
  Flying at_;
  Body body_;
  Neighbourhood near_;
  uint32_t index_[kLaneCount];  // of the rock in each lane
  uint32_t left_[kLaneCount] = {};
  Lanes clear_steps_;                // for which the rock is sure not to touch; less than 1: not known
  bool stepped_[kLaneCount] = {};    // in this round, with contacts
  bool touched_[kLaneCount] = {};    // when it last met the ground
  uint64_t taken_[kLaneCount] = {};  // steps since the lane was loaded
  uint64_t steps_to_limit_[kLaneCount] = {};
  uint32_t next_ = 0;
  int busy_ = 0;
};

void run_lanes(const BatchJob& job) { Batch(job).run(); }

}  // namespace
}  // namespace rockfall
