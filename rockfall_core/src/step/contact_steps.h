// Steps with contact of several rocks in SIMD lanes. Part of step/run_lanes.h: everything has internal linkage.
//
// Each lane performs exactly the arithmetic of step/moreau_step.cpp: free motion with drag (step/free_motion.cpp), one
// contact and nearly all pairs in closed form (contact/one_contact.cpp, contact/two_contacts.h), others and those with
// rolling friction by the first stages of contact/many_contacts.cpp, and the limit of their work. Lanes without a
// solution are left to the single step.
#pragma once

#include "body/kinetic_energy.h"
#include "contact/laws.h"
#include "contact/solver_stage.h"
#include "contact/two_contacts.h"
#include "rotation/explicit_rule.h"
#include "step/contact_rocks.h"
#include "step/drag_lanes.h"
#include "step/several_contact_pack.h"
#include "step/translation.h"

namespace rockfall {
namespace {

// @tparam kMost  contacts of a rock at most
template <uint32_t kMost>
class ContactSteps {
 public:
  explicit ContactSteps(const rf_settings& settings)
      : settings_(settings), symmetric_(settings.scheme != RF_SCHEME_EXPLICIT) {}

  // Set what was found of the rocks in all lanes, kNothingWaits in lanes without a rock. Rocks with and without rolling
  // friction are not mixed. Vectors are made in registers, see StepLanes::gather().
  void set(const WaitingContacts* const (&found)[kPackCount]) {
    const double* numbers[kPackCount];
    for (int lane = 0; lane < kPackCount; ++lane) {
      numbers[lane] = found[lane]->numbers;
      const uint32_t count = found[lane]->contacts.count;
      most_ = most_ < count ? count : most_;
    }
    Pack columns[4];
    transpose(numbers, columns);
    count_ = columns[0];
    drag_ = columns[1];
    spin_drag_ = columns[2];
    for (uint32_t i = 0; i < most(); ++i) {
      const DetectedContact* contact[kPackCount];
      for (int lane = 0; lane < kPackCount; ++lane) {
        const DetectedContacts& contacts = found[lane]->contacts;
        contact[lane] = i < contacts.count ? contacts.items + i : &kNoContact;
      }
      contacts_[i].set(count_ > static_cast<double>(i), contact);
    }
  }

  // Solve the steps of the given lanes, in which no contact has rolling friction.
  // @param attempt  see tried_stage(); before the first one closed forms are tried
  ROCKFALL_INLINE_CALLS ContactResults solve(const PackMask& lanes, const ContactRocks& rocks, int attempt) {
    begin<3>(rocks, nullptr);
    PackMask solved = attempt == 0 ? solve_in_closed_form(lanes) : none_packed();
    const PackMask others = lanes & ~solved;
    if (!none_set(others)) solved = solved | solve_several<3>(others, attempt, nullptr);
    return finish<3>(lanes, solved, rocks, nullptr);
  }

  // The same with rolling friction, which has no closed form.
  ROCKFALL_INLINE_CALLS ROCKFALL_OWN_FRAME ContactResults solve_rolling(const PackMask& lanes,
                                                                        const ContactRocks& rocks, int attempt) {
    RollingPack rolling[kLaneContacts];
    for (uint32_t i = 0; i < most(); ++i) rolling[i].set_arm(contacts_[i].rolling_arm);
    begin<5>(rocks, rolling);
    return finish<5>(lanes, solve_several<5>(lanes, attempt, rolling), rocks, rolling);
  }

  // Solve the steps of several packs in which no rock has more than one contact, without rolling friction. The
  // operations of one pack wait for each other, most of the time in the search of the slip; operations of other packs
  // are executed meanwhile.
  ROCKFALL_INLINE_CALLS static void solve_single(ContactSteps (&steps)[kPacks], const PackMask (&lanes)[kPacks],
                                                 const ContactRocks (&rocks)[kPacks],
                                                 ContactResults (&results)[kPacks]) {
    MatrixOf<Lanes> g;
    Lanes friction;
    VectorOf<Lanes> c;
    LaneMask wanted;
    for (int i = 0; i < kPacks; ++i) {
      steps[i].template begin<3>(rocks[i], nullptr);
      const PairedContact<Pack> contact = steps[i].problem(0);
      for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) set_pack(g.at[row][column], i, contact.g.at[row][column]);
        set_pack(c[row], i, contact.c[row]);
      }
      set_pack(friction, i, contact.friction);
      set_pack(wanted, i, lanes[i] & (steps[i].count_ == 1.0));
    }
    const VectorOf<Lanes> percussion = solve_one_contact(g, friction, c, wanted);
    for (int i = 0; i < kPacks; ++i) {
      const VectorPack own = {{pack_of(percussion[0], i), pack_of(percussion[1], i), pack_of(percussion[2], i)}};
      steps[i].set_percussion(lanes[i] & (steps[i].count_ == 1.0), own);
      results[i] = steps[i].template finish<3>(lanes[i], lanes[i], rocks[i], nullptr);
    }
  }

