// Impacts at two contacts of which one sticks and the other slips or opens, in closed form except for one scalar root,
// as templates for double and SIMD lanes. Most impacts at two contacts end so: restitution prescribes velocities along
// the line between the contacts that no rigid body can have, which leaves at most one of them inside its friction cone.
#pragma once

#include "contact/slip_equation.h"

namespace rockfall {

/// A contact of the pair: its block G_ii of the Delassus matrix, xi without percussions, and its friction.
template <class Real>
struct PairedContact {
  MatrixOf<Real> g;
  VectorOf<Real> c;
  Real friction;
};

/// Estimate without the coupling of the directions: the contact slips or opens. Where both do, one rarely sticks.
template <class Condition, class Real>
Condition seems_to_slide(const PairedContact<Real>& contact) {
  const auto& g = contact.g.at;
  const VectorOf<Real>& c = contact.c;
  const Real bound = -0.5 * contact.friction * (g[1][1] + g[2][2]) * c[0], squared = c[1] * c[1] + c[2] * c[2];
  const Condition opens = c[0] >= 0.0, slips = g[0][0] * g[0][0] * squared > bound * bound;
  return opens | slips;
}

/// xi_1 = c_1 + G_11 P_1 + G_12 P_2, xi_2 = c_2 + G_21 P_1 + G_22 P_2.
template <class Real>
struct ContactPair {
  PairedContact<Real> first, second;
  MatrixOf<Real> between, back;  // G_12, G_21
  bool symmetric;                // G is symmetric: in all schemes but the explicit one
};

/// W_a^T M^-1 W_b of two contacts. @param response  M_omega^-1 W_omega; all matrices are three columns
template <class Real>
MatrixOf<Real> coupling_block(const VectorOf<Real> frame_a[3], const VectorOf<Real> angular_a[3],
                              const VectorOf<Real> frame_b[3], const VectorOf<Real> response_b[3],
                              const Real& inverse_mass) {
  MatrixOf<Real> block;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      block.at[i][j] = inverse_mass * dot(frame_a[i], frame_b[j]) + dot(angular_a[i], response_b[j]);
    }
  }
  return block;
}

/// Percussions, where they were found.
template <class Condition, class Real>
struct PairPercussions {
  Condition found;
  VectorOf<Real> first, second;
};

template <class Real>
ContactPair<Real> exchanged(const ContactPair<Real>& pair) {
  return {pair.second, pair.first, pair.back, pair.between, pair.symmetric};
}

/// What the slipping contact sees of the other one: S = v v^T lambda / v^2 is the Schur complement of its normal
/// direction, singular and symmetric in every scheme because a percussion along the line between the contacts moves
/// nothing. With w perpendicular to v, b = alpha v + beta w, and z = lambda / s in SlipEquation,
///   P_T is parallel to -n with n = alpha v + beta (1 + z) w, and
///   P_N = z / (1 + z) / lambda / G_NN (G_NT n - c_N lambda (1 + 1 / z)).
template <class Real>
struct PairSlip {
  Real n0[2], n1[2];  // alpha v, beta w
  Real m0, m1, m2;    // mu / G_NN times G_NT n0, G_NT n1, -c_N lambda
  Real lambda;

  /// @param matrix  block of the slipping contact if the other sticks; g[2][1] is not used
  PairSlip(const MatrixOf<Real>& matrix, const Real& friction, const VectorOf<Real>& c) {
    const auto& g = matrix.at;
    const Real inverse_normal = 1.0 / g[0][0], scale = friction * inverse_normal;
    const Real x = g[1][0] * inverse_normal, y = g[2][0] * inverse_normal;
    const Real xx = g[1][1] - x * g[0][1], xy = g[1][2] - x * g[0][2], yy = g[2][2] - y * g[0][2];
    const Real b[2] = {c[1] - x * c[0], c[2] - y * c[0]};
    const auto by_x = xx >= yy;  // the longer column
    const Real v[2] = {select(by_x, xx, xy), select(by_x, xy, yy)};
    const Real inverse_square = 1.0 / (v[0] * v[0] + v[1] * v[1]);
    const Real alpha = (v[0] * b[0] + v[1] * b[1]) * inverse_square,
               beta = (v[0] * b[1] - v[1] * b[0]) * inverse_square;
    lambda = xx + yy;
    n0[0] = alpha * v[0];
    n0[1] = alpha * v[1];
    n1[0] = -1.0 * beta * v[1];
    n1[1] = beta * v[0];
    m0 = scale * (g[0][1] * n0[0] + g[0][2] * n0[1]);
    m1 = scale * (g[0][1] * n1[0] + g[0][2] * n1[1]);
    m2 = -1.0 * scale * c[0] * lambda;
  }

