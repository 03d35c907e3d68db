// Contacts for the SIMD lanes, found by them or by the ground query of a single step. Everything has internal linkage.
#pragma once

#include "contact/ground_query.h"

namespace rockfall {
namespace {

// @param ground  rf_ground or ContactGround
// @param arm     r_SP in K
// @param normal  of the ground, I
template <class Ground>
inline DetectedContact contact_on(const Ground& ground, const double arm[3], const double normal[3],
                                  double rolling_arm) {
  DetectedContact contact;
  for (int k = 0; k < 3; ++k) {
    contact.arm[k] = arm[k];
    contact.normal[k] = normal[k];
  }
  contact.mu_min = ground.mu_min;
  contact.mu_max = ground.mu_max;
  contact.kappa = ground.kappa;
  contact.restitution_normal = ground.restitution_normal;
  contact.restitution_tangential = ground.restitution_tangential;
  contact.rolling_arm = rolling_arm;
  contact.restitution_threshold = ground.restitution_threshold;
  return contact;
}

}  // namespace
}  // namespace rockfall
