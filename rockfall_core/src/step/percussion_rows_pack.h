// contact/percussion_rows.h in SIMD lanes: the contacts of several rocks as rows of the projections of their laws.
// Everything has internal linkage.
#pragma once

#include "contact/projection.h"
#include "contact/solver_stage.h"
#include "step/rolling_pack.h"
#include "step/six_equation_pack.h"

namespace rockfall {
namespace {

// A column of M^-1 W: its linear part is that of W over the mass.
struct ResponseView {
  const Pack& inverse_mass;
  const VectorPack& linear;
  const VectorPack& angular;
  Pack operator[](int i) const { return i < 3 ? inverse_mass * linear[i] : angular[i - 3]; }
};

// One contact of the iteration, with N = 3 rows or, with rolling friction, N = 5; see contact/percussion_rows.h.
template <int N>
struct RowPack {
  static constexpr int kPairs = (N - 1) / 2;
  struct Tangent {
    const Pack* friction;
    Pack r_tangential;
    PackMask slipping;
    Pack e[2], along;
    Pack across;  // before find_change(): the share
  };
  const ContactPack* contact;
  const RollingPack* rolling;  // with five rows
  const Pack* inverse_mass;
  Pack r_normal;
  Tangent tangent[kPairs];
  PackMask open, idle;
  Pack p[N], xi[N];
  Pack change[N];  // before find_change(): the residual

  // Row k. Those from the fourth on have no linear part: moments do not push. Products with zeros are left out.
  MotionView direction(int k) const {
    if (k < 3) return {contact->frame[k], contact->angular[k]};
    const VectorPack& angular = rolling->axes[k - 3];
    return {angular, angular};  // the linear part is not read
  }
  ResponseView response(int k) const {
    if (k < 3) return {*inverse_mass, contact->frame[k], contact->response[k]};
    const VectorPack& angular = rolling->response[k - 3];
    return {*inverse_mass, angular, angular};  // the linear part is not read
  }
  Pack along(int k, const SixPack& motion) const {
    return k < 3 ? dot(direction(k), motion) : dot_of_turn(rolling->axes[k - 3], motion);
  }
  // Element k of sum + the responses of all rows, each times its factor.
  Pack with_responses(const Pack& sum, const Pack (&factor)[N], int k) const {
    Pack result = sum + factor[0] * response(0)[k];
    for (int j = 1; j < 3; ++j) result = result + factor[j] * response(j)[k];
    if (k < 3) return result;
    for (int j = 3; j < N; ++j) result = result + factor[j] * response(j)[k];
    return result;
  }
};

// The rows of all contacts. Lanes whose iterations have ended keep their percussions: advance() leaves them out.
template <int N>
class PercussionRowsPack {
 public:
  // @param contacts, rolling  read until the solution is no longer needed; rolling is null with three rows
  PercussionRowsPack(const ContactPack* contacts, const RollingPack* rolling, uint32_t count, const VelocityPack& free,
                     const Pack& inverse_mass)
      : count_(count), free_(free) {
    for (uint32_t i = 0; i < count; ++i) {
      const ContactPack& contact = contacts[i];
      Row& row = rows_[i];
      const Pack diagonal[3] = {dot(contact.angular[0], contact.response[0]),
                                dot(contact.angular[1], contact.response[1]),
                                dot(contact.angular[2], contact.response[2])};
      row.contact = &contact;
      row.r_normal = 1.0 / (inverse_mass + diagonal[0]);
      row.tangent[0].friction = &contact.friction;
      row.tangent[0].r_tangential = 1.0 / (inverse_mass + 0.5 * (diagonal[1] + diagonal[2]));
      row.inverse_mass = &inverse_mass;
      if constexpr (N == 5) {
        const RollingPack& r = rolling[i];
        row.rolling = &r;
        row.tangent[1].friction = &r.arm;
        row.tangent[1].r_tangential = 2.0 / (dot(r.axes[0], r.response[0]) + dot(r.axes[1], r.response[1]));
      }
    }
  }

  uint32_t count() const { return count_; }
  const RowPack<N>& row(uint32_t i) const { return rows_[i]; }

  // Leave out all contacts.
  void reset() {
    for (uint32_t i = 0; i < count_; ++i) {
      for (Pack& p : rows_[i].p) p = packed(0.0);
      rows_[i].open = rows_[i].idle = ~none_packed();
    }
    update_velocity();
  }

  // The largest residual with all contacts sticking.
  Pack sticking_residual() const {
    Pack size = packed(0.0);
    for (uint32_t i = 0; i < count_; ++i) {
      size = select(rows_[i].contact->present, larger_of(size, sticking_residual(rows_[i])), size);
    }
    return size;
  }

