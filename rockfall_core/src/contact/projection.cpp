#include "contact/projection.h"

namespace rockfall {

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
