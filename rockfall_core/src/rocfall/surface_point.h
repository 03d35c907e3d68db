// The point of the ground that is closest to a place, and the first crossing of a parabola with a grid.
#pragma once

#include "numerics/linear.h"
#include "terrain/terrain.h"

namespace rockfall::rocfall {

struct SurfacePoint {
  Vec3 point;
  Vec3 normal;      // of the ground; from the point to the place where the ground has an edge
  double distance;  // to the place, >= 0
};

/// Closest point of the ground within `reach` of `place`; `best` holds the point straight below, or a nearer one, and
/// is replaced by what is nearer still. Exact for each cell of a grid.
void find_closest(const GridTerrain& terrain, const Vec3& place, double reach, SurfacePoint& best);

/// The same on a sampled surface: feet of perpendiculars, from the point below and from four around it.
void find_closest(const CallbackTerrain& terrain, const Vec3& place, double reach, SurfacePoint& best);

/// First time in (0, h] at which a point on a parabola comes down through the surface raised by `level`. On each cell
/// height over ground is a quadratic of time, so the time is exact to rounding. A point that touches at t = 0 must
/// be on its way up. Negative: none.
double first_crossing(const GridTerrain& terrain, const Vec3& position, const Vec3& velocity, double gravity,
                      double level, double h);

}  // namespace rockfall::rocfall
