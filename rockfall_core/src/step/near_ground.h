// Contacts and soil of one rock at the midpoint of a step.
#pragma once

#include "contact/detection.h"
#include "contact/soil_entry.h"

namespace rockfall {

/// The contacts of a rock at the midpoint of a step, and the soil below it.
struct NearGround {
  /// @param placement  is kept by reference
  NearGround(const rf_rock& rock, const rf_settings& settings, const rf_state& old, const Placement& placement)
      : at(placement),
        velocity{load3(old.velocity), load3(old.angular_velocity)},
        soil(rock, at.rotation, velocity, settings.time_step, old.scar_depth) {}
  NearGround(const NearGround&) = delete;
  NearGround& operator=(const NearGround&) = delete;

  bool touches() const { return contacts.count > 0 || contacts.faulty || soil.present(); }

  /// Replace the arms of rolling resistance of contacts in soil by rolling_arm_in_soil. @param force  of the layer
  /// against the velocity of S, N
  void shorten_rolling_arms(const rf_rock& rock, double gravity, double force) {
    if (!soil.present()) return;
    rockfall::shorten_rolling_arms(contacts, rolling_arm_of_soil(rock, gravity, force, soil.depth()));
  }

  const Placement& at;
  Velocity velocity;  // before the step
  ContactSet contacts;
  SoilEntry soil;
  bool work_limited = false;  // terrain vertices below the rock have been left out
};

}  // namespace rockfall
