// Planes above the ground close to the rocks in SIMD lanes, on terrains other than a grid. Part of step/run_lanes.h:
// everything has internal linkage.
#pragma once

#include "numerics/lanes.h"
#include "step/batch.h"

namespace rockfall {
namespace {

// A plane above all ground of a square a little larger than the footprint of a rock serves for several queries of it.
class NearPlanes {
 public:
  explicit NearPlanes(const BatchJob& job) : job_(job) {
    if (job.grid) return;
    for (Square& square : squares_) square.area = {1, 1, -1, -1};
  }

  // A plane above the ground below the bounding sphere of a rock at (x, y), with its height there, in one lane. Null
  // where there is none, or a hole. Valid until the next call.
  const GroundBound* find(int lane, double x, double y, double radius) {
    Square& square = squares_[lane];
    const rf_rectangle& area = square.area;
    if (!(x - radius >= area.x_min && x + radius <= area.x_max && y - radius >= area.y_min &&
          y + radius <= area.y_max)) {
      const double reach = (1 + kMargin) * radius;
      square.area = {x - reach, y - reach, x + reach, y + reach};
      square.x = x;
      square.y = y;
      square.found = job_.core.near_bound(job_, square.area);
    }
    const rf_upper_plane& plane = square.found.plane;
    if (!square.found.known || !plane.hole_free) return nullptr;
    here_ = square.found;
    here_.plane.height += plane.slope_x * (x - square.x) + plane.slope_y * (y - square.y);
    return &here_;
  }

 private:
  static constexpr double kMargin = 0.15;  // by which the rock may move, radii

  struct Square {
    rf_rectangle area;
    double x, y;  // its centre
    GroundBound found;
  };

  const BatchJob& job_;
  Square squares_[kLaneCount];  // not set on a grid
  GroundBound here_;
};

}  // namespace
}  // namespace rockfall
