#include "rotation/exact_rotation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "numerics/elementary.h"

namespace rockfall {
namespace {

// Relative difference below which two moments count as equal: rounding of the mass properties.
constexpr double kEqualMoments = 1e-14;

// Taylor coefficients, orders 0 to 2 in t / dt, of the products (y z, z x, x y) of the components of omega. The
// coefficients of omega of orders 1 to 3 are (a, b, c) dt times these, divided by 1, 2 and 3.
struct Products {
  Vec3 zeroth, first, second;
};

inline Vec3 pairs(const Vec3& w) { return Vec3(w[1] * w[2], w[2] * w[0], w[0] * w[1]); }

inline Products products(const Vec3& rates, const Vec3& w, const Vec3& zeroth) {
  Products p;
  p.zeroth = zeroth;
  const Vec3 f = rates.cwiseProduct(p.zeroth);
  p.first = Vec3(w[1] * f[2] + f[1] * w[2], w[2] * f[0] + f[2] * w[0], w[0] * f[1] + f[0] * w[1]);
  const Vec3 s = 0.5 * rates.cwiseProduct(p.first);
  p.second = Vec3(w[1] * s[2] + f[1] * f[2] + s[1] * w[2], w[2] * s[0] + f[2] * f[0] + s[2] * w[0],
                  w[0] * s[1] + f[0] * f[1] + s[0] * w[1]);
  return p;
}

// Angular velocity and momentum at both ends of a step.
struct StepEnds {
  Vec3 rates;                    // of Euler's equations, times dt
  Vec3 omega, next;              // angular velocity before and after
  Vec3 pairs;                    // (y z, z x, x y) before
  Vec3 momentum, next_momentum;  // angular momentum M0, M1 in K
  double m0_m0;                  // M0.M0
  double m0_m1;                  // M0.M1
};

// Angle of the rotation about the angular momentum M, in addition to the shortest rotation from the new direction of M
// in K to the old one, divided by |M|: the integral of (M0.omega + M.omega) / (M0.M + M.M) over the step. Two-point
// Hermite quadrature of order 8 on the Taylor coefficients at both ends.
inline double angle_over_momentum(const StepEnds& x, double dt, const Vec3& inertia) {
  const Vec3& m = x.momentum;
  const Vec3 rm = x.rates.cwiseProduct(m), rn = inertia.cwiseProduct(rm);
  const Products p0 = products(x.rates, x.omega, x.pairs), p1 = products(x.rates, x.next, pairs(x.next));
  const double twice_energy = m.dot(x.omega);
  const double over0 = 0.5 / x.m0_m0, over1 = 1.0 / (x.m0_m1 + x.m0_m0);
  const double g0 = 2.0 * over0 * twice_energy;  // the first derivative is zero here
  const Vec3 at0 = rm - g0 * rn;
  const double g2 = 0.5 * over0 * at0.dot(p0.first);
  const double g3 = (1.0 / 3.0) * over0 * at0.dot(p0.second);
  const double k0 = over1 * (m.dot(x.next) + twice_energy);
  const double c1 = rm.dot(p1.zeroth), c2 = 0.5 * rm.dot(p1.first), c3 = (1.0 / 3.0) * rm.dot(p1.second);
  const double d1 = rn.dot(p1.zeroth), d2 = 0.5 * rn.dot(p1.first), d3 = (1.0 / 3.0) * rn.dot(p1.second);
  const double k1 = over1 * (c1 - k0 * d1);
  const double k2 = over1 * (c2 - k0 * d2 - k1 * d1);
  const double k3 = over1 * (c3 - k0 * d3 - k1 * d2 - k2 * d1);
  return dt * (0.5 * (g0 + k0) - (3.0 / 28.0) * k1 + (1.0 / 42.0) * (g2 + k2) + (1.0 / 280.0) * (g3 - k3));
}

// p after the shortest rotation from the new angular momentum to the old one, followed by the rotation about the old
// one by the angle over_momentum |M|; symmetric in the two.
inline Quat orientation_after(const Quat& p, const StepEnds& x, double over_momentum) {
  const HalfAngle h = half_angle(over_momentum * over_momentum * x.m0_m0);
  const double sum = x.m0_m0 + x.m0_m1;
  const Vec3 e = h.cosine * x.next_momentum.cross(x.momentum) +
                 (h.sine_over_angle * over_momentum * x.m0_m0) * (x.momentum + x.next_momentum);
  return rotated(p, {h.cosine * sum, e[0], e[1], e[2]}, 2.0 * x.m0_m0 * sum);
}

// (dt / s)^2 = dt^2 (P(dt) - P(u)) for the translation s that makes the step exact, with Weierstrass' function P at the
// time step and at the present argument u of the motion. P(u) - e_i = b c x^2 and cyclic permutations; P(dt) is
// computed by its Laurent series.
// @param differences  dt^2 (P(u) - e_i)
inline double inverse_square(const Vec3& differences) {
  const double mean = (1.0 / 3.0) * (differences[0] + differences[1] + differences[2]);
  const double e1 = mean - differences[0], e2 = mean - differences[1], e3 = mean - differences[2];
  const double p = 0.1 * (e1 * e1 + e2 * e2 + e3 * e3), q = (1.0 / 7.0) * (e1 * e2 * e3);
  const double p2 = p * p, p3 = p2 * p, q2 = q * q;
  const double tail = (1.0 / 3.0) * p2 + (3.0 / 11.0) * p * q + (1.0 / 39.0) * (2.0 * p3 + 3.0 * q2) +
                      (2.0 / 33.0) * p2 * q + (5.0 / 7293.0) * p * (11.0 * p3 + 36.0 * q2) +
                      (1.0 / 2717.0) * q * (29.0 * p3 + 11.0 * q2);
  const double square = 1.0 - mean + (p + (q + tail));
  // The addition theorem is valid up to half a period of the slowest square root.
  const double lower_bound = -1.000001 * std::min(differences[0], std::min(differences[1], differences[2]));
  return square > lower_bound ? square : lower_bound;
}

// omega after a translation, by the addition theorem of Jacobi's functions, with square = (dt / s)^2. Computed as an
// increment, so that a rounding error common to all steps is relative to the increment.
inline Vec3 translated_by(const Vec3& rates, const Vec3& omega, const Vec3& pairs, const Vec3& differences,
                          double square) {
  const double root = std::sqrt(square), inverse = 1.0 / square;
  const double x = std::sqrt(square + differences[0]), y = std::sqrt(square + differences[1]),
               z = std::sqrt(square + differences[2]);
  const double px = differences[0] / (x + root), py = differences[1] / (y + root), pz = differences[2] / (z + root);
  return Vec3(omega[0] + inverse * (omega[0] * (root * (py + pz) + py * pz) + rates[0] * pairs[0] * x),
              omega[1] + inverse * (omega[1] * (root * (pz + px) + pz * px) + rates[1] * pairs[1] * y),
              omega[2] + inverse * (omega[2] * (root * (px + py) + px * py) + rates[2] * pairs[2] * z));
}

// P(u) - e_i: b c x^2 and cyclic permutations. The order of the products makes every rounding error vary from step to
// step; the rounding error of b c alone would be the same in all steps, and the energy would drift.
inline Vec3 weierstrass_differences(const Vec3& r, const Vec3& w) {
  return Vec3((r[1] * w[0]) * (r[2] * w[0]), (r[2] * w[1]) * (r[0] * w[1]), (r[0] * w[2]) * (r[1] * w[2]));
}

FreeRotation triaxial_step(const Vec3& rates, const Vec3& inertia, double dt, const Quat& p, const Vec3& omega) {
  StepEnds x;
  x.rates = dt * rates;
  x.omega = omega;
  x.pairs = pairs(omega);
  const Vec3 differences = weierstrass_differences(x.rates, omega);
  x.next = translated_by(x.rates, omega, x.pairs, differences, inverse_square(differences));
  x.momentum = inertia.cwiseProduct(omega);
  x.next_momentum = inertia.cwiseProduct(x.next);
  x.m0_m0 = x.momentum.squaredNorm();
  if (!(x.m0_m0 > 1e-140)) return {omega, p};  // at rest; the square of m0_m0 must not underflow either
  x.m0_m1 = x.momentum.dot(x.next_momentum);
  return {x.next, orientation_after(p, x, angle_over_momentum(x, dt, inertia))};
}

// Equal moments about the axes i and j: omega rotates about k at a constant rate. The rotation is made of three shears:
// shears conserve area whatever the rounding of their factors, which is the same in every step.
Vec3 rotated_about(int i, int j, const HalfAngle& h, double angle, const Vec3& omega) {
  const double half_sine = h.sine_over_angle * angle;
  const double sine = 2.0 * half_sine * h.cosine;
  Vec3 next = omega;
  if (std::fabs(h.cosine) > 0.5) {
    const double shear = half_sine / h.cosine;
    next[i] += shear * next[j];
    next[j] -= sine * next[i];
    next[i] += shear * next[j];
  } else {
    const double cosine = 1.0 - 2.0 * half_sine * half_sine;
    next[i] = cosine * omega[i] + sine * omega[j];
    next[j] = cosine * omega[j] - sine * omega[i];
  }
  return next;
}

// Symmetric top with axis k, (i, j, k) in cyclic order; a sphere too. A+ = A exp(dt M / moment) exp(angle e_k).
FreeRotation symmetric_step(int k, const Vec3& inertia, double dt, const Quat& p, const Vec3& omega) {
  const int i = (k + 1) % 3, j = (k + 2) % 3;
  const double moment = 0.5 * (inertia[i] + inertia[j]);
  const double angle = dt * omega[k] * (moment - inertia[k]) / moment;
  const HalfAngle body_half = half_angle(angle * angle);
  const Vec3 space_angle = (dt / moment) * inertia.cwiseProduct(omega);
  const HalfAngle h = half_angle(space_angle.squaredNorm());
  const Vec3 e = h.sine_over_angle * space_angle;
  double body_vector[3] = {0, 0, 0};
  body_vector[k] = body_half.sine_over_angle * angle;
  const Quat rotation =
      product({h.cosine, e[0], e[1], e[2]}, {body_half.cosine, body_vector[0], body_vector[1], body_vector[2]});
  return {rotated_about(i, j, body_half, angle, omega), rotated(p, rotation)};
}

// Number of substeps, each short enough for the series: dt |omega| <= 1. Angular velocities that need more than 64 are
// far outside sensible time steps; energy and angular momentum are conserved even then.
int substep_count(double dt, const Vec3& omega) {
  const double square = dt * dt * omega.squaredNorm();
  int count = 1;
  while (square > static_cast<double>(count * count) && count < 64) count *= 2;
  return count;
}

}  // namespace

Vec3 euler_rates(const Vec3& inertia) {
  return Vec3((inertia[1] - inertia[2]) / inertia[0], (inertia[2] - inertia[0]) / inertia[1],
              (inertia[0] - inertia[1]) / inertia[2]);
}

double longest_translation(const Vec3& rates, const Vec3& omega) {
  const double largest = -1.000001 * weierstrass_differences(rates, omega).minCoeff();
  return largest > 0 ? 1.0 / std::sqrt(largest) : std::numeric_limits<double>::infinity();
}

Vec3 translated(const Vec3& rates, double s, const Vec3& omega) {
  const Vec3 r = s * rates;
  return translated_by(r, omega, pairs(omega), weierstrass_differences(r, omega), 1.0);
}

FreeRotation exact_rotation(const Vec3& inertia, double dt, const Quat& p, const Vec3& omega) {
  const Vec3 rates = euler_rates(inertia);
  if (std::fabs(rates[2]) <= kEqualMoments) return symmetric_step(2, inertia, dt, p, omega);
  if (std::fabs(rates[0]) <= kEqualMoments) return symmetric_step(0, inertia, dt, p, omega);
  if (std::fabs(rates[1]) <= kEqualMoments) return symmetric_step(1, inertia, dt, p, omega);
  const int count = substep_count(dt, omega);
  if (count == 1) return triaxial_step(rates, inertia, dt, p, omega);
  FreeRotation rotation{omega, p};
  for (int i = 0; i < count; ++i)
    rotation = triaxial_step(rates, inertia, dt / count, rotation.orientation, rotation.omega);
  return rotation;
}

}  // namespace rockfall
