// Reports of a finished step with contact: rf_step_report, and StepContact for observers of many rocks.
#pragma once

#include "step/contact_solution.h"
#include "step/near_ground.h"
#include "step/step_contact.h"

namespace rockfall {

/// Set the number of contacts, and whether rf_step_report::converged would be 0.
void observe_solver(const ContactSet& contacts, const rf_settings& settings, const FreeMotion& motion,
                    const Solution& solution, StepContact& out);

/// Set the observation of a step in soil without a percussion: the surface of the soil at the deepest vertex.
/// @param normal, clearance  of this surface, see SoilPlane
/// @param velocity           before the step, I
void observe_soil_surface(const Vec3& normal, double clearance, const Placement& at, const Vec3& velocity,
                          StepContact& out);

/// Set the same observation if a vertex of the rock is in soil; otherwise set nothing.
void observe_soil(const NearGround& near, StepContact& out);

/// Set the contact with the largest percussion; without one keep what observe_soil set.
void observe_contacts(const ContactSet& contacts, const Placement& at, const Solution& solution, StepContact& out);

/// Fill a report; its contact buffer is kept. @param near  null in flight
void report_step(const rf_rock& rock, const rf_settings& settings, const FreeMotion& motion, const Drag& drag,
                 const Solution& solution, const NearGround* near, const rf_state& old, const rf_state& next,
                 rf_step_report& report);

}  // namespace rockfall
