// Position and orientation of a rock for contact detection.
#pragma once

#include "numerics/linear.h"
#include "rock/rock.h"
#include "terrain/terrain.h"

namespace rockfall {

/// Position and orientation of a rock.
struct Placement {
  Vec3 position;  // of S, I
  Mat3 rotation;  // A_IK
};

/// Horizontal square that contains the bounding sphere of a rock.
inline rf_rectangle footprint(const rf_rock& rock, const Vec3& position) {
  const double r = rock.bounding_radius;
  return {position[0] - r, position[1] - r, position[0] + r, position[1] + r};
}

}  // namespace rockfall
