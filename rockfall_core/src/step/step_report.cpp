#include "step/step_report.h"

#include <cmath>

#include "body/step_result.h"
#include "numerics/minmax.h"

namespace rockfall {
namespace {

void report_contacts(const ContactSet& contacts, const Placement& at, const Velocity& velocity,
                     rf_step_report& report) {
  report.contact_count = contacts.count;
  report.contacts_dropped = contacts.dropped + contacts.dropped_in_soil;
  if (contacts.count) report.friction = contacts.items[0].friction;
  for (uint32_t i = 0; i < contacts.count && report.contacts && i < report.contact_capacity; ++i) {
    const Contact& contact = contacts.items[i];
    rf_contact& out = report.contacts[i];
    store3(at.position + at.rotation * contact.arm, out.point);
    store3(contact.frame.col(0), out.normal);
    store3(contact.frame.col(1), out.tangent);
    out.gap = contact.gap;
    store3(contact.before, out.velocity_before);
    store3(contact_velocity(contact, velocity), out.velocity_after);
    store3(contact.percussion, out.percussion);
    for (int k = 0; k < 2; ++k) out.moment[k] = contact.moment[k];
    out.friction = contact.friction;
    out.feature = contact.feature;
  }
}

}  // namespace

void observe_solver(const ContactSet& contacts, const rf_settings& settings, const FreeMotion& motion,
                    const Solution& solution, StepContact& out) {
  out.contact_count = contacts.count;
  const bool hold = laws_hold(contacts, settings, solution, residual_of(contacts, motion, solution));
  out.unsolved = !(solution.solver.converged && hold);
}

void observe_soil_surface(const Vec3& normal, double clearance, const Placement& at, const Vec3& velocity,
                          StepContact& out) {
  const Vec3 upward = at.rotation * normal;
  out.touches = true;
  out.speed = larger_of(0.0, -upward.dot(velocity));
  store3(at.position - clearance * upward, out.point);
  store3(upward, out.normal);
}

void observe_soil(const NearGround& near, StepContact& out) {
  if (!near.soil.present()) return;
  const SoilPlane plane = near.soil.plane(near.at.position);
  observe_soil_surface(plane.normal, plane.clearance, near.at, near.velocity.linear, out);
}

void observe_contacts(const ContactSet& contacts, const Placement& at, const Solution& solution, StepContact& out) {
  double strongest = 0, speed = 0;
  for (uint32_t i = 0; i < contacts.count; ++i) {
    const Contact& contact = contacts.items[i];
    speed = larger_of(speed, -contact.before[0]);
    const double square = contact.percussion.squaredNorm();
    if (!(square > strongest)) continue;
    strongest = square;
    store3(at.position + at.rotation * contact.arm, out.point);
    store3(contact.frame.col(0), out.normal);
  }
  out.touches = out.touches || solution.has_percussion;
  out.speed = strongest > 0 ? speed : larger_of(out.speed, speed);
  out.percussion = std::sqrt(strongest);
}

void report_step(const rf_rock& rock, const rf_settings& settings, const FreeMotion& motion, const Drag& drag,
                 const Solution& solution, const NearGround* near, const rf_state& old, const rf_state& next,
                 rf_step_report& report) {
  clear_report(next, report);
  const Velocity before{load3(old.velocity), load3(old.angular_velocity)};
  const ContactSet* const contacts = near ? &near->contacts : nullptr;
  report.energy =
      energy_ledger(rock, settings, before, motion, solution.velocity, contacts, next.position[2] - old.position[2]);
  report.sweeps = solution.solver.sweeps;
  report.converged = solution.solver.converged;
  report.restitution_off = solution.restitution < 1;
  report.scaled_back = solution.scaled_back;
  report.soil_work = soil_work(settings, motion, drag, solution.velocity);
  report.submerged_area = drag.soil ? drag.soil->area : 0.0;
  if (!contacts) return;
  report_contacts(*contacts, near->at, solution.velocity, report);
  report.solver_residual = residual_of(*contacts, motion, solution);
  if (!laws_hold(*contacts, settings, solution, report.solver_residual)) report.converged = 0;
}

}  // namespace rockfall
