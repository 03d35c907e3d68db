// The contacts of a rock as rows of the projections of their laws, for the iterations of Newton's method in
// contact/many_contacts.cpp and contact/working_set.h.
#pragma once

#include <cmath>
#include <cstdint>

#include "contact/contact.h"
#include "contact/percussion_solver.h"
#include "contact/projection.h"
#include "numerics/minmax.h"
#include "numerics/six.h"

namespace rockfall {

/// One contact, with N = 3 rows (normal, t1, t2) or, with rolling friction, N = 5 (moments about t1 and t2 as well). In
/// an iteration its percussion changes by `change` - K dxi, with dxi the change of xi:
///   K_NN = r_N / regularisation
///   sticking pair of rows: K = across 1
///   slipping pair of rows: K = along e n^T + across (1 - e e^T)
template <int N>
struct PercussionRow {
  static constexpr int kPairs = (N - 1) / 2;
  // Friction, or rolling friction.
  struct Tangent {
    Projection law;
    double direction[2], share;  // e; see LinearisedTangent
    double across;
  };
  Six direction[N];  // rows of W^T: xi_k = direction . u + offset_k
  Six response[N];   // columns of M^-1 W
  Tangent tangent[kPairs];
  bool slipping[kPairs];
  bool open;
  bool idle;  // open, and has been: neither percussion nor change
  double p[N], xi[N];
  double change[N];  // before find_change(): the residual, in the same place to use less stack
};

/// The rows of all contacts. An iteration linearises each contact, finds the changes and advances by a fraction of
/// them.
/// @tparam N  see PercussionRow
template <int N>
class PercussionRows {
 public:
  /// @param offset  per contact: xi = gamma+ + offset
  PercussionRows(const ContactSet& contacts, const Vec3* offset, double inverse_mass, const Velocity& free)
      : contacts_(contacts), offset_(offset), free_(six_of(free.linear.data(), free.angular.data())) {
    for (uint32_t i = 0; i < contacts.count; ++i) {
      const Contact& contact = contacts.items[i];
      const auto diagonal = [&](int k) { return contact.angular.col(k).dot(contact.angular_response.col(k)); };
      const double r_normal = 1.0 / (inverse_mass + diagonal(0));
      PercussionRow<N>& row = rows_[i];
      row.tangent[0].law = {contact.friction, r_normal, 1.0 / (inverse_mass + 0.5 * (diagonal(1) + diagonal(2)))};
      set_directions(contact, inverse_mass, row);
      if constexpr (N == 5) {
        const Mat2 rolling = contact.rolling_axes.transpose() * contact.rolling_response;
        row.tangent[1].law = {contact.rolling_arm, r_normal, 2.0 / (rolling(0, 0) + rolling(1, 1))};
      }
    }
  }

  uint32_t count() const { return contacts_.count; }
  const PercussionRow<N>& row(uint32_t i) const { return rows_[i]; }

  /// Leave out all contacts.
  void reset() {
    for (uint32_t i = 0; i < contacts_.count; ++i) leave_out(i);
    update_velocity();
  }

  /// The largest residual with all contacts sticking.
  double sticking_residual() const {
    double largest = 0;
    for (uint32_t i = 0; i < contacts_.count; ++i) largest = larger_of(largest, sticking_residual(rows_[i]));
    return largest;
  }

  /// Linearise a contact in the phase (open, sticking or slipping) of its projection. Returns its residual.
  double linearise(uint32_t i) {
    PercussionRow<N>& row = rows_[i];
    row.open = is_open(row.tangent[0].law, row.p, row.xi);
    return row.open ? open(row) : closed(row);
  }
  /// Linearise row i as that of a closed contact, even if its projection is open.
  double linearise_closed(uint32_t i) {
    rows_[i].open = false;
    return closed(rows_[i]);
  }
  /// Give a contact no percussion, and leave it out of the iterations.
  void leave_out(uint32_t i) {
    PercussionRow<N>& row = rows_[i];
    for (double& p : row.p) p = 0;
    row.open = row.idle = true;
  }

  /// Set the regularisation of the next iterations; see SolverStage.
  void regularise(double regularisation) {
    if (regularisation == regularisation_) return;
    regularisation_ = regularisation;
    inverse_regularisation_ = 1.0 / regularisation;
    inverse_along_ = 1.0 / (1.0 + regularisation);
  }

  /// Solve (1 + sum R K W^T) du = sum R change with R = M^-1 W for the change of the velocities, then compute the
  /// changes of the percussions from those at constant xi.
  /// @return  the fraction of them at which the first sticking contact reaches its friction cone; 1 if none does, or
  ///          unless the steps stop there
  double find_changes(bool stop_at_cone) {
    SixEquations equations = SixEquations::identity();
    for (uint32_t i = 0; i < contacts_.count; ++i) {
      if (rows_[i].idle) continue;
      find_change(rows_[i]);
      add(rows_[i], equations);
    }
    const Six step = equations.solved();
    double fraction = 1;
    for (uint32_t i = 0; i < contacts_.count; ++i) {
      PercussionRow<N>& row = rows_[i];
      if (row.open) continue;
      double dxi[N];
      for (int k = 0; k < N; ++k) dxi[k] = dot(row.direction[k], step);
      row.change[0] -= normal_gain(row) * dxi[0];
      for (int j = 0; j < kPairs; ++j) {
        follow(row, j, dxi);
        if (stop_at_cone) fraction = smaller_of(fraction, fraction_before_cone(row, j, dxi));
      }
    }
    return fraction;
  }

