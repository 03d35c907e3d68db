// Parallel transport of a frame along a path.
#pragma once

#include "numerics/linear.h"

namespace rockfall {

struct PathFrame {
  Vec3 tangent, normal;  // unit, perpendicular
};

/// Normal as near as can be to `up` (of any length > 0); `direction` may be zero.
PathFrame first_path_frame(const Vec3& direction, const Vec3& up);

/// @param way        from the old point to the new, m; zero for a turn on the spot
/// @param direction  new tangent, unit length
PathFrame carried(const PathFrame& frame, const Vec3& way, const Vec3& direction);

}  // namespace rockfall
