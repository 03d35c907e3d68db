// Several contacts of each of several rocks in SIMD lanes: the first stages of contact/many_contacts.cpp. Everything
// has internal linkage.
#pragma once

#include "contact/projection.h"
#include "contact/solver_stage.h"
#include "step/one_contact_pack.h"
#include "step/six_equation_pack.h"

namespace rockfall {
namespace {

// One contact of the iteration; see Row of contact/many_contacts.cpp.
struct RowPack {
  const ContactPack* contact;
  VectorPack push[3];  // linear part of response()
  Pack r_normal, r_tangential;
  PackMask open, idle, slipping;
  Pack e[2], share, along, across;
  Pack p[3], xi[3], residual[3], change[3];

  MotionView direction(int k) const { return {contact->frame[k], contact->angular[k]}; }
  MotionView response(int k) const { return {push[k], contact->response[k]}; }
};

class SeveralContacts {
 public:
  // @param contacts  read until the solution is no longer needed
  SeveralContacts(const ContactPack* contacts, uint32_t count, const VelocityPack& free, const Pack& inverse_mass)
      : count_(count), free_(free) {
    for (uint32_t i = 0; i < count; ++i) {
      const ContactPack& contact = contacts[i];
      RowPack& row = rows_[i];
      const Pack diagonal[3] = {dot(contact.angular[0], contact.response[0]),
                                dot(contact.angular[1], contact.response[1]),
                                dot(contact.angular[2], contact.response[2])};
      row.contact = &contact;
      row.r_normal = 1.0 / (inverse_mass + diagonal[0]);
      row.r_tangential = 1.0 / (inverse_mass + 0.5 * (diagonal[1] + diagonal[2]));
      for (int k = 0; k < 3; ++k) row.push[k] = inverse_mass * contact.frame[k];
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
    const RowPack& row = rows_[i];
    const Pack zero = packed(0.0), bound = row.contact->friction * row.p[0];
    const Pack length = square_root(row.p[1] * row.p[1] + row.p[2] * row.p[2]);
    const Pack scale = select(length > bound, bound / length, packed(1.0));
    const PackMask pressed = ~row.open & (row.p[0] > 0.0);
    return {{select(pressed, row.p[0], zero), select(pressed, scale * row.p[1], zero),
             select(pressed, scale * row.p[2], zero)}};
  }

 private:
  static PackMask all_set() { return ~none_packed(); }

  void regularise(const Pack& regularisation) {
    regularisation_ = regularisation;
    inverse_regularisation_ = 1.0 / regularisation;
    inverse_along_ = 1.0 / (1.0 + regularisation);
  }

  Pack normal_gain(const RowPack& row) const { return inverse_regularisation_ * row.r_normal; }

  static Pack sticking_residual(const RowPack& row) {
    Pack largest = absolute(row.r_normal * row.xi[0]);
    for (int k = 1; k < 3; ++k) largest = larger_of(largest, absolute(row.r_tangential * row.xi[k]));
    return largest;
  }

  Pack linearise_all() {
    Pack largest = packed(0.0);
    for (uint32_t i = 0; i < count_; ++i) {
      RowPack& row = rows_[i];
      const Pack normal = row.p[0] - row.r_normal * row.xi[0];
      row.open = normal <= 0.0;
      row.idle = (row.open & (row.p[0] == 0.0) & (row.p[1] == 0.0) & (row.p[2] == 0.0)) | ~row.contact->present;
      linearise(row, normal);
      Pack error = packed(0.0);
      for (int k = 0; k < 3; ++k) {
        row.residual[k] = select(row.open, row.p[k], row.residual[k]);
        error = larger_of(error, absolute(row.residual[k]));
      }
      largest = select(row.idle, largest, larger_of(largest, error));
    }
    return largest;
  }

  // Residual, phase and direction of slip, as of a closed contact.
  static void linearise(RowPack& row, const Pack& normal) {
    const Pack mu = row.contact->friction, r = row.r_tangential;
    const Pack first = r * row.xi[1], second = r * row.xi[2];
    const Pack bound = mu * normal, y0 = row.p[1] - first, y1 = row.p[2] - second;
    const Pack squared = y0 * y0 + y1 * y1;
    row.slipping = squared > bound * bound;
    const Pack inverse_length = 1.0 / square_root(squared);
    row.share = bound * inverse_length;
    row.e[0] = y0 * inverse_length;
    row.e[1] = y1 * inverse_length;
    row.residual[0] = row.r_normal * row.xi[0];
    row.residual[1] = select(row.slipping, row.p[1] - bound * row.e[0], first);
    row.residual[2] = select(row.slipping, row.p[2] - bound * row.e[1], second);
  }

  // The change of the percussion at constant xi, and K.
  void find_change(RowPack& row) const {
    const Pack mu = row.contact->friction, r = row.r_tangential;
    const Pack *const f = row.residual, &e0 = row.e[0], &e1 = row.e[1];
    row.change[0] = -1.0 * inverse_regularisation_ * f[0];
    const Pack inverse_across = 1.0 / ((1.0 - row.share) + regularisation_);
    const Pack along = inverse_along_ * (mu * row.change[0] - (e0 * f[1] + e1 * f[2])),
               across = -1.0 * inverse_across * (e0 * f[2] - e1 * f[1]);
    row.change[1] = select(row.slipping, along * e0 - across * e1, -1.0 * inverse_regularisation_ * f[1]);
    row.change[2] = select(row.slipping, along * e1 + across * e0, -1.0 * inverse_regularisation_ * f[2]);
    row.along = inverse_along_ * mu * (normal_gain(row) + row.r_normal);
    row.across = select(row.slipping, inverse_across * row.share * r, inverse_regularisation_ * r);
    for (int k = 0; k < 3; ++k) row.change[k] = select(row.open, -1.0 * f[k], row.change[k]);
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
      RowPack& row = rows_[i];
      const Pack change_of_xi[3] = {dot(row.direction(0), step), dot(row.direction(1), step),
                                    dot(row.direction(2), step)};
      follow(row, change_of_xi);
      if (!stop_at_cone) continue;
      const ProjectionOf<Pack> law = {row.contact->friction, row.r_normal, row.r_tangential};
      const Pack before_cone = fraction_to_cone(law, row.p, row.xi, row.change, change_of_xi);
      fraction = select(~row.open & ~row.idle & (before_cone < fraction), before_cone, fraction);
    }
    for (uint32_t i = 0; i < count_; ++i) {
      RowPack& row = rows_[i];
      const PackMask changes = lanes & ~row.idle;
      for (int k = 0; k < 3; ++k) row.p[k] = select(changes, row.p[k] + fraction * row.change[k], row.p[k]);
    }
    update_velocity();
  }

