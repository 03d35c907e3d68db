#include "contact/many_contacts.h"

#include <cmath>

#include "contact/projection.h"
#include "numerics/dense_solve.h"
#include "numerics/minmax.h"

namespace rockfall {
namespace {

// Settings of one attempt at a solution. The regularisation penalises the change of the percussions in an iteration
// (proximal term): it selects one of the solutions that sticking leaves undetermined, and as it vanishes with the step
// it does not change the solution. Percussions are computed by dividing by it, so it must not be too small.
struct SolverStage {
  double first_regularisation, regularisation;  // of the first iteration and of the others
  int max_iterations;
  bool stop_at_cone;  // shorten each step to where the first sticking contact reaches its friction cone
};

// Tried in order until one converges. The first is fastest where all contacts stick. The second starts with a large
// regularisation, for contacts that cannot stick. The third keeps it, which damps load oscillation between neighbouring
// sliding contacts.
constexpr SolverStage kStages[] = {{1e-6, 1e-6, 10, false}, {1e-2, 1e-6, 30, true}, {1e-2, 1e-2, 40, true}};

using Vec6 = Eigen::Matrix<double, 6, 1>;

// One contact of the iteration, with N = 3 rows (normal, t1, t2) or, with rolling friction, N = 5 (moments about t1 and
// t2 as well). An iteration changes its percussion by constant - K dxi, with dxi the change of xi.
template <int N>
struct Row {
  using Vec = Eigen::Matrix<double, N, 1, Eigen::DontAlign>;
  Projection law;
  Projection rolling;  // of the moments; N = 5
  Vec p, xi, offset;
  Vec constant;
  Eigen::Matrix<double, N, N, Eigen::DontAlign> k;
};

template <int N>
class Iteration {
 public:
  using Vec = typename Row<N>::Vec;

  Iteration(const ContactSet& contacts, const Vec3* offset, double inverse_mass, const Velocity& free)
      : contacts_(contacts), inverse_mass_(inverse_mass), free_(free), velocity_(free) {
    for (uint32_t i = 0; i < contacts.count; ++i) {
      const Contact& contact = contacts.items[i];
      const Mat3 g = contact.angular.transpose() * contact.angular_response;
      const double normal = inverse_mass + g(0, 0), tangential = inverse_mass + 0.5 * (g(1, 1) + g(2, 2));
      rows_[i].law = {contact.friction, 1.0 / normal, 1.0 / tangential};
      rows_[i].offset = Vec::Zero();
      rows_[i].offset.template head<3>() = offset[i];
      if constexpr (N == 5) {
        const Mat2 rolling = contact.rolling_axes.transpose() * contact.rolling_response;
        rows_[i].rolling = {contact.rolling_arm, 1.0 / normal, 2.0 / (rolling(0, 0) + rolling(1, 1))};
      }
    }
  }

  // Iterate from zero percussions with every contact sticking; false if it does not converge.
  bool solve(double tolerance, const SolverStage& stage) {
    regularisation_ = stage.first_regularisation;
    velocity_ = free_;
    double size = 0;
    for (uint32_t i = 0; i < contacts_.count; ++i) {
      Row<N>& row = rows_[i];
      row.p = Vec::Zero();
      row.xi = row_velocity(contacts_.items[i], velocity_) + row.offset;
      size = larger_of(size, stick(row));
    }
    for (int iteration = 0; iteration < stage.max_iterations; ++iteration) {
      if (!iterate(stage.stop_at_cone && iteration > 0)) return false;
      regularisation_ = stage.regularisation;
      double error = 0;
      for (uint32_t i = 0; i < contacts_.count; ++i) error = larger_of(error, relinearise(rows_[i]));
      if (!(error < 1e300)) return false;
      if (error <= tolerance * size) return true;
    }
    return false;
  }

  // The laws hold to the tolerance. Where they are exact, remove the rounding: an open contact has zero percussion, and
  // friction does not exceed its bound.
  void write(uint32_t i, Contact& contact) const {
    const Row<N>& row = rows_[i];
    contact.percussion = Vec3(0, 0, 0);
    if constexpr (N == 5) contact.moment = Vec2(0, 0);
    if (is_open(row.law, row.p.data(), row.xi.data()) || !(row.p[0] > 0)) return;
    contact.percussion[0] = row.p[0];
    contact.percussion.template tail<2>() = bounded(row.p[1], row.p[2], row.law.friction * row.p[0]);
    if constexpr (N == 5) contact.moment = bounded(row.p[3], row.p[4], row.rolling.friction * row.p[0]);
  }

