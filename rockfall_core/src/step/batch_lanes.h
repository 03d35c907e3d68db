// Steps rocks in SIMD lanes. Included by each batch_*.cpp, which are compiled for different instruction sets:
// everything here has internal linkage, and the only inline functions used from other headers are templates over Lanes.
#pragma once

#include <initializer_list>

#include "body/kinetic_energy.h"
#include "body/measure.h"
#include "body/slippage.h"
#include "contact/clearance.h"
#include "numerics/half_angle.h"
#include "numerics/lanes.h"
#include "rock/rock.h"
#include "rotation/director_rule.h"
#include "rotation/exact_rule.h"
#include "rotation/explicit_rule.h"
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

// Torque-free rotation of a step.
struct RotationLanes {
  Lanes omega[3];
  QuatOf<Lanes> orientation;
  LaneMask valid;  // lanes whose rotation equals that of the single step
};

// The axis of symmetric tops: z where `last`, else x.
struct TopAxisLanes {
  LaneMask last;
  Lanes i(const VectorOf<Lanes>& v) const { return select(last, v[0], v[1]); }
  Lanes j(const VectorOf<Lanes>& v) const { return select(last, v[1], v[2]); }
  Lanes k(const VectorOf<Lanes>& v) const { return select(last, v[2], v[0]); }
  VectorOf<Lanes> vector(const Lanes& i, const Lanes& j, const Lanes& k) const {
    return {{select(last, i, k), select(last, j, i), select(last, k, j)}};
  }
};

// The members of rf_rock_statistics that steps change.
struct StatisticsLanes {
  Lanes time, distance;
  Lanes time_sum[RF_QUANTITY_COUNT], time_square[RF_QUANTITY_COUNT];
  Lanes distance_sum[RF_QUANTITY_COUNT], distance_square[RF_QUANTITY_COUNT];
  Lanes maximum[RF_QUANTITY_COUNT];
};

// Call visit(lanes, number) for every member of the statistics.
template <class Visit>
void for_each_member(StatisticsLanes& lanes, rf_rock_statistics& rock, Visit visit) {
  visit(lanes.time, rock.time);
  visit(lanes.distance, rock.distance);
  for (int q = 0; q < RF_QUANTITY_COUNT; ++q) {
    visit(lanes.time_sum[q], rock.time_sum[q]);
    visit(lanes.time_square[q], rock.time_square[q]);
    visit(lanes.distance_sum[q], rock.distance_sum[q]);
    visit(lanes.distance_square[q], rock.distance_square[q]);
    visit(lanes.maximum[q], rock.maximum[q]);
  }
}

// The cell of the terrain that each rock was last over.
struct CellLanes {
  Lanes x0, y0, per_x, per_y;
  Lanes column, row;
  Lanes h00, h10, h01, h11;

  Lanes u(const Lanes& x) const { return (x - x0) * per_x - column; }
  Lanes v(const Lanes& y) const { return (y - y0) * per_y - row; }
  void set(int lane, const CellCorners& cell) {
    x0.set(lane, cell.x0);
    y0.set(lane, cell.y0);
    per_x.set(lane, cell.per_x);
    per_y.set(lane, cell.per_y);
    column.set(lane, cell.column);
    row.set(lane, cell.row);
    h00.set(lane, cell.h00);
    h10.set(lane, cell.h10);
    h01.set(lane, cell.h01);
    h11.set(lane, cell.h11);
  }
};

class Batch {
 public:
  explicit Batch(const BatchJob& job)
      : job_(job),
        settings_(job.scene->settings),
        dt_(job.scene->settings.time_step),
        half_(0.5 * dt_),
        known_rotation_(job.scene->settings.scheme != RF_SCHEME_EXPLICIT),
        drag_near_ground_(job.scene->terrain.layer_height_max > 0 || job.scene->terrain.contact_drag_height_max > 0),
        statistics_(job.observation ? job.observation->statistics : nullptr),
        reported_(job.observation &&
                  (job.observation->impacts || job.observation->in_contact || job.observation->unconverged)),
        observed_(job.observer || reported_) {
    const CellCorners nowhere = {0, 0, 0, 0, 1, 1, 0, 0, 0, 0};
    for (int lane = 0; lane < kLaneCount; ++lane) {
      clear(lane);
      cell_.set(lane, nowhere);
    }
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
    load_body(lane);
    load_state(lane);
    if (statistics_) {
      for_each_member(sums_, statistics_[index_[lane]], [lane](Lanes& sum, double& x) { sum.set(lane, x); });
    }
    if (reported_ && job_.observation->in_contact && job_.observation->in_contact[index_[lane]]) {
      contact_iteration_[lane] = iteration_;
    } else {
      contact_iteration_[lane] = kNever;
    }
  }

