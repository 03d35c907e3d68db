#include "step/free_motion.h"

#include "body/body.h"
#include "rotation/explicit_rotation.h"
#include "rotation/free_rotation.h"

namespace rockfall {

FreeMotion free_motion(const rf_rock& rock, const rf_settings& settings, const Quat& orientation, const Velocity& old,
                       const Drag& drag, const KnownRotation* known) {
  const double dt = settings.time_step, h = 0.5 * dt, m = rock.mass;
  const Vec3 inertia = load3(rock.inertia);
  FreeMotion motion;
  motion.inverse_mass = 1.0 / (m + h * drag.linear);
  motion.reference.linear = old.linear;
  // Without drag the same expression as in batch_lanes.h, for equal bits.
  motion.velocity.linear =
      drag.linear == 0
          ? Vec3(old.linear - Vec3(0, 0, settings.gravity * dt))
          : Vec3(motion.inverse_mass * ((m - h * drag.linear) * old.linear - Vec3(0, 0, m * settings.gravity * dt)));
  if (settings.scheme == RF_SCHEME_EXPLICIT) {
    const ExplicitRotation rotation = explicit_rotation(inertia, dt, drag.angular, old.angular);
    motion.reference.angular = old.angular;
    motion.velocity.angular = rotation.omega;
    motion.inverse_inertia = rotation.inverse_mass;
    motion.orientation = orientation;
    motion.orientation_known = false;
    return motion;
  }
  const FreeRotation rotation = known ? FreeRotation{load3(known->omega), load_quat(known->orientation)}
                                      : free_rotation(settings.scheme, inertia, dt, orientation, old.angular);
  motion.reference.angular = rotation.omega;
  motion.orientation = rotation.orientation;
  motion.orientation_known = true;
  Vec3 inverse = load3(rock.inverse_inertia);
  motion.velocity.angular = rotation.omega;
  if (drag.angular != 0) {
    inverse = (inertia.array() + h * drag.angular).inverse();
    motion.velocity.angular =
        inverse.cwiseProduct(inertia.cwiseProduct(rotation.omega) - h * drag.angular * old.angular);
  }
  motion.inverse_inertia = inverse.asDiagonal();
  return motion;
}

double contact_work(const ContactSet& contacts, const Velocity& reference, const Velocity& velocity) {
  const Velocity sum{reference.linear + velocity.linear, reference.angular + velocity.angular};
  double work = 0;
  for (uint32_t i = 0; i < contacts.count; ++i) {
    work += 0.5 * contact_velocity(contacts.items[i], sum).dot(contacts.items[i].percussion);
  }
  return work;
}

rf_energy_ledger energy_ledger(const rf_rock& rock, const rf_settings& settings, const Velocity& old,
                               const FreeMotion& free, const Velocity& velocity, const Drag& drag,
                               const ContactSet* contacts, double rise) {
  const double h = 0.5 * settings.time_step;
  rf_energy_ledger ledger;
  ledger.kinetic_before = kinetic_energy(rock, old.linear.data(), old.angular.data());
  ledger.kinetic_after = kinetic_energy(rock, velocity.linear.data(), velocity.angular.data());
  ledger.potential_change = rock.mass * settings.gravity * rise;
  // The drag torque is proportional to omega+ + omega; its work is done along 1/2 (omega+ + omega_f).
  ledger.drag_work =
      -h * drag.linear * 0.5 * (velocity.linear + old.linear).squaredNorm() -
      h * drag.angular * 0.5 * (velocity.angular + free.reference.angular).dot(velocity.angular + old.angular);
  ledger.contact_work = contacts ? contact_work(*contacts, free.reference, velocity) : 0;
  ledger.residual =
      ledger.kinetic_after - ledger.kinetic_before + ledger.potential_change - ledger.contact_work - ledger.drag_work;
  return ledger;
}

}  // namespace rockfall
