// The director scheme as a propagator of torque-free rotation, as templates for double and SIMD lanes (Gebhardt &
// Romero, eq. 86-91, principal axes).
#pragma once

#include "rotation/exact_rule.h"
#include "rotation/midpoint_rule.h"

namespace rockfall {

/// A body in its principal axes.
template <class Real>
struct PrincipalBodyOf {
  VectorOf<Real> inertia, inverse_inertia;
  VectorOf<Real> rates;  // euler_rates_of the inertia
};

/// Equations for the vector w of the Cayley rotation between the old and the new directors, d+ - d = w x (d + d+)/2, in
/// the old K: eq. 86 with the velocities of a rigid body, projected on rotations of the midpoint directors, which
/// removes the multipliers. With v = dt omega:
///   Theta (w - v) + 1/2 w x Theta w - 1/2 J (w x v) - 1/4 w x (v x J w) = 0,   J = 1/2 tr(Theta) - Theta.
template <class Real>
struct CayleyEquations {
  VectorOf<Real> inertia, euler, v;

  CayleyEquations(const VectorOf<Real>& moments, const VectorOf<Real>& rotation) : inertia(moments), v(rotation) {
    const Real half_trace = 0.5 * (moments[0] + (moments[1] + moments[2]));
    for (int k = 0; k < 3; ++k) euler[k] = half_trace - moments[k];
  }

  /// Theta w and v x J w.
  VectorOf<Real> momentum(const VectorOf<Real>& w) const { return componentwise(inertia, w); }
  VectorOf<Real> turned(const VectorOf<Real>& w) const { return cross(v, componentwise(euler, w)); }

  /// All terms but the first.
  VectorOf<Real> coupling(const VectorOf<Real>& w) const {
    return cross(w, 0.5 * momentum(w) - 0.25 * turned(w)) - 0.5 * componentwise(euler, cross(w, v));
  }
  VectorOf<Real> residual(const VectorOf<Real>& w) const { return componentwise(inertia, w - v) + coupling(w); }

