// Several contacts of each of several rocks in SIMD lanes: the first stage of contact/many_contacts.cpp. Everything
// has internal linkage.
#pragma once

#include "contact/solver_stage.h"
#include "step/one_contact_pack.h"

namespace rockfall {
namespace {

struct SixPack {
  Pack x[6];
  const Pack& operator[](int i) const { return x[i]; }
  Pack& operator[](int i) { return x[i]; }
};

inline SixPack six_pack(const VectorPack& linear, const VectorPack& angular) {
  return {{linear[0], linear[1], linear[2], angular[0], angular[1], angular[2]}};
}

// In the order of dot() in numerics/six.h.
inline Pack dot(const SixPack& x, const SixPack& y) {
  return ((x[0] * y[0] + x[2] * y[2]) + x[4] * y[4]) + ((x[1] * y[1] + x[3] * y[3]) + x[5] * y[5]);
}

// Six equations A x = b for each lane.
struct SixEquationPack {
  Pack rows[6][6];
  Pack right[6];

  void set_identity() {
    for (int i = 0; i < 6; ++i) {
      for (int j = 0; j < 6; ++j) rows[i][j] = packed(i == j ? 1.0 : 0.0);
      right[i] = packed(0.0);
    }
  }

  // A += x y^T in the given lanes. Adding -0 changes no number.
  void add_product(const PackMask& lanes, const SixPack& x, const SixPack& y) {
    const Pack nothing = packed(-0.0), one = packed(1.0);
    SixPack factor;
    for (int j = 0; j < 6; ++j) factor[j] = select(lanes, y[j], one);
    for (int i = 0; i < 6; ++i) {
      const Pack scale = select(lanes, x[i], nothing);
      for (int j = 0; j < 6; ++j) rows[i][j] = rows[i][j] + scale * factor[j];
    }
  }

  // SixEquations::solved(). Destroys the equations. @param lanes  those whose solution is needed
  SixPack solve(const PackMask& lanes) {
    Pack inverse_pivot[6];
    for (int k = 0; k < 6; ++k) {
      exchange_pivot(k, lanes);
      inverse_pivot[k] = 1.0 / rows[k][k];
      for (int i = k + 1; i < 6; ++i) {
        const Pack factor = rows[i][k] * inverse_pivot[k];
        for (int j = k + 1; j < 6; ++j) rows[i][j] = rows[i][j] - factor * rows[k][j];
        right[i] = right[i] - factor * right[k];
      }
    }
    SixPack solution;
    for (int k = 5; k >= 0; --k) {
      Pack rest = right[k];
      for (int j = k + 1; j < 6; ++j) rest = rest - rows[k][j] * solution[j];
      solution[k] = rest * inverse_pivot[k];
    }
    return solution;
  }

 private:
  // Partial pivoting: the first row with the largest number in column k.
  void exchange_pivot(int k, const PackMask& lanes) {
    const Pack own = packed(k);
    Pack largest = absolute(rows[k][k]), pivot = own;
    for (int i = k + 1; i < 6; ++i) {
      const Pack candidate = absolute(rows[i][k]);
      const PackMask larger = candidate > largest;
      pivot = select(larger, packed(i), pivot);
      largest = select(larger, candidate, largest);
    }
    if (none_set(lanes & ~(pivot == own))) return;
    for (int i = k + 1; i < 6; ++i) {
      const PackMask here = pivot == packed(i);
      for (int j = k; j < 6; ++j) exchange(here, rows[k][j], rows[i][j]);
      exchange(here, right[k], right[i]);
    }
  }

  static void exchange(const PackMask& lanes, Pack& x, Pack& y) {
    const Pack kept = x;
    x = select(lanes, y, x);
    y = select(lanes, kept, y);
  }
};

// One contact of the iteration; see Row of contact/many_contacts.cpp.
struct RowPack {
  PackMask present;
  SixPack direction[3], response[3];
  Pack friction, r_normal, r_tangential;
  PackMask open, idle, slipping;
  Pack e[2], along, across;
  Pack p[3], xi[3], change[3];
  VectorPack offset;
};

class SeveralContacts {
 public:
  SeveralContacts(const ContactPack* contacts, uint32_t count, const VelocityPack& free, const Pack& inverse_mass)
      : count_(count), free_(six_pack(free.linear, free.angular)) {
    for (uint32_t i = 0; i < count; ++i) {
      const ContactPack& contact = contacts[i];
      RowPack& row = rows_[i];
      const Pack diagonal[3] = {dot(contact.angular[0], contact.response[0]),
                                dot(contact.angular[1], contact.response[1]),
                                dot(contact.angular[2], contact.response[2])};
      row.present = contact.present;
      row.friction = contact.friction;
      row.r_normal = 1.0 / (inverse_mass + diagonal[0]);
      row.r_tangential = 1.0 / (inverse_mass + 0.5 * (diagonal[1] + diagonal[2]));
      row.offset = contact.offset;
      for (int k = 0; k < 3; ++k) {
        row.direction[k] = six_pack(contact.frame[k], contact.angular[k]);
        row.response[k] = six_pack(inverse_mass * contact.frame[k], contact.response[k]);
      }
    }
  }

