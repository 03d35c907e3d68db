// The contact laws of one contact as projections, and their derivatives (Alart and Curnier 1991):
// P_N = max(0, P_N - r xi_N), P_T = prox(P_T - r xi_T).
#pragma once

namespace rockfall {

/// Friction and the parameters r of the projections, about 1 / Delassus, normal and tangential.
struct Projection {
  double friction, r_normal, r_tangential;
};

enum class Phase { open, sticking, slipping };

/// Residual of the projections, in percussions, and what it changes by. Open: with the percussion itself. Sticking:
/// with r xi. Slipping: the normal with r xi, the tangential rows as below.
struct LinearisedContact {
  Phase phase;
  double residual[3];
  double of_percussion[2][3];
  double of_normal[2];         // of xi_N
  double of_tangential[2][2];  // of xi_T
};

inline bool is_open(const Projection& law, const double* p, const double* xi) {
  return p[0] - law.r_normal * xi[0] <= 0;
}

/// Open, sticking or slipping as the projections of the percussion and xi say.
LinearisedContact linearise(const Projection& law, const double* p, const double* xi);

/// The fraction of a change at which a sticking contact reaches its cone, 1 if it does not.
double fraction_to_cone(const Projection& law, const double* p, const double* xi, const double* p_change,
                        const double* xi_change);

}  // namespace rockfall