  // Linearise each contact in the phase (open, sticking or slipping) of its projection. Returns the largest residual.
  Pack linearise() {
    Pack largest = packed(0.0);
    for (uint32_t i = 0; i < count_; ++i) {
      Row& row = rows_[i];
      row.open = normal_trial(row) <= 0.0;
      PackMask idle = row.open;
      for (const Pack& p : row.p) idle = idle & (p == 0.0);
      row.idle = idle | ~row.contact->present;
      linearise_closed(row);
      for (int k = 0; k < N; ++k) row.change[k] = select(row.open, row.p[k], row.change[k]);
      largest = select(row.idle, largest, larger_of(largest, residual(row)));
    }
    return largest;
  }
  // Linearise a contact as closed in the given lanes, even if its projection is open. Returns its residual there.
  Pack linearise_closed(uint32_t i, const PackMask& lanes) {
    Row& row = rows_[i];
    row.open = row.open & ~lanes;
    row.idle = row.idle & ~lanes;
    linearise_closed(row);
    return select(lanes, residual(row), packed(0.0));
  }
  // Give a contact no percussion, and leave it out of the iterations.
  void leave_out(uint32_t i, const PackMask& lanes) {
    Row& row = rows_[i];
    for (Pack& p : row.p) p = select(lanes, packed(0.0), p);
    row.open = row.open | lanes;
    row.idle = row.idle | lanes;
  }

  void regularise(const Pack& regularisation) {
    regularisation_ = regularisation;
    inverse_regularisation_ = 1.0 / regularisation;
    inverse_along_ = 1.0 / (1.0 + regularisation);
  }

  // The changes of the percussions. Returns the fraction of them at which the first sticking contact reaches its
  // friction cone, in the lanes where the steps stop there.
  Pack find_changes(const PackMask& stop_at_cone) {
    equations_.set_identity();
    for (uint32_t i = 0; i < count_; ++i) {
      if (is_idle(rows_[i])) continue;
      find_change(rows_[i]);
      add(rows_[i]);
    }
    const SixPack step = equations_.solve();
    const bool stops = !none_set(stop_at_cone);
    Pack fraction = packed(1.0);
    for (uint32_t i = 0; i < count_; ++i) {
      Row& row = rows_[i];
      if (is_idle(row)) continue;
      Pack change_of_xi[N];
      for (int k = 0; k < N; ++k) change_of_xi[k] = row.along(k, step);
      row.change[0] = select(row.open, row.change[0], row.change[0] - normal_gain(row) * change_of_xi[0]);
      for (int j = 0; j < kPairs; ++j) {
        follow(row, j, change_of_xi);
        if (stops) fraction = smaller_fraction(row, j, change_of_xi, stop_at_cone, fraction);
      }
    }
    return fraction;
  }

  // Change the percussions by a fraction of the changes; the velocity is to be updated afterwards.
  void advance(const PackMask& lanes, const Pack& fraction) {
    for (uint32_t i = 0; i < count_; ++i) {
      Row& row = rows_[i];
      if (is_idle(row)) continue;
      const PackMask changes = lanes & ~row.idle;
      for (int k = 0; k < N; ++k) row.p[k] = select(changes, row.p[k] + fraction * row.change[k], row.p[k]);
    }
  }

  // Compute the velocity from the percussions, and xi.
  void update_velocity() {
    SixPack velocity;
    for (int k = 0; k < 3; ++k) {
      velocity[k] = free_.linear[k];
      velocity[3 + k] = free_.angular[k];
    }
    for (uint32_t i = 0; i < count_; ++i) {
      const Row& row = rows_[i];
      if (is_idle(row)) continue;
      for (int k = 0; k < 6; ++k) {
        velocity[k] = select(row.idle, velocity[k], row.with_responses(velocity[k], row.p, k));
      }
    }
    for (uint32_t i = 0; i < count_; ++i) {
      Row& row = rows_[i];
      for (int k = 0; k < 3; ++k) row.xi[k] = row.along(k, velocity) + row.contact->offset[k];
      for (int k = 3; k < N; ++k) row.xi[k] = row.along(k, velocity);
    }
  }

  // The percussion of a contact, without rounding where the laws are exact.
  VectorPack percussion(uint32_t i) const {
    const Row& row = rows_[i];
    const PackMask pressed = is_pressed(row);
    VectorPack percussion;
    percussion[0] = select(pressed, row.p[0], packed(0.0));
    write_bounded(row, 0, pressed, &percussion[1]);
    return percussion;
  }

  // The moment of its rolling friction.
  void write_moment(uint32_t i, Pack moment[2]) const { write_bounded(rows_[i], 1, is_pressed(rows_[i]), moment); }

