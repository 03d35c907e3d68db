// What the legacy models of RocFall3 make of a rock: a point, a sphere, or the rock itself.
#pragma once

#include <rockfall/step.h>

#include "numerics/linear.h"
#include "rock/rock.h"
#include "rotation/quaternion.h"

namespace rockfall {

struct Body {
  enum class Kind { point, sphere, hull };
  Kind kind;
  double mass;
  double radius;         // of the sphere, m; 0 for a point; bounding radius of a hull
  Vec3 inertia;          // principal moments, K; 0 for a point, which does not turn
  Vec3 inverse_inertia;  // 0 for a point
};

/// The body that a model moves; RF_MODEL_HARD_CONTACT moves the hull.
Body body_of(const rf_rock& rock, const rf_settings& settings);

/// 1/2 m v.v + 1/2 omega.Theta omega of the body that the settings' model moves, omega in K.
double kinetic_energy(const Body& body, const double velocity[3], const double angular_velocity[3]);

/// I^-1 in the inertial frame.
Mat3 inverse_inertia_in_space(const Body& body, const Quat& orientation);

/// A body in motion. Velocity and spin in the inertial frame.
struct BodyMotion {
  Vec3 position;
  Quat orientation;
  Vec3 velocity;
  Vec3 spin;
};

/// After a turn of the axis-angle vector `angle`, given in the inertial frame: R p (legacy manual 1.3, mended).
Quat turned_in_space(const Quat& p, const Vec3& angle);

/// On the parabola, eq. 1.1 and 1.2, the orientation turned by the axis and angle of spin times t.
BodyMotion after_flight(const Body& body, const BodyMotion& start, double gravity, double t);

}  // namespace rockfall
