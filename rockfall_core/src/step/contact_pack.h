// Steps with contact of several rocks in SIMD lanes. Part of step/run_lanes.h: everything has internal linkage.
//
// Each lane performs exactly the arithmetic of step/moreau_step.cpp: free motion with drag (step/free_motion.cpp), one
// contact and nearly all pairs in closed form (contact/one_contact.cpp, contact/two_contacts.h), others and those with
// rolling friction by the first stages of contact/many_contacts.cpp, and the limit of their work. Lanes without a
// solution, and those whose trajectory may end, are left to the single step.
#pragma once

#include "body/kinetic_energy.h"
#include "contact/solver_stage.h"
#include "contact/two_contacts.h"
#include "rotation/explicit_rule.h"
#include "step/drag_lanes.h"
#include "step/several_contact_pack.h"
#include "step/step_contact.h"

namespace rockfall {
namespace {

// What is known of a step with contact before it is made.
struct WaitingContacts {
  DetectedContacts contacts;
  StepContact seen;  // of the soil, and later of the step
};

// Rocks that make a step with contact together, one in each lane.
struct ContactRocks {
  // Before the step.
  VectorPack velocity, omega;
  Pack slippage, still_time, scar_path;
  // In it.
  VectorPack midpoint;
  Pack rotation[9];       // A_IK at the midpoint, by rows
  VectorPack free_omega;  // after torque-free rotation
  Pack free_slippage;     // after the step if there is no percussion
  Pack mass, stop_energy;
  VectorPack inertia;
  VectorPack inverse_inertia;
};

// What the step changes, and the lanes in which it is valid: the trajectory goes on.
struct ContactResults {
  PackMask valid;
  VectorPack position, velocity, omega;
  Pack slippage, still_time, scar_depth, scar_path;
};

// The strongest contacts of the steps; see StepContact.
struct StrongestContacts {
  PackMask pressed;  // there is a percussion
  Pack percussion;   // magnitude, 0 without one
  Pack speed;
  VectorPack point, normal;  // set where there is a percussion
};

class ContactSteps {
 public:
  explicit ContactSteps(const rf_settings& settings)
      : settings_(settings), symmetric_(settings.scheme != RF_SCHEME_EXPLICIT) {}

  // Rocks with and without rolling friction are not mixed.
  void set(int lane, const DetectedContacts& found) {
    while (most_ < found.count) contacts_[most_++].clear();
    count_.set(lane, found.count);
    drag_.set(lane, found.drag);
    spin_drag_.set(lane, found.spin_drag);
    scar_depth_.set(lane, found.scar_depth);
    for (uint32_t i = 0; i < found.count; ++i) contacts_[i].set(lane, found.items[i]);
  }

  // Solve the steps of the given lanes, in which no contact has rolling friction.
  // @param stage  of kStages; before the first stage closed forms are tried
  ROCKFALL_INLINE_CALLS ContactResults solve(const PackMask& lanes, const ContactRocks& rocks, int stage) {
    begin<3>(rocks, nullptr);
    PackMask solved = stage == 0 ? solve_in_closed_form(lanes) : none_packed();
    const PackMask others = lanes & ~solved;
    if (!none_set(others)) solved = solved | solve_several<3>(others, stage, nullptr);
    return finish<3>(lanes, solved, rocks, nullptr);
  }

  // The same with rolling friction, which has no closed form.
  ROCKFALL_INLINE_CALLS ROCKFALL_OWN_FRAME ContactResults solve_rolling(const PackMask& lanes,
                                                                        const ContactRocks& rocks, int stage) {
    RollingPack rolling[kRollingLaneContacts];
    for (uint32_t i = 0; i < most_; ++i) rolling[i].set_arm(contacts_[i].rolling_arm);
    begin<5>(rocks, rolling);
    return finish<5>(lanes, solve_several<5>(lanes, stage, rolling), rocks, rolling);
  }

  // Lanes in which no percussions were found.
  const PackMask& unsolved() const { return unsolved_; }

