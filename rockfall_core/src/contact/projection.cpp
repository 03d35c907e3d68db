#include "contact/projection.h"

#include <cmath>

namespace rockfall {
namespace {

// Slip: F = P_T - b y/|y| with y = P_T - r xi_T and b = mu (P_N - r_N xi_N).
void linearise_slip(const Projection& law, const double* p, const double y[2], double length, double bound,
                    LinearisedContact& linear) {
  const double inverse_length = 1.0 / length, e[2] = {y[0] * inverse_length, y[1] * inverse_length},
               k = bound * inverse_length;
  for (int t = 0; t < 2; ++t) {
    linear.residual[1 + t] = p[1 + t] - bound * e[t];
    linear.d_percussion[t][0] = -e[t] * law.friction;
    linear.d_xi_normal[t] = e[t] * law.friction * law.r_normal;
    for (int s = 0; s < 2; ++s) {
      const double perpendicular = k * ((s == t ? 1.0 : 0.0) - e[s] * e[t]);
      linear.d_percussion[t][1 + s] = (s == t ? 1.0 : 0.0) - perpendicular;
      linear.d_xi_tangential[t][s] = law.r_tangential * perpendicular;
    }
  }
}

}  // namespace

LinearisedContact linearise(const Projection& law, const double* p, const double* xi) {
  LinearisedContact linear;
  const double r = law.r_tangential, normal = p[0] - law.r_normal * xi[0];
  if (normal <= 0) {
    linear.phase = Phase::open;
    for (int t = 0; t < 3; ++t) linear.residual[t] = p[t];
    return linear;
  }
  linear.residual[0] = law.r_normal * xi[0];
  const double bound = law.friction * normal, y[2] = {p[1] - r * xi[1], p[2] - r * xi[2]};
  const double squared = y[0] * y[0] + y[1] * y[1];
  if (squared > bound * bound) {
    linear.phase = Phase::slipping;
    linearise_slip(law, p, y, std::sqrt(squared), bound, linear);
    return linear;
  }
  linear.phase = Phase::sticking;
  linear.residual[1] = r * xi[1];
  linear.residual[2] = r * xi[2];
  return linear;
}

// |y_T + k dy_T|^2 = mu^2 (y_N + k dy_N)^2, the smallest k > 0.
double fraction_to_cone(const Projection& law, const double* p, const double* xi, const double* p_change,
                        const double* xi_change) {
  double y[3], dy[3];
  for (int t = 0; t < 3; ++t) {
    const double r = t == 0 ? law.r_normal : law.r_tangential;
    y[t] = p[t] - r * xi[t];
    dy[t] = p_change[t] - r * xi_change[t];
  }
  const double mu = law.friction;
  const double excess = y[1] * y[1] + y[2] * y[2] - mu * mu * y[0] * y[0];
  if (!(y[0] > 0) || excess >= 0) return 1;  // not sticking
  const double a = dy[1] * dy[1] + dy[2] * dy[2] - mu * mu * dy[0] * dy[0];
  const double b = y[1] * dy[1] + y[2] * dy[2] - mu * mu * y[0] * dy[0];
  const double root = b * b - a * excess;
  if (!(root >= 0)) return 1;
  const double denominator = b + std::sqrt(root);
  const double fraction = -excess / denominator * (1 + 1e-9);
  return denominator > 0 && fraction < 1 ? fraction : 1;
}

}  // namespace rockfall
