#include "rotation/exact_spin.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "numerics/elementary.h"

namespace rockfall {
namespace {

// Relative difference below which two moments count as equal: rounding of the mass properties.
constexpr double kEqualMoments = 1e-14;

// sqrt(1 + x) - 1 without cancellation.
double root_minus_one(double x) { return x / (1.0 + std::sqrt(1.0 + x)); }

// Taylor coefficients of omega(t) in t / dt, orders 1 to 3; da, db, dc are the rates times dt.
struct Taylor {
  Vec3 first, second, third;
};

Taylor taylor(double da, double db, double dc, const Vec3& w) {
  Taylor t;
  t.first = Vec3(da * (w[1] * w[2]), db * (w[2] * w[0]), dc * (w[0] * w[1]));
  const Vec3& f = t.first;
  t.second =
      0.5 * Vec3(da * (w[1] * f[2] + f[1] * w[2]), db * (w[2] * f[0] + f[2] * w[0]), dc * (w[0] * f[1] + f[0] * w[1]));
  const Vec3& s = t.second;
  t.third =
      (1.0 / 3.0) * Vec3(da * (w[1] * s[2] + f[1] * f[2] + s[1] * w[2]), db * (w[2] * s[0] + f[2] * f[0] + s[2] * w[0]),
                         dc * (w[0] * s[1] + f[0] * f[1] + s[0] * w[1]));
  return t;
}

// Angle by which the rock turns about its spin M beyond the shortest turn from the new direction of the spin in K to
// the old one, divided by |M|: the integral of (M0.omega + M.omega) / (M0.M + M.M) over the step. Two-point Hermite
// quadrature of order 8 on the Taylor coefficients at both ends.
double angle_over_spin(const EulerRates& rates, double dt, const Vec3& inertia, const Vec3& w0, const Vec3& w1) {
  const double da = dt * rates.a, db = dt * rates.b, dc = dt * rates.c;
  const Vec3 m = inertia.cwiseProduct(w0), n = inertia.cwiseProduct(m);
  const double twice_energy = m.dot(w0), square = m.dot(m);
  const Taylor t0 = taylor(da, db, dc, w0), t1 = taylor(da, db, dc, w1);
  const double over0 = 0.5 / square;
  const double g0 = twice_energy / square;  // the first derivative vanishes here
  const double g2 = over0 * (m.dot(t0.second) - g0 * n.dot(t0.second));
  const double g3 = over0 * (m.dot(t0.third) - g0 * n.dot(t0.third));
  const double over1 = 1.0 / (n.dot(w1) + square);
  const double d1 = n.dot(t1.first), d2 = n.dot(t1.second), d3 = n.dot(t1.third);
  const double k0 = over1 * (m.dot(w1) + twice_energy);
  const double k1 = over1 * (m.dot(t1.first) - k0 * d1);
  const double k2 = over1 * (m.dot(t1.second) - k0 * d2 - k1 * d1);
  const double k3 = over1 * (m.dot(t1.third) - k0 * d3 - k1 * d2 - k2 * d1);
  return dt * (0.5 * (g0 + k0) - (3.0 / 28.0) * k1 + (1.0 / 42.0) * (g2 + k2) + (1.0 / 280.0) * (g3 - k3));
}

// The turn about the old spin by `over_spin` times its length, after the shortest turn that takes the new spin onto
// the old: not normalised, symmetric in the two spins.
Quat turn_between(const Vec3& m0, const Vec3& m1, double over_spin) {
  const double square = m0.squaredNorm(), over = 1.0 / square;
  const HalfAngle h = half_angle(over_spin * over_spin * square);
  const Vec3 e = (h.cosine * over) * m1.cross(m0) + (h.sine_over_angle * over_spin) * (m0 + m1);
  return {h.cosine * (1.0 + over * m0.dot(m1)), e[0], e[1], e[2]};
}

FreeSpin triaxial_step(const EulerRates& rates, const Vec3& inertia, double dt, const Quat& p, const Vec3& omega) {
  const Vec3 next = translated(rates, exact_translation(rates, dt, omega), omega);
  const double over_spin = angle_over_spin(rates, dt, inertia, omega, next);
  return {next, turned(p, turn_between(inertia.cwiseProduct(omega), inertia.cwiseProduct(next), over_spin))};
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
FreeSpin symmetric_step(int k, const Vec3& inertia, double dt, const Quat& p, const Vec3& omega) {
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
  return {turned_about(i, j, own, angle, omega), turned(p, turn)};
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

EulerRates euler_rates(const Vec3& inertia) {
  return {(inertia[1] - inertia[2]) / inertia[0], (inertia[2] - inertia[0]) / inertia[1],
          (inertia[0] - inertia[1]) / inertia[2]};
}

double longest_translation(const EulerRates& rates, const Vec3& w) {
  const double x = rates.b * rates.c * (w[0] * w[0]);
  const double y = rates.c * rates.a * (w[1] * w[1]);
  const double z = rates.a * rates.b * (w[2] * w[2]);
  const double most = -1.000001 * std::min(x, std::min(y, z));
  return most > 0 ? 1.0 / std::sqrt(most) : std::numeric_limits<double>::infinity();
}

Vec3 translated(const EulerRates& rates, double s, const Vec3& w) {
  const double a = s * rates.a, b = s * rates.b, c = s * rates.c;
  const double px = root_minus_one(b * c * (w[0] * w[0]));
  const double py = root_minus_one(c * a * (w[1] * w[1]));
  const double pz = root_minus_one(a * b * (w[2] * w[2]));
  // Increments, so that a rounding error common to all steps is of the size of the increment.
  return Vec3(w[0] + (w[0] * (py + pz + py * pz) + a * (w[1] * w[2]) * (1.0 + px)),
              w[1] + (w[1] * (pz + px + pz * px) + b * (w[2] * w[0]) * (1.0 + py)),
              w[2] + (w[2] * (px + py + px * py) + c * (w[0] * w[1]) * (1.0 + pz)));
}

double exact_translation(const EulerRates& rates, double dt, const Vec3& w) {
  // (dt / s)^2 = dt^2 (P(dt) - P(u)), Weierstrass' function at the step and at the present place of the motion, where
  // P(u) - e_i = b c x^2 and so on around; P(dt) by its Laurent series.
  const double a = dt * rates.a, b = dt * rates.b, c = dt * rates.c;
  const double x = b * c * (w[0] * w[0]), y = c * a * (w[1] * w[1]), z = a * b * (w[2] * w[2]);
  const double mean = (1.0 / 3.0) * (x + y + z);
  const double e1 = mean - x, e2 = mean - y, e3 = mean - z;
  const double p = 0.1 * (e1 * e1 + e2 * e2 + e3 * e3), q = (1.0 / 7.0) * (e1 * e2 * e3);
  const double p2 = p * p, p3 = p2 * p, q2 = q * q;
  const double tail = (1.0 / 3.0) * p2 + (3.0 / 11.0) * p * q + (1.0 / 39.0) * (2.0 * p3 + 3.0 * q2) +
                      (2.0 / 33.0) * p2 * q + (5.0 / 7293.0) * p * (11.0 * p3 + 36.0 * q2) +
                      (1.0 / 2717.0) * q * (29.0 * p3 + 11.0 * q2);
  const double square = 1.0 - mean + (p + (q + tail));
  // Half a period of the slowest square root ends the range of the addition theorem.
  const double least = -1.000001 * std::min(x, std::min(y, z));
  return dt / std::sqrt(square > least ? square : least);
}

FreeSpin exact_spin(const Vec3& inertia, double dt, const Quat& p, const Vec3& omega) {
  if (!(inertia.cwiseProduct(omega).squaredNorm() > 1e-290)) return {omega, p};
  const EulerRates rates = euler_rates(inertia);
  if (std::fabs(rates.c) <= kEqualMoments) return symmetric_step(2, inertia, dt, p, omega);
  if (std::fabs(rates.a) <= kEqualMoments) return symmetric_step(0, inertia, dt, p, omega);
  if (std::fabs(rates.b) <= kEqualMoments) return symmetric_step(1, inertia, dt, p, omega);
  const int count = parts(dt, omega);
  FreeSpin spin{omega, p};
  for (int i = 0; i < count; ++i) spin = triaxial_step(rates, inertia, dt / count, spin.orientation, spin.omega);
  return spin;
}

}  // namespace rockfall