  // A rock leaves its lane.
  void leave(int lane) {
    store(lane);
    const uint32_t i = index_[lane];
    if (statistics_) for_each_member(sums_, statistics_[i], [lane](Lanes& sum, double& x) { x = sum[lane]; });
    if (reported_ && job_.observation->in_contact) {
      job_.observation->in_contact[i] = contact_iteration_[lane] == iteration_;
    }
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

  void load_body(int lane) {
    const rf_rock& r = rock(lane);
    for (int k = 0; k < 3; ++k) body_.inertia[k].set(lane, r.inertia[k]);
    body_.mass.set(lane, r.mass);
    body_.radius.set(lane, r.bounding_radius);
    body_.drag_height.set(lane, drag_height(r));
    body_.stop_energy.set(lane, 0.5 * r.mass * settings_.stop_speed * settings_.stop_speed);
    const double steps = steps_before_limit(job_.states[index_[lane]].step);
    time_limit_iteration_.set(lane, static_cast<double>(iteration_) + steps);
  }

  void load_state(int lane) {
    const rf_state& s = job_.states[index_[lane]];
    for (int k = 0; k < 3; ++k) {
      state_.position[k].set(lane, s.position[k]);
      state_.velocity[k].set(lane, s.velocity[k]);
      state_.omega[k].set(lane, s.angular_velocity[k]);
    }
    state_.orientation.w.set(lane, s.orientation[0]);
    state_.orientation.x.set(lane, s.orientation[1]);
    state_.orientation.y.set(lane, s.orientation[2]);
    state_.orientation.z.set(lane, s.orientation[3]);
    state_.slippage.set(lane, s.slippage);
    state_.still_time.set(lane, s.still_time);
    stored_iteration_[lane] = iteration_;
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
    stepped_ = moved_ = no_lanes();
    const Lanes x = state_.position[0], y = state_.position[1];
    FlightState next;
    LaneMask flying = free_flight(middle, next);
    flying = flying & clears_ground(middle, next);
    commit(next, flying);
    clear_steps_ = clear_steps_ - 1.0;
    const LaneMask remaining = active_ & ~flying;
    moved_ = moved_ | flying;
    if (!none_set(remaining)) step_singly(remaining);
    if (statistics_) observe(x, y);
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
        step_rock(lane, state);
      }
      load_state(lane);
      clear_steps_.set(lane, 0);
      stored_iteration_[lane] = iteration_ + 1;
      if (state.end != RF_MOVING) last_iteration_[lane] = next_finish_ = iteration_ + 1;
    }
  }

  void step_rock(int lane, rf_state& state) {
    StepContact contact = {};
    const uint64_t step = state.step;
    job_.step(rock(lane), job_.scene->terrain, settings_, state, nullptr, observed_ ? &contact : nullptr);
    finish_single_step(lane, state.step != step, contact);
  }

  // After the step of one rock. @param moved  false if the rock ended by a fault
  void finish_single_step(int lane, bool moved, const StepContact& contact) {
    moved_.set(lane, moved ? -1 : 0);
    if (!observed_) return;
    const uint32_t i = index_[lane];
    if (job_.observer && contact.touches) job_.observer->touched(job_.observer->user, i, job_.states[i], contact);
    if (!reported_) return;
    bool in_contact = contact_iteration_[lane] == iteration_;
    if (moved) job_.observe_contact(*job_.observation, i, contact, in_contact);
    if (in_contact) contact_iteration_[lane] = iteration_ + 1;
  }

  // Add the step to the statistics of the rocks that have made it. @param x, y  positions before the step
  void observe(const Lanes& x, const Lanes& y) {
    const Lanes quantity[RF_QUANTITY_COUNT] = {
        kinetic_energy_of(body_.mass, body_.inertia, state_.velocity, state_.omega), length_of(state_.velocity),
        length_of(state_.omega), heights_above_ground()};
    const Lanes dx = state_.position[0] - x, dy = state_.position[1] - y;
    add_to_statistics(sums_, quantity, all_lanes(dt_), square_root(dx * dx + dy * dy),
                      [this](Lanes& sum, const Lanes& value) { sum = select(moved_, value, sum); });
  }

  Lanes heights_above_ground() {
    const Lanes u = cell_.u(state_.position[0]), v = cell_.v(state_.position[1]);
    const LaneMask inside = (u >= 0.0) & (u < 1.0) & (v >= 0.0) & (v < 1.0);
    Lanes height = state_.position[2] - interpolated(cell_.h00, cell_.h10, cell_.h01, cell_.h11, u, v);
    const LaneMask outside = moved_ & ~inside;
    if (!none_set(outside)) {
      for (int lane = 0; lane < kLaneCount; ++lane) {
        if (outside[lane]) height.set(lane, height_in_new_cell(lane));
      }
    }
    return height;
  }

  double height_in_new_cell(int lane) {
    const double position[3] = {state_.position[0][lane], state_.position[1][lane], state_.position[2][lane]};
    CellCorners cell;
    if (job_.cell(job_.scene->terrain, position[0], position[1], cell)) cell_.set(lane, cell);
    return job_.height_above_ground(job_.scene->terrain, position);
  }

  // Replace rocks that have ended or done all their steps.
  void replace_finished() {
    next_finish_ = kNever;
    for (int lane = 0; lane < kLaneCount; ++lane) {
      if (active_[lane] && last_iteration_[lane] == iteration_) {
        leave(lane);
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
    StepContact contact = {};
    const uint64_t step = state.step;
    const GroundQuery query = job_.query_ground(rock(lane), job_.scene->terrain, settings_, slopes, had_contact_[lane],
                                                known_rotation_ && rotated_[lane] ? &rotation : nullptr, state,
                                                observed_ ? &contact : nullptr);
    if (query.touched) finish_single_step(lane, state.step != step, contact);
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
    const RotationLanes rotation = free_rotation();
    for (int k = 0; k < 3; ++k) next.omega[k] = rotation.omega[k];
    next.orientation = rotation.orientation;
    const LaneMask negligible = state_.slippage < kNegligibleSlippage;
    next.slippage = select(negligible, all_lanes(0.0), state_.slippage * slippage_decay(middle, active_ & ~negligible));
    const Lanes kinetic = kinetic_energy_of(body_.mass, body_.inertia, next.velocity, next.omega);
    next.still_time = select(kinetic < body_.stop_energy, state_.still_time + dt_, all_lanes(0.0));
    rotated_ = rotation.valid;
    const QuatOf<Lanes>& p = next.orientation;
    const LaneMask finite =
        are_finite(kinetic + next.position[2]) & are_finite(((p.w + p.x) + (p.y + p.z)) + next.still_time);
    return rotated_ & over_ground(next.position[0], next.position[1]) & finite &
           (time_limit_iteration_ > static_cast<double>(iteration_));
  }

  RotationLanes free_rotation() const {
    switch (settings_.scheme) {
      case RF_SCHEME_EXACT:
        return exact_rotation();
      case RF_SCHEME_EXPLICIT:
        return explicit_rotation();
      case RF_SCHEME_DIRECTOR:
        return director_rotation();
      default:
        return midpoint_rotation();
    }
  }

  RotationLanes midpoint_rotation() const {
    const MidpointRotation<Lanes, LaneMask> rotation =
        midpoint_rule<LaneMask>(body_.inertia, dt_, state_.orientation, state_.omega,
                                [](const Lanes& square) { return small_half_angle(square); });
    return {{rotation.omega[0], rotation.omega[1], rotation.omega[2]},
            rotation.orientation,
            rotation.solved & (0.25 * rotation.angle_squared <= kSmallHalfAngleSquared)};
  }

  RotationLanes director_rotation() const {
    const ExactRotation<Lanes> next =
        director_rule<LaneMask>(vector_of(body_.inertia), dt_, state_.orientation, vector_of(state_.omega));
    return {{next.omega[0], next.omega[1], next.omega[2]}, next.orientation, active_};
  }

  RotationLanes explicit_rotation() const {
    const Lanes zero = all_lanes(0.0);
    const VectorOf<Lanes> omega =
        explicit_rule(vector_of(body_.inertia), dt_, VectorOf<Lanes>{{zero, zero, zero}}, vector_of(state_.omega))
            .omega;
    return {{omega[0], omega[1], omega[2]},
            advanced(advanced(state_.orientation, state_.omega, half_), omega.x, half_),
            active_};
  }

  // Equal moments as in the single step: about z first, then about x; about y alone they do not occur in sorted
  // moments.
  RotationLanes exact_rotation() const {
    const VectorOf<Lanes> inertia = vector_of(body_.inertia), omega = vector_of(state_.omega),
                          rates = euler_rates_of(inertia);
    const LaneMask about_z = absolute(rates[2]) <= kEqualMoments,
                   about_x = ~about_z & (absolute(rates[0]) <= kEqualMoments);
    const LaneMask symmetric = about_z | about_x;
    LaneMask small = active_;
    const auto half_angle = [&small](const Lanes& square) {
      small = small & (0.25 * square <= kSmallHalfAngleSquared);
      return small_half_angle(square);
    };
    RotationLanes result;
    LaneMask valid = no_lanes();
    ExactRotation<Lanes> next = {omega, state_.orientation};
    if (!none_set(active_ & symmetric)) {
      next = symmetric_rotation(TopAxisLanes{about_z}, inertia, dt_, state_.orientation, omega, half_angle,
                                rotate_by_shears<Lanes>);
      valid = symmetric & small;
    }
    const LaneMask triaxial =
        ~symmetric & (absolute(rates[1]) > kEqualMoments) & (dt_ * dt_ * dot(omega, omega) <= 1.0);
    if (!none_set(active_ & triaxial)) {
      small = active_;
      Lanes momentum_squared;
      const ExactRotation<Lanes> other =
          triaxial_rotation(rates, inertia, dt_, state_.orientation, omega, momentum_squared, half_angle);
      valid = valid | (triaxial & small & (momentum_squared > kSmallestExactMomentumSquared));
      for (int k = 0; k < 3; ++k) next.omega[k] = select(symmetric, next.omega[k], other.omega[k]);
      next.orientation.w = select(symmetric, next.orientation.w, other.orientation.w);
      next.orientation.x = select(symmetric, next.orientation.x, other.orientation.x);
      next.orientation.y = select(symmetric, next.orientation.y, other.orientation.y);
      next.orientation.z = select(symmetric, next.orientation.z, other.orientation.z);
    }
    for (int k = 0; k < 3; ++k) result.omega[k] = next.omega[k];
    result.orientation = next.orientation;
    result.valid = valid;
    return result;
  }

  // Of the given lanes; any value for the others.
  Lanes slippage_decay(const Lanes middle[3], const LaneMask& needed) const {
    if (job_.slippage_decay >= 0) return all_lanes(job_.slippage_decay);
    Lanes decay = all_lanes(1.0);
    if (none_set(needed)) return decay;
    for (int lane = 0; lane < kLaneCount; ++lane) {
      if (!needed[lane]) continue;
      decay.set(lane, job_.slippage_decay_at(job_.scene->terrain, dt_, middle[0][lane], middle[1][lane]));
    }
    return decay;
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
  const bool known_rotation_;             // the contact step takes the rotation of the lanes
  const bool drag_near_ground_;           // somewhere on the terrain
  rf_rock_statistics* const statistics_;  // by rock; null: not observed
  const bool reported_;                   // the observation needs the contacts of steps
  const bool observed_;                   // the contacts of steps are needed
  FlightState state_;
  BodyLanes body_;
  Neighbourhood neighbourhood_;
  Lanes clear_steps_;             // remaining steps without contact; 0 or less: unknown
  Lanes time_limit_iteration_;    // first iteration in which the time limit may end the rock
  LaneMask active_ = no_lanes();  // lanes with a rock
  LaneMask rotated_;              // lanes whose free rotation equals that of the single step
  LaneMask stepped_;              // lanes that have done their contact step in this iteration
  LaneMask moved_;                // lanes that have made a step in this iteration
  StatisticsLanes sums_;
  CellLanes cell_;
  uint64_t contact_iteration_[kLaneCount] = {};  // number of the iteration after the last step with contact
  uint32_t index_[kLaneCount] = {};              // of the rock in the lane
  bool had_contact_[kLaneCount] = {};            // at the last ground query
  uint64_t stored_iteration_[kLaneCount] = {};   // at which the state was last stored
  uint64_t last_iteration_[kLaneCount] = {};     // at which all steps are done
  uint64_t iteration_ = 0;                       // number of steps taken by every lane
  uint64_t next_finish_ = kNever;                // minimum of last_iteration_
  uint32_t next_rock_ = 0;                       // first rock that has not been in a lane
};

void run_lanes(const BatchJob& job) { Batch(job).run(); }

}  // namespace
}  // namespace rockfall
