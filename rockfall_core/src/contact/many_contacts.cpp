#include "contact/many_contacts.h"

#include <cmath>

#include "contact/projection.h"
#include "contact/solver_stage.h"
#include "numerics/minmax.h"
#include "numerics/six.h"

namespace rockfall {
namespace {

// One contact of the iteration, with N = 3 rows (normal, t1, t2) or, with rolling friction, N = 5 (moments about t1 and
// t2 as well). In an iteration its percussion changes by `change` - K dxi, with dxi the change of xi:
//   K_NN = r_N / regularisation;  sticking pair of rows: K = across 1;  slipping: K = along e n^T + across (1 - e e^T).
template <int N>
struct Row {
  static constexpr int kPairs = (N - 1) / 2;
  // Friction, or rolling friction.
  struct Tangent {
    Projection law;
    Phase phase;
    double direction[2], share;  // e; see LinearisedContact
    double across;
  };
  Six direction[N];  // rows of W^T: xi_k = direction . u + offset_k
  Six response[N];   // columns of M^-1 W
  Tangent tangent[kPairs];
  bool open;
  bool idle;  // open, and has been: neither percussion nor change
  double p[N], xi[N];
  double change[N];  // before find_change(): the residual, in the same place to use less stack
};

template <int N>
class Iteration {
 public:
  Iteration(const ContactSet& contacts, const Vec3* offset, double inverse_mass, const Velocity& free)
      : contacts_(contacts), offset_(offset), free_(six_of(free.linear.data(), free.angular.data())) {
    for (uint32_t i = 0; i < contacts.count; ++i) {
      const Contact& contact = contacts.items[i];
      const auto diagonal = [&](int k) { return contact.angular.col(k).dot(contact.angular_response.col(k)); };
      const double r_normal = 1.0 / (inverse_mass + diagonal(0));
      Row<N>& row = rows_[i];
      row.tangent[0].law = {contact.friction, r_normal, 1.0 / (inverse_mass + 0.5 * (diagonal(1) + diagonal(2)))};
      set_directions(contact, inverse_mass, row);
      if constexpr (N == 5) {
        const Mat2 rolling = contact.rolling_axes.transpose() * contact.rolling_response;
        row.tangent[1].law = {contact.rolling_arm, r_normal, 2.0 / (rolling(0, 0) + rolling(1, 1))};
      }
    }
  }

  // Iterate from zero percussions; false if it does not converge.
  bool solve(double tolerance, const SolverStage& stage) {
    for (uint32_t i = 0; i < contacts_.count; ++i) {
      for (double& p : rows_[i].p) p = 0;
      rows_[i].idle = true;
    }
    update_velocity();
    double size = 0;
    for (uint32_t i = 0; i < contacts_.count; ++i) size = larger_of(size, sticking_residual(rows_[i]));
    double error = linearise_all(), least = stage.least;
    for (int iteration = 0; !(error <= tolerance * size); ++iteration) {
      if (iteration == stage.max_iterations || !(error < 1e300)) return false;
      regularise(iteration == 0 ? stage.first_regularisation : stage.regularisation(error / size, least));
      iterate(stage.stop_at_cone && iteration > 0);
      const double next = linearise_all();
      if (stage.raised_least > 0 && next > error) least = larger_of(2 * least, stage.raised_least);
      error = next;
    }
    return true;
  }

  // The laws hold to the tolerance. Where they are exact, remove the rounding: an open contact has zero percussion, and
  // friction does not exceed its bound.
  void write(uint32_t i, Contact& contact) const {
    const Row<N>& row = rows_[i];
    contact.percussion = Vec3(0, 0, 0);
    if constexpr (N == 5) contact.moment = Vec2(0, 0);
    if (row.open || !(row.p[0] > 0)) return;
    contact.percussion[0] = row.p[0];
    contact.percussion.template tail<2>() = bounded(row.p[1], row.p[2], row.tangent[0].law.friction * row.p[0]);
    if constexpr (N == 5) contact.moment = bounded(row.p[3], row.p[4], row.tangent[1].law.friction * row.p[0]);
  }

 private:
  static constexpr int kPairs = Row<N>::kPairs;

