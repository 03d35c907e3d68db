// Impact at one contact with R_N and R_T (legacy manual, section 2), for any contact arm. Templates over the supports
// of rocfall/support.h.
#pragma once

#include <cmath>

#include "numerics/linear.h"

namespace rockfall::rocfall {

/// Impact law of the contact point.
struct ImpactLaw {
  double restitution_normal;      // R_N
  double restitution_tangential;  // R_T
  bool capped;                    // tangential percussion at most mu times the normal one (2.13)
  double friction;                // mu of the cap
};

/// G^-1 x.
template <class Support>
Vec3 percussion_for(const Support& support, const Vec3& velocity_change) {
  Vec3 percussion;
  return support.percussion_for(velocity_change, 0, Vec3(0, 0, 0), percussion) ? percussion : Vec3(0, 0, 0);
}

/// Normal dP that makes the normal contact velocity zero.
template <class Support>
Vec3 landing_percussion(const Support& support, const Vec3& incoming) {
  const Vec3& n = support.normal;
  return -incoming.dot(n) / n.dot(support.response_to(n)) * n;
}

/// dP that makes the contact velocity zero.
template <class Support>
Vec3 sticking_percussion(const Support& support, const Vec3& incoming) {
  return percussion_for(support, -incoming);
}

/// Percussion with dP_t opposite to the incoming tangential velocity and |dP_t| = mu dP_n, for the outgoing normal
/// velocity of the law; `uncapped` if that is smaller.
template <class Support>
Vec3 capped_percussion(const Support& support, const ImpactLaw& law, const Vec3& incoming, const Vec3& uncapped) {
  const Vec3& n = support.normal;
  const double normal = uncapped.dot(n);
  const Vec3 tangential = uncapped - normal * n;
  if (tangential.norm() <= law.friction * normal) return uncapped;
  const Vec3 slip = incoming - incoming.dot(n) * n;
  const double speed = slip.norm();
  const Vec3 direction = speed > 0 ? Vec3(n - law.friction / speed * slip) : n;
  const double change = -(1 + law.restitution_normal) * incoming.dot(n);
  const double response = n.dot(support.response_to(direction));
  return response > 0 ? Vec3(change / response * direction) : landing_percussion(support, incoming);
}

/// Scale dP so that its work 1/2 (gamma+ + gamma-) . dP is not positive.
template <class Support>
Vec3 without_gain(const Support& support, const Vec3& incoming, const Vec3& percussion) {
  const double incoming_work = incoming.dot(percussion),
               response_work = 0.5 * percussion.dot(support.response_to(percussion));
  if (incoming_work + response_work <= 0) return percussion;
  return incoming_work < 0 ? Vec3(-incoming_work / response_work * percussion) : Vec3(0, 0, 0);
}

/// dP of an impact (2.11 to 2.13), with the outgoing normal velocity -R_N gamma_n. It never adds energy: where the law
/// would, because the arm couples the directions, the outgoing velocity is scaled down.
/// @param incoming  contact velocity before the impact
template <class Support>
Vec3 impact_percussion(const Support& support, const ImpactLaw& law, const Vec3& incoming) {
  const Vec3& n = support.normal;
  const double normal = incoming.dot(n);
  Vec3 outgoing = law.restitution_tangential * (incoming - normal * n) - law.restitution_normal * normal * n;
  const double energy_in = incoming.dot(percussion_for(support, incoming));
  const double energy_out = outgoing.dot(percussion_for(support, outgoing));
  if (energy_out > energy_in) outgoing *= std::sqrt(energy_in / energy_out);
  const Vec3 percussion = percussion_for(support, Vec3(outgoing - incoming));
  if (percussion.dot(n) < 0) return landing_percussion(support, incoming);  // the ground cannot pull
  if (!law.capped) return percussion;
  return without_gain(support, incoming, capped_percussion(support, law, incoming, percussion));
}

}  // namespace rockfall::rocfall