  // Iterate from zero percussions. Returns the lanes that have converged.
  PackMask solve(const PackMask& lanes, double tolerance) {
    for (uint32_t i = 0; i < count_; ++i) {
      for (Pack& p : rows_[i].p) p = packed(0.0);
      rows_[i].idle = all_set();
    }
    update_velocity();
    Pack size = packed(0.0);
    for (uint32_t i = 0; i < count_; ++i) {
      size = select(rows_[i].present, larger_of(size, sticking_residual(rows_[i])), size);
    }
    const Pack bound = tolerance * size;
    PackMask pending = lanes, solved = none_packed();
    for (int iteration = 0;; ++iteration) {
      const Pack error = linearise_all();
      const PackMask done = pending & (error <= bound);
      solved = solved | done;
      pending = pending & ~done & (error < 1e300);
      if (iteration == kFirstStage.max_iterations || none_set(pending)) return solved;
      iterate(pending);
    }
  }

  // The percussion of a contact, without rounding where the laws are exact.
  VectorPack percussion(uint32_t i) const {
    const RowPack& row = rows_[i];
    const Pack zero = packed(0.0), bound = row.friction * row.p[0];
    const Pack length = square_root(row.p[1] * row.p[1] + row.p[2] * row.p[2]);
    const Pack scale = select(length > bound, bound / length, packed(1.0));
    const PackMask pressed = ~row.open & (row.p[0] > 0.0);
    return {{select(pressed, row.p[0], zero), select(pressed, scale * row.p[1], zero),
             select(pressed, scale * row.p[2], zero)}};
  }

 private:
  static PackMask all_set() { return ~none_packed(); }
  static constexpr double kRegularisation = kFirstStage.regularisation;

  static Pack normal_gain(const RowPack& row) { return (1.0 / kRegularisation) * row.r_normal; }

  static Pack sticking_residual(const RowPack& row) {
    Pack largest = absolute(row.r_normal * row.xi[0]);
    for (int k = 1; k < 3; ++k) largest = larger_of(largest, absolute(row.r_tangential * row.xi[k]));
    return largest;
  }

  Pack linearise_all() {
    Pack largest = packed(0.0);
    for (uint32_t i = 0; i < count_; ++i) {
      RowPack& row = rows_[i];
      const Pack zero = packed(0.0), normal = row.p[0] - row.r_normal * row.xi[0];
      row.open = normal <= 0.0;
      row.idle = (row.open & (row.p[0] == 0.0) & (row.p[1] == 0.0) & (row.p[2] == 0.0)) | ~row.present;
      const Pack residual = linearise(row, normal);
      Pack left = zero;  // residual of an open contact
      for (int k = 0; k < 3; ++k) {
        left = larger_of(left, absolute(row.p[k]));
        row.change[k] = select(row.open, -1.0 * row.p[k], row.change[k]);
      }
      const Pack error = select(row.open, left, residual);
      largest = select(row.idle, largest, larger_of(largest, error));
    }
    return largest;
  }

