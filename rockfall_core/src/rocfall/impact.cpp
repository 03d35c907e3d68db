#include "rocfall/impact.h"

#include <cmath>

#include "numerics/dense_solve.h"

namespace rockfall::rocfall {
namespace {

// Percussion with dP_t opposite to the incoming tangential velocity and |dP_t| = mu dP_n, for the outgoing normal
// velocity of the law.
Vec3 capped_percussion(const Support& support, const ImpactLaw& law, const Vec3& incoming, const Vec3& uncapped) {
  const Vec3& n = support.normal;
  const double normal = uncapped.dot(n);
  const Vec3 tangential = uncapped - normal * n;
  if (tangential.norm() <= law.friction * normal) return uncapped;
  const Vec3 slip = incoming - incoming.dot(n) * n;
  const double speed = slip.norm();
  const Vec3 direction = speed > 0 ? Vec3(n - law.friction / speed * slip) : n;
  const double change = -(1 + law.restitution_normal) * incoming.dot(n);
  const double response = n.dot(support.response * direction);
  return response > 0 ? Vec3(change / response * direction) : landing_percussion(support, incoming);
}

// Scale dP so that its work 1/2 (gamma+ + gamma-) . dP is not positive.
Vec3 limit_work(const Support& support, const Vec3& incoming, const Vec3& percussion) {
  const double incoming_work = incoming.dot(percussion),
               response_work = 0.5 * percussion.dot(support.response * percussion);
  if (incoming_work + response_work <= 0) return percussion;
  return incoming_work < 0 ? Vec3(-incoming_work / response_work * percussion) : Vec3(0, 0, 0);
}

}  // namespace

Support support_of(const Body& body, const BodyMotion& motion, const Touch& touch) {
  Support support;
  support.normal = touch.normal;
  support.arm = touch.arm;
  support.inverse_mass = 1 / body.mass;
  if (body.kind == Body::Kind::point) {
    support.inverse_inertia.setZero();
    support.response = Vec3::Constant(support.inverse_mass).asDiagonal();
    return support;
  }
  support.inverse_inertia = inverse_inertia_in_space(body, motion.orientation);
  const Mat3 arm = skew(touch.arm);
  support.response = arm * support.inverse_inertia * arm.transpose();
  for (int k = 0; k < 3; ++k) support.response(k, k) += support.inverse_mass;
  return support;
}

Vec3 percussion_for(const Support& support, const Vec3& velocity_change) {
  double a[9], b[3];
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) a[3 * i + k] = support.response(i, k);
    b[i] = velocity_change[i];
  }
  return dense_solve(a, b, 3, 3) ? load3(b) : Vec3(0, 0, 0);
}

Vec3 impact_percussion(const Support& support, const ImpactLaw& law, const Vec3& incoming) {
  const Vec3& n = support.normal;
  const double normal = incoming.dot(n);
  Vec3 outgoing = law.restitution_tangential * (incoming - normal * n) - law.restitution_normal * normal * n;
  const double energy_in = incoming.dot(percussion_for(support, incoming));
  const double energy_out = outgoing.dot(percussion_for(support, outgoing));
  if (energy_out > energy_in) outgoing *= std::sqrt(energy_in / energy_out);
  const Vec3 percussion = percussion_for(support, outgoing - incoming);
  if (percussion.dot(n) < 0) return landing_percussion(support, incoming);  // the ground cannot pull
  if (!law.capped) return percussion;
  return limit_work(support, incoming, capped_percussion(support, law, incoming, percussion));
}

Vec3 landing_percussion(const Support& support, const Vec3& incoming) {
  const Vec3& n = support.normal;
  return -incoming.dot(n) / n.dot(support.response * n) * n;
}

Vec3 sticking_percussion(const Support& support, const Vec3& incoming) { return percussion_for(support, -incoming); }

}  // namespace rockfall::rocfall
