// Several contacts of each of several rocks in SIMD lanes: the first attempts of contact/many_contacts.cpp. Everything
// has internal linkage.
#pragma once

#include "contact/projection.h"
#include "contact/solver_stage.h"
#include "step/rolling_pack.h"
#include "step/six_equation_pack.h"

namespace rockfall {
namespace {

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
  VectorPack push[3];          // linear part of response()
  Pack r_normal;
  Tangent tangent[kPairs];
  PackMask open, idle;
  Pack p[N], xi[N];
  Pack change[N];  // before find_change(): the residual

  // Row k. Those from the fourth on have no linear part: moments do not push. Zeros are not multiplied.
  MotionView direction(int k) const {
    return k < 3 ? MotionView{contact->frame[k], contact->angular[k]} : turning(rolling->axes[k - 3]);
  }
  MotionView response(int k) const {
    return k < 3 ? MotionView{push[k], contact->response[k]} : turning(rolling->response[k - 3]);
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

 private:
  // The linear part is not read.
  static MotionView turning(const VectorPack& angular) { return {angular, angular}; }
};

template <int N>
class SeveralContacts {
 public:
  // @param contacts, rolling  read until the solution is no longer needed; rolling is null with three rows
  SeveralContacts(const ContactPack* contacts, const RollingPack* rolling, uint32_t count, const VelocityPack& free,
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
      for (int k = 0; k < 3; ++k) row.push[k] = inverse_mass * contact.frame[k];
      if constexpr (N == 5) {
        const RollingPack& r = rolling[i];
        row.rolling = &r;
        row.tangent[1].friction = &r.arm;
        row.tangent[1].r_tangential = 2.0 / (dot(r.axes[0], r.response[0]) + dot(r.axes[1], r.response[1]));
      }
    }
  }