  // observe_contacts() of the single step.
  ROCKFALL_INLINE_CALLS StrongestContacts strongest(const ContactRocks& rocks) const {
    const Pack zero = packed(0.0), *const a = rocks.rotation;
    Pack largest = zero;
    VectorPack arm = {{zero, zero, zero}};
    StrongestContacts found = {none_packed(), zero, zero, arm, arm};
    for (uint32_t i = 0; i < most_; ++i) {
      const ContactPack& c = contacts_[i];
      const Pack approach = -1.0 * c.before[0], square = dot(c.percussion, c.percussion);
      found.speed = select(c.present & (found.speed < approach), approach, found.speed);
      found.pressed = found.pressed | (c.present & (c.percussion[0] > 0.0));
      const PackMask stronger = c.present & (square > largest);
      largest = select(stronger, square, largest);
      replace(stronger, c.arm, arm);
      replace(stronger, c.normal, found.normal);
    }
    for (int k = 0; k < 3; ++k) {
      found.point[k] = rocks.midpoint[k] + (a[3 * k] * arm[0] + (a[3 * k + 1] * arm[1] + a[3 * k + 2] * arm[2]));
    }
    found.percussion = square_root(largest);
    return found;
  }

  // Lanes that violate the contact laws noticeably (contact_residual and laws_hold of the single step).
  ROCKFALL_INLINE_CALLS PackMask violated() const {
    Pack largest = packed(settings_.gravity * settings_.time_step), residual = packed(0.0);
    for (uint32_t i = 0; i < most_; ++i) {
      const ContactPack& c = contacts_[i];
      const Pack speed = square_root(dot(c.before, c.before));
      largest = select(c.present & (largest < speed), speed, largest);
      const Pack violation = law_violation(c);
      residual = select(c.present & (residual < violation), violation, residual);
    }
    return ~scaled_back_ & ~(residual <= kSatisfiedLaws * largest);
  }

 private:
  // In what follows N is the number of rows of a contact: 3 or, with rolling friction, 5. Without it `rolling` is null.

  template <int N>
  void begin(const ContactRocks& rocks, RollingPack* rolling) {
    move_freely(rocks);
    prepare<N>(rocks, rolling);
    velocity_ = free_;
  }

  template <int N>
  PackMask solve_several(const PackMask& lanes, int stage, RollingPack* rolling) {
    return solve_several_contacts<N>(contacts_, rolling, most_, lanes, free_, inverse_mass_, settings_.solver_tolerance,
                                     kStages[stage], velocity_);
  }

  template <int N>
  ContactResults finish(const PackMask& lanes, const PackMask& solved, const ContactRocks& rocks,
                        RollingPack* rolling) {
    unsolved_ = lanes & ~solved;
    scaled_back_ = none_packed();
    PackMask valid = solved;
    if (most_ > 0) valid = valid & limit_work<N>(rocks, rolling);
    ContactResults results = next_state(rocks);
    results.valid = results.valid & valid;
    return results;
  }

  // free_motion() of the single step, with drag on S and of the soil.
  void move_freely(const ContactRocks& rocks) {
    const auto motion = slowed(settings_, rocks.mass, drag_, rocks.velocity);
    inverse_mass_ = motion.inverse_mass;
    free_.linear = motion.velocity;
    free_.angular = rocks.free_omega;
    inverse_inertia_ = rocks.inverse_inertia;
    if (none_set(~(spin_drag_ == 0.0))) return;
    const SpinDrag<Pack> spin = slowed_spin(settings_, rocks.mass, spin_drag_);
    free_.angular = spin.kept * free_.angular;
    inverse_inertia_ = spin.response * inverse_inertia_;
  }

  // prepare_contacts() of the single step.
  template <int N>
  void prepare(const ContactRocks& rocks, RollingPack* rolling) {
    VectorPack inverse[3];  // rows of M_omega^-1 in the explicit scheme
    if (!symmetric_) {
      const Pack zero = packed(0.0);
      const auto rotation =
          explicit_rule(rocks.inertia, settings_.time_step, VectorPack{{zero, zero, zero}}, rocks.omega);
      for (int k = 0; k < 3; ++k) inverse[k] = rotation.inverse_mass[k];
    }
    const Pack* const a = rocks.rotation;
    const VectorPack column[3] = {{{a[0], a[3], a[6]}}, {{a[1], a[4], a[7]}}, {{a[2], a[5], a[8]}}};
    const auto response = [&](const VectorPack& w) {
      return symmetric_ ? componentwise(inverse_inertia_, w)
                        : VectorPack{{dot(inverse[0], w), dot(inverse[1], w), dot(inverse[2], w)}};
    };
    for (uint32_t i = 0; i < most_; ++i) {
      ContactPack& c = contacts_[i];
      if (i > 0 && c.has_friction_of(contacts_[i - 1])) {
        c.friction = contacts_[i - 1].friction;
      } else {
        c.set_friction(rocks.slippage);
      }
      c.set_frame();
      for (int k = 0; k < 3; ++k) {
        const VectorPack axis = {{dot(column[0], c.frame[k]), dot(column[1], c.frame[k]), dot(column[2], c.frame[k])}};
        c.angular[k] = cross(c.arm, axis);
        c.response[k] = response(c.angular[k]);
        if (N == 5 && k > 0) {
          rolling[i].axes[k - 1] = axis;
          rolling[i].response[k - 1] = response(axis);
        }
      }
      c.before = c.velocity({rocks.velocity, rocks.omega});
      c.offset = {{c.restitution_normal * c.before[0], c.restitution_tangential * c.before[1],
                   c.restitution_tangential * c.before[2]}};
    }
  }