  // change -= K dxi of closed contacts.
  void follow(RowPack& row, const Pack change_of_xi[3]) const {
    const Pack &d0 = change_of_xi[0], &d1 = change_of_xi[1], &d2 = change_of_xi[2];
    const Pack along = row.along * d0, across = row.across * (row.e[0] * d2 - row.e[1] * d1);
    const Pack first = select(row.slipping, along * row.e[0] - across * row.e[1], row.across * d1),
               second = select(row.slipping, along * row.e[1] + across * row.e[0], row.across * d2);
    row.change[0] = select(row.open, row.change[0], row.change[0] - normal_gain(row) * d0);
    row.change[1] = select(row.open, row.change[1], row.change[1] - first);
    row.change[2] = select(row.open, row.change[2], row.change[2] - second);
  }

  void add(const RowPack& row) {
    const PackMask acts = ~row.idle, closed = acts & ~row.open, slips = closed & row.slipping,
                   sticks = closed & ~row.slipping;
    const MotionView normal = row.response(0), first = row.response(1), second = row.response(2),
                     along_n = row.direction(0), along_1 = row.direction(1), along_2 = row.direction(2);
    for (int k = 0; k < 6; ++k) {
      const Pack right =
          equations_.right[k] + row.change[0] * normal[k] + row.change[1] * first[k] + row.change[2] * second[k];
      equations_.right[k] = select(acts, right, equations_.right[k]);
    }
    const Pack gain = normal_gain(row), e0 = row.e[0], e1 = row.e[1];
    ProductPack tangential, by_normal;
    for (int k = 0; k < 6; ++k) {
      const Pack rigid = gain * normal[k];
      tangential.x[k] = row.across * select(slips, e0 * second[k] - e1 * first[k], first[k]);
      tangential.y[k] = select(slips, e0 * along_2[k] - e1 * along_1[k], along_1[k]);
      by_normal.x[k] = select(slips, rigid + row.along * (e0 * first[k] + e1 * second[k]), rigid);
      by_normal.y[k] = along_n[k];
    }
    tangential.keep_only(closed);
    by_normal.keep_only(closed);
    if (none_set(sticks)) {
      equations_.add_products({tangential, by_normal});
      return;
    }
    ProductPack across;
    for (int k = 0; k < 6; ++k) {
      across.x[k] = row.across * second[k];
      across.y[k] = along_2[k];
    }
    across.keep_only(sticks);
    equations_.add_products({tangential, across, by_normal});
  }

  // Compute the velocity from the percussions, and xi.
  void update_velocity() {
    SixPack velocity;
    for (int k = 0; k < 3; ++k) {
      velocity[k] = free_.linear[k];
      velocity[3 + k] = free_.angular[k];
    }
    for (uint32_t i = 0; i < count_; ++i) {
      const RowPack& row = rows_[i];
      const MotionView normal = row.response(0), first = row.response(1), second = row.response(2);
      for (int k = 0; k < 6; ++k) {
        const Pack sum = velocity[k] + row.p[0] * normal[k] + row.p[1] * first[k] + row.p[2] * second[k];
        velocity[k] = select(row.idle, velocity[k], sum);
      }
    }
    for (uint32_t i = 0; i < count_; ++i) {
      RowPack& row = rows_[i];
      for (int k = 0; k < 3; ++k) row.xi[k] = dot(row.direction(k), velocity) + row.contact->offset[k];
    }
  }

  const uint32_t count_;
  const VelocityPack& free_;
  Pack regularisation_, inverse_regularisation_, inverse_along_;
  SixEquationPack equations_;
  RowPack rows_[kLaneContacts];
};

// solve_many_contacts() in one stage. Returns the lanes in which it finds a solution; there the percussions and the
// velocity are set. @param count  largest number of contacts of a lane
inline PackMask solve_several_contacts(ContactPack* contacts, uint32_t count, const PackMask& lanes,
                                       const VelocityPack& free, const Pack& inverse_mass, double tolerance,
                                       const SolverStage& stage, VelocityPack& velocity) {
  SeveralContacts several(contacts, count, free, inverse_mass);
  const PackMask solved = several.solve(lanes, tolerance, stage);
  for (uint32_t i = 0; i < count; ++i) {
    const VectorPack percussion = several.percussion(i);
    for (int k = 0; k < 3; ++k) {
      contacts[i].percussion[k] = select(solved & contacts[i].present, percussion[k], contacts[i].percussion[k]);
    }
    contacts[i].apply(solved, inverse_mass, velocity);
  }
  return solved;
}

}  // namespace
}  // namespace rockfall
