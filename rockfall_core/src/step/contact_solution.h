// The percussions of a step with contact: friction and impact laws at all contacts, and the limit of their work.
#pragma once

#include "contact/percussion_solver.h"
#include "numerics/quaternion.h"
#include "step/free_motion.h"

namespace rockfall {

/// Velocities and orientation after the step.
struct Solution {
  Velocity velocity;
  Quat orientation;
  SolverOutcome solver{0, true};
  double restitution = 1;  // share of the restitution of the ground that acts
  bool scaled_back = false;
  bool has_percussion = false;  // some contact has P_N > 0
};

/// Compute frame, W, friction and gamma- of the detected contacts. @param rotation  A_IK at the midpoint
void prepare_contacts(ContactSet& contacts, const rf_state& old, const Mat3& rotation, const FreeMotion& motion);

/// Solve the contact laws, and limit the work of the percussions. All but Solution::orientation is set.
/// @param failed_attempts  see SolverLimits
void solve_contacts(ContactSet& contacts, const rf_rock& rock, const rf_settings& settings, const FreeMotion& motion,
                    int failed_attempts, Solution& solution);

/// Largest violation of the contact laws, m/s.
double residual_of(const ContactSet& contacts, const FreeMotion& motion, const Solution& solution);

/// Whether such a violation counts as a solution, independently of the solver's own criterion. Percussions that were
/// scaled back count.
bool laws_hold(const ContactSet& contacts, const rf_settings& settings, const Solution& solution, double residual);

}  // namespace rockfall
