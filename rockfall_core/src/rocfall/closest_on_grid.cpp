// The point of a grid closest to a position. Cells that cannot contain it are left out by a lower bound of their
// distance.
#include <cmath>

#include "numerics/inline_calls.h"
#include "numerics/minmax.h"
#include "rocfall/closest_on_cell.h"
#include "rocfall/surface_point.h"

namespace rockfall::rocfall {
namespace {

// Take the closest point of a cell as the full search does, which leaves out cells that are too far.
void take_closest(const GridPatch& patch, const Vec3& position, const SurfacePoint& closest, SurfacePoint& best) {
  if (!(closest.distance < best.distance)) return;
  const bool surely_near = closest.distance < best.distance * (1 - 1e-9);
  if (surely_near || !too_far(patch, position, best.distance)) best = closest;
}

// The work on a cell, in perpendiculars to one that is not twisted.
double feet_on(const GridPatch& patch, const Vec3& position) {
  constexpr double kTwistedFeet = 10;
  return bend_of(patch, position[2] - patch.z0) <= kConvexBend ? 1 : kTwistedFeet;
}

rf_rectangle square_around(const Vec3& position, double reach) {
  return {position[0] - reach, position[1] - reach, position[0] + reach, position[1] + reach};
}

// A cell that probably contains the closest point, and its own closest point.
struct FirstCell {
  uint32_t column, row;
  GridPatch patch;
  SurfacePoint closest;
  Vec3 direction;  // unit vector from the position to that point
};

// @param below  the point vertically below the position
bool find_first_cell(const GridTerrain& terrain, const Vec3& position, double reach, const SurfacePoint& below,
                     FirstCell& first) {
  // The foot on the tangent plane below, if it is within reach.
  Vec3 normal(0, 0, 1);
  double z;
  terrain.surface_at(position[0], position[1], z, normal.data());
  const double height = normal.dot(position - below.point);
  double x = position[0] - height * normal[0], y = position[1] - height * normal[1];
  if (!(std::fabs(x - position[0]) <= reach && std::fabs(y - position[1]) <= reach)) {
    x = position[0];
    y = position[1];
  }
  if (!terrain.cell_at(x, y, first.column, first.row) &&
      !terrain.cell_at(position[0], position[1], first.column, first.row)) {
    return false;
  }
  if (!terrain.patch(first.column, first.row, first.patch)) return false;
  first.closest.distance = INFINITY;
  update_closest_on_patch(first.patch, position, first.closest);
  if (!std::isfinite(first.closest.distance)) return false;
  first.direction = first.closest.distance > 1e-9 ? Vec3((first.closest.point - position) / first.closest.distance)
                                                  : Vec3(-first.closest.normal);
  return true;
}

// Lower bound of the squared distance of the points p (relative to the position) with p . m >= a, where m is a unit
// vector, whose coordinate along an axis is at least b. @param k  component of m along the axis
double beyond(double a, double b, double k) {
  if (!(a > 0)) return 0;
  const double rest = 1 - k * k;
  // The nearest point lies on both planes, or on the first.
  return b > a * k && a > b * k && rest > 1e-6 ? (a * a + b * b - 2 * a * b * k) / rest : a * a;
}

// Lower bound of the squared distance of a cell other than the first one; 0 for a hole. The cell lies in the hull of
// its corners, hence on the far side of the plane across first.direction through the nearest corner, and of the edges
// that separate it from the first cell.
double squared_distance_of_cell(const GridTerrain& terrain, uint32_t column, uint32_t row, const FirstCell& first,
                                const Vec3& position) {
  const GridPatch& patch = first.patch;
  const Vec3& m = first.direction;
  const double from_column = static_cast<double>(column) - first.column,
               from_row = static_cast<double>(row) - first.row;
  const double left = patch.x0 + from_column * patch.width - position[0], right = left + patch.width;
  const double low = patch.y0 + from_row * patch.depth - position[1], high = low + patch.depth;
  const double z0 = terrain.height(column, row), z1 = terrain.height(column + 1, row);
  const double z2 = terrain.height(column, row + 1), z3 = terrain.height(column + 1, row + 1);
  if (!std::isfinite((z0 + z1) + (z2 + z3))) return 0;
  const double at_left = m[0] * left - m[2] * position[2], at_right = m[0] * right - m[2] * position[2];
  const double at_low = m[1] * low, at_high = m[1] * high;
  const double nearest = smaller_of(smaller_of(at_left + at_low + m[2] * z0, at_right + at_low + m[2] * z1),
                                    smaller_of(at_left + at_high + m[2] * z2, at_right + at_high + m[2] * z3));
  double bound = 0;
  if (from_column > 0) bound = beyond(nearest, left, m[0]);
  if (from_column < 0) bound = beyond(nearest, -right, -m[0]);
  if (from_row > 0) bound = larger_of(bound, beyond(nearest, low, m[1]));
  if (from_row < 0) bound = larger_of(bound, beyond(nearest, -high, -m[1]));
  return bound;
}

// Far above the rounding of distances: cells that are as near as the nearest one up to rounding are all evaluated, in
// the order of the full search.
double with_margin(double distance, const Vec3& position) {
  return distance * (1 + 1e-6) + 1e-12 * (std::fabs(position[0]) + std::fabs(position[1]) + std::fabs(position[2]));
}

// Remember all cells within a distance of a position. False if they are too many, or one is a hole.
bool remember_cells(const GridTerrain& terrain, const Vec3& position, double distance, NearbyCells& nearby) {
  uint32_t count = 0;
  bool known = true;
  const auto visit = [&](uint32_t column, uint32_t row) {
    known = known && count < NearbyCells::kMost && terrain.patch(column, row, nearby.cells[count].patch);
    if (known) nearby.cells[count++].distance = 0;
  };
  const bool left_out = terrain.for_each_cell(square_around(position, distance), 2 * NearbyCells::kMost, visit);
  nearby.count = known && !left_out ? count : 0;
  nearby.nearest = 0;
  nearby.position = position;
  nearby.slack = nearby.others = distance * (1 - 1e-6);
  return nearby.count > 0;
}

}  // namespace

double distance_bound(const GridTerrain& terrain, const Vec3& position, double reach, NearbyCells& nearby) {
  constexpr double kRoom = 1.5, kMostCells = 16;
  double least = reach * reach;
  if ((nearby.count > 0 && nearby.others - (position - nearby.position).norm() >= reach) ||
      remember_cells(terrain, position, kRoom * reach, nearby)) {
    for (uint32_t i = 0; i < nearby.count && least > 0; ++i) {
      const GridPatch& patch = nearby.cells[i].patch;
      if (!(squared_distance_in_plan(patch, position) < least)) continue;
      least = smaller_of(least, squared_distance_bound(patch, position));
    }
    return least > 0 ? std::sqrt(least) * (1 - 1e-9) : 0;
  }
  const auto visit = [&](uint32_t column, uint32_t row) {
    GridPatch patch;
    const bool known = least > 0 && terrain.patch(column, row, patch);
    least = known ? smaller_of(least, squared_distance_bound(patch, position)) : 0;
  };
  if (terrain.for_each_cell(square_around(position, reach), kMostCells, visit) || !(least > 0)) return 0;
  return std::sqrt(least) * (1 - 1e-9);
}

ClosestSearch find_closest_of_all(const GridTerrain& terrain, const Vec3& position, double reach, double most_cells,
                                  SurfacePoint& best) {
  ClosestSearch search;
  search.left_out = terrain.for_each_patch(square_around(position, reach), most_cells, [&](const GridPatch& patch) {
    ++search.cells;
    if (too_far(patch, position, best.distance)) return;
    search.feet += feet_on(patch, position);
    update_closest_on_patch(patch, position, best);
  });
  return search;
}

namespace {

// The closest point by the cells of an earlier search; false if another cell may be as near.
ROCKFALL_INLINE_CALLS bool find_closest_nearby(const NearbyCells& nearby, const Vec3& position, SurfacePoint& best) {
  const double moved = (position - nearby.position).norm();
  if (nearby.count == 0 || !(moved < nearby.slack)) return false;
  SurfacePoint closest{position, Vec3(0, 0, 1), INFINITY};
  update_closest_on_patch(nearby.cells[nearby.nearest].patch, position, closest);
  const double bound = with_margin(closest.distance, position);
  if (!(bound < nearby.others - moved)) return false;
  for (uint32_t i = 0; i < nearby.count; ++i) {
    const NearbyCell& cell = nearby.cells[i];
    if (i == nearby.nearest) {
      take_closest(cell.patch, position, closest, best);
    } else if (cell.distance - moved <= bound && squared_distance_bound(cell.patch, position) <= bound * bound &&
               !too_far(cell.patch, position, best.distance)) {
      update_closest_on_patch(cell.patch, position, best);
    }
  }
  return true;
}

// Remembers the cells of a search for the next one.
class CellMemory {
 public:
  // @param nearby  nullable: nothing is remembered
  // @param seen    distance up to which the search looks at cells
  CellMemory(NearbyCells* nearby, double seen) : nearby_(nearby), next_(seen * seen) {
    if (!nearby) return;
    nearby->count = 0;
    nearby->nearest = NearbyCells::kMost;
  }

