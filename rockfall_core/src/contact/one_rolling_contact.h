// One contact with Coulomb friction and rolling friction (Leine & Glocker 2003), where Newton's method finds no
// solution.
#pragma once

namespace rockfall {

/// Rows: normal, t1, t2, and the rotation about t1 and t2. xi = G p + c for the percussion and moment p.
struct RollingContactProblem {
  double g[5][5];
  double c[5];
  double friction;  // mu
  double arm;       // bound of the moment over P_N, m
};

/// Find p with 0 <= P_N and xi_N >= 0 complementary, |P_T| <= mu P_N and |M| <= arm P_N, each opposite to its xi where
/// it is at its bound, and without xi below it. With given P_N friction is that of Tresca: a convex problem, whose
/// solution depends continuously on P_N. So does xi_N, which is negative without percussion, and positive with a large
/// one: then P_N xi_N = p . G p - P_T . xi_T - M . xi_R, where friction only takes energy. A root between is a
/// solution, and always exists. (That needs a symmetric G; in the explicit scheme it is nearly so.) The work is
/// bounded: at most 160 normal percussions with 31 x 31 weights of slip and rolling each; about 120 in all are usual.
/// @param p  out
/// @return   false if the numbers are too large or too small for a solution
bool solve_rolling_contact(const RollingContactProblem& problem, double p[5]);

}  // namespace rockfall