 private:
  static Vec2 bounded(double x, double y, double bound) {
    const double length = std::sqrt(x * x + y * y);
    const double scale = length > bound ? bound / length : 1.0;
    return Vec2(scale * x, scale * y);
  }

  static Vec row_velocity(const Contact& contact, const Velocity& u) {
    Vec velocity;
    velocity.template head<3>() = contact_velocity(contact, u);
    if constexpr (N == 5) velocity.template tail<2>() = contact.rolling_axes.transpose() * u.angular;
    return velocity;
  }

  // Linearise the contact as sticking. Returns the largest residual.
  double stick(Row<N>& row) const {
    Vec r;
    r.template head<3>() = Vec3(row.law.r_normal, row.law.r_tangential, row.law.r_tangential);
    if constexpr (N == 5) r[3] = r[4] = row.rolling.r_tangential;
    const Vec residual = r.cwiseProduct(row.xi);
    row.constant = residual * (-1.0 / regularisation_);
    row.k = (r * (1.0 / regularisation_)).asDiagonal();
    return residual.cwiseAbs().maxCoeff();
  }

  // D dP + E dxi = -F with D = dF/dP + regularisation and E = dF/dxi. Returns the largest residual.
  double relinearise(Row<N>& row) const {
    const LinearisedContact linear = linearise(row.law, row.p.data(), row.xi.data());
    Vec residual;
    residual.template head<3>() = load3(linear.residual);
    if constexpr (N == 3) {
      if (linear.phase == Phase::sticking) return stick(row);
    }
    if (linear.phase == Phase::open) {
      if constexpr (N == 5) residual.template tail<2>() = row.p.template tail<2>();
      row.constant = -residual;
      row.k.setZero();
      return residual.cwiseAbs().maxCoeff();
    }
    if constexpr (N == 3) {
      slip(row, row.law, linear, 1);
    } else {
      const double p[3] = {row.p[0], row.p[3], row.p[4]}, xi[3] = {row.xi[0], row.xi[3], row.xi[4]};
      const LinearisedContact rolling = linearise(row.rolling, p, xi);
      residual[3] = rolling.residual[1];
      residual[4] = rolling.residual[2];
      stick(row);
      if (linear.phase == Phase::slipping) slip(row, row.law, linear, 1);
      if (rolling.phase == Phase::slipping) slip(row, row.rolling, rolling, 3);
    }
    return residual.cwiseAbs().maxCoeff();
  }

  // The normal row is independent of the others; substituting it leaves two equations for the rows of a slipping pair.
  void slip(Row<N>& row, const Projection& law, const LinearisedContact& linear, int first) const {
    const double inverse = 1.0 / regularisation_;
    row.constant[0] = -inverse * linear.residual[0];
    row.k.row(0).setZero();
    row.k(0, 0) = inverse * law.r_normal;
    row.k.row(first).setZero();
    row.k.row(first + 1).setZero();
    Mat2 d;
    Eigen::Matrix<double, 2, 4> right;  // columns: -F, then E
    for (int t = 0; t < 2; ++t) {
      const double d_normal = linear.d_percussion[t][0];
      d(t, 0) = linear.d_percussion[t][1] + (t == 0 ? regularisation_ : 0.0);
      d(t, 1) = linear.d_percussion[t][2] + (t == 1 ? regularisation_ : 0.0);
      right(t, 0) = -linear.residual[1 + t] - d_normal * row.constant[0];
      right(t, 1) = linear.d_xi_normal[t] - d_normal * row.k(0, 0);
      right(t, 2) = linear.d_xi_tangential[t][0];
      right(t, 3) = linear.d_xi_tangential[t][1];
    }
    const double inverse_det = 1.0 / (d(0, 0) * d(1, 1) - d(0, 1) * d(1, 0));
    for (int j = 0; j < 4; ++j) {
      const double x = inverse_det * (d(1, 1) * right(0, j) - d(0, 1) * right(1, j));
      const double y = inverse_det * (d(0, 0) * right(1, j) - d(1, 0) * right(0, j));
      const int column = j == 1 ? 0 : first + j - 2;
      (j == 0 ? row.constant[first] : row.k(first, column)) = x;
      (j == 0 ? row.constant[first + 1] : row.k(first + 1, column)) = y;
    }
  }

