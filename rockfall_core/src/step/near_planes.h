// Planes above the ground close to the rocks in SIMD lanes, on terrains other than a grid. Part of step/run_lanes.h:
// everything has internal linkage.
#pragma once

#include "numerics/lanes.h"
#include "step/batch.h"

namespace rockfall {
namespace {

// A square a little larger than the footprint of a rock, and a plane above all ground there, which several queries of
// the rock use.
struct NearSquare {
  static constexpr double kMargin = 0.15;  // by which the rock may move, radii

  double x, y;   // centre
  double reach;  // half of its side; negative: no square
  GroundBound found;

  bool contains(double at_x, double at_y, double radius) const {
    const double dx = at_x - x, dy = at_y - y, room = reach - radius;
    return dx <= room && -dx <= room && dy <= room && -dy <= room;
  }
};

// A plane above the ground below the bounding sphere of a rock at (x, y), with its height there. False where no plane
// is known, or the ground has a hole.
inline bool find_near_plane(const BatchJob& job, double x, double y, double radius, NearSquare& square,
                            GroundBound& here) {
  if (!square.contains(x, y, radius)) {
    const double reach = (1 + NearSquare::kMargin) * radius;
    square = {x, y, reach, job.core.near_bound(job, {x - reach, y - reach, x + reach, y + reach})};
  }
  const rf_upper_plane& plane = square.found.plane;
  if (!square.found.known || !plane.hole_free) return false;
  here = square.found;
  here.plane.height += plane.slope_x * (x - square.x) + plane.slope_y * (y - square.y);
  return true;
}

}  // namespace
}  // namespace rockfall