  void keep(const GridPatch& patch, double squared_distance) {
    if (!nearby_ || nearby_->count == NearbyCells::kMost) {
      all_kept_ = false;
      return;
    }
    nearby_->cells[nearby_->count++] = {patch, std::sqrt(squared_distance) * (1 - 1e-6)};
  }

  // Keep the cell that probably contains the closest point.
  void keep_nearest(const GridPatch& patch) {
    if (nearby_) nearby_->nearest = nearby_->count;
    keep(patch, 0);
  }

  void leave_out(double squared_distance) { next_ = smaller_of(next_, squared_distance); }

  // After the last cell. @param nearest  distance of the closest point of the nearest cell
  //                      @param exact    no cell within reach is a hole
  void finish(const Vec3& position, double nearest, bool exact) {
    if (!nearby_) return;
    nearby_->position = position;
    nearby_->others = std::sqrt(next_) * (1 - 1e-6);
    nearby_->slack = nearby_->others - with_margin(nearest, position);
    const bool useful = exact && all_kept_ && nearby_->nearest < nearby_->count && nearby_->slack > 0;
    if (!useful) nearby_->count = 0;
  }

 private:
  NearbyCells* const nearby_;
  double next_;  // squared distance of the nearest cell that is left out
  bool all_kept_ = true;
};

}  // namespace

ClosestSearch find_closest(const GridTerrain& terrain, const Vec3& position, double reach, double most_cells,
                           SurfacePoint& best, NearbyCells* nearby) {
  ClosestSearch search;
  search.exact = true;
  if (nearby && find_closest_nearby(*nearby, position, best)) return search;
  FirstCell first;
  const bool all_cells = terrain.nodes_of(square_around(position, reach)) <= most_cells;
  if (!all_cells || !find_first_cell(terrain, position, reach, best, first)) {
    return find_closest_of_all(terrain, position, reach, most_cells, best);
  }
  // Where cells are remembered, those a little farther away are looked at, too.
  constexpr double kRemembered = 0.2, kSeen = 0.4;
  const double bound = with_margin(smaller_of(best.distance, first.closest.distance), position);
  const double kept = nearby ? bound + kRemembered * first.closest.distance : bound;
  const double seen = nearby ? bound + kSeen * first.closest.distance : smaller_of(reach, bound);
  CellMemory memory(nearby, seen);
  const auto visit = [&](uint32_t column, uint32_t row) {
    ++search.cells;
    if (column == first.column && row == first.row) {
      search.feet += feet_on(first.patch, position);
      memory.keep_nearest(first.patch);
      take_closest(first.patch, position, first.closest, best);
      return;
    }
    const double distance = squared_distance_of_cell(terrain, column, row, first, position);
    if (distance > kept * kept) return memory.leave_out(distance);
    GridPatch patch;
    if (!terrain.patch(column, row, patch)) {
      search.exact = false;
      return;
    }
    memory.keep(patch, distance);
    if (distance > bound * bound || squared_distance_bound(patch, position) > bound * bound ||
        too_far(patch, position, best.distance)) {
      return;
    }
    search.feet += feet_on(patch, position);
    update_closest_on_patch(patch, position, best);
  };
  terrain.for_each_cell(square_around(position, seen), INFINITY, visit);
  memory.finish(position, first.closest.distance, search.exact);
  return search;
}

}  // namespace rockfall::rocfall
