// The contact laws of one contact as projections, and their derivatives (Alart and Curnier 1991):
// P_N = max(0, P_N - r xi_N), P_T = prox(P_T - r xi_T).
#pragma once

namespace rockfall {

/// Friction coefficient and augmentation parameters r of the projections: 1 / (diagonal of the Delassus matrix).
struct Projection {
  double friction, r_normal, r_tangential;
};

enum class Phase { open, sticking, slipping };

/// Residual of the projections (unit of a percussion) and its derivatives. Open: the residual is the percussion.
/// Sticking: the residual is r xi. Slipping: the normal residual is r xi, the tangential rows have the derivatives
/// below.
struct LinearisedContact {
  Phase phase;
  double residual[3];
  double d_percussion[2][3];     // by P
  double d_xi_normal[2];         // by xi_N
  double d_xi_tangential[2][2];  // by xi_T
};

inline bool is_open(const Projection& law, const double* p, const double* xi) {
  return p[0] - law.r_normal * xi[0] <= 0;
}

/// Linearise the projections at a percussion and xi; these decide whether the contact is open, sticking or slipping.
LinearisedContact linearise(const Projection& law, const double* p, const double* xi);

/// The fraction of a change at which a sticking contact reaches its friction cone; 1 if it does not.
double fraction_to_cone(const Projection& law, const double* p, const double* xi, const double* p_change,
                        const double* xi_change);

}  // namespace rockfall
