// Kinematics of a contact: gamma = V + r~ omega (2.8), d gamma = G dP with G = 1/m + r~ I^-1 r~^T (2.10). All in the
// inertial frame. One struct for each kind of body, with the same functions.
#pragma once

#include "numerics/dense_solve.h"
#include "numerics/linear.h"
#include "rocfall/body_motion.h"
#include "rocfall/touch.h"

namespace rockfall::rocfall {

/// A point has no arm, so G = 1/m.
struct PointSupport {
  static constexpr bool kRotates = false;
  Vec3 normal;
  double inverse_mass;

  Vec3 contact_arm() const { return Vec3(0, 0, 0); }
  Vec3 velocity(const Vec3& v, const Vec3&) const { return v; }
  Vec3 angular_velocity_change(const Vec3&) const { return Vec3(0, 0, 0); }
  Vec3 response_to(const Vec3& percussion) const { return inverse_mass * percussion; }
  bool percussion_for(const Vec3& change, double, const Vec3&, Vec3& percussion) const {
    percussion = change / inverse_mass;
    return true;
  }
};

/// The arm of a sphere is parallel to the normal, so G = 1/m along it and 1/m + r^2/I across it.
struct SphereSupport {
  static constexpr bool kRotates = true;
  Vec3 normal;
  Vec3 arm;
  double inverse_mass, inverse_inertia;
  double tangential_response;

  Vec3 contact_arm() const { return arm; }
  Vec3 velocity(const Vec3& v, const Vec3& omega) const { return v + arm.cross(omega); }
  Vec3 angular_velocity_change(const Vec3& percussion) const { return inverse_inertia * percussion.cross(arm); }
  Vec3 response_to(const Vec3& percussion) const {
    return tangential_response * percussion + (inverse_mass - tangential_response) * percussion.dot(normal) * normal;
  }
  bool percussion_for(const Vec3& change, double resistance, const Vec3& roll, Vec3& percussion) const {
    const double along = change.dot(normal), force = along / inverse_mass, scale = 1 / tangential_response;
    percussion = scale * change + (force - scale * along) * normal + (scale * resistance * force) * roll;
    return true;
  }
};

/// Any arm and inertia.
struct HullSupport {
  static constexpr bool kRotates = true;
  Vec3 normal;
  Vec3 arm;  // r = S - contact
  double inverse_mass;
  Mat3 inverse_inertia;
  Mat3 response;  // G

  Vec3 contact_arm() const { return arm; }
  Vec3 velocity(const Vec3& v, const Vec3& omega) const { return v + arm.cross(omega); }
  /// d omega by a percussion: I^-1 r~^T dP (2.7).
  Vec3 angular_velocity_change(const Vec3& percussion) const { return inverse_inertia * percussion.cross(arm); }
  /// G dP.
  Vec3 response_to(const Vec3& percussion) const { return response * percussion; }
  /// Solve (G - resistance roll n^T) dP = change; false if there is no solution.
  /// @param roll  tangential
  bool percussion_for(const Vec3& change, double resistance, const Vec3& roll, Vec3& percussion) const {
    double a[9], b[3];
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 3; ++k) a[3 * i + k] = response(i, k) - resistance * roll[i] * normal[k];
      b[i] = change[i];
    }
    if (!dense_solve(a, b, 3, 3)) return false;
    percussion = load3(b);
    return true;
  }
};

inline void set_support(const Body& body, const BodyMotion&, const Touch& touch, PointSupport& support) {
  support = {touch.normal, 1 / body.mass};
}

inline void set_support(const Body& body, const BodyMotion&, const Touch& touch, SphereSupport& support) {
  const double inverse_mass = 1 / body.mass, inverse_inertia = body.inverse_inertia[0];
  support = {touch.normal, touch.arm, inverse_mass, inverse_inertia,
             inverse_mass + body.radius * body.radius * inverse_inertia};
}

inline void set_support(const Body& body, const BodyMotion& motion, const Touch& touch, HullSupport& support) {
  support.normal = touch.normal;
  support.arm = touch.arm;
  support.inverse_mass = 1 / body.mass;
  support.inverse_inertia = inverse_inertia_in_space(body, motion.orientation);
  const Mat3 arm = skew(touch.arm);
  support.response = arm * support.inverse_inertia * arm.transpose();
  for (int k = 0; k < 3; ++k) support.response(k, k) += support.inverse_mass;
}

template <Body::Kind kind>
struct SupportOfKind {
  using Type = HullSupport;
};
template <>
struct SupportOfKind<Body::Kind::point> {
  using Type = PointSupport;
};
template <>
struct SupportOfKind<Body::Kind::sphere> {
  using Type = SphereSupport;
};

template <class Support>
Support support_of(const Body& body, const BodyMotion& motion, const Touch& touch) {
  Support support;
  set_support(body, motion, touch, support);
  return support;
}

}  // namespace rockfall::rocfall
