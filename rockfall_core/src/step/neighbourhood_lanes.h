// Surroundings of rocks in SIMD lanes. Included by step/batch_lanes.h; everything has internal linkage.
#pragma once

#include <initializer_list>

#include "contact/clearance.h"
#include "numerics/lanes.h"
#include "terrain/grid.h"

namespace rockfall {
namespace {

// A square around a rock, large enough for several steps, and a plane above all ground there.
class Neighbourhood {
 public:
  Lanes slope_x, slope_y, slope_spread;  // of the plane

  // A plane above the ground below a rock at (x, y), with its height there.
  rf_upper_plane plane_at(int lane, double x, double y) const {
    const double a = slope_x[lane], b = slope_y[lane];
    return {height_[lane] + a * (x - centre_x_[lane]) + b * (y - centre_y_[lane]), a, b, 1, 0};
  }

  // Leave the lane without a square.
  void clear(int lane) {
    for (Lanes* member : {&centre_x_, &centre_y_, &height_, &slope_x, &slope_y, &slope_spread}) member->set(lane, 0);
    // Empty rectangles: min > max.
    for (Lanes* member : {&x_min_, &y_min_, &ground_x_min_, &ground_y_min_}) member->set(lane, 1);
    for (Lanes* member : {&x_max_, &y_max_, &ground_x_max_, &ground_y_max_}) member->set(lane, -1);
  }

  // @param area    around (x, y), with ground everywhere
  // @param margin  by which S may leave (x, y)
  void set(int lane, double x, double y, double margin, const rf_rectangle& area, const rf_upper_plane& plane) {
    x_min_.set(lane, x - margin);
    x_max_.set(lane, x + margin);
    y_min_.set(lane, y - margin);
    y_max_.set(lane, y + margin);
    ground_x_min_.set(lane, area.x_min);
    ground_x_max_.set(lane, area.x_max);
    ground_y_min_.set(lane, area.y_min);
    ground_y_max_.set(lane, area.y_max);
    centre_x_.set(lane, x);
    centre_y_.set(lane, y);
    height_.set(lane, plane.height);
    slope_x.set(lane, plane.slope_x);
    slope_y.set(lane, plane.slope_y);
    slope_spread.set(lane, plane.slope_spread);
  }

  // After the last set().
  void update_clearance(const Lanes& radius) {
    clearance_squared_ = sphere_clearance_squared(radius, slope_x, slope_y);
  }

  // True where S may be there at the midpoint of a step.
  LaneMask contains(const Lanes& x, const Lanes& y) const {
    return (x >= x_min_) & (x <= x_max_) & (y >= y_min_) & (y <= y_max_);
  }
  // True where ground is known to exist; wider by a radius.
  LaneMask over_ground(const Lanes& x, const Lanes& y) const {
    return (x >= ground_x_min_) & (x <= ground_x_max_) & (y >= ground_y_min_) & (y <= ground_y_max_);
  }
  // Height over the plane.
  Lanes clearance(const VectorOf<Lanes>& position) const {
    return position[2] - (height_ + slope_x * (position[0] - centre_x_) + slope_y * (position[1] - centre_y_));
  }
  // True where the bounding sphere at this clearance is entirely above the plane.
  LaneMask sphere_is_above(const Lanes& clearance) const { return sphere_clears(clearance, clearance_squared_); }

 private:
  Lanes x_min_, x_max_, y_min_, y_max_;
  Lanes ground_x_min_, ground_x_max_, ground_y_min_, ground_y_max_;
  Lanes centre_x_, centre_y_;
  Lanes height_;
  Lanes clearance_squared_;  // see sphere_clearance_squared
};

}  // namespace
}  // namespace rockfall
