// The point of the ground closest to a given position, and the first crossing of a parabola with a grid.
#pragma once

#include "numerics/linear.h"
#include "terrain/terrain.h"

namespace rockfall::rocfall {

struct SurfacePoint {
  Vec3 point;
  Vec3 normal;      // of the ground; on an edge of the ground, the direction from the point to the position
  double distance;  // to the position, >= 0
};

/// What a search has done. The counts are multiplied by estimates of their cost.
struct ClosestSearch {
  double cells = 0;  // visited
  bool left_out = false;
  // The point is the closest one found on all ground within reach, and there is no hole within its distance.
  bool exact = false;
  double feet = 0;  // perpendiculars to cells that were near enough
};

struct NearbyCell {
  GridPatch patch;
  double distance;  // m, from the position of the search to the cell: at least this
};

/// The cells that a search has found near a position, row by row, without holes: as long as the position has moved less
/// than `slack`, probably no other cell is as near as the nearest of them.
struct NearbyCells {
  static constexpr uint32_t kMost = 4;
  uint32_t count = 0;  // 0: unknown
  uint32_t nearest;    // which of them probably contains the closest point
  NearbyCell cells[kMost];
  Vec3 position;
  double slack;
  double others;  // no other cell is nearer to the position than this
};

/// Closest point of the ground within `reach` of `position`. Exact to rounding on a grid.
/// @param most_cells  where more cells are within reach, only some of them are searched, evenly distributed
/// @param best  in: the point vertically below, or a nearer one, whose normal is not used; out: replaced if a nearer
/// one is found
/// @param nearby  nullable, in and out: of the last search; affects speed only
ClosestSearch find_closest(const GridTerrain& terrain, const Vec3& position, double reach, double most_cells,
                           SurfacePoint& best, NearbyCells* nearby = nullptr);

/// The same, by a search of all cells within reach; same bits.
ClosestSearch find_closest_of_all(const GridTerrain& terrain, const Vec3& position, double reach, double most_cells,
                                  SurfacePoint& best);

/// The same on a sampled surface: iterated perpendiculars to tangent planes, started below the position and at four
/// points around it.
ClosestSearch find_closest(const CallbackTerrain& terrain, const Vec3& position, double reach, double most_cells,
                           SurfacePoint& best, NearbyCells* nearby = nullptr);

/// A lower bound of the distance of a position from all ground, on either side; at most `reach`, 0 if none was found.
/// @param nearby  in and out: of an earlier search, or unknown; affects speed only
double distance_bound(const GridTerrain& terrain, const Vec3& position, double reach, NearbyCells& nearby);

/// First time in (0, h] at which a point on a parabola passes downwards through the surface raised by `level`;
/// negative: none. On each cell the height over the ground is a quadratic function of time, so the time is exact to
/// rounding. A point that touches at t = 0 must be moving upwards.
/// @param left_out  set to true if the path crosses so many cells that the last ones are not searched
double first_crossing(const GridTerrain& terrain, const Vec3& position, const Vec3& velocity, double gravity,
                      double level, double h, bool& left_out);

}  // namespace rockfall::rocfall
