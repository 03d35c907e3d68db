// Two contacts of which one sticks, as templates for double and SIMD lanes. Without the sticking contact, the other one
// is the problem of a single contact, with a closed form but for one scalar root where it slips.
#pragma once

#include "contact/contact_pair.h"
#include "contact/slip_equation.h"

namespace rockfall {

/// The equations of the slipping contact if the other one sticks: S = v v^T lambda / v^2 is the Schur complement of its
/// normal direction, singular and symmetric in every scheme because a percussion along the line between the contacts
/// moves nothing. With w perpendicular to v, b = alpha v + beta w, and z = lambda / s in SlipEquation,
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

/// True inside the friction cone.
template <class Condition, class Real>
Condition in_cone(const VectorOf<Real>& p, const Real& friction) {
  const Real bound = friction * p[0];
  const Condition pressed = p[0] > 0.0, held = p[1] * p[1] + p[2] * p[2] <= bound * bound;
  return pressed & held;
}

/// The equations of the first contact if the second one sticks: xi_1 = c + H P_1, and P_2 follows from P_1.
template <class Real>
struct SecondSticking {
  MatrixOf<Real> inverse;  // of G_22
  MatrixOf<Real> h;        // H
  VectorOf<Real> c;

  explicit SecondSticking(const ContactPair<Real>& pair)
      : inverse(inverse_of(pair.second.g)), h(pair.first.g), c(pair.first.c) {
    const auto& between = pair.between.at;
    for (int i = 0; i < 3; ++i) {
      VectorOf<Real> k;  // row of G_12 G_22^-1
      for (int j = 0; j < 3; ++j) {
        k[j] = between[i][0] * inverse.at[0][j] + (between[i][1] * inverse.at[1][j] + between[i][2] * inverse.at[2][j]);
      }
      for (int j = 0; j < 3; ++j) {
        const bool known = pair.symmetric && j < i;
        h.at[i][j] = known ? h.at[j][i] : h.at[i][j] - dot(k, column_of(pair.back, j));
      }
      c[i] = c[i] - dot(k, pair.second.c);
    }
  }
};

/// Percussions with which both contacts stick, where they are found. H has rank two: with t along the line between the
/// contacts, H t = 0, and in the plane across t Cayley-Hamilton gives H^-1 = (tr H - H) / m with the sum m of the
/// principal minors, and adj H = m t t^T. The percussion along the line that moves nothing is divided in proportion to
/// the loads.
template <class Condition, class Real>
PairPercussions<Condition, Real> with_both_sticking(const ContactPair<Real>& pair, const SecondSticking<Real>& rest,
                                                    const Real& speed) {
  const auto& h = rest.h.at;
  const Real minor[3] = {h[1][1] * h[2][2] - h[1][2] * h[2][1], h[0][0] * h[2][2] - h[0][2] * h[2][0],
                         h[0][0] * h[1][1] - h[0][1] * h[1][0]};
  const Real xy = h[0][2] * h[2][1] - h[0][1] * h[2][2], xz = h[0][1] * h[1][2] - h[0][2] * h[1][1],
             yz = h[0][2] * h[1][0] - h[0][0] * h[1][2];
  const auto by_x = (minor[0] >= minor[1]) & (minor[0] >= minor[2]);
  const auto by_y = minor[1] >= minor[2];
  const VectorOf<Real> x = {{minor[0], xy, xz}}, y = {{xy, minor[1], yz}}, z = {{xz, yz, minor[2]}};
  const VectorOf<Real> longest = select(by_x, x, select(by_y, y, z));  // column of adj H
  const VectorOf<Real> t = (1.0 / square_root(dot(longest, longest))) * longest;
  const Real inverse_m = 1.0 / (minor[0] + (minor[1] + minor[2])), trace = h[0][0] + (h[1][1] + h[2][2]);
  const VectorOf<Real> across = inverse_m * (product(rest.h, rest.c) - trace * rest.c);
  const VectorOf<Real> second = -1.0 * product(rest.inverse, pair.second.c + product(pair.back, across));
  const VectorOf<Real> t_second = product(rest.inverse, product(pair.back, t));
  const Real along = dot(t_second, second), load = across[0], other_load = second[0] - along * t_second[0];
  const Real moved = along * (load / (load + other_load));
  PairPercussions<Condition, Real> p;
  p.first = across + moved * t;
  p.second = second - moved * t_second;
  const Condition possible = absolute(dot(rest.c, t)) <= speed,
                  first_held = in_cone<Condition>(p.first, pair.first.friction),
                  second_held = in_cone<Condition>(p.second, pair.second.friction);
  p.found = possible & first_held & second_held;
  return p;
}

/// Percussions with which the second contact sticks and the first one sticks, slips or opens.
/// @param skipped    where no solution is needed
/// @param tolerance  of xi, relative to the speeds without percussions
template <class Condition, class Real>
PairPercussions<Condition, Real> with_second_sticking(const ContactPair<Real>& pair, const Condition& skipped,
                                                      double tolerance) {
  const auto &first = pair.first, &second = pair.second;
  const Real zero = constant_like(first.friction, 0.0), speed = negligible_speed(pair, tolerance);
  const SecondSticking<Real> rest(pair);
  const Condition opens = rest.c[0] >= 0.0;
  PairPercussions<Condition, Real> p = with_both_sticking<Condition>(pair, rest, speed);
  const Condition both = p.found, known = skipped | opens | both;
  Real s = zero;  // sliding speed over mu P_N
  if (!all_set(known)) {
    const VectorOf<Real> slip = slip_in_pair<Condition>(rest.h, first.friction, rest.c, known, s);
    p.first = select(both, p.first, slip);
    s = select(both, zero, s);
  }
  p.first = select(opens, VectorOf<Real>{{zero, zero, zero}}, p.first);
  const VectorOf<Real> free = second.c + product(pair.back, p.first);
  p.second = select(both, p.second, -1.0 * product(rest.inverse, free));
  const VectorOf<Real> xi_first = first.c + (product(first.g, p.first) + product(pair.between, p.second)),
                       xi_second = free + product(second.g, p.second);
  const VectorOf<Real> violation = {{xi_first[0], xi_first[1] + s * p.first[1], xi_first[2] + s * p.first[2]}};
  const Condition pressed = p.first[0] > 0.0, moves = s > 0.0, kept = all_at_most<Condition>(violation, speed);
  const Condition held = in_cone<Condition>(p.second, second.friction),
                  at_rest = all_at_most<Condition>(xi_second, speed);
  p.found = held & at_rest & (opens | (kept & pressed & (both | moves)));
  return p;
}

}  // namespace rockfall
