// Closed-form rotation of the free rigid body over one step, as templates for double and SIMD lanes. The solution of
// Euler's equations omega' = (a y z, b z x, c x y) is a translation on an elliptic curve. The addition theorem of
// Jacobi's functions gives omega after a time step without evaluating any of them; only the length s of the translation
// is transcendental.
#pragma once

#include "numerics/elementary.h"
#include "numerics/quaternion_of.h"
#include "numerics/vector_of.h"

namespace rockfall {

/// Relative difference below which two moments count as equal: rounding of the mass properties.
constexpr double kEqualMoments = 1e-14;

template <class Real>
struct ExactRotation {
  VectorOf<Real> omega;
  QuatOf<Real> orientation;
};

/// Coefficients (a, b, c) of Euler's equations, omega' = (a y z, b z x, c x y). Their magnitudes are at most 1 for a
/// real body.
template <class Real>
VectorOf<Real> euler_rates_of(const VectorOf<Real>& inertia) {
  return {{(inertia[1] - inertia[2]) / inertia[0], (inertia[2] - inertia[0]) / inertia[1],
           (inertia[0] - inertia[1]) / inertia[2]}};
}

/// Products (y z, z x, x y) of the components.
template <class Real>
VectorOf<Real> pairs_of(const VectorOf<Real>& w) {
  return {{w[1] * w[2], w[2] * w[0], w[0] * w[1]}};
}

/// Taylor coefficients, orders 0 to 2 in t / dt, of the products (y z, z x, x y) of the components of omega. The
/// coefficients of omega of orders 1 to 3 are (a, b, c) dt times these, divided by 1, 2 and 3.
template <class Real>
struct ProductsOf {
  VectorOf<Real> zeroth, first, second;
};

template <class Real>
ProductsOf<Real> products_of(const VectorOf<Real>& rates, const VectorOf<Real>& w, const VectorOf<Real>& zeroth) {
  ProductsOf<Real> p;
  p.zeroth = zeroth;
  const VectorOf<Real> f = componentwise(rates, p.zeroth);
  p.first = {{w[1] * f[2] + f[1] * w[2], w[2] * f[0] + f[2] * w[0], w[0] * f[1] + f[0] * w[1]}};
  const VectorOf<Real> s = 0.5 * componentwise(rates, p.first);
  p.second = {{w[1] * s[2] + f[1] * f[2] + s[1] * w[2], w[2] * s[0] + f[2] * f[0] + s[2] * w[0],
               w[0] * s[1] + f[0] * f[1] + s[0] * w[1]}};
  return p;
}

/// Angular velocity and momentum at both ends of a step.
template <class Real>
struct StepEndsOf {
  VectorOf<Real> rates;                    // of Euler's equations, times dt
  VectorOf<Real> omega, next;              // angular velocity before and after
  VectorOf<Real> pairs;                    // (y z, z x, x y) before
  VectorOf<Real> momentum, next_momentum;  // angular momentum M0, M1 in K
  Real m0_m0;                              // M0.M0
  Real m0_m1;                              // M0.M1
};

/// Angle of the rotation about the angular momentum M, in addition to the shortest rotation from the new direction of M
/// in K to the old one, divided by |M|: the integral of (M0.omega + M.omega) / (M0.M + M.M) over the step. Two-point
/// Hermite quadrature of order 8 on the Taylor coefficients at both ends.
template <class Real>
Real angle_over_momentum(const StepEndsOf<Real>& x, double dt, const VectorOf<Real>& inertia) {
  const VectorOf<Real>& m = x.momentum;
  const VectorOf<Real> rm = componentwise(x.rates, m), rn = componentwise(inertia, rm);
  const ProductsOf<Real> p0 = products_of(x.rates, x.omega, x.pairs),
                         p1 = products_of(x.rates, x.next, pairs_of(x.next));
  const Real twice_energy = dot(m, x.omega);
  const Real over0 = 0.5 / x.m0_m0, over1 = 1.0 / (x.m0_m1 + x.m0_m0);
  const Real g0 = 2.0 * over0 * twice_energy;  // the first derivative is zero here
  const VectorOf<Real> at0 = rm - g0 * rn;
  const Real g2 = 0.5 * over0 * dot(at0, p0.first);
  const Real g3 = (1.0 / 3.0) * over0 * dot(at0, p0.second);
  const Real k0 = over1 * (dot(m, x.next) + twice_energy);
  const Real c1 = dot(rm, p1.zeroth), c2 = 0.5 * dot(rm, p1.first), c3 = (1.0 / 3.0) * dot(rm, p1.second);
  const Real d1 = dot(rn, p1.zeroth), d2 = 0.5 * dot(rn, p1.first), d3 = (1.0 / 3.0) * dot(rn, p1.second);
  const Real k1 = over1 * (c1 - k0 * d1);
  const Real k2 = over1 * (c2 - k0 * d2 - k1 * d1);
  const Real k3 = over1 * (c3 - k0 * d3 - k1 * d2 - k2 * d1);
  return dt * (0.5 * (g0 + k0) - (3.0 / 28.0) * k1 + (1.0 / 42.0) * (g2 + k2) + (1.0 / 280.0) * (g3 - k3));
}

/// Lower bound of (1 / s)^2: the addition theorem is valid up to half a period of the slowest square root, where they
/// are imaginary beyond. The factor keeps a distance from it.
/// @param differences  P(u) - e_i
template <class Real>
Real half_period_bound(const VectorOf<Real>& differences) {
  const Real low = select(differences[2] < differences[1], differences[2], differences[1]);
  return -1.000001 * select(low < differences[0], low, differences[0]);
}

/// Too small to change a bound above zero.
constexpr double kSmallestInverseSquare = 1e-300;

/// (dt / s)^2 = dt^2 (P(dt) - P(u)) for the translation s that makes the step exact, with Weierstrass' function P at
/// the time step and at the present argument u of the motion. P(u) - e_i = b c x^2 and cyclic permutations; P(dt) is
/// computed by its Laurent series. Above zero: about the middle axis alone the bound is zero, and the truncated series
/// is negative for several radians per step.
/// @param differences  dt^2 (P(u) - e_i)
template <class Real>
Real inverse_square_of(const VectorOf<Real>& differences) {
  const Real mean = (1.0 / 3.0) * (differences[0] + differences[1] + differences[2]);
  const Real e1 = mean - differences[0], e2 = mean - differences[1], e3 = mean - differences[2];
  const Real p = 0.1 * (e1 * e1 + e2 * e2 + e3 * e3), q = (1.0 / 7.0) * (e1 * e2 * e3);
  const Real p2 = p * p, p3 = p2 * p, q2 = q * q;
  const Real tail = (1.0 / 3.0) * p2 + (3.0 / 11.0) * p * q + (1.0 / 39.0) * (2.0 * p3 + 3.0 * q2) +
                    (2.0 / 33.0) * p2 * q + (5.0 / 7293.0) * p * (11.0 * p3 + 36.0 * q2) +
                    (1.0 / 2717.0) * q * (29.0 * p3 + 11.0 * q2);
  const Real square = 1.0 - mean + (p + (q + tail));
  const Real lower_bound = half_period_bound(differences) + kSmallestInverseSquare;
  return select(square > lower_bound, square, lower_bound);
}

/// omega after a translation, by the addition theorem of Jacobi's functions, with square = (dt / s)^2. Computed as an
/// increment, so that a rounding error common to all steps is relative to the increment.
template <class Real>
VectorOf<Real> translated_by(const VectorOf<Real>& rates, const VectorOf<Real>& omega, const VectorOf<Real>& pairs,
                             const VectorOf<Real>& differences, const Real& square) {
  const Real root = square_root(square), inverse = 1.0 / square;
  const Real x = square_root(square + differences[0]), y = square_root(square + differences[1]),
             z = square_root(square + differences[2]);
  const Real px = differences[0] / (x + root), py = differences[1] / (y + root), pz = differences[2] / (z + root);
  return {{omega[0] + inverse * (omega[0] * (root * (py + pz) + py * pz) + rates[0] * pairs[0] * x),
           omega[1] + inverse * (omega[1] * (root * (pz + px) + pz * px) + rates[1] * pairs[1] * y),
           omega[2] + inverse * (omega[2] * (root * (px + py) + px * py) + rates[2] * pairs[2] * z)}};
}

/// P(u) - e_i: b c x^2 and cyclic permutations. The order of the products makes every rounding error vary from step to
/// step; the rounding error of b c alone would be the same in all steps, and the energy would drift.
template <class Real>
VectorOf<Real> weierstrass_differences(const VectorOf<Real>& r, const VectorOf<Real>& w) {
  return {{(r[1] * w[0]) * (r[2] * w[0]), (r[2] * w[1]) * (r[0] * w[1]), (r[0] * w[2]) * (r[1] * w[2])}};
}

/// One step with three different moments.
/// @param momentum_squared  out: |M|^2; the result is valid where it is above kSmallestExactMomentumSquared
/// @param half_angle        function that returns HalfAngleOf<Real> for the square of an angle
template <class Real, class HalfAngleFunction>
ExactRotation<Real> triaxial_rotation(const VectorOf<Real>& rates, const VectorOf<Real>& inertia, double dt,
                                      const QuatOf<Real>& p, const VectorOf<Real>& omega, Real& momentum_squared,
                                      HalfAngleFunction half_angle) {
  StepEndsOf<Real> x;
  x.rates = dt * rates;
  x.omega = omega;
  x.pairs = pairs_of(omega);
  const VectorOf<Real> differences = weierstrass_differences(x.rates, omega);
  x.next = translated_by(x.rates, omega, x.pairs, differences, inverse_square_of(differences));
  x.momentum = componentwise(inertia, omega);
  x.next_momentum = componentwise(inertia, x.next);
  x.m0_m0 = dot(x.momentum, x.momentum);
  x.m0_m1 = dot(x.momentum, x.next_momentum);
  momentum_squared = x.m0_m0;
  const Real over_momentum = angle_over_momentum(x, dt, inertia);
  // The shortest rotation from the new angular momentum to the old one, followed by the rotation about the old one by
  // the angle over_momentum |M|; symmetric in the two.
  const HalfAngleOf<Real> h = half_angle(over_momentum * over_momentum * x.m0_m0);
  const Real sum = x.m0_m0 + x.m0_m1;
  const VectorOf<Real> e = h.cosine * cross(x.next_momentum, x.momentum) +
                           (h.sine_over_angle * over_momentum * x.m0_m0) * (x.momentum + x.next_momentum);
  return {x.next, rotated(p, QuatOf<Real>{h.cosine * sum, e[0], e[1], e[2]}, 2.0 * x.m0_m0 * sum)};
}

/// Below this squared angular momentum the body counts as at rest; its square must not underflow either.
constexpr double kSmallestExactMomentumSquared = 1e-140;

/// (x, y) rotated by `angle`, made of three shears: shears conserve area whatever the rounding of their factors, which
/// is the same in every step. For |angle| up to 2 pi / 3. @param h  of the angle
template <class Real>
void rotate_by_shears(const HalfAngleOf<Real>& h, const Real& angle, Real& x, Real& y) {
  const Real half_sine = h.sine_over_angle * angle;
  const Real sine = 2.0 * half_sine * h.cosine, shear = half_sine / h.cosine;
  x = x + shear * y;
  y = y - sine * x;
  x = x + shear * y;
}

/// One step of a symmetric top with axis k, (i, j, k) in cyclic order; a sphere too: omega rotates about k at a
/// constant rate, A+ = A exp(dt M / moment) exp(angle e_k).
/// @param axis        axis.i(v), axis.j(v), axis.k(v): components of a vector; axis.vector(i, j, k): from components
/// @param half_angle  function that returns HalfAngleOf<Real> for the square of an angle
/// @param rotate      rotates the components i and j, as rotate_by_shears
template <class Real, class Axis, class HalfAngleFunction, class Rotate>
ExactRotation<Real> symmetric_rotation(const Axis& axis, const VectorOf<Real>& inertia, double dt,
                                       const QuatOf<Real>& p, const VectorOf<Real>& omega, HalfAngleFunction half_angle,
                                       Rotate rotate) {
  const Real moment = 0.5 * (axis.i(inertia) + axis.j(inertia));
  const Real angle = dt * axis.k(omega) * (moment - axis.k(inertia)) / moment;
  const HalfAngleOf<Real> body_half = half_angle(angle * angle);
  const VectorOf<Real> space_angle = (dt / moment) * componentwise(inertia, omega);
  const HalfAngleOf<Real> h = half_angle(dot(space_angle, space_angle));
  const VectorOf<Real> e = h.sine_over_angle * space_angle;
  const Real zero = constant_like(angle, 0.0);
  const VectorOf<Real> body = axis.vector(zero, zero, body_half.sine_over_angle * angle);
  const QuatOf<Real> rotation =
      product(QuatOf<Real>{h.cosine, e[0], e[1], e[2]}, QuatOf<Real>{body_half.cosine, body[0], body[1], body[2]});
  Real x = axis.i(omega), y = axis.j(omega);
  rotate(body_half, angle, x, y);
  return {axis.vector(x, y, axis.k(omega)), rotated(p, rotation, squared_length(rotation))};
}

}  // namespace rockfall
