// Contacts for the SIMD lanes, found by them or by the ground query of a single step. Everything has internal linkage.
#pragma once

#include "contact/ground_query.h"

namespace rockfall {
namespace {

// @param arm     r_SP in K
// @param normal  of the ground, I
inline DetectedContact contact_on(const ContactGround& ground, const double arm[3], const double normal[3],
                                  double rolling_arm) {
  return {{arm[0], arm[1], arm[2]}, {normal[0], normal[1], normal[2]}, ground, rolling_arm};
}

}  // namespace
}  // namespace rockfall
