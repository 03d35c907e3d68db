// Data of rocks that make a step with contact in SIMD lanes. Detection, batches and the packs that solve contacts pass
// them on. Part of step/run_lanes.h: everything has internal linkage.
#pragma once

#include "step/ground_query.h"
#include "step/one_contact_pack.h"
#include "step/step_contact.h"

namespace rockfall {
namespace {

// What is known of a step with contact before it is made.
struct WaitingContacts {
  DetectedContacts contacts;
  StepContact seen;   // observation of the soil, later of the step
  double numbers[4];  // number of contacts, and drag; the last one is not used

  void set_numbers() {
    numbers[0] = static_cast<double>(contacts.count);
    numbers[1] = contacts.drag.linear;
    numbers[2] = contacts.drag.spin;
    numbers[3] = 0;
  }
};
// Used in lanes without a rock.
constexpr WaitingContacts kNothingWaits = {};

// Rocks that make a step with contact together, one in each lane.
struct ContactRocks {
  // Before the step.
  VectorPack velocity, omega;
  Pack slippage;
  // During the step.
  VectorPack midpoint;    // for strongest() only
  Pack rotation[9];       // A_IK at the midpoint, by rows
  VectorPack free_omega;  // after torque-free rotation
  Pack mass;
  VectorPack inertia;
  VectorPack inverse_inertia;
};

// The velocities after the step, from which the batch computes its next state, and the lanes in which they are valid.
struct ContactResults {
  PackMask valid;
  PackMask pressed;  // there is a percussion
  VectorPack velocity, omega;
};

// The strongest contacts of the steps; see StepContact.
struct StrongestContacts {
  PackMask pressed;  // there is a percussion
  Pack percussion;   // magnitude, 0 without one
  Pack speed;
  VectorPack point, normal;  // set where there is a percussion
};

}  // namespace
}  // namespace rockfall