  /// Change the percussions by a fraction of the changes; the velocity is to be updated afterwards.
  void advance(double fraction) {
    for (uint32_t i = 0; i < contacts_.count; ++i) {
      PercussionRow<N>& row = rows_[i];
      if (row.idle) continue;
      for (int k = 0; k < N; ++k) row.p[k] += fraction * row.change[k];
    }
  }

  /// Compute the velocity from the percussions, so that rounding errors do not accumulate, and xi.
  void update_velocity() {
    Six velocity = free_;
    for (uint32_t i = 0; i < contacts_.count; ++i) {
      const PercussionRow<N>& row = rows_[i];
      if (row.idle) continue;
      for (int k = 0; k < N; ++k) velocity = velocity + row.p[k] * row.response[k];
    }
    for (uint32_t i = 0; i < contacts_.count; ++i) {
      PercussionRow<N>& row = rows_[i];
      for (int k = 0; k < N; ++k) row.xi[k] = dot(row.direction[k], velocity) + (k < 3 ? offset_[i][k] : 0.0);
    }
  }

  /// Write the percussion of a solution, which holds to the tolerance, so that it holds exactly: an open contact has
  /// zero percussion, and friction does not exceed its bound.
  void write(uint32_t i, Contact& contact) const {
    const PercussionRow<N>& row = rows_[i];
    contact.percussion = Vec3(0, 0, 0);
    if constexpr (N == 5) contact.moment = Vec2(0, 0);
    if (row.open || !(row.p[0] > 0)) return;
    contact.percussion[0] = row.p[0];
    contact.percussion.template tail<2>() = bounded(row.p[1], row.p[2], row.tangent[0].law.friction * row.p[0]);
    if constexpr (N == 5) contact.moment = bounded(row.p[3], row.p[4], row.tangent[1].law.friction * row.p[0]);
  }

 private:
  static constexpr int kPairs = PercussionRow<N>::kPairs;

  static void set_directions(const Contact& contact, double inverse_mass, PercussionRow<N>& row) {
    constexpr double kNone[3] = {0, 0, 0};
    for (int k = 0; k < 3; ++k) {
      const double* const n = contact.frame.data() + 3 * k;
      const double linear[3] = {inverse_mass * n[0], inverse_mass * n[1], inverse_mass * n[2]};
      row.direction[k] = six_of(n, contact.angular.data() + 3 * k);
      row.response[k] = six_of(linear, contact.angular_response.data() + 3 * k);
    }
    for (int k = 3; k < N; ++k) {
      row.direction[k] = six_of(kNone, contact.rolling_axes.data() + 3 * (k - 3));
      row.response[k] = six_of(kNone, contact.rolling_response.data() + 3 * (k - 3));
    }
  }

  static Vec2 bounded(double x, double y, double bound) {
    const double length = std::sqrt(x * x + y * y);
    const double scale = length > bound ? bound / length : 1.0;
    return Vec2(scale * x, scale * y);
  }

  double normal_gain(const PercussionRow<N>& row) const {
    return inverse_regularisation_ * row.tangent[0].law.r_normal;
  }

  // `along` of K.
  double gain_along(const PercussionRow<N>& row, int j) const {
    const Projection& law = row.tangent[j].law;
    return inverse_along_ * law.friction * (normal_gain(row) + law.r_normal);
  }

  static double sticking_residual(const PercussionRow<N>& row) {
    double largest = std::fabs(row.tangent[0].law.r_normal * row.xi[0]);
    for (int k = 1; k < N; ++k) {
      largest = larger_of(largest, std::fabs(row.tangent[(k - 1) / 2].law.r_tangential * row.xi[k]));
    }
    return largest;
  }

  static double open(PercussionRow<N>& row) {
    double largest = 0;
    row.idle = row.p[0] == 0 && row.p[1] == 0 && row.p[2] == 0 && (N == 3 || (row.p[N - 2] == 0 && row.p[N - 1] == 0));
    if (row.idle) return 0;
    for (int k = 0; k < N; ++k) {
      row.change[k] = row.p[k];
      largest = larger_of(largest, std::fabs(row.p[k]));
    }
    return largest;
  }

  static double closed(PercussionRow<N>& row) {
    row.idle = false;
    row.change[0] = row.tangent[0].law.r_normal * row.xi[0];
    double largest = std::fabs(row.change[0]);
    for (int j = 0; j < kPairs; ++j) largest = larger_of(largest, tangent(row, j));
    return largest;
  }

