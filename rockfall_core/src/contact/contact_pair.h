// The problem of two contacts as templates, for formulas shared by double and SIMD lanes:
//   xi_1 = c_1 + G_11 P_1 + G_12 P_2,   xi_2 = c_2 + G_21 P_1 + G_22 P_2,
// with the laws of contact between xi and P at each of them.
#pragma once

#include "numerics/matrix_of.h"

namespace rockfall {

/// A contact of the pair: its block G_ii of the Delassus matrix, xi without percussions, and its friction.
template <class Real>
struct PairedContact {
  MatrixOf<Real> g;
  VectorOf<Real> c;
  Real friction;
};

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

template <class Condition, class Real>
PairedContact<Real> select_contact(const Condition& condition, const PairedContact<Real>& yes,
                                   const PairedContact<Real>& no) {
  return {select(condition, yes.g, no.g), select(condition, yes.c, no.c), select(condition, yes.friction, no.friction)};
}

/// Speeds below this count as zero. @param tolerance  relative to the speeds without percussions
template <class Real>
Real negligible_speed(const ContactPair<Real>& pair, double tolerance) {
  return tolerance * (taxicab(pair.first.c) + taxicab(pair.second.c));
}

}  // namespace rockfall
