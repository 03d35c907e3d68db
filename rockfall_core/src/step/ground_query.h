// A ground query of the SIMD lanes: whether a rock touches the ground in this step, where, and if not, for how many
// steps it cannot.
#pragma once

#include <cstdint>

#include "contact/clear_steps.h"
#include "contact/contact_ground.h"
#include "contact/vertex_kernels.h"
#include "numerics/inline_calls.h"
#include "terrain/grid.h"

namespace rockfall {

/// Torque-free rotation of a step, already computed by the SIMD lanes.
struct KnownRotation {
  double omega[3];        // angular velocity after the step, K
  double orientation[4];  // after the step
};

/// Largest number of contacts of a rock whose step with contact is made in SIMD lanes.
constexpr uint32_t kLaneContacts = 12;

/// A contact as detection finds it.
struct DetectedContact {
  double arm[3];     // r_SP in K
  double normal[3];  // I
  ContactGround ground;
  double rolling_arm;  // see Contact
};

/// @param arm     r_SP in K
/// @param normal  of the ground, I
ROCKFALL_ALWAYS_INLINE DetectedContact contact_on(const ContactGround& ground, const double arm[3],
                                                  const double normal[3], double rolling_arm) {
  return {{arm[0], arm[1], arm[2]}, {normal[0], normal[1], normal[2]}, ground, rolling_arm};
}

/// Drag that the SIMD lanes compute, kg/s: force -linear v on S, torque -spin / m Theta omega. See Drag.
struct LaneDrag {
  double linear;
  double spin;  // of the soil
};

/// Result of contact detection for a step in the SIMD lanes. The forces of drag and soil act on S along its velocity.
struct DetectedContacts {
  uint32_t count;
  bool rolling;         // at any of the contacts there is rolling friction
  int failed_attempts;  // see SolverLimits; set by the lanes
  LaneDrag drag;
  double scar_depth;       // after the step, m
  DetectedContact* items;  // the caller's, room for kLaneContacts

  // No contact yet. The memory is used again for one rock after the other.
  ROCKFALL_ALWAYS_INLINE void start() {
    count = 0;
    rolling = false;
    failed_attempts = 0;
    drag = {0, 0};
    scar_depth = 0;
  }
};

/// Input of a ground query from the SIMD lanes.
struct QueryInput {
  Slopes slopes;                    // of the ground wherever the rock may be during the clear steps
  bool contact_expected;            // true skips the search for clear steps; affects speed only
  const KnownRotation* rotation;    // nullable: torque-free rotation of this step; affects speed only
  const double* midpoint_rotation;  // nullable: A_IK at the midpoint, by rows; affects speed only
  DetectedContacts* detected;       // nullable, out: allows the outcome `detected`
  const GridTerrain* grid;          // nullable: the terrain, if it is a grid; affects speed only
  const VertexKernels* kernels;     // affects speed only
  const GroundBound* bound;         // nullable: of the ground below the rock at the midpoint; affects speed only
  bool without_terrain_vertices;    // there is none below the rock at the midpoint; affects speed only
};

struct GroundQuery {
  enum class Outcome {
    clear,     // no contact; the state is unchanged
    stepped,   // contact: the step was made
    detected,  // contact: the state is unchanged, and QueryInput::detected is set
  };
  Outcome outcome;
  uint32_t clear_steps;    // guaranteed steps of flight after this one while the ground has the given slopes
  bool search_worthwhile;  // see ConservativeAdvancement::is_worthwhile(); false without search
};

}  // namespace rockfall