  // At most two contacts. Returns the lanes with a solution.
  PackMask solve_in_closed_form(const PackMask& lanes) {
    const PackMask one = lanes & (count_ == 1.0), two = lanes & (count_ == 2.0);
    const PackMask solved = lanes & (count_ <= 1.0);
    if (!none_set(one)) solve_one(one);
    return none_set(two) ? solved : solved | solve_pair(two);
  }

  // Lanes in which restitution acts.
  static PackMask has_offset(const ContactPack& contact) {
    const VectorPack& offset = contact.offset;
    return ~((offset[0] == 0.0) & (offset[1] == 0.0) & (offset[2] == 0.0));
  }

  // solve_pair() of contact/percussion_solver.cpp. Returns the lanes in which it finds a solution.
  PackMask solve_pair(const PackMask& two) {
    ContactPack &first = contacts_[0], &second = contacts_[1];
    const MatrixOf<Pack> between =
        coupling_block(first.frame, first.angular, second.frame, second.response, inverse_mass_);
    const ContactPair<Pack> pair = {
        {first.delassus(inverse_mass_), first.velocity(free_) + first.offset, first.friction},
        {second.delassus(inverse_mass_), second.velocity(free_) + second.offset, second.friction},
        between,
        symmetric_ ? transposed(between)
                   : coupling_block(second.frame, second.angular, first.frame, first.response, inverse_mass_),
        symmetric_};
    const PackMask open = (pair.first.c[0] >= 0.0) & (pair.second.c[0] >= 0.0);
    const PackMask tried = two & ~open;
    if (none_set(tried)) return two & open;
    const auto solve_one = [](const MatrixOf<Pack>& g, const Pack& friction, const VectorPack& c,
                              const PackMask& skipped) { return solve_one_contact(g, friction, c, ~skipped); };
    const auto p = solve_contact_pair<PackMask>(pair, has_offset(first) | has_offset(second), ~tried,
                                                settings_.solver_tolerance, solve_one);
    const PackMask& found = p.found;
    replace(found, p.first, first.percussion);
    replace(found, p.second, second.percussion);
    first.apply(found, inverse_mass_, velocity_);
    second.apply(found, inverse_mass_, velocity_);
    return found | (two & open);
  }

  void solve_one(const PackMask& one) {
    ContactPack& contact = contacts_[0];
    const VectorPack solution = solve_one_contact(contact.delassus(inverse_mass_), contact.friction,
                                                  contact.velocity(free_) + contact.offset, one);
    replace(one, solution, contact.percussion);
    contact.apply(one, inverse_mass_, velocity_);
  }

  template <int N>
  Pack work(const VelocityPack& reference, const VelocityPack& after, const RollingPack* rolling) const {
    const VelocityPack sum = {reference.linear + after.linear, reference.angular + after.angular};
    Pack work = packed(0.0);
    for (uint32_t i = 0; i < most_; ++i) {
      const ContactPack& c = contacts_[i];
      work = select(c.present, work + 0.5 * dot(c.velocity(sum), c.percussion), work);
      if constexpr (N == 5) work = select(rolling[i].arm > 0.0, work + rolling[i].work(sum.angular), work);
    }
    return work;
  }

  // The end of solve_contacts() of the single step: contacts must not add energy. Returns the lanes that need no
  // solution without restitution.
  template <int N>
  PackMask limit_work(const ContactRocks& rocks, RollingPack* rolling) {
    const VelocityPack reference = {rocks.velocity, symmetric_ ? rocks.free_omega : rocks.omega};
    const double gravity_speed = settings_.gravity * settings_.time_step;
    const Pack kinetic = kinetic_energy_of(rocks.mass, rocks.inertia.x, reference.linear.x, reference.angular.x);
    const Pack gravity_energy = rocks.mass * gravity_speed * gravity_speed,
               rounding = 1e-14 * (kinetic + gravity_energy);
    const Pack done = work<N>(reference, velocity_, rolling);
    PackMask restitution = none_packed();
    for (uint32_t i = 0; i < most_; ++i) {
      const ContactPack& c = contacts_[i];
      restitution = restitution | (c.present & ((c.restitution_normal > 0.0) | (c.restitution_tangential > 0.0)));
    }
    const PackMask gains = (done > rounding) | ~is_finite(done);
    scaled_back_ = none_packed();
    if (!none_set(gains)) scale_back<N>(gains, reference, done, rolling);
    return ~(restitution & (done > gravity_energy + rounding));
  }