 private:
  using Row = RowPack<N>;
  using Tangent = typename Row::Tangent;
  static constexpr int kPairs = Row::kPairs;

  static PackMask is_pressed(const Row& row) { return ~row.open & (row.p[0] > 0.0); }
  static bool is_idle(const Row& row) { return none_set(~row.idle); }

  // Pair j of the percussions, within its bound.
  static void write_bounded(const Row& row, int j, const PackMask& pressed, Pack out[2]) {
    const Pack &x = row.p[1 + 2 * j], &y = row.p[2 + 2 * j], zero = packed(0.0);
    const Pack bound = *row.tangent[j].friction * row.p[0], length = square_root(x * x + y * y);
    const Pack scale = select(length > bound, bound / length, packed(1.0));
    out[0] = select(pressed, scale * x, zero);
    out[1] = select(pressed, scale * y, zero);
  }

  Pack normal_gain(const Row& row) const { return inverse_regularisation_ * row.r_normal; }

  static Pack sticking_residual(const Row& row) {
    Pack largest = absolute(row.r_normal * row.xi[0]);
    for (int k = 1; k < N; ++k) {
      largest = larger_of(largest, absolute(row.tangent[(k - 1) / 2].r_tangential * row.xi[k]));
    }
    return largest;
  }

  static Pack residual(const Row& row) {
    Pack largest = packed(0.0);
    for (const Pack& change : row.change) largest = larger_of(largest, absolute(change));
    return largest;
  }

  static Pack normal_trial(const Row& row) { return row.p[0] - row.r_normal * row.xi[0]; }

  // Residual, phase and direction of slip of a closed contact.
  static void linearise_closed(Row& row) {
    const Pack normal = larger_of(normal_trial(row), packed(0.0));
    row.change[0] = row.r_normal * row.xi[0];
    for (int j = 0; j < kPairs; ++j) linearise_pair(row, j, normal);
  }

  static void linearise_pair(Row& row, int j, const Pack& normal) {
    Tangent& t = row.tangent[j];
    const int i = 1 + 2 * j;
    const auto linear = linearised_tangent(*t.friction, t.r_tangential, normal, row.p + i, row.xi + i);
    t.slipping = linear.slipping;
    t.across = linear.share;
    for (int k = 0; k < 2; ++k) {
      t.e[k] = linear.direction[k];
      row.change[i + k] = linear.residual[k];
    }
  }

  // The change of the percussion at constant xi, and K.
  void find_change(Row& row) const {
    const Pack normal = -1.0 * inverse_regularisation_ * row.change[0];
    for (int j = 0; j < kPairs; ++j) find_tangential_change(row, j, normal);
    row.change[0] = select(row.open, -1.0 * row.change[0], normal);
  }

  // @param normal  change of the normal percussion
  void find_tangential_change(Row& row, int j, const Pack& normal) const {
    Tangent& t = row.tangent[j];
    Pack* const change = row.change + 1 + 2 * j;
    const Pack &mu = *t.friction, &r = t.r_tangential, &e0 = t.e[0], &e1 = t.e[1], share = t.across;
    const Pack f[2] = {change[0], change[1]};
    const Pack inverse_across = 1.0 / ((1.0 - share) + regularisation_);
    const Pack along = inverse_along_ * (mu * normal - (e0 * f[0] + e1 * f[1])),
               across = -1.0 * inverse_across * (e0 * f[1] - e1 * f[0]);
    const Pack first = select(t.slipping, along * e0 - across * e1, -1.0 * inverse_regularisation_ * f[0]),
               second = select(t.slipping, along * e1 + across * e0, -1.0 * inverse_regularisation_ * f[1]);
    change[0] = select(row.open, -1.0 * f[0], first);
    change[1] = select(row.open, -1.0 * f[1], second);
    t.along = inverse_along_ * mu * (normal_gain(row) + row.r_normal);
    t.across = select(t.slipping, inverse_across * share * r, inverse_regularisation_ * r);
  }

  // change -= K dxi of a pair of rows of closed contacts.
  static void follow(Row& row, int j, const Pack change_of_xi[N]) {
    const Tangent& t = row.tangent[j];
    Pack* const change = row.change + 1 + 2 * j;
    const Pack &d0 = change_of_xi[0], &d1 = change_of_xi[1 + 2 * j], &d2 = change_of_xi[2 + 2 * j];
    const Pack along = t.along * d0, across = t.across * (t.e[0] * d2 - t.e[1] * d1);
    const Pack first = select(t.slipping, along * t.e[0] - across * t.e[1], t.across * d1),
               second = select(t.slipping, along * t.e[1] + across * t.e[0], t.across * d2);
    change[0] = select(row.open, change[0], change[0] - first);
    change[1] = select(row.open, change[1], change[1] - second);
  }

