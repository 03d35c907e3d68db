// The rigid body that a contact model moves: the hull of the rock, a sphere, or a point.
#pragma once

#include <rockfall/step.h>

#include "body/kinetic_energy.h"
#include "numerics/linear.h"
#include "rock/rock.h"

namespace rockfall {

struct Body {
  enum class Kind { point, sphere, hull };
  Kind kind;
  double mass;
  double radius;         // of the sphere, m; 0 for a point; bounding radius of a hull
  Vec3 inertia;          // principal moments, K; 0 for a point, which does not rotate
  Vec3 inverse_inertia;  // 0 for a point
};

/// The body that a model moves; RF_MODEL_HARD_CONTACT moves the hull.
Body body_of(const rf_rock& rock, const rf_settings& settings);

/// Kinetic energy of a rock; angular velocity in K.
inline double kinetic_energy(const rf_rock& rock, const double velocity[3], const double angular_velocity[3]) {
  return kinetic_energy_of(rock.mass, rock.inertia, velocity, angular_velocity);
}

/// Kinetic energy of the body that a model moves; angular velocity in K.
inline double kinetic_energy(const Body& body, const double velocity[3], const double angular_velocity[3]) {
  return kinetic_energy_of(body.mass, body.inertia.data(), velocity, angular_velocity);
}

}  // namespace rockfall