  /// The root for slip so slow that 1 / z can be neglected; a crude estimate where there is none.
  Real first_guess() const {
    const Real bound = m0 + m2, along = n0[0] * n0[0] + n0[1] * n0[1], across = n1[0] * n1[0] + n1[1] * n1[1];
    const Real a = across - m1 * m1, half_b = m1 * bound,
               excess = along - bound * bound;  // a y^2 = 2 half_b y - excess
    const Real root = square_root(half_b * half_b - a * excess), y_of_large = (half_b + root) / a;
    const Real y = select(half_b > 0.0, y_of_large, -1.0 * excess / (root - half_b));
    const Real estimate = y - 1.0, crude = m2 / square_root(along + across);
    return select(estimate > 1e-3 * crude, estimate, crude);
  }
};

template <class Real>
struct PairSlipPoint {
  Real n[2], length;   // |n|
  Real bound, excess;  // largest |n| that friction allows; |n| - bound, which increases with z
  Real step;           // of Newton's method
};

template <class Real>
PairSlipPoint<Real> evaluate(const PairSlip<Real>& slip, const Real& z) {
  const Real y = 1.0 + z, inverse = 1.0 / z;
  PairSlipPoint<Real> point;
  for (int i = 0; i < 2; ++i) point.n[i] = slip.n0[i] + y * slip.n1[i];
  point.length = square_root(point.n[0] * point.n[0] + point.n[1] * point.n[1]);
  point.bound = slip.m0 + y * slip.m1 + slip.m2 * (1.0 + inverse);
  point.excess = point.length - point.bound;
  const Real slope =
      (point.n[0] * slip.n1[0] + point.n[1] * slip.n1[1]) / point.length - slip.m1 + slip.m2 * (inverse * inverse);
  point.step = -1.0 * point.excess / slope;
  return point;
}

/// Bound of the search for z; most end after one or two iterations.
constexpr int kMaxPairIterations = 20;

/// Percussion of the slipping contact. @param s  out: sliding speed over mu P_N; meaningless where nothing is found
template <class Condition, class Real>
VectorOf<Real> slip_in_pair(const MatrixOf<Real>& g, const Real& friction, const VectorOf<Real>& c,
                            const Condition& skipped, Real& s) {
  const PairSlip<Real> slip(g, friction, c);
  Real z = slip.first_guess(), low = constant_like(z, 0.0), high = constant_like(z, 1e300);
  PairSlipPoint<Real> point = evaluate(slip, z);
  Condition done = skipped;
  for (int iteration = 0; iteration < kMaxPairIterations; ++iteration) {
    done = done | (absolute(point.excess) <= kSlipExcess * point.length);
    if (all_set(done)) break;
    const Condition beyond = point.excess > 0.0;
    high = select(beyond, z, high);
    low = select(beyond, low, z);
    const Real newton = z + point.step, middle = select(high < 1e300, 0.5 * (low + high), 2.0 * z);
    const Condition inside = (newton > low) & (newton < high);
    const Condition last = inside & (absolute(point.step) <= kLastSlipStep * z);
    z = select(done, z, select(inside, newton, middle));
    point = evaluate(slip, z);
    done = done | last;
  }
  const Real normal = point.bound * z / (friction * slip.lambda * (1.0 + z));
  const Real scale = -1.0 * friction * normal / point.length;
  s = slip.lambda / z;
  return {{normal, scale * point.n[0], scale * point.n[1]}};
}

template <class Condition, class Real>
Condition all_at_most(const VectorOf<Real>& x, const Real& bound) {
  const Condition first = absolute(x[0]) <= bound, second = absolute(x[1]) <= bound, third = absolute(x[2]) <= bound;
  return first & second & third;
}