  // Lanes in which no percussions were found.
  const PackMask& unsolved() const { return unsolved_; }

  // observe_contacts() of the single step.
  ROCKFALL_INLINE_CALLS StrongestContacts strongest(const ContactRocks& rocks) const {
    const Pack zero = packed(0.0), *const a = rocks.rotation;
    Pack largest = zero;
    VectorPack arm = {{zero, zero, zero}};
    StrongestContacts found = {none_packed(), zero, zero, arm, arm};
    for (uint32_t i = 0; i < most(); ++i) {
      const ContactPack& c = contacts_[i];
      const Pack approach = -1.0 * c.before[0], square = dot(c.percussion, c.percussion);
      found.speed = select(c.present & (found.speed < approach), approach, found.speed);
      found.pressed = found.pressed | (c.present & (c.percussion[0] > 0.0));
      const PackMask stronger = c.present & (square > largest);
      largest = select(stronger, square, largest);
      replace(stronger, c.arm, arm);
      replace(stronger, c.frame[0], found.normal);
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
    for (uint32_t i = 0; i < most(); ++i) {
      const ContactPack& c = contacts_[i];
      const Pack speed = square_root(dot(c.before, c.before));
      largest = select(c.present & (largest < speed), speed, largest);
      const Pack violation = violation_at(c);
      residual = select(c.present & (residual < violation), violation, residual);
    }
    return ~scaled_back_ & ~(residual <= kSatisfiedLaws * largest);
  }

 private:
  // Largest number of contacts of a lane. With kMost = 1 it is 1 even if no lane has a contact.
  uint32_t most() const { return kMost == 1 ? 1 : most_; }

  // In what follows N is the number of rows of a contact: 3 or, with rolling friction, 5. Without it `rolling` is null.

  template <int N>
  void begin(const ContactRocks& rocks, RollingPack* rolling) {
    move_freely(rocks);
    prepare<N>(rocks, rolling);
    velocity_ = free_;
  }

  template <int N>
  PackMask solve_several(const PackMask& lanes, int attempt, RollingPack* rolling) {
    return solve_several_contacts<N>(contacts_, rolling, most(), lanes, free_, inverse_mass_,
                                     settings_.solver_tolerance, tried_stage(attempt, most()), velocity_);
  }

  template <int N>
  ContactResults finish(const PackMask& lanes, const PackMask& solved, const ContactRocks& rocks,
                        RollingPack* rolling) {
    unsolved_ = lanes & ~solved;
    scaled_back_ = none_packed();
    PackMask valid = solved;
    if (most() > 0) valid = valid & prevent_energy_gain<N>(rocks, rolling);
    PackMask pressed = none_packed();
    for (uint32_t i = 0; i < most(); ++i) {
      pressed = pressed | (contacts_[i].present & (contacts_[i].percussion[0] > 0.0));
    }
    return {valid, pressed, velocity_.linear, velocity_.angular};
  }

  // free_motion() of the single step, with drag on S and of the soil.
  void move_freely(const ContactRocks& rocks) {
    const Translation<Pack> translation = translation_with(drag_, rocks.mass, settings_.time_step);
    inverse_mass_ = translation.inverse_mass;
    free_.linear = velocity_after(translation, rocks.mass, rocks.velocity, settings_.gravity, settings_.time_step);
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
    MatrixOf<Pack> inverse;  // M_omega^-1 in the explicit scheme
    if (!symmetric_) {
      const Pack zero = packed(0.0);
      inverse =
          explicit_rule(rocks.inertia, settings_.time_step, VectorPack{{zero, zero, zero}}, rocks.omega).inverse_mass;
    }
    const Pack* const a = rocks.rotation;
    const VectorPack column[3] = {{{a[0], a[3], a[6]}}, {{a[1], a[4], a[7]}}, {{a[2], a[5], a[8]}}};
    const auto response = [&](const VectorPack& w) {
      return symmetric_ ? componentwise(inverse_inertia_, w) : product(inverse, w);
    };
    for (uint32_t i = 0; i < most(); ++i) {
      ContactPack& c = contacts_[i];
      if (i > 0 && c.has_friction_of(contacts_[i - 1])) {
        c.friction = contacts_[i - 1].friction;
      } else {
        c.set_friction(rocks.slippage);
      }
      c.set_tangents();
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
      c.limit_restitution();
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
        problem(0), problem(1), between,
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
    const PairedContact<Pack> contact = problem(0);
    set_percussion(one, solve_one_contact(contact.g, contact.friction, contact.c, one));
  }

  // The problem of one contact without the others.
  PairedContact<Pack> problem(uint32_t i) const {
    const ContactPack& contact = contacts_[i];
    return {contact.delassus(inverse_mass_), contact.velocity(free_) + contact.offset, contact.friction};
  }

  // Set the percussion of the first contact, and apply it.
  void set_percussion(const PackMask& here, const VectorPack& percussion) {
    replace(here, percussion, contacts_[0].percussion);
    contacts_[0].apply(here, inverse_mass_, velocity_);
  }

  template <int N>
  Pack work(const VelocityPack& reference, const VelocityPack& after, const RollingPack* rolling) const {
    const VelocityPack sum = {reference.linear + after.linear, reference.angular + after.angular};
    Pack work = packed(0.0);
    for (uint32_t i = 0; i < most(); ++i) {
      const ContactPack& c = contacts_[i];
      work = select(c.present, work + 0.5 * dot(c.velocity(sum), c.percussion), work);
      if constexpr (N == 5) work = select(rolling[i].arm > 0.0, work + rolling[i].work(sum.angular), work);
    }
    return work;
  }

  // The end of solve_contacts() of the single step: contacts must not add energy. Returns the lanes that need no
  // solution without restitution.
  template <int N>
  PackMask prevent_energy_gain(const ContactRocks& rocks, RollingPack* rolling) {
    const VelocityPack reference = {rocks.velocity, symmetric_ ? rocks.free_omega : rocks.omega};
    const double gravity_speed = settings_.gravity * settings_.time_step;
    const Pack kinetic = kinetic_energy_of(rocks.mass, rocks.inertia.x, reference.linear.x, reference.angular.x);
    const Pack gravity_energy = rocks.mass * gravity_speed * gravity_speed,
               rounding = work_rounding(kinetic, gravity_energy);
    const Pack done = work<N>(reference, velocity_, rolling);
    PackMask restitution = none_packed();
    for (uint32_t i = 0; i < most(); ++i) {
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
    const Pack scale = scale_without_work(a, done);
    scaled_back_ = lanes & (scale < 1 - kNegligibleScaling);
    replace(lanes, free_.linear, velocity_.linear);
    replace(lanes, free_.angular, velocity_.angular);
    for (uint32_t i = 0; i < most(); ++i) {
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

  Pack violation_at(const ContactPack& c) const {
    const VectorPack xi = c.velocity(velocity_) + c.offset;
    const Pack g_normal = dot(c.angular[0], c.response[0]) + inverse_mass_,
               g_first = dot(c.angular[1], c.response[1]) + inverse_mass_,
               g_second = dot(c.angular[2], c.response[2]) + inverse_mass_;
    return law_violation(c.percussion, xi, c.friction, g_normal, larger_of(g_first, g_second));
  }

  const rf_settings& settings_;
  const bool symmetric_;  // G = W^T M^-1 W: in all schemes but the explicit one
  ContactPack contacts_[kMost];
  uint32_t most_ = 0;
  Pack count_, drag_, spin_drag_;
  Pack inverse_mass_;
  VectorPack inverse_inertia_;  // with the drag of the soil
  VelocityPack free_, velocity_;
  PackMask scaled_back_ = none_packed(), unsolved_ = none_packed();
};

}  // namespace
}  // namespace rockfall
