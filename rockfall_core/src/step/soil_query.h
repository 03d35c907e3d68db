// Ground query of a rock around which all ground is soil.
#pragma once

#include <rockfall/step.h>

#include "step/ground_query.h"
#include "step/step_contact.h"

namespace rockfall {

struct BatchJob;

/// The vertices of a rock that may be at or below the surface of the soil, and what is found below them.
struct FoundInSoil {
  const uint32_t* index;    // of each vertex
  const double* place[3];   // I
  const double* normal[3];  // of the surface below it, I
  const double* gap;        // along the normal, m
  const double* speed;      // into the soil along the normal, m/s
  uint32_t not_above;       // bit i is set if vertex i is in soil
  uint32_t entering;        // those that have entered it in this step
  uint32_t deep;            // those deeper than kDeepVertexInSoil
  uint32_t deepest;         // of those in soil, the first where several are
  double flow;              // submerged area times speed, m3/s
};

/// @param velocity, angular_velocity  before the step
LaneDrag soil_drag(const BatchJob& job, const rf_rock& rock, const FoundInSoil& found, const double velocity[3],
                   const double angular_velocity[3]);

/// True if one of the deep vertices has passed a steep face (contact/steep_face.h).
bool finds_steep_face(const BatchJob& job, const rf_rock& rock, const FoundInSoil& found);

/// The contacts of a rock in soil, as query_ground finds them. False if the step cannot be made in lanes; depth and
/// contacts are undefined then.
/// @param position, velocity  of S, at the midpoint and before the step
/// @param drag      of the soil
/// @param depth     in and out: of the rebound surface, before and after the step
/// @param contacts  nullable; all members are set if it has contacts
/// @param touches   out: the rock has contacts
bool find_soil_contacts(const BatchJob& job, const rf_rock& rock, const FoundInSoil& found, const double position[3],
                        const double velocity[3], const LaneDrag& drag, double& depth, DetectedContacts* contacts,
                        bool& touches);

/// Write the observation of a rock in soil; see observe_soil_surface().
/// @param normal, clearance  of the surface at the deepest vertex, see SoilPlane
/// @param position, rotation  at the midpoint, the rotation by rows
void observe_soil_below(const double normal[3], double clearance, const double position[3], const double rotation[9],
                        const double velocity[3], StepContact& out);

}  // namespace rockfall
