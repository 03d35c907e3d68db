#include "numerics/six.h"

#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <algorithm>

#include "support/random.h"

using namespace rockfall;

namespace {

using Matrix6 = Eigen::Matrix<double, 6, 6>;
using Vector6 = Eigen::Matrix<double, 6, 1>;

Six six(const Vector6& x) { return six_of(x.data(), x.data() + 3); }

// A unit vector in I and the moment of its line about S.
Vector6 direction(const Eigen::Vector3d& along, const Eigen::Vector3d& arm) {
  Vector6 w;
  w << along, arm.cross(along);
  return w;
}

// 1 + M^-1 K of contacts of a rock of 1 kg that stick, or slip with a coefficient of friction.
class ContactEquations {
 public:
  // @param gain  the inverse of the regularisation
  explicit ContactEquations(double gain) : gain_(gain) {}

  void add_sticking(const Eigen::Vector3d& normal, const Eigen::Vector3d& arm) {
    const Eigen::Vector3d first = normal.unitOrthogonal(), second = normal.cross(first);
    for (const Eigen::Vector3d& axis : {normal, first, second}) {
      add(response_to(direction(axis, arm)), direction(axis, arm));
    }
  }

  void add_slipping(const Eigen::Vector3d& normal, const Eigen::Vector3d& arm, double friction) {
    const Eigen::Vector3d slip = normal.unitOrthogonal();
    add(response_to(direction(normal + friction * slip, arm)), direction(normal, arm));
  }

  // |A x - b| / (|A| |x|) of the solution, largest components.
  double error(const Vector6& right) {
    equations_.right = six(right);
    const Six solution = equations_.solved();
    Vector6 x;
    for (int i = 0; i < 6; ++i) x[i] = solution[i];
    return (matrix_ * x - right).lpNorm<Eigen::Infinity>() /
           (matrix_.lpNorm<Eigen::Infinity>() * x.lpNorm<Eigen::Infinity>());
  }

 private:
  void add(const Vector6& response, const Vector6& along) {
    matrix_ += gain_ * response * along.transpose();
    equations_.add_product(six(gain_ * response), six(along));
  }

  static Vector6 response_to(const Vector6& w) {
    Vector6 response = w;
    response.tail<3>() = w.tail<3>().cwiseProduct(Eigen::Vector3d(7, 4, 3));
    return response;
  }

  const double gain_;
  Matrix6 matrix_ = Matrix6::Identity();
  SixEquations equations_ = SixEquations::identity();
};

}  // namespace

TEST_CASE("six equations of contacts are solved to rounding without exchanging rows") {
  support::Random random(7);
  const auto component = [&] { return random.between(-1, 1); };
  const auto vector = [&] { return Eigen::Vector3d(component(), component(), component()); };
  constexpr double kGains[] = {1e2, 1e6, 1e10};  // inverse of the regularisations of contact/solver_stage.h
  double sticking = 0, slipping = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const double gain = kGains[trial % 3];
    ContactEquations sticks(gain), slips(gain);
    for (int contact = 0; contact < 1 + trial % 4; ++contact) {
      const Eigen::Vector3d normal = vector().normalized(), arm = vector();
      sticks.add_sticking(normal, arm);
      slips.add_slipping(normal, arm, random.between(0, 1));
    }
    Vector6 right;
    right << gain * vector(), gain * vector();
    sticking = std::max(sticking, sticks.error(right));
    slipping = std::max(slipping, slips.error(right));
  }
  CHECK(sticking < 1e-15);
  CHECK(slipping < 1e-12);  // friction can make a pivot small
}