  // Iterate from zero percussions. Returns the lanes that have converged.
  PackMask solve(const PackMask& lanes, double tolerance, const SolverStage& stage) {
    regularise(packed(stage.first_regularisation));
    for (uint32_t i = 0; i < count_; ++i) {
      for (Pack& p : rows_[i].p) p = packed(0.0);
      rows_[i].idle = all_set();
    }
    update_velocity();
    Pack size = packed(0.0);
    for (uint32_t i = 0; i < count_; ++i) {
      size = select(rows_[i].contact->present, larger_of(size, sticking_residual(rows_[i])), size);
    }
    const Pack bound = tolerance * size;
    PackMask pending = lanes, solved = none_packed();
    for (int iteration = 0;; ++iteration) {
      const Pack error = linearise_all();
      const PackMask done = pending & (error <= bound);
      solved = solved | done;
      pending = pending & ~done & (error < 1e300);
      if (iteration == stage.max_iterations || none_set(pending)) return solved;
      if (iteration > 0 && stage.follows_residual()) {
        regularise(stage.regularisation(error / size, packed(stage.least)));
      }
      iterate(pending, stage.stop_at_cone && iteration > 0);
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

  static PackMask all_set() { return ~none_packed(); }
  static PackMask is_pressed(const Row& row) { return ~row.open & (row.p[0] > 0.0); }

  // Pair j of the percussions, within its bound.
  static void write_bounded(const Row& row, int j, const PackMask& pressed, Pack out[2]) {
    const Pack &x = row.p[1 + 2 * j], &y = row.p[2 + 2 * j], zero = packed(0.0);
    const Pack bound = *row.tangent[j].friction * row.p[0], length = square_root(x * x + y * y);
    const Pack scale = select(length > bound, bound / length, packed(1.0));
    out[0] = select(pressed, scale * x, zero);
    out[1] = select(pressed, scale * y, zero);
  }

  void regularise(const Pack& regularisation) {
    regularisation_ = regularisation;
    inverse_regularisation_ = 1.0 / regularisation;
    inverse_along_ = 1.0 / (1.0 + regularisation);
  }

  Pack normal_gain(const Row& row) const { return inverse_regularisation_ * row.r_normal; }

  static Pack sticking_residual(const Row& row) {
    Pack largest = absolute(row.r_normal * row.xi[0]);
    for (int k = 1; k < N; ++k) {
      largest = larger_of(largest, absolute(row.tangent[(k - 1) / 2].r_tangential * row.xi[k]));
    }
    return largest;
  }

  Pack linearise_all() {
    Pack largest = packed(0.0);
    for (uint32_t i = 0; i < count_; ++i) {
      Row& row = rows_[i];
      const Pack normal = row.p[0] - row.r_normal * row.xi[0];
      row.open = normal <= 0.0;
      PackMask idle = row.open;
      for (const Pack& p : row.p) idle = idle & (p == 0.0);
      row.idle = idle | ~row.contact->present;
      row.change[0] = row.r_normal * row.xi[0];
      for (int j = 0; j < kPairs; ++j) linearise(row, j, normal);
      Pack error = packed(0.0);
      for (int k = 0; k < N; ++k) {
        row.change[k] = select(row.open, row.p[k], row.change[k]);
        error = larger_of(error, absolute(row.change[k]));
      }
      largest = select(row.idle, largest, larger_of(largest, error));
    }
    return largest;
  }

  // Residual, phase and direction of slip of a pair of rows, as of a closed contact.
  static void linearise(Row& row, int j, const Pack& normal) {
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

  void iterate(const PackMask& lanes, bool stop_at_cone) {
    equations_.set_identity();
    for (uint32_t i = 0; i < count_; ++i) {
      find_change(rows_[i]);
      add(rows_[i]);
    }
    const SixPack step = equations_.solve();
    Pack fraction = packed(1.0);
    for (uint32_t i = 0; i < count_; ++i) {
      Row& row = rows_[i];
      Pack change_of_xi[N];
      for (int k = 0; k < N; ++k) change_of_xi[k] = row.along(k, step);
      row.change[0] = select(row.open, row.change[0], row.change[0] - normal_gain(row) * change_of_xi[0]);
      for (int j = 0; j < kPairs; ++j) {
        follow(row, j, change_of_xi);
        if (stop_at_cone) fraction = smaller_fraction(row, j, change_of_xi, fraction);
      }
    }
    for (uint32_t i = 0; i < count_; ++i) {
      Row& row = rows_[i];
      const PackMask changes = lanes & ~row.idle;
      for (int k = 0; k < N; ++k) row.p[k] = select(changes, row.p[k] + fraction * row.change[k], row.p[k]);
    }
    update_velocity();
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

  // The fraction of the changes at which a pair of rows reaches its friction cone, if it is smaller.
  static Pack smaller_fraction(const Row& row, int j, const Pack change_of_xi[N], const Pack& fraction) {
    const int i = 1 + 2 * j;
    const Pack p[3] = {row.p[0], row.p[i], row.p[i + 1]}, xi[3] = {row.xi[0], row.xi[i], row.xi[i + 1]},
               change[3] = {row.change[0], row.change[i], row.change[i + 1]},
               d[3] = {change_of_xi[0], change_of_xi[i], change_of_xi[i + 1]};
    const ProjectionOf<Pack> law = {*row.tangent[j].friction, row.r_normal, row.tangent[j].r_tangential};
    const Pack before_cone = fraction_to_cone(law, p, xi, change, d);
    return select(~row.open & ~row.idle & (before_cone < fraction), before_cone, fraction);
  }

  void add(const Row& row) {
    const PackMask acts = ~row.idle, closed = acts & ~row.open;
    const MotionView normal = row.response(0);
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

  // What a pair of rows that sticks adds besides.
  template <int kPair>
  static ProductPack<3 * kPair> across(const Row& row, const PackMask& sticks) {
    const MotionView second = row.response(2 + 2 * kPair), along_2 = row.direction(2 + 2 * kPair);
    ProductPack<3 * kPair> across;
    for (int k = across.first; k < 6; ++k) {
      across.x[k] = row.tangent[kPair].across * second[k];
      across.y[k] = along_2[k];
    }
    across.keep_only(sticks);
    return across;
  }

  // The product of a pair of rows, and where it slips its part of what dxi_N changes.
  template <int kPair>
  static void set_tangential(const Row& row, const PackMask& closed, ProductPack<3 * kPair>& tangential,
                             ProductPack<0>& by_normal) {
    const Tangent& t = row.tangent[kPair];
    const Pack &e0 = t.e[0], &e1 = t.e[1];
    const MotionView first = row.response(1 + 2 * kPair), second = row.response(2 + 2 * kPair),
                     along_1 = row.direction(1 + 2 * kPair), along_2 = row.direction(2 + 2 * kPair);
    for (int k = tangential.first; k < 6; ++k) {
      tangential.x[k] = t.across * select(t.slipping, e0 * second[k] - e1 * first[k], first[k]);
      tangential.y[k] = select(t.slipping, e0 * along_2[k] - e1 * along_1[k], along_1[k]);
      const Pack slipping = by_normal.x[k] + t.along * (e0 * first[k] + e1 * second[k]);
      by_normal.x[k] = select(t.slipping, slipping, by_normal.x[k]);
    }
    tangential.keep_only(closed);
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

  const uint32_t count_;
  const VelocityPack& free_;
  Pack regularisation_, inverse_regularisation_, inverse_along_;
  SixEquationPack equations_;
  Row rows_[N == 3 ? kLaneContacts : kRollingLaneContacts];
};

// One attempt of solve_many_contacts() or, with N = 5, solve_rolling_contacts(). Returns the lanes in which it finds a
// solution; there the percussions, the moments and the velocity are set.
// @param rolling  null with N = 3
// @param count    largest number of contacts of a lane
template <int N>
inline PackMask solve_several_contacts(ContactPack* contacts, RollingPack* rolling, uint32_t count,
                                       const PackMask& lanes, const VelocityPack& free, const Pack& inverse_mass,
                                       double tolerance, const SolverStage& stage, VelocityPack& velocity) {
  SeveralContacts<N> several(contacts, rolling, count, free, inverse_mass);
  const PackMask solved = several.solve(lanes, tolerance, stage);
  for (uint32_t i = 0; i < count; ++i) {
    const PackMask here = solved & contacts[i].present;
    replace(here, several.percussion(i), contacts[i].percussion);
    contacts[i].apply(solved, inverse_mass, velocity);
    if constexpr (N == 5) {
      Pack moment[2];
      several.write_moment(i, moment);
      for (int k = 0; k < 2; ++k) rolling[i].moment[k] = select(here, moment[k], rolling[i].moment[k]);
      rolling[i].apply(here, velocity);
    }
  }
  return solved;
}

}  // namespace
}  // namespace rockfall