  static void set_directions(const Contact& contact, double inverse_mass, Row<N>& row) {
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

  void regularise(double regularisation) {
    if (regularisation == regularisation_) return;
    regularisation_ = regularisation;
    inverse_regularisation_ = 1.0 / regularisation;
    inverse_along_ = 1.0 / (1.0 + regularisation);
  }

  double normal_gain(const Row<N>& row) const { return inverse_regularisation_ * row.tangent[0].law.r_normal; }

  // `along` of K.
  double gain_along(const Row<N>& row, int j) const {
    const Projection& law = row.tangent[j].law;
    return inverse_along_ * law.friction * (normal_gain(row) + law.r_normal);
  }

  static double sticking_residual(const Row<N>& row) {
    double largest = std::fabs(row.tangent[0].law.r_normal * row.xi[0]);
    for (int k = 1; k < N; ++k) {
      largest = larger_of(largest, std::fabs(row.tangent[(k - 1) / 2].law.r_tangential * row.xi[k]));
    }
    return largest;
  }

  // Linearise every contact in its present phase. Returns the largest residual.
  double linearise_all() {
    double largest = 0;
    for (uint32_t i = 0; i < contacts_.count; ++i) {
      Row<N>& row = rows_[i];
      row.open = is_open(row.tangent[0].law, row.p, row.xi);
      largest = larger_of(largest, row.open ? open(row) : closed(row));
    }
    return largest;
  }

  static double open(Row<N>& row) {
    double largest = 0;
    row.idle = row.p[0] == 0 && row.p[1] == 0 && row.p[2] == 0 && (N == 3 || (row.p[N - 2] == 0 && row.p[N - 1] == 0));
    if (row.idle) return 0;
    for (int k = 0; k < N; ++k) {
      row.change[k] = row.p[k];
      largest = larger_of(largest, std::fabs(row.p[k]));
    }
    return largest;
  }

  static double closed(Row<N>& row) {
    row.idle = false;
    row.change[0] = row.tangent[0].law.r_normal * row.xi[0];
    double largest = std::fabs(row.change[0]);
    for (int j = 0; j < kPairs; ++j) largest = larger_of(largest, tangent(row, j));
    return largest;
  }

  static double tangent(Row<N>& row, int j) {
    typename Row<N>::Tangent& t = row.tangent[j];
    const int i = 1 + 2 * j;
    const double p[3] = {row.p[0], row.p[i], row.p[i + 1]}, xi[3] = {row.xi[0], row.xi[i], row.xi[i + 1]};
    const LinearisedContact linear = linearise(t.law, p, xi);
    t.phase = linear.phase;
    t.share = linear.share;
    for (int k = 0; k < 2; ++k) {
      row.change[i + k] = linear.residual[1 + k];
      t.direction[k] = linear.direction[k];
    }
    return larger_of(std::fabs(row.change[i]), std::fabs(row.change[i + 1]));
  }

  // The change of the percussion at constant xi, and K.
  void find_change(Row<N>& row) const {
    if (row.open) {
      for (double& change : row.change) change = -change;
      return;
    }
    row.change[0] = -inverse_regularisation_ * row.change[0];
    for (int j = 0; j < kPairs; ++j) find_tangential_change(row, j);
  }

  // (dF/dP + regularisation) dP + dF/dxi dxi = -F in components along e and across it.
  void find_tangential_change(Row<N>& row, int j) const {
    typename Row<N>::Tangent& t = row.tangent[j];
    const int i = 1 + 2 * j;
    const double f[2] = {row.change[i], row.change[i + 1]};
    const double* const e = t.direction;
    if (t.phase == Phase::slipping) {
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

  // Solve (1 + sum R K W^T) du = sum R change with R = M^-1 W for the change of the velocities, then compute the
  // changes of the percussions.
  void iterate(bool stop_at_cone) {
    SixEquations equations = SixEquations::identity();
    for (uint32_t i = 0; i < contacts_.count; ++i) {
      if (rows_[i].idle) continue;
      find_change(rows_[i]);
      add(rows_[i], equations);
    }
    const Six step = equations.solved();
    double fraction = 1;
    for (uint32_t i = 0; i < contacts_.count; ++i) {
      Row<N>& row = rows_[i];
      if (row.open) continue;
      double dxi[N];
      for (int k = 0; k < N; ++k) dxi[k] = dot(row.direction[k], step);
      row.change[0] -= normal_gain(row) * dxi[0];
      for (int j = 0; j < kPairs; ++j) {
        follow(row, j, dxi);
        if (stop_at_cone) fraction = smaller_of(fraction, fraction_before_cone(row, j, dxi));
      }
    }
    for (uint32_t i = 0; i < contacts_.count; ++i) {
      Row<N>& row = rows_[i];
      if (row.idle) continue;
      for (int k = 0; k < N; ++k) row.p[k] += fraction * row.change[k];
    }
    update_velocity();
  }

  // change -= K dxi for one pair of rows.
  void follow(Row<N>& row, int j, const double dxi[N]) const {
    const typename Row<N>::Tangent& t = row.tangent[j];
    double* const change = row.change + 1 + 2 * j;
    const double *const d = dxi + 1 + 2 * j, *const e = t.direction;
    if (t.phase == Phase::sticking) {
      change[0] -= t.across * d[0];
      change[1] -= t.across * d[1];
      return;
    }
    const double along = gain_along(row, j) * dxi[0], across = t.across * (e[0] * d[1] - e[1] * d[0]);
    change[0] -= along * e[0] - across * e[1];
    change[1] -= along * e[1] + across * e[0];
  }

  static double fraction_before_cone(const Row<N>& row, int j, const double dxi[N]) {
    const int i = 1 + 2 * j;
    const double p[3] = {row.p[0], row.p[i], row.p[i + 1]}, xi[3] = {row.xi[0], row.xi[i], row.xi[i + 1]};
    const double change[3] = {row.change[0], row.change[i], row.change[i + 1]}, d[3] = {dxi[0], dxi[i], dxi[i + 1]};
    return fraction_to_cone(row.tangent[j].law, p, xi, change, d);
  }

  void add(const Row<N>& row, SixEquations& equations) const {
    const Six normal = row.response[0];
    Six right = equations.right + row.change[0] * normal;
    if (row.open) {
      for (int k = 1; k < N; ++k) right = right + row.change[k] * row.response[k];
      equations.right = right;
      return;
    }
    Six by_normal = normal_gain(row) * normal;  // what dxi_N changes
    for (int j = 0; j < kPairs; ++j) {
      const typename Row<N>::Tangent& t = row.tangent[j];
      const int i = 1 + 2 * j;
      const Six first = row.response[i], second = row.response[i + 1];
      right = right + row.change[i] * first + row.change[i + 1] * second;
      if (t.phase == Phase::sticking) {
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

  // Compute the velocity from the percussions, so that rounding errors do not accumulate, and xi.
  void update_velocity() {
    Six velocity = free_;
    for (uint32_t i = 0; i < contacts_.count; ++i) {
      const Row<N>& row = rows_[i];
      if (row.idle) continue;
      for (int k = 0; k < N; ++k) velocity = velocity + row.p[k] * row.response[k];
    }
    for (uint32_t i = 0; i < contacts_.count; ++i) {
      Row<N>& row = rows_[i];
      for (int k = 0; k < N; ++k) row.xi[k] = dot(row.direction[k], velocity) + (k < 3 ? offset_[i][k] : 0.0);
    }
  }

  const ContactSet& contacts_;
  const Vec3* offset_;  // per contact: xi = gamma+ + offset
  Six free_;
  double regularisation_ = 0, inverse_regularisation_ = 0, inverse_along_ = 0;
  Row<N> rows_[RF_MAX_CONTACTS];
};

template <int N>
bool solve_rows(ContactSet& contacts, const Vec3* offset, double inverse_mass, double tolerance,
                const StageRange& stages, Velocity& velocity) {
  Iteration<N> iteration(contacts, offset, inverse_mass, velocity);
  bool solved = false;
  for (int i = stages.first; i < stages.end && !solved; ++i) {
    solved = iteration.solve(tolerance, stage_tried(i, N == 5));
  }
  if (!solved) return false;
  for (uint32_t i = 0; i < contacts.count; ++i) {
    Contact& contact = contacts.items[i];
    iteration.write(i, contact);
    apply_percussion(contact, contact.percussion, inverse_mass, velocity);
    if constexpr (N == 5) apply_moment(contact, contact.moment, velocity);
  }
  return true;
}

}  // namespace

bool solve_many_contacts(ContactSet& contacts, const Vec3* offset, double inverse_mass, double tolerance,
                         const StageRange& stages, Velocity& velocity) {
  return solve_rows<3>(contacts, offset, inverse_mass, tolerance, stages, velocity);
}

bool solve_rolling_contacts(ContactSet& contacts, const Vec3* offset, double inverse_mass, double tolerance,
                            const StageRange& stages, Velocity& velocity) {
  return solve_rows<5>(contacts, offset, inverse_mass, tolerance, stages, velocity);
}

}  // namespace rockfall
