// Parallel transport of a frame along a path.
#pragma once

#include "numerics/linear.h"

namespace rockfall {

struct PathFrame {
  Vec3 tangent, normal;  // unit, perpendicular
};

/// Frame at the start of a path. The normal is the unit vector perpendicular to the tangent that is nearest to `up`.
/// @param direction  of the tangent, any length; may be zero
/// @param up         any length > 0
PathFrame first_path_frame(const Vec3& direction, const Vec3& up);

/// Parallel transport by double reflection.
/// @param displacement  from the old point to the new, m; may be zero
/// @param direction     new tangent, unit length
PathFrame transported(const PathFrame& frame, const Vec3& displacement, const Vec3& direction);

}  // namespace rockfall
