// Contacts of a step in its report.
#pragma once

#include <rockfall/step.h>

#include "rocfall/touch.h"

namespace rockfall::rocfall {

/// A percussion of the ground, in the inertial frame.
struct ContactPercussion {
  Vec3 point, normal;
  Vec3 percussion;
  Vec3 before, after;  // contact velocities
};

/// Write a contact, if the report has space for it.
void write_contact(rf_step_report& report, uint32_t index, const ContactPercussion& contact, const Touch& touch);

/// Add a later percussion of the same contact.
/// @param work  of the percussion, J
void add_to_contact(rf_step_report& report, uint32_t index, const Vec3& percussion, const Vec3& after, double work);

}  // namespace rockfall::rocfall
