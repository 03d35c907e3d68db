// The diagonal blocks of the Delassus matrix G = W^T M^-1 W.
#pragma once

#include "contact/contact.h"
#include "contact/one_contact.h"
#include "contact/one_rolling_contact.h"

namespace rockfall {

/// G_ii = W_i^T M^-1 W_i; the frame is orthonormal, so translation adds 1/m on the diagonal.
inline Mat3 delassus_block(const Contact& contact, double inverse_mass) {
  Mat3 g = contact.angular.transpose() * contact.angular_response;
  g.diagonal().array() += inverse_mass;
  return g;
}

inline LocalProblem local_problem(const Contact& contact, double inverse_mass) {
  return prepare_local(delassus_block(contact, inverse_mass), contact.friction);
}

/// The problem of a contact with rolling friction; c is not set.
inline RollingContactProblem rolling_problem(const Contact& contact, double inverse_mass) {
  RollingContactProblem problem;
  problem.friction = contact.friction;
  problem.arm = contact.rolling_arm;
  const Mat3 own = delassus_block(contact, inverse_mass);
  const Mat32 of_moment = contact.angular.transpose() * contact.rolling_response;
  const Mat32 of_percussion = (contact.rolling_axes.transpose() * contact.angular_response).transpose();
  const Mat2 turn = contact.rolling_axes.transpose() * contact.rolling_response;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) problem.g[i][j] = own(i, j);
    for (int k = 0; k < 2; ++k) {
      problem.g[i][3 + k] = of_moment(i, k);
      problem.g[3 + k][i] = of_percussion(i, k);
    }
  }
  for (int i = 0; i < 2; ++i) {
    for (int k = 0; k < 2; ++k) problem.g[3 + i][3 + k] = turn(i, k);
  }
  return problem;
}

}  // namespace rockfall
