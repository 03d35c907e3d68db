// Motion of a rock over one step without percussions, and the energy balance of the step.
#pragma once

#include <rockfall/step.h>

#include "contact/percussion_solver.h"
#include "contact/soil_layer.h"
#include "numerics/quaternion.h"
#include "rock/rock.h"
#include "step/ground_query.h"

namespace rockfall {

/// Drag coefficients during a step.
struct Drag {
  double linear = 0;                   // kg/s
  double angular = 0;                  // kg m2/s
  double spin = 0;                     // kg/s: of the soil, torque -spin / m Theta omega
  const SoilReaction* soil = nullptr;  // null: no soil; its drag is part of `linear`
};

/// Equations of motion of one step without percussions, M (u+ - u_free) = W P.
struct FreeMotion {
  Velocity reference;      // u before the percussions act: (v, omega_f), or (v, omega) in the explicit scheme
  Velocity velocity;       // u_free: with gravity and drag
  double inverse_mass;     // of m + dt/2 c_d
  Vec3 inverse_inertia;    // of Theta + dt/2 C_d, which is diagonal; not set in the explicit scheme
  Mat3 inverse_coupled;    // explicit scheme: the same with the gyroscopic term
  Quat orientation;        // after the step, if the scheme computes it before the percussions
  bool orientation_known;  // true for all but the explicit scheme
  double soil_work = 0;    // of the impulse of the soil, J, <= 0
  double drag;             // coefficient that acts on S, kg/s
  Vec3 angular_drag;       // about the principal axes, kg m2/s
  Vec3 soil_angular_drag;  // the part of the soil
  Vec3 drag_omega;         // the drag torque is -angular_drag 1/2 (omega+ + drag_omega)
};

/// Free motion by any scheme.
/// @param old       velocities before the step
/// @param rotation  nullable: the torque-free rotation of this step if already known (not for the explicit scheme)
FreeMotion free_motion(const rf_rock& rock, const rf_settings& settings, const Quat& orientation, const Velocity& old,
                       const Drag& drag, const KnownRotation* rotation = nullptr);

/// Orientation after a step that ends with this angular velocity.
/// @param old  before the step
Quat orientation_after(const rf_settings& settings, const FreeMotion& free, const Quat& old, const Vec3& old_omega,
                       const Vec3& omega);

/// Work of the drag torque in a step that ends with this angular velocity, J.
double angular_drag_work(const rf_settings& settings, const FreeMotion& free, const Vec3& omega);

/// Let the drag torque act on the velocity after the torque-free rotation: its work is then never positive, whatever
/// the contacts do. Not for the explicit scheme, whose drag acts on it anyway.
void drag_after_rotation(const rf_rock& rock, const rf_settings& settings, FreeMotion& free);

/// Energy balance of a finished step (see rf_energy_ledger).
/// @param old       velocities before the step
/// @param velocity  velocities after the step
/// @param contacts  nullable
/// @param rise      change of the height of S, m
rf_energy_ledger energy_ledger(const rf_rock& rock, const rf_settings& settings, const Velocity& old,
                               const FreeMotion& free, const Velocity& velocity, const ContactSet* contacts,
                               double rise);

/// Work of the soil layer, J, <= 0; part of the drag work.
double soil_work(const rf_settings& settings, const FreeMotion& free, const Drag& drag, const Velocity& velocity);

/// 1/2 (gamma+ + gamma-) . P over all contacts, and the same of rolling friction, gamma- taken with the reference
/// velocity.
double contact_work(const ContactSet& contacts, const Velocity& reference, const Velocity& velocity);

}  // namespace rockfall