  // Residual, change and derivatives of a closed contact.
  static Pack linearise(RowPack& row, const Pack& normal) {
    const double inverse_regularisation = 1.0 / kRegularisation, inverse_along = 1.0 / (1.0 + kRegularisation);
    const Pack mu = row.friction, r = row.r_tangential;
    const Pack residual = row.r_normal * row.xi[0], first = r * row.xi[1], second = r * row.xi[2];
    const Pack bound = mu * normal, y0 = row.p[1] - first, y1 = row.p[2] - second;
    const Pack squared = y0 * y0 + y1 * y1;
    row.slipping = squared > bound * bound;
    const Pack inverse_length = 1.0 / square_root(squared), share = bound * inverse_length;
    const Pack e0 = y0 * inverse_length, e1 = y1 * inverse_length;
    const Pack f0 = select(row.slipping, row.p[1] - bound * e0, first),
               f1 = select(row.slipping, row.p[2] - bound * e1, second);
    row.change[0] = -inverse_regularisation * residual;
    const Pack inverse_across = 1.0 / ((1.0 - share) + kRegularisation);
    const Pack along = inverse_along * (mu * row.change[0] - (e0 * f0 + e1 * f1)),
               across = -1.0 * inverse_across * (e0 * f1 - e1 * f0);
    row.change[1] = select(row.slipping, along * e0 - across * e1, -inverse_regularisation * f0);
    row.change[2] = select(row.slipping, along * e1 + across * e0, -inverse_regularisation * f1);
    row.along = inverse_along * mu * (normal_gain(row) + row.r_normal);
    row.across = select(row.slipping, inverse_across * share * r, inverse_regularisation * r);
    row.e[0] = e0;
    row.e[1] = e1;
    return larger_of(absolute(residual), larger_of(absolute(f0), absolute(f1)));
  }

  void iterate(const PackMask& lanes) {
    equations_.set_identity();
    for (uint32_t i = 0; i < count_; ++i) add(rows_[i]);
    const SixPack step = equations_.solve(lanes);
    for (uint32_t i = 0; i < count_; ++i) {
      RowPack& row = rows_[i];
      follow(row, step);
      const PackMask changes = lanes & ~row.idle;
      for (int k = 0; k < 3; ++k) row.p[k] = select(changes, row.p[k] + row.change[k], row.p[k]);
    }
    update_velocity();
  }

  // change -= K dxi of closed contacts.
  static void follow(RowPack& row, const SixPack& step) {
    const Pack d0 = dot(row.direction[0], step), d1 = dot(row.direction[1], step), d2 = dot(row.direction[2], step);
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
    const SixPack &normal = row.response[0], &first = row.response[1], &second = row.response[2];
    for (int k = 0; k < 6; ++k) {
      const Pack right =
          equations_.right[k] + row.change[0] * normal[k] + row.change[1] * first[k] + row.change[2] * second[k];
      equations_.right[k] = select(acts, right, equations_.right[k]);
    }
    const Pack gain = normal_gain(row), e0 = row.e[0], e1 = row.e[1];
    SixPack by_normal, x, y;
    for (int k = 0; k < 6; ++k) {
      by_normal[k] = gain * normal[k];
      by_normal[k] = select(slips, by_normal[k] + row.along * (e0 * first[k] + e1 * second[k]), by_normal[k]);
      x[k] = row.across * select(slips, e0 * second[k] - e1 * first[k], first[k]);
      y[k] = select(slips, e0 * row.direction[2][k] - e1 * row.direction[1][k], row.direction[1][k]);
    }
    equations_.add_product(closed, x, y);
    if (!none_set(sticks)) {
      for (int k = 0; k < 6; ++k) x[k] = row.across * second[k];
      equations_.add_product(sticks, x, row.direction[2]);
    }
    equations_.add_product(closed, by_normal, row.direction[0]);
  }

  // Compute the velocity from the percussions, and xi.
  void update_velocity() {
    SixPack velocity = free_;
    for (uint32_t i = 0; i < count_; ++i) {
      const RowPack& row = rows_[i];
      for (int k = 0; k < 6; ++k) {
        const Pack sum =
            velocity[k] + row.p[0] * row.response[0][k] + row.p[1] * row.response[1][k] + row.p[2] * row.response[2][k];
        velocity[k] = select(row.idle, velocity[k], sum);
      }
    }
    for (uint32_t i = 0; i < count_; ++i) {
      RowPack& row = rows_[i];
      for (int k = 0; k < 3; ++k) row.xi[k] = dot(row.direction[k], velocity) + row.offset[k];
    }
  }

  const uint32_t count_;
  const SixPack free_;
  SixEquationPack equations_;
  RowPack rows_[kLaneContacts];
};

// solve_many_contacts() where its first stage converges. Returns the lanes in which it does; there the percussions and
// the velocity are set. @param count  largest number of contacts of a lane
inline PackMask solve_several_contacts(ContactPack* contacts, uint32_t count, const PackMask& lanes,
                                       const VelocityPack& free, const Pack& inverse_mass, double tolerance,
                                       VelocityPack& velocity) {
  SeveralContacts several(contacts, count, free, inverse_mass);
  const PackMask solved = several.solve(lanes, tolerance);
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