  /// Solution of Jacobian x = right. The Jacobian is 1/2 w~ Theta - 1/2 m~ + 1/4 n~ + 1/2 J v~ - 1/4 w~ v~ J + Theta
  /// with m = Theta w, n = v x J w; w~ v~ = v w^T - w.v 1.
  VectorOf<Real> solved(const VectorOf<Real>& w, const VectorOf<Real>& right) const {
    const VectorOf<Real> m = momentum(w), n = turned(w);
    VectorOf<Real> column[3];
    for (int j = 0; j < 3; ++j) {
      const int i = (j + 1) % 3, k = (j + 2) % 3;
      column[j][j] = inertia[j] - 0.25 * (((0.0 - w[k] * v[k]) - w[i] * v[i]) * euler[j]);
      column[j][i] = 0.5 * (w[k] * inertia[j]) - 0.5 * m[k] + 0.25 * n[k] + 0.5 * (euler[i] * v[k]) -
                     0.25 * (w[j] * v[i] * euler[j]);
      column[j][k] = 0.5 * m[i] - 0.5 * (w[i] * inertia[j]) - 0.25 * n[i] - 0.5 * (euler[k] * v[i]) -
                     0.25 * (w[j] * v[k] * euler[j]);
    }
    const VectorOf<Real>&a = column[0], &b = column[1], &c = column[2], bc = cross(b, c);
    const Real inverse_det = 1.0 / dot(a, bc);
    return {
        {inverse_det * dot(right, bc), inverse_det * dot(right, cross(c, a)), inverse_det * dot(right, cross(a, b))}};
  }
};

/// The vector of the Cayley rotation. Fixed-point sweeps, which converge for small rotations of bodies that are not too
/// slender, then Newton's method from there or from v.
template <class Mask, class Real>
VectorOf<Real> cayley_vector(const PrincipalBodyOf<Real>& body, double dt, const VectorOf<Real>& omega) {
  const CayleyEquations<Real> equations(body.inertia, dt * omega);
  const VectorOf<Real>& v = equations.v;
  VectorOf<Real> w = v, previous = v;
  for (int sweep = 0; sweep < 4; ++sweep) {
    previous = w;
    w = v - componentwise(body.inverse_inertia, equations.coupling(w));
  }
  const Real angle = taxicab(v);
  const auto stays_near = taxicab(w - v) < 0.25 * angle, settles = taxicab(w - previous) < 1e-3 * angle;
  const auto converges = stays_near & settles;
  w = select(converges, w, v);
  // Newton's method converges quadratically: after a change this small the error is at rounding level.
  const Real tolerance = 1e-8 * angle;
  Mask done = angle < 0.0;  // all false
  for (int iteration = 0; iteration < 20; ++iteration) {
    const VectorOf<Real> change = equations.solved(w, equations.residual(w));
    w = select(done, w, w - change);
    done = done | (taxicab(change) <= tolerance);
    if (all_set(done)) break;
  }
  return w;
}

/// Longest translation from omega for translated_for: beyond half a period its square roots are imaginary. 1e300 on a
/// stable axis.
template <class Real>
Real longest_translation_of(const VectorOf<Real>& rates, const VectorOf<Real>& omega) {
  const Real largest = half_period_bound(weierstrass_differences(rates, omega));
  return select(largest > 0.0, 1.0 / square_root(largest), constant_like(largest, 1e300));
}

/// omega after a translation by s: conserves kinetic energy and |Theta omega| to rounding.
template <class Real>
VectorOf<Real> translated_for(const VectorOf<Real>& rates, const Real& s, const VectorOf<Real>& omega) {
  const VectorOf<Real> r = s * rates;
  return translated_by(r, omega, pairs_of(omega), weierstrass_differences(r, omega), constant_like(s, 1.0));
}

/// The translation along the curve of constant energy and angular momentum that ends nearest to `target`.
template <class Real>
Real nearest_translation(const VectorOf<Real>& rates, double dt, const VectorOf<Real>& omega,
                         const VectorOf<Real>& target) {
  const Real longest = longest_translation_of(rates, omega);
  const Real first = select(longest < dt, longest, constant_like(longest, dt));
  const VectorOf<Real> difference = translated_for(rates, first, omega) - omega;
  const Real square = dot(difference, difference);
  auto valid = square > 1e-20 * dot(omega, omega);  // on a principal axis omega does not change
  const Real divisor = select(valid, square, constant_like(square, 1.0));
  Real s = first;
  for (int i = 0; i < 3; ++i) {
    s = s + first * dot(target - translated_for(rates, s, omega), difference) / divisor;
    valid = valid & (s > 0.25 * first) & (s < 2.0 * first) & (s <= longest);
    s = select(valid, s, first);
  }
  return s;
}

/// One step. The old angular momentum in the new directors: the director velocities leave the tangent space by O(dt^2),
/// which rf_state cannot represent; without that part the energy error is O(dt^4) per step. So omega is projected back
/// on the curve, and the orientation is rotated to conserve the angular momentum vector, as in the midpoint rule.
template <class Mask, class Real>
ExactRotation<Real> director_rule(const PrincipalBodyOf<Real>& body, double dt, const QuatOf<Real>& p,
                                  const VectorOf<Real>& omega) {
  const VectorOf<Real> w = cayley_vector<Mask>(body, dt, omega);
  const Real scale = 1.0 / square_root(4.0 + dot(w, w));
  const QuatOf<Real> cayley{2.0 * scale, scale * w[0], scale * w[1], scale * w[2]};
  const VectorOf<Real> momentum = componentwise(body.inertia, omega);
  VectorOf<Real> old_momentum;
  rotate_back(cayley, momentum.x, old_momentum.x);
  const VectorOf<Real> target = componentwise(body.inverse_inertia, old_momentum);
  const VectorOf<Real> next = translated_for(body.rates, nearest_translation(body.rates, dt, omega, target), omega);
  const VectorOf<Real> next_momentum = componentwise(body.inertia, next);
  const Real square = dot(next_momentum, next_momentum);
  const auto divisible = square > kSmallestMomentumSquared;
  const Real divisor = select(divisible, square, square * 0.0 + 1.0);
  const VectorOf<Real> axis = cross(next_momentum, old_momentum);
  const Real real = 1.0 + dot(next_momentum, old_momentum) / divisor;
  const QuatOf<Real> corrected =
      product(cayley, QuatOf<Real>{real, axis[0] / divisor, axis[1] / divisor, axis[2] / divisor});
  const auto valid = divisible & (real > 1e-6);
  const QuatOf<Real> rotation = select(valid, corrected, cayley);
  return {next, rotated(p, rotation, squared_length(rotation))};
}

}  // namespace rockfall
