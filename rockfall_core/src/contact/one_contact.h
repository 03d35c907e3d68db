// The frictional problem of a single contact, solved in closed form except for one scalar root.
#pragma once

#include "contact/slip_equation.h"
#include "numerics/linear.h"

namespace rockfall {

/// The diagonal block of one contact in the Delassus matrix, and what is derived from it once per step.
struct LocalProblem {
  MatrixOf<double> g;  // G_ii: normal, t1, t2; not symmetric in the explicit scheme
  LocalMatrices<double> derived;
  double friction;     // mu
  double slip_weight;  // last root s = sliding speed / (mu P_N) of the slip equation, start of the next search
};

LocalProblem prepare_local(const MatrixOf<double>& g, double friction);
LocalProblem prepare_local(const Mat3& g, double friction);

/// Percussion P with xi = G P + c, 0 <= P_N, xi_N >= 0 complementary, and Coulomb's law between xi_T and P_T
/// (xi = gamma+ + epsilon gamma-). Open if c_N >= 0; otherwise a solution with P_N > 0 always exists.
Vec3 solve_local(LocalProblem& problem, const Vec3& c);

}  // namespace rockfall
