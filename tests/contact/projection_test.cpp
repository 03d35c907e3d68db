#include "contact/projection.h"

#include <doctest/doctest.h>

#include <cmath>

#include "support/random.h"

using namespace rockfall;
using support::Random;

namespace {

// Residual of the projections by their definition.
void residual_of(const Projection& law, const double* p, const double* xi, double* out) {
  const double normal = std::fmax(0.0, p[0] - law.r_normal * xi[0]);
  const double y[2] = {p[1] - law.r_tangential * xi[1], p[2] - law.r_tangential * xi[2]};
  const double length = std::sqrt(y[0] * y[0] + y[1] * y[1]), bound = law.friction * normal;
  const double scale = length > bound ? bound / length : 1.0;
  out[0] = p[0] - normal;
  for (int t = 0; t < 2; ++t) out[1 + t] = p[1 + t] - scale * y[t];
}

LinearisedTangent<double> linearised(const Projection& law, const double* p, const double* xi) {
  return linearised_tangent(law.friction, law.r_tangential, p[0] - law.r_normal * xi[0], p + 1, xi + 1);
}

enum Phase { kOpen, kSticking, kSlipping, kPhases };

Phase phase_of(const Projection& law, const double* p, const double* xi) {
  if (is_open(law, p, xi)) return kOpen;
  return linearised(law, p, xi).slipping ? kSlipping : kSticking;
}

// Change of the residual by the linearised contact.
void change_of(const LinearisedTangent<double>& at, const Projection& law, const double* dp, const double* dxi,
               double* out) {
  out[0] = law.r_normal * dxi[0];
  for (int t = 0; t < 2; ++t) {
    if (!at.slipping) {
      out[1 + t] = law.r_tangential * dxi[1 + t];
      continue;
    }
    const double* const e = at.direction;
    out[1 + t] = dp[1 + t] - law.friction * e[t] * (dp[0] - law.r_normal * dxi[0]);
    for (int s = 0; s < 2; ++s) {
      const double across = (s == t ? 1.0 : 0.0) - e[s] * e[t];
      out[1 + t] += at.share * across * (law.r_tangential * dxi[1 + s] - dp[1 + s]);
    }
  }
}

}  // namespace

TEST_CASE("residuals of the projections and their derivatives agree with the definition and finite differences") {
  Random random(11);
  int seen[kPhases] = {};
  for (int i = 0; i < 3000; ++i) {
    const Projection law{random.between(0, 1.5), random.between(0.5, 2), random.between(0.5, 2)};
    double p[3], xi[3], dp[3], dxi[3], plain[3], ahead[3], behind[3], change[3];
    random.fill(p, 3, 2);
    random.fill(xi, 3, 1);
    random.fill(dp, 3, 1);
    random.fill(dxi, 3, 1);
    const Phase phase = phase_of(law, p, xi);
    ++seen[phase];
    residual_of(law, p, xi, plain);
    CHECK((phase == kOpen) == (plain[0] == p[0]));
    if (phase == kOpen) continue;
    const LinearisedTangent<double> at = linearised(law, p, xi);
    for (int t = 0; t < 2; ++t) CHECK(at.residual[t] == doctest::Approx(plain[1 + t]).epsilon(1e-13));
    const double h = 1e-7;
    double forward[6], backward[6];
    for (int t = 0; t < 3; ++t) {
      forward[t] = p[t] + h * dp[t];
      forward[3 + t] = xi[t] + h * dxi[t];
      backward[t] = p[t] - h * dp[t];
      backward[3 + t] = xi[t] - h * dxi[t];
    }
    const Phase phases[2] = {phase_of(law, forward, forward + 3), phase_of(law, backward, backward + 3)};
    if (phases[0] != phase || phases[1] != phase) continue;  // the phase changes in between: not differentiable
    residual_of(law, forward, forward + 3, ahead);
    residual_of(law, backward, backward + 3, behind);
    change_of(at, law, dp, dxi, change);
    for (int t = 0; t < 3; ++t) CHECK(std::fabs((ahead[t] - behind[t]) / (2 * h) - change[t]) < 1e-6);
  }
  for (const int count : seen) CHECK(count > 200);
}

TEST_CASE("fraction_to_cone stops a sticking contact on its friction cone") {
  Random random(12);
  int stopped = 0;
  for (int i = 0; i < 2000; ++i) {
    const Projection law{random.between(0.1, 1), 1, 1};
    double p[3], xi[3], dp[3], dxi[3];
    random.fill(p, 3, 1);
    p[0] += 2;
    random.fill(xi, 3, 0.2);
    random.fill(dp, 3, 3);
    random.fill(dxi, 3, 1);
    if (phase_of(law, p, xi) != kSticking) continue;
    const double fraction = fraction_to_cone(law, p, xi, dp, dxi);
    CHECK(fraction > 0);
    CHECK(fraction <= 1);
    const auto inside = [&](double k) {
      double y[3];
      for (int t = 0; t < 3; ++t) y[t] = p[t] + k * dp[t] - (xi[t] + k * dxi[t]);
      return y[0] > 0 && std::sqrt(y[1] * y[1] + y[2] * y[2]) <= law.friction * y[0];
    };
    CHECK(inside(fraction * (1 - 1e-6)));
    if (fraction < 1) {
      ++stopped;
      CHECK_FALSE(inside(fraction * (1 + 1e-6)));
    }
  }
  CHECK(stopped > 100);
}