  template <int N>
  void scale_back(const PackMask& lanes, const VelocityPack& reference, const Pack& done, RollingPack* rolling) {
    const Pack a = work<N>(reference, free_, rolling);
    const Pack scale = select((a < 0.0) & is_finite(done), a / (a - done), packed(0.0));
    scaled_back_ = lanes & (scale < 1 - kNegligibleScaling);
    replace(lanes, free_.linear, velocity_.linear);
    replace(lanes, free_.angular, velocity_.angular);
    for (uint32_t i = 0; i < most_; ++i) {
      ContactPack& c = contacts_[i];
      replace(lanes, scale * c.percussion, c.percussion);
      c.apply(lanes, inverse_mass_, velocity_);
      if constexpr (N == 5) {
        RollingPack& r = rolling[i];
        const PackMask rolls = lanes & (r.arm > 0.0);
        for (Pack& moment : r.moment) moment = select(rolls, scale * moment, moment);
        r.apply(rolls, velocity_);
      }
    }
  }

  // next_state() of the single step.
  ContactResults next_state(const ContactRocks& rocks) const {
    const double dt = settings_.time_step, half = 0.5 * dt;
    const Pack zero = packed(0.0), speed = square_root(dot(velocity_.linear, velocity_.linear));
    PackMask pressed = none_packed();
    for (uint32_t i = 0; i < most_; ++i) {
      pressed = pressed | (contacts_[i].present & (contacts_[i].percussion[0] > 0.0));
    }
    ContactResults next;
    next.velocity = velocity_.linear;
    next.omega = velocity_.angular;
    next.position = rocks.midpoint + half * velocity_.linear;
    next.slippage = select(pressed, rocks.slippage + dt * speed, rocks.free_slippage);
    const Pack kinetic = kinetic_energy_of(rocks.mass, rocks.inertia.x, next.velocity.x, next.omega.x);
    next.still_time = select(kinetic < rocks.stop_energy, rocks.still_time + dt, zero);
    next.scar_depth = scar_depth_;
    next.scar_path = select(scar_depth_ > 0.0, rocks.scar_path + dt * speed, zero);
    const PackMask stops = pressed & (next.still_time > 0.0) & (next.still_time + half > settings_.stop_time);
    const VectorPack& x = next.position;
    next.valid = ~stops & is_finite(kinetic + ((x[0] + x[1]) + x[2])) &
                 is_finite((next.slippage + next.still_time) + (next.scar_depth + next.scar_path));
    return next;
  }

  // law_violation() of contact/percussion_solver.cpp.
  Pack law_violation(const ContactPack& c) const {
    const VectorPack xi = c.velocity(velocity_) + c.offset, &p = c.percussion;
    const Pack g_normal = dot(c.angular[0], c.response[0]) + inverse_mass_,
               g_first = dot(c.angular[1], c.response[1]) + inverse_mass_,
               g_second = dot(c.angular[2], c.response[2]) + inverse_mass_, g_tangential = larger_of(g_first, g_second);
    const Pack zero = packed(0.0), normal = larger_of(p[0] - xi[0] / g_normal, zero);
    const Pack x = p[1] - xi[1] / g_tangential, y = p[2] - xi[2] / g_tangential;
    const Pack bound = c.friction * larger_of(p[0], zero), length = square_root(x * x + y * y);
    const PackMask beyond = length > bound;
    const Pack scale = bound / length, dx = p[1] - select(beyond, scale * x, x),
               dy = p[2] - select(beyond, scale * y, y);
    return larger_of(g_normal * absolute(p[0] - normal), g_tangential * square_root(dx * dx + dy * dy));
  }

  const rf_settings& settings_;
  const bool symmetric_;  // G = W^T M^-1 W: in all schemes but the explicit one
  ContactPack contacts_[kLaneContacts];
  uint32_t most_ = 0;  // largest number of contacts of a lane
  Pack count_ = packed(0.0), drag_ = count_, spin_drag_ = count_, scar_depth_ = count_;
  Pack inverse_mass_;
  VectorPack inverse_inertia_;  // with the drag of the soil
  VelocityPack free_, velocity_;
  PackMask scaled_back_ = none_packed(), unsolved_ = none_packed();
};

}  // namespace
}  // namespace rockfall
