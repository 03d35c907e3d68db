// Ground query of a rock that is in soil already: most of them make the step without touching anything hard.
#pragma once

#include <rockfall/step.h>

#include "contact/ground_query.h"

namespace rockfall {

struct BatchJob;

/// A rock at the midpoint of a step, after a step in soil. Elements of vectors are `stride` numbers apart.
struct SoilQuery {
  const HullArrays& hull;
  size_t stride;
  const double* position;  // of S, I
  const double* rotation;  // A_IK, by rows
  const double* velocity;  // before the step, as the next one: I, K
  const double* angular_velocity;
  rf_upper_plane plane;  // at or above all ground below the rock
  double scar_depth;     // before the step; out: after it
  double drag;           // out: coefficient that acts on S, kg/s
};

enum class SoilOutcome {
  unknown,   // the query of the general step is needed
  clear,     // the rock has left the soil
  sinking,   // in soil without contact
  detected,  // in soil, and the contacts with the rebound surface have been written
};

/// The ground of all rocks of a scene that query_soil serves; null if there is none.
const rf_ground* soil_everywhere(const rf_scene& scene, const GridTerrain& grid);

/// The result of contact detection in the soil of job.soil, with the bits of query_ground.
/// There must be no terrain vertex inside the rock.
/// @param contacts  nullable; members that depend on the outcome are set
SoilOutcome query_soil(const BatchJob& job, const rf_rock& rock, SoilQuery& query, DetectedContacts* contacts);

}  // namespace rockfall