  static double tangent(PercussionRow<N>& row, int j) {
    typename PercussionRow<N>::Tangent& t = row.tangent[j];
    const int i = 1 + 2 * j;
    const double normal = larger_of(row.p[0] - t.law.r_normal * row.xi[0], 0.0);
    const LinearisedTangent<double> linear =
        linearised_tangent(t.law.friction, t.law.r_tangential, normal, row.p + i, row.xi + i);
    row.slipping[j] = linear.slipping;
    t.share = linear.share;
    for (int k = 0; k < 2; ++k) {
      row.change[i + k] = linear.residual[k];
      t.direction[k] = linear.direction[k];
    }
    return larger_of(std::fabs(row.change[i]), std::fabs(row.change[i + 1]));
  }

  // The change of the percussion at constant xi, and K.
  void find_change(PercussionRow<N>& row) const {
    if (row.open) {
      for (double& change : row.change) change = -change;
      return;
    }
    row.change[0] = -inverse_regularisation_ * row.change[0];
    for (int j = 0; j < kPairs; ++j) find_tangential_change(row, j);
  }

  // (dF/dP + regularisation) dP + dF/dxi dxi = -F in components along e and across it.
  void find_tangential_change(PercussionRow<N>& row, int j) const {
    typename PercussionRow<N>::Tangent& t = row.tangent[j];
    const int i = 1 + 2 * j;
    const double f[2] = {row.change[i], row.change[i + 1]};
    const double* const e = t.direction;
    if (row.slipping[j]) {
      const double inverse_across = 1.0 / ((1.0 - t.share) + regularisation_);
      const double along = inverse_along_ * (t.law.friction * row.change[0] - (e[0] * f[0] + e[1] * f[1]));
      const double across = -inverse_across * (e[0] * f[1] - e[1] * f[0]);
      row.change[i] = along * e[0] - across * e[1];
      row.change[i + 1] = along * e[1] + across * e[0];
      t.across = inverse_across * t.share * t.law.r_tangential;
    } else {
      row.change[i] = -inverse_regularisation_ * f[0];
      row.change[i + 1] = -inverse_regularisation_ * f[1];
      t.across = inverse_regularisation_ * t.law.r_tangential;
    }
  }

  // change -= K dxi for one pair of rows.
  void follow(PercussionRow<N>& row, int j, const double dxi[N]) const {
    const typename PercussionRow<N>::Tangent& t = row.tangent[j];
    double* const change = row.change + 1 + 2 * j;
    const double *const d = dxi + 1 + 2 * j, *const e = t.direction;
    if (!row.slipping[j]) {
      change[0] -= t.across * d[0];
      change[1] -= t.across * d[1];
      return;
    }
    const double along = gain_along(row, j) * dxi[0], across = t.across * (e[0] * d[1] - e[1] * d[0]);
    change[0] -= along * e[0] - across * e[1];
    change[1] -= along * e[1] + across * e[0];
  }

  static double fraction_before_cone(const PercussionRow<N>& row, int j, const double dxi[N]) {
    const int i = 1 + 2 * j;
    const double p[3] = {row.p[0], row.p[i], row.p[i + 1]}, xi[3] = {row.xi[0], row.xi[i], row.xi[i + 1]};
    const double change[3] = {row.change[0], row.change[i], row.change[i + 1]}, d[3] = {dxi[0], dxi[i], dxi[i + 1]};
    return fraction_to_cone(row.tangent[j].law, p, xi, change, d);
  }

  void add(const PercussionRow<N>& row, SixEquations& equations) const {
    const Six normal = row.response[0];
    Six right = equations.right + row.change[0] * normal;
    if (row.open) {
      for (int k = 1; k < N; ++k) right = right + row.change[k] * row.response[k];
      equations.right = right;
      return;
    }
    Six by_normal = normal_gain(row) * normal;  // what dxi_N changes
    for (int j = 0; j < kPairs; ++j) {
      const typename PercussionRow<N>::Tangent& t = row.tangent[j];
      const int i = 1 + 2 * j;
      const Six first = row.response[i], second = row.response[i + 1];
      right = right + row.change[i] * first + row.change[i + 1] * second;
      if (!row.slipping[j]) {
        equations.add_product(t.across * first, row.direction[i]);
        equations.add_product(t.across * second, row.direction[i + 1]);
      } else {
        const double* const e = t.direction;
        by_normal = by_normal + gain_along(row, j) * (e[0] * first + e[1] * second);
        equations.add_product(t.across * (e[0] * second - e[1] * first),
                              e[0] * row.direction[i + 1] - e[1] * row.direction[i]);
      }
    }
    equations.add_product(by_normal, row.direction[0]);
    equations.right = right;
  }

  const ContactSet& contacts_;
  const Vec3* offset_;  // per contact: xi = gamma+ + offset
  Six free_;
  double regularisation_ = 0, inverse_regularisation_ = 0, inverse_along_ = 0;
  PercussionRow<N> rows_[RF_MAX_CONTACTS];
};

}  // namespace rockfall
