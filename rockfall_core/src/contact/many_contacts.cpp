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

// One contact of the iteration. An iteration changes its percussion by constant - K dxi, with dxi the change of xi.
struct Row {
  Projection law;
  Vec3 p, xi, offset;
  Vec3 constant;
  Mat3 k;
};

class Iteration {
 public:
  Iteration(const ContactSet& contacts, const Vec3* offset, double inverse_mass, const Velocity& free)
      : contacts_(contacts), inverse_mass_(inverse_mass), free_(free), velocity_(free) {
    for (uint32_t i = 0; i < contacts.count; ++i) {
      const Contact& contact = contacts.items[i];
      const Mat3 g = contact.angular.transpose() * contact.angular_response;
      const double normal = inverse_mass + g(0, 0), tangential = inverse_mass + 0.5 * (g(1, 1) + g(2, 2));
      rows_[i].law = {contact.friction, 1.0 / normal, 1.0 / tangential};
      rows_[i].offset = offset[i];
    }
  }

  // Iterate from zero percussions with every contact sticking; false if it does not converge.
  bool solve(double tolerance, const SolverStage& stage) {
    regularisation_ = stage.first_regularisation;
    velocity_ = free_;
    double size = 0;
    for (uint32_t i = 0; i < contacts_.count; ++i) {
      Row& row = rows_[i];
      row.p = Vec3(0, 0, 0);
      row.xi = contact_velocity(contacts_.items[i], velocity_) + row.offset;
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
  Vec3 percussion(uint32_t i) const {
    const Row& row = rows_[i];
    if (is_open(row.law, row.p.data(), row.xi.data()) || !(row.p[0] > 0)) return Vec3(0, 0, 0);
    const double bound = row.law.friction * row.p[0], length = std::sqrt(row.p[1] * row.p[1] + row.p[2] * row.p[2]);
    const double scale = length > bound ? bound / length : 1.0;
    return Vec3(row.p[0], scale * row.p[1], scale * row.p[2]);
  }

 private:
  // Linearise the contact as sticking. Returns the largest residual.
  double stick(Row& row) const {
    const Vec3 r(row.law.r_normal, row.law.r_tangential, row.law.r_tangential);
    const Vec3 residual = r.cwiseProduct(row.xi);
    row.constant = residual * (-1.0 / regularisation_);
    row.k = (r * (1.0 / regularisation_)).asDiagonal();
    return residual.cwiseAbs().maxCoeff();
  }

  // D dP + E dxi = -F with D = dF/dP + regularisation and E = dF/dxi. Returns the largest residual.
  double relinearise(Row& row) const {
    const LinearisedContact linear = linearise(row.law, row.p.data(), row.xi.data());
    const Vec3 residual = load3(linear.residual);
    if (linear.phase == Phase::sticking) return stick(row);
    if (linear.phase == Phase::open) {
      row.constant = -residual;
      row.k = Mat3::Zero();
    } else {
      slip(row, linear);
    }
    return residual.cwiseAbs().maxCoeff();
  }

  // The normal row is independent of the others; substituting it leaves two equations for the tangential rows.
  void slip(Row& row, const LinearisedContact& linear) const {
    const double inverse = 1.0 / regularisation_;
    row.constant[0] = -inverse * linear.residual[0];
    row.k.row(0) << inverse * row.law.r_normal, 0, 0;
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
      (j == 0 ? row.constant[1] : row.k(1, j - 1)) = x;
      (j == 0 ? row.constant[2] : row.k(2, j - 1)) = y;
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
      Row& row = rows_[i];
      const Vec3 xi_change = contact_velocity(contacts_.items[i], step);
      row.constant -= row.k * xi_change;  // now the change of the percussion
      if (!stop_at_cone) continue;
      fraction = smaller_of(
          fraction, fraction_to_cone(row.law, row.p.data(), row.xi.data(), row.constant.data(), xi_change.data()));
    }
    apply_step(fraction);
    return true;
  }

  void add(const Contact& contact, const Row& row, double matrix[6][6], double* right) const {
    Eigen::Matrix<double, 6, 3> response;
    response << inverse_mass_ * contact.frame, contact.angular_response;
    Eigen::Matrix<double, 6, 3> directions;
    directions << contact.frame, contact.angular;
    const Eigen::Matrix<double, 6, 3> product = response * row.k;
    const Vec6 constant = response * row.constant;
    for (int i = 0; i < 6; ++i) {
      right[i] += constant[i];
      for (int j = 0; j < 6; ++j) {
        matrix[i][j] +=
            product(i, 0) * directions(j, 0) + product(i, 1) * directions(j, 1) + product(i, 2) * directions(j, 2);
      }
    }
  }

  // Update the percussions and recompute the velocities from them, so that rounding errors do not accumulate.
  void apply_step(double fraction) {
    velocity_ = free_;
    for (uint32_t i = 0; i < contacts_.count; ++i) {
      Row& row = rows_[i];
      row.p += fraction * row.constant;
      apply_percussion(contacts_.items[i], row.p, inverse_mass_, velocity_);
    }
    for (uint32_t i = 0; i < contacts_.count; ++i) {
      rows_[i].xi = contact_velocity(contacts_.items[i], velocity_) + rows_[i].offset;
    }
  }

  const ContactSet& contacts_;
  double inverse_mass_;
  Velocity free_, velocity_;
  double regularisation_ = 0;
  Row rows_[RF_MAX_CONTACTS];
};

}  // namespace

bool solve_many_contacts(ContactSet& contacts, const Vec3* offset, double inverse_mass, double tolerance,
                         Velocity& velocity) {
  Iteration iteration(contacts, offset, inverse_mass, velocity);
  bool solved = false;
  for (const SolverStage& stage : kStages) solved = solved || iteration.solve(tolerance, stage);
  if (!solved) return false;
  for (uint32_t i = 0; i < contacts.count; ++i) {
    contacts.items[i].percussion = iteration.percussion(i);
    apply_percussion(contacts.items[i], contacts.items[i].percussion, inverse_mass, velocity);
  }
  return true;
}

}  // namespace rockfall