  // The fraction of the changes at which a pair of rows reaches its friction cone in the given lanes, if it is smaller.
  static Pack smaller_fraction(const Row& row, int j, const Pack change_of_xi[N], const PackMask& lanes,
                               const Pack& fraction) {
    const int i = 1 + 2 * j;
    const Pack p[3] = {row.p[0], row.p[i], row.p[i + 1]}, xi[3] = {row.xi[0], row.xi[i], row.xi[i + 1]},
               change[3] = {row.change[0], row.change[i], row.change[i + 1]},
               d[3] = {change_of_xi[0], change_of_xi[i], change_of_xi[i + 1]};
    const ProjectionOf<Pack> law = {*row.tangent[j].friction, row.r_normal, row.tangent[j].r_tangential};
    const Pack before_cone = fraction_to_cone(law, p, xi, change, d);
    return select(lanes & ~row.open & ~row.idle & (before_cone < fraction), before_cone, fraction);
  }

  void add(const Row& row) {
    const PackMask acts = ~row.idle, closed = acts & ~row.open;
    const ResponseView normal = row.response(0);
    for (int k = 0; k < 6; ++k) {
      equations_.right[k] = select(acts, row.with_responses(equations_.right[k], row.change, k), equations_.right[k]);
    }
    const MotionView along_n = row.direction(0);
    const Pack gain = normal_gain(row);
    ProductPack<0> by_normal;  // what dxi_N changes
    for (int k = 0; k < 6; ++k) {
      by_normal.x[k] = gain * normal[k];
      by_normal.y[k] = along_n[k];
    }
    const PackMask sticks = closed & ~row.tangent[0].slipping;
    PackMask any_sticks = sticks;
    ProductPack<0> friction;
    set_tangential<0>(row, closed, friction, by_normal);
    if constexpr (N == 3) {
      by_normal.keep_only(closed);
      if (none_set(any_sticks)) return equations_.add_products(friction, by_normal);
      equations_.add_products(friction, across<0>(row, sticks), by_normal);
    } else {
      const PackMask does_not_roll = closed & ~row.tangent[1].slipping;
      any_sticks = any_sticks | does_not_roll;
      ProductPack<3> rolling;
      set_tangential<1>(row, closed, rolling, by_normal);
      by_normal.keep_only(closed);
      if (none_set(any_sticks)) return equations_.add_products(friction, rolling, by_normal);
      equations_.add_products(friction, across<0>(row, sticks), rolling, across<1>(row, does_not_roll), by_normal);
    }
  }

  // The second product of a pair of rows, where it sticks.
  template <int kPair>
  static ProductPack<3 * kPair> across(const Row& row, const PackMask& sticks) {
    const ResponseView second = row.response(2 + 2 * kPair);
    const MotionView along_2 = row.direction(2 + 2 * kPair);
    ProductPack<3 * kPair> across;
    for (int k = across.first; k < 6; ++k) {
      across.x[k] = row.tangent[kPair].across * second[k];
      across.y[k] = along_2[k];
    }
    across.keep_only(sticks);
    return across;
  }

  // The first product of a pair of rows, and where it slips its part of the product with dxi_N.
  template <int kPair>
  static void set_tangential(const Row& row, const PackMask& closed, ProductPack<3 * kPair>& tangential,
                             ProductPack<0>& by_normal) {
    const Tangent& t = row.tangent[kPair];
    const Pack &e0 = t.e[0], &e1 = t.e[1];
    const ResponseView first = row.response(1 + 2 * kPair), second = row.response(2 + 2 * kPair);
    const MotionView along_1 = row.direction(1 + 2 * kPair), along_2 = row.direction(2 + 2 * kPair);
    for (int k = tangential.first; k < 6; ++k) {
      tangential.x[k] = t.across * select(t.slipping, e0 * second[k] - e1 * first[k], first[k]);
      tangential.y[k] = select(t.slipping, e0 * along_2[k] - e1 * along_1[k], along_1[k]);
      const Pack slipping = by_normal.x[k] + t.along * (e0 * first[k] + e1 * second[k]);
      by_normal.x[k] = select(t.slipping, slipping, by_normal.x[k]);
    }
    tangential.keep_only(closed);
  }

  const uint32_t count_;
  const VelocityPack& free_;
  Pack regularisation_, inverse_regularisation_, inverse_along_;
  SixEquationPack equations_;
  Row rows_[kLaneContacts];
};

}  // namespace
}  // namespace rockfall