/// Percussions with which the second contact sticks and the first one slips or opens.
/// @param skipped    where no solution is needed
/// @param tolerance  of xi, relative to the speeds without percussions
template <class Condition, class Real>
PairPercussions<Condition, Real> with_second_sticking(const ContactPair<Real>& pair, const Condition& skipped,
                                                      double tolerance) {
  const auto &first = pair.first, &second = pair.second;
  const auto& between = pair.between.at;
  const Real zero = constant_like(first.friction, 0.0);
  const MatrixOf<Real> inverse = inverse_of(second.g);
  MatrixOf<Real> g = first.g;  // of the first contact if the second one sticks
  VectorOf<Real> c = first.c;
  for (int i = 0; i < 3; ++i) {
    VectorOf<Real> k;  // row of G_12 G_22^-1
    for (int j = 0; j < 3; ++j) {
      k[j] = between[i][0] * inverse.at[0][j] + (between[i][1] * inverse.at[1][j] + between[i][2] * inverse.at[2][j]);
    }
    for (int j = 0; j < 3; ++j) {
      const bool known = pair.symmetric && j < i;
      g.at[i][j] = known ? g.at[j][i] : g.at[i][j] - dot(k, column_of(pair.back, j));
    }
    c[i] = c[i] - dot(k, second.c);
  }
  const Condition opens = c[0] >= 0.0;
  Real s = zero;
  const VectorOf<Real> slip = slip_in_pair<Condition>(g, first.friction, c, Condition(skipped | opens), s);
  PairPercussions<Condition, Real> p;
  p.first = select(opens, VectorOf<Real>{{zero, zero, zero}}, slip);
  const VectorOf<Real> free = second.c + product(pair.back, p.first);
  p.second = -1.0 * product(inverse, free);
  const VectorOf<Real> xi_first = first.c + (product(first.g, p.first) + product(pair.between, p.second)),
                       xi_second = free + product(second.g, p.second);
  const Real speed = tolerance * (taxicab(first.c) + taxicab(second.c)), bound = second.friction * p.second[0];
  const VectorOf<Real> violation = {{xi_first[0], xi_first[1] + s * p.first[1], xi_first[2] + s * p.first[2]}};
  const Condition first_kept = all_at_most<Condition>(violation, speed),
                  second_kept = all_at_most<Condition>(xi_second, speed);
  const Condition first_pressed = p.first[0] > 0.0, second_pressed = p.second[0] > 0.0;
  const Condition slips = (s > 0.0) & first_pressed & first_kept;
  const Condition in_cone = p.second[1] * p.second[1] + p.second[2] * p.second[2] <= bound * bound;
  const Condition sticks = second_pressed & second_kept & in_cone;
  p.found = sticks & (opens | slips);
  return p;
}

template <class Condition, class Real>
PairedContact<Real> select_contact(const Condition& condition, const PairedContact<Real>& yes,
                                   const PairedContact<Real>& no) {
  return {select(condition, yes.g, no.g), select(condition, yes.c, no.c), select(condition, yes.friction, no.friction)};
}

/// Percussions of two contacts of which one sticks. The contact that closes faster is assumed to stick first.
/// @param skipped    where no solution is needed
/// @param tolerance  of xi, relative to the speeds without percussions
template <class Condition, class Real>
PairPercussions<Condition, Real> solve_contact_pair(const ContactPair<Real>& pair, const Condition& skipped,
                                                    double tolerance) {
  const Condition turned = pair.first.c[0] < pair.second.c[0];
  const ContactPair<Real> ordered = {
      select_contact(turned, pair.second, pair.first), select_contact(turned, pair.first, pair.second),
      select(turned, pair.back, pair.between), select(turned, pair.between, pair.back), pair.symmetric};
  PairPercussions<Condition, Real> p = with_second_sticking<Condition>(ordered, skipped, tolerance);
  const Condition settled = skipped | p.found;
  if (!all_set(settled)) {
    const PairPercussions<Condition, Real> other =
        with_second_sticking<Condition>(exchanged(ordered), settled, tolerance);
    p.first = select(p.found, p.first, other.second);
    p.second = select(p.found, p.second, other.first);
    p.found = p.found | other.found;
  }
  return {p.found, select(turned, p.second, p.first), select(turned, p.first, p.second)};
}

}  // namespace rockfall
