#include "step/free_motion.h"

#include "body/body.h"
#include "body/energy_ledger.h"
#include "numerics/minmax.h"
#include "numerics/real.h"
#include "numerics/vector_of.h"
#include "rotation/explicit_rotation.h"
#include "rotation/explicit_rule.h"
#include "rotation/free_rotation.h"
#include "step/bounded_drag.h"
#include "step/spin_drag.h"
#include "step/translation.h"

namespace rockfall {

namespace {

// Apply the impulse of the soil to the reference velocity, scaled so that it takes no more energy than any impulse
// along it can. Its work includes the work of gravity that is missing because the rock moves less far than was assumed.
// An impulse whose energy is not finite, far below the surface, is left out.
void apply_soil_impulse(const rf_rock& rock, const rf_settings& settings, const SoilReaction& soil,
                        FreeMotion& motion) {
  const Vec3 linear = soil.impulse / rock.mass;
  const Vec3 angular = load3(rock.inverse_inertia).cwiseProduct(soil.angular_impulse);
  const double first = soil.impulse.dot(motion.reference.linear) + soil.angular_impulse.dot(motion.reference.angular) -
                       0.5 * settings.gravity * settings.time_step * soil.impulse[2];
  const double second = 0.5 * (soil.impulse.dot(linear) + soil.angular_impulse.dot(angular));
  if (!(first < 0) || !is_finite(second)) return;
  const double scale = smaller_of(1.0, -first / (2 * second));
  motion.reference.linear += scale * linear;
  motion.reference.angular += scale * angular;
  motion.soil_work = scale * (first + scale * second);
}

bool has_impulse(const Drag& drag) { return drag.soil && drag.soil->has_impulse(); }

double rotation_energy(const Vec3& inertia, const Vec3& omega) { return inertia.dot(omega.cwiseProduct(omega)); }

// The drag on the rotation, of layers and of the soil.
void set_angular_drag(const Vec3& inertia, double mass, double time_step, const Drag& drag, FreeMotion& motion) {
  motion.angular_drag = motion.soil_angular_drag = Vec3(0, 0, 0);
  if (drag.angular == 0 && drag.spin == 0) return;
  const double spin = bounded_drag(drag.spin, mass, time_step) / mass;
  for (int k = 0; k < 3; ++k) {
    const double of_soil = spin * inertia[k], sum = drag.angular + of_soil;
    motion.angular_drag[k] = bounded_drag(sum, inertia[k], time_step);
    if (sum > 0) motion.soil_angular_drag[k] = of_soil * (motion.angular_drag[k] / sum);
  }
}

// Work of a drag on the rotation in a step that ends with this angular velocity: the torque acts on omega+ +
// drag_omega, its work is done along 1/2 (omega+ + omega_f).
double torque_work(const rf_settings& settings, const FreeMotion& free, const Vec3& coefficient, const Vec3& omega) {
  return -0.5 * settings.time_step * 0.5 *
         (omega + free.reference.angular).dot(coefficient.cwiseProduct(omega + free.drag_omega));
}

// (Theta + dt/2 C) omega+ = Theta omega_f - dt/2 C omega (Leine et al. 2021, eq. 85 with 78), h = dt/2.
Vec3 damped(const Vec3& inertia, double h, const Vec3& inverse, const FreeMotion& motion) {
  return inverse.cwiseProduct(inertia.cwiseProduct(motion.reference.angular) -
                              h * motion.angular_drag.cwiseProduct(motion.drag_omega));
}

// Rotation by the explicit rule, which turns the rock with the velocities of the step.
void rotate_explicitly(const rf_rock& rock, const rf_settings& settings, const Quat& orientation, const Drag& drag,
                       FreeMotion& motion) {
  if (has_impulse(drag)) apply_soil_impulse(rock, settings, *drag.soil, motion);
  const ExplicitRotation rotation =
      explicit_rotation(load3(rock.inertia), settings.time_step, motion.angular_drag, motion.reference.angular);
  motion.drag_omega = motion.reference.angular;
  motion.velocity.angular = rotation.omega;
  motion.inverse_coupled = rotation.inverse_mass;
  motion.orientation = orientation;
  motion.orientation_known = false;
}

// Torque-free rotation, then the changes by drag and soil.
void rotate_freely(const rf_rock& rock, const rf_settings& settings, const FreeRotation& rotation,
                   const Vec3& old_omega, const Drag& drag, FreeMotion& motion) {
  const double h = 0.5 * settings.time_step;
  const Vec3 inertia = load3(rock.inertia);
  motion.reference.angular = rotation.omega;
  motion.orientation = rotation.orientation;
  motion.orientation_known = true;
  if (has_impulse(drag)) apply_soil_impulse(rock, settings, *drag.soil, motion);
  motion.inverse_inertia = load3(rock.inverse_inertia);
  motion.velocity.angular = motion.reference.angular;
  motion.drag_omega = old_omega;
  if (drag.angular != 0) {
    motion.inverse_inertia = (inertia + h * motion.angular_drag).cwiseInverse();
    motion.velocity.angular = damped(inertia, h, motion.inverse_inertia, motion);
    // With the old omega (Leine et al. 2021, eq. 85) strong drag on a rock that turns far in a step could add energy.
    if (drag.spin != 0 ||
        !(rotation_energy(inertia, motion.velocity.angular) <= rotation_energy(inertia, motion.reference.angular))) {
      drag_after_rotation(rock, settings, motion);
    }
  } else if (drag.spin != 0) {
    const SpinDrag<double> spin = spin_drag(bounded_drag(drag.spin, rock.mass, settings.time_step), rock.mass, h);
    motion.inverse_inertia *= spin.response;
    motion.velocity.angular = spin.kept * motion.reference.angular;
    motion.drag_omega = motion.reference.angular;
  }
}

}  // namespace

FreeMotion free_motion(const rf_rock& rock, const rf_settings& settings, const Quat& orientation, const Velocity& old,
                       const Drag& drag, const KnownRotation* known) {
  const double dt = settings.time_step, m = rock.mass;
  const Vec3 inertia = load3(rock.inertia);
  FreeMotion motion;
  const Translation<double> translation = translation_with(drag.linear, m, dt);
  motion.drag = translation.drag;
  motion.inverse_mass = translation.inverse_mass;
  set_angular_drag(inertia, m, dt, drag, motion);
  motion.reference = old;
  if (settings.scheme == RF_SCHEME_EXPLICIT) {
    rotate_explicitly(rock, settings, orientation, drag, motion);
  } else {
    const FreeRotation rotation = known ? FreeRotation{load3(known->omega), load_quat(known->orientation)}
                                        : free_rotation(settings.scheme, inertia, dt, orientation, old.angular);
    rotate_freely(rock, settings, rotation, old.angular, drag, motion);
  }
  const auto old_linear = vector_of(motion.reference.linear.data());  // with the impulse of the soil
  motion.velocity.linear = load3(velocity_after(translation, m, old_linear, settings.gravity, dt).x);
  return motion;
}

Quat orientation_after(const rf_settings& settings, const FreeMotion& free, const Quat& old, const Vec3& old_omega,
                       const Vec3& omega) {
  if (free.orientation_known) return free.orientation;
  return twice_advanced(old, old_omega.data(), omega.data(), settings.time_step);
}

double angular_drag_work(const rf_settings& settings, const FreeMotion& free, const Vec3& omega) {
  return torque_work(settings, free, free.angular_drag, omega);
}

void drag_after_rotation(const rf_rock& rock, const rf_settings& settings, FreeMotion& free) {
  free.drag_omega = free.reference.angular;
  free.velocity.angular = damped(load3(rock.inertia), 0.5 * settings.time_step, free.inverse_inertia, free);
}

double contact_work(const ContactSet& contacts, const Velocity& reference, const Velocity& velocity) {
  const Velocity sum{reference.linear + velocity.linear, reference.angular + velocity.angular};
  double work = 0;
  for (uint32_t i = 0; i < contacts.count; ++i) {
    const Contact& contact = contacts.items[i];
    work += 0.5 * contact_velocity(contact, sum).dot(contact.percussion);
    if (contact.rolling_arm > 0) {
      work += 0.5 * contact.moment.dot(contact.rolling_axes.transpose() * sum.angular);
    }
  }
  return work;
}

double soil_work(const rf_settings& settings, const FreeMotion& free, const Drag& drag, const Velocity& velocity) {
  if (!drag.soil || !(drag.soil->linear_drag > 0)) return free.soil_work;
  const double share = drag.soil->linear_drag / drag.linear;  // of the drag that acts on S
  return free.soil_work -
         share * free.drag * 0.25 * settings.time_step * (velocity.linear + free.reference.linear).squaredNorm() +
         torque_work(settings, free, free.soil_angular_drag, velocity.angular);
}

rf_energy_ledger energy_ledger(const rf_rock& rock, const rf_settings& settings, const Velocity& old,
                               const FreeMotion& free, const Velocity& velocity, const ContactSet* contacts,
                               double rise) {
  const double h = 0.5 * settings.time_step;
  rf_energy_ledger ledger;
  ledger.kinetic_before = kinetic_energy(rock, old.linear.data(), old.angular.data());
  ledger.kinetic_after = kinetic_energy(rock, velocity.linear.data(), velocity.angular.data());
  ledger.potential_change = rock.mass * settings.gravity * rise;
  ledger.drag_work = free.soil_work - h * free.drag * 0.5 * (velocity.linear + free.reference.linear).squaredNorm() +
                     angular_drag_work(settings, free, velocity.angular);
  ledger.contact_work = contacts ? contact_work(*contacts, free.reference, velocity) : 0;
  ledger.residual = residual_of(ledger);
  return ledger;
}

}  // namespace rockfall
