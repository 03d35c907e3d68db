#include "rotation/exact_rotation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "numerics/elementary.h"

namespace rockfall {
namespace {

// Relative difference below which two moments count as equal: rounding of the mass properties.
constexpr double kEqualMoments = 1e-14;

// Taylor coefficients, orders 0 to 2 in t / dt, of the products (y z, z x, x y) along a motion; those of omega, a
// further order each, are (a, b, c) dt times these, over 1, 2 and 3.
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

// What the turn of a step is made of. Rates are those of Euler's equations times dt.
struct Interval {
  Vec3 rates;
  Vec3 omega, next;  // angular velocity before and after
  Vec3 pairs;        // (y z, z x, x y) before
  Vec3 spin, after;  // M0, M1 in K
  double square;     // M0.M0
  double across;     // M0.M1
};

// Angle by which the rock turns about its spin M beyond the shortest turn from the new direction of the spin in K to
// the old one, divided by |M|: the integral of (M0.omega + M.omega) / (M0.M + M.M) over the step. Two-point Hermite
// quadrature of order 8 on the Taylor coefficients at both ends.
inline double angle_over_spin(const Interval& x, double dt, const Vec3& inertia) {
  const Vec3& m = x.spin;
  const Vec3 rm = x.rates.cwiseProduct(m), rn = inertia.cwiseProduct(rm);
  const Products p0 = products(x.rates, x.omega, x.pairs), p1 = products(x.rates, x.next, pairs(x.next));
  const double twice_energy = m.dot(x.omega);
  const double over0 = 0.5 / x.square, over1 = 1.0 / (x.across + x.square);
  const double g0 = 2.0 * over0 * twice_energy;  // the first derivative vanishes here
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

// p after the turn about the old spin by `over_spin` times its length that follows the shortest turn from the new spin
// onto the old; symmetric in the two spins.
inline Quat turned_between(const Quat& p, const Interval& x, double over_spin) {
  const HalfAngle h = half_angle(over_spin * over_spin * x.square);
  const double sum = x.square + x.across;
  const Vec3 e = h.cosine * x.after.cross(x.spin) + (h.sine_over_angle * over_spin * x.square) * (x.spin + x.after);
  return rotated(p, {h.cosine * sum, e[0], e[1], e[2]}, 2.0 * x.square * sum);
}

// (dt / s)^2 = dt^2 (P(dt) - P(u)) for the translation s that makes the step exact, Weierstrass' function at the step
// and at the present place of the motion, where P(u) - e_i = b c x^2 and so on around; P(dt) by its Laurent series.
// `place` has these three, times dt^2.
inline double inverse_square(const Vec3& place) {
  const double mean = (1.0 / 3.0) * (place[0] + place[1] + place[2]);
  const double e1 = mean - place[0], e2 = mean - place[1], e3 = mean - place[2];
  const double p = 0.1 * (e1 * e1 + e2 * e2 + e3 * e3), q = (1.0 / 7.0) * (e1 * e2 * e3);
  const double p2 = p * p, p3 = p2 * p, q2 = q * q;
  const double tail = (1.0 / 3.0) * p2 + (3.0 / 11.0) * p * q + (1.0 / 39.0) * (2.0 * p3 + 3.0 * q2) +
                      (2.0 / 33.0) * p2 * q + (5.0 / 7293.0) * p * (11.0 * p3 + 36.0 * q2) +
                      (1.0 / 2717.0) * q * (29.0 * p3 + 11.0 * q2);
  const double square = 1.0 - mean + (p + (q + tail));
  // Half a period of the slowest square root ends the range of the addition theorem.
  const double least = -1.000001 * std::min(place[0], std::min(place[1], place[2]));
  return square > least ? square : least;
}

// Translation along the motion: the addition theorem of Jacobi's functions, with (dt / s)^2 given. In increments, so
// that a rounding error common to all steps is of the size of the increment.
inline Vec3 moved(const Vec3& rates, const Vec3& omega, const Vec3& pairs, const Vec3& place, double square) {
  const double root = std::sqrt(square), over = 1.0 / square;
  const double x = std::sqrt(square + place[0]), y = std::sqrt(square + place[1]), z = std::sqrt(square + place[2]);
  const double px = place[0] / (x + root), py = place[1] / (y + root), pz = place[2] / (z + root);
  return Vec3(omega[0] + over * (omega[0] * (root * (py + pz) + py * pz) + rates[0] * pairs[0] * x),
              omega[1] + over * (omega[1] * (root * (pz + px) + pz * px) + rates[1] * pairs[1] * y),
              omega[2] + over * (omega[2] * (root * (px + py) + px * py) + rates[2] * pairs[2] * z));
}

// P(u) - e_i: b c x^2 and so on around. Formed so that every rounding changes from step to step: one of b c alone would
// be the same in all of them, and the energy would drift.
inline Vec3 place_of(const Vec3& r, const Vec3& w) {
  return Vec3((r[1] * w[0]) * (r[2] * w[0]), (r[2] * w[1]) * (r[0] * w[1]), (r[0] * w[2]) * (r[1] * w[2]));
}

FreeRotation triaxial_step(const Vec3& rates, const Vec3& inertia, double dt, const Quat& p, const Vec3& omega) {
  Interval x;
  x.rates = dt * rates;
  x.omega = omega;
  x.pairs = pairs(omega);
  const Vec3 place = place_of(x.rates, omega);
  x.next = moved(x.rates, omega, x.pairs, place, inverse_square(place));
  x.spin = inertia.cwiseProduct(omega);
  x.after = inertia.cwiseProduct(x.next);
  x.square = x.spin.squaredNorm();
  if (!(x.square > 1e-140)) return {omega, p};  // at rest; the square of this must not vanish either
  x.across = x.spin.dot(x.after);
  return {x.next, turned_between(p, x, angle_over_spin(x, dt, inertia))};
}

// Equal moments about the axes i and j: omega turns about k at a steady rate. The turn goes in three shears, because
// the area that shears keep does not depend on the rounding of their factors, the same in every step.
Vec3 turned_about(int i, int j, const HalfAngle& h, double angle, const Vec3& omega) {
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
  const HalfAngle own = half_angle(angle * angle);
  const Vec3 steady = (dt / moment) * inertia.cwiseProduct(omega);
  const HalfAngle h = half_angle(steady.squaredNorm());
  const Vec3 e = h.sine_over_angle * steady;
  double about[3] = {0, 0, 0};
  about[k] = own.sine_over_angle * angle;
  const Quat turn = product({h.cosine, e[0], e[1], e[2]}, {own.cosine, about[0], about[1], about[2]});
  return {turned_about(i, j, own, angle, omega), rotated(p, turn)};
}

// Parts of the step short enough for the series: dt |omega| <= 1 each. Spins that would need more than 64 parts are
// far outside any sensible time step; energy and spin are kept for them too.
int parts(double dt, const Vec3& omega) {
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
  const double most = -1.000001 * place_of(rates, omega).minCoeff();
  return most > 0 ? 1.0 / std::sqrt(most) : std::numeric_limits<double>::infinity();
}

Vec3 translated(const Vec3& rates, double s, const Vec3& omega) {
  const Vec3 r = s * rates;
  return moved(r, omega, pairs(omega), place_of(r, omega), 1.0);
}

FreeRotation exact_rotation(const Vec3& inertia, double dt, const Quat& p, const Vec3& omega) {
  const Vec3 rates = euler_rates(inertia);
  if (std::fabs(rates[2]) <= kEqualMoments) return symmetric_step(2, inertia, dt, p, omega);
  if (std::fabs(rates[0]) <= kEqualMoments) return symmetric_step(0, inertia, dt, p, omega);
  if (std::fabs(rates[1]) <= kEqualMoments) return symmetric_step(1, inertia, dt, p, omega);
  const int count = parts(dt, omega);
  if (count == 1) return triaxial_step(rates, inertia, dt, p, omega);
  FreeRotation spin{omega, p};
  for (int i = 0; i < count; ++i) spin = triaxial_step(rates, inertia, dt / count, spin.orientation, spin.omega);
  return spin;
}

}  // namespace rockfall