  // Solve (1 + sum R K W^T) du = sum R constant with R = M^-1 W for the change of the velocities, then compute the
  // changes of the percussions.
  bool iterate(bool stop_at_cone) {
    double matrix[6][6] = {}, change[6] = {};
    for (int i = 0; i < 6; ++i) matrix[i][i] = 1;
    for (uint32_t i = 0; i < contacts_.count; ++i) add(contacts_.items[i], rows_[i], matrix, change);
    if (!dense_solve<6>(&matrix[0][0], change, 6, 6)) return false;
    const Velocity step{load3(change), load3(change + 3)};
    double fraction = 1;
    for (uint32_t i = 0; i < contacts_.count; ++i) {
      Row<N>& row = rows_[i];
      const Vec xi_change = row_velocity(contacts_.items[i], step);
      row.constant -= row.k * xi_change;  // now the change of the percussion
      if (!stop_at_cone) continue;
      fraction = smaller_of(
          fraction, fraction_to_cone(row.law, row.p.data(), row.xi.data(), row.constant.data(), xi_change.data()));
      if constexpr (N == 5) fraction = smaller_of(fraction, rolling_fraction(row, xi_change));
    }
    apply_step(fraction);
    return true;
  }

  static double rolling_fraction(const Row<N>& row, const Vec& xi_change) {
    const double p[3] = {row.p[0], row.p[3], row.p[4]}, xi[3] = {row.xi[0], row.xi[3], row.xi[4]};
    const double dp[3] = {row.constant[0], row.constant[3], row.constant[4]};
    const double dxi[3] = {xi_change[0], xi_change[3], xi_change[4]};
    return fraction_to_cone(row.rolling, p, xi, dp, dxi);
  }

  void add(const Contact& contact, const Row<N>& row, double matrix[6][6], double* right) const {
    Eigen::Matrix<double, 6, N> response, directions;
    response.template topLeftCorner<3, 3>() = inverse_mass_ * contact.frame;
    response.template block<3, 3>(3, 0) = contact.angular_response;
    directions.template topLeftCorner<3, 3>() = contact.frame;
    directions.template block<3, 3>(3, 0) = contact.angular;
    if constexpr (N == 5) {
      response.template topRightCorner<3, 2>().setZero();
      response.template bottomRightCorner<3, 2>() = contact.rolling_response;
      directions.template topRightCorner<3, 2>().setZero();
      directions.template bottomRightCorner<3, 2>() = contact.rolling_axes;
    }
    const Eigen::Matrix<double, 6, N> product = response * row.k;
    const Vec6 constant = response * row.constant;
    for (int i = 0; i < 6; ++i) {
      right[i] += constant[i];
      for (int j = 0; j < 6; ++j) {
        double sum = product(i, 0) * directions(j, 0);
        for (int k = 1; k < N; ++k) sum += product(i, k) * directions(j, k);
        matrix[i][j] += sum;
      }
    }
  }

  // Update the percussions and recompute the velocities from them, so that rounding errors do not accumulate.
  void apply_step(double fraction) {
    velocity_ = free_;
    for (uint32_t i = 0; i < contacts_.count; ++i) {
      Row<N>& row = rows_[i];
      row.p += fraction * row.constant;
      const Vec3 percussion = row.p.template head<3>();
      apply_percussion(contacts_.items[i], percussion, inverse_mass_, velocity_);
      if constexpr (N == 5) velocity_.angular += contacts_.items[i].rolling_response * row.p.template tail<2>();
    }
    for (uint32_t i = 0; i < contacts_.count; ++i) {
      rows_[i].xi = row_velocity(contacts_.items[i], velocity_) + rows_[i].offset;
    }
  }

  const ContactSet& contacts_;
  double inverse_mass_;
  Velocity free_, velocity_;
  double regularisation_ = 0;
  Row<N> rows_[RF_MAX_CONTACTS];
};

template <int N>
bool solve_rows(ContactSet& contacts, const Vec3* offset, double inverse_mass, double tolerance, Velocity& velocity) {
  Iteration<N> iteration(contacts, offset, inverse_mass, velocity);
  bool solved = false;
  for (const SolverStage& stage : kStages) solved = solved || iteration.solve(tolerance, stage);
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
                         Velocity& velocity) {
  return solve_rows<3>(contacts, offset, inverse_mass, tolerance, velocity);
}

bool solve_rolling_contacts(ContactSet& contacts, const Vec3* offset, double inverse_mass, double tolerance,
                            Velocity& velocity) {
  return solve_rows<5>(contacts, offset, inverse_mass, tolerance, velocity);
}

}  // namespace rockfall
