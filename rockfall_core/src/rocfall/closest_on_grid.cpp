// The point of a grid closest to a position. Exact for each cell; cells that cannot contain it are left out by a lower
// bound of their distance.
#include <cmath>

#include "numerics/inline_calls.h"
#include "numerics/minmax.h"
#include "rocfall/surface_point.h"
#include "terrain/patch.h"

namespace rockfall::rocfall {
namespace {

// Foot of the perpendicular on the tangent plane of the surface below a position, or next to that point.
void tangent_foot(const GridPatch& patch, double x, double y, double z, double& u, double& w) {
  u = clamped(x, 0, patch.width);
  w = clamped(y, 0, patch.depth);
  const double rise_u = patch.p + patch.s * w, rise_w = patch.q + patch.s * u;
  const double above = z - patch.p * x - patch.q * y - patch.s * (u * y + w * x - u * w);
  const double share = above / (1 + rise_u * rise_u + rise_w * rise_w);
  u = x + share * rise_u;
  w = y + share * rise_w;
}

// Foot of the perpendicular inside the cell: on the tangent plane below the position at first, then by Newton's method,
// which converges quadratically. The distance has no error of first order, so with the last step it is exact to
// rounding. False if the foot is outside the cell.
bool inner_foot(const GridPatch& patch, const Vec3& position, double& u, double& w) {
  constexpr double kLastStep = 1e-5;
  const double x = position[0] - patch.x0, y = position[1] - patch.y0, z = position[2] - patch.z0;
  const double p = patch.p, q = patch.q, s = patch.s, size = patch.width + patch.depth;
  tangent_foot(patch, x, y, z, u, w);
  u = clamped(u, -size, 2 * size);
  w = clamped(w, -size, 2 * size);
  for (int i = 0; i < 12; ++i) {
    const double zu = p + s * w, zw = q + s * u;
    const double e = p * u + zw * w - z;
    const double gu = u - x + e * zu, gw = w - y + e * zw;
    const double a = 1 + zu * zu, b = 1 + zw * zw, ab = a * b;
    double c = zu * zw + e * s;
    if (!(c * c < 0.999 * ab)) c = zu * zw;
    const double scale = 1 / (ab - c * c);
    const double du = (b * gu - c * gw) * scale, dw = (a * gw - c * gu) * scale;
    u -= du;
    w -= dw;
    const double step = std::fabs(du) + std::fabs(dw);
    if (step <= kLastStep * size) break;
    if (!(step < size)) {
      u = clamped(u, -size, 2 * size);
      w = clamped(w, -size, 2 * size);
    }
  }
  return u >= 0 && w >= 0 && u <= patch.width && w <= patch.depth;
}

// The point of a cell, if it is nearer than the best one. On an edge the normal is the direction from there to the
// position.
void update_closest(const GridPatch& patch, const Vec3& position, double u, double w, bool edge, SurfacePoint& best) {
  const Vec3 point = patch_point(patch, u, w), offset = position - point;
  const double distance = offset.norm();
  if (!(distance < best.distance)) return;
  best = {point, patch_normal(patch, u, w), distance};
  if (edge && distance > 1e-9 && offset.dot(best.normal) > 0) best.normal = offset / distance;
}

// The closest point on an edge at which one coordinate is fixed.
struct EdgePoint {
  double along, squared_distance;
};

// The edges of a cell are straight, so the foot on each has a closed form.
// @param x, z   position from the low end of the edge, along it and upwards @param across  distance across it
// @param rise   of the edge, over its length
EdgePoint closest_on_edge(double x, double across, double z, double length, double rise) {
  const double slope = rise / length;
  const double along = clamped((x + slope * z) / (1 + slope * slope), 0, length);
  const double dx = x - along, dz = z - slope * along;
  return {along, dx * dx + across * across + dz * dz};
}

void update_closest_on_edges(const GridPatch& patch, const Vec3& position, SurfacePoint& best) {
  const double x = position[0] - patch.x0, y = position[1] - patch.y0, z = position[2] - patch.z0;
  const double rise_x = patch.p * patch.width, rise_y = patch.q * patch.depth;
  const double twist = patch.s * patch.width * patch.depth;
  double u = 0, w = 0, least = INFINITY;
  const auto take = [&](const EdgePoint& point, double edge_u, double edge_w) {
    if (!(point.squared_distance < least)) return;
    least = point.squared_distance;
    u = edge_u;
    w = edge_w;
  };
  const EdgePoint low = closest_on_edge(x, y, z, patch.width, rise_x);
  take(low, low.along, 0);
  const EdgePoint right = closest_on_edge(y, x - patch.width, z - rise_x, patch.depth, rise_y + twist);
  take(right, patch.width, right.along);
  const EdgePoint high = closest_on_edge(x, y - patch.depth, z - rise_y, patch.width, rise_x + twist);
  take(high, high.along, patch.depth);
  const EdgePoint left = closest_on_edge(y, x, z, patch.depth, rise_y);
  take(left, 0, left.along);
  update_closest(patch, position, u, w, true, best);
}

double squared_distance_in_plan(const GridPatch& patch, const Vec3& position) {
  const double dx = position[0] - clamped(position[0], patch.x0, patch.x0 + patch.width);
  const double dy = position[1] - clamped(position[1], patch.y0, patch.y0 + patch.depth);
  return dx * dx + dy * dy;
}

// A lower bound of the squared distance of a cell; 0 if there is none. Half the squared distance of its points is a
// function of u and w with the Hessian 1 + (zu, zw)^T (zu, zw) + e s (0 1; 1 0), e = height - z. Where |e s| <= k < 1
// on the cell, its least eigenvalue is at least 1 - k: from the value at any point of the cell, with the gradient g, it
// decreases by at most |g|^2 / (2 (1 - k)). Components of g that lead out of the cell do not count.
double squared_distance_bound(const GridPatch& patch, const Vec3& position) {
  const double x = position[0] - patch.x0, y = position[1] - patch.y0, z = position[2] - patch.z0;
  const double rise_x = patch.p * patch.width, rise_y = patch.q * patch.depth;
  const double twist = patch.s * patch.width * patch.depth;
  const double low_edge = larger_of(std::fabs(z), std::fabs(rise_x - z));
  const double high_edge = larger_of(std::fabs(rise_y - z), std::fabs(rise_x + rise_y + twist - z));
  const double bend = std::fabs(patch.s) * larger_of(low_edge, high_edge);  // e is largest at a corner
  if (!(bend <= 0.75)) return 0;
  double u, w;
  tangent_foot(patch, x, y, z, u, w);
  u = clamped(u, 0, patch.width);
  w = clamped(w, 0, patch.depth);
  const double zu = patch.p + patch.s * w, zw = patch.q + patch.s * u;
  if (!(zu * zu + zw * zw <= 1e4)) return 0;  // rounding
  const double e = patch.p * u + zw * w - z;
  double gu = u - x + e * zu, gw = w - y + e * zw;
  if (gu > 0 ? u <= 0 : u >= patch.width) gu = 0;
  if (gw > 0 ? w <= 0 : w >= patch.depth) gw = 0;
  return (u - x) * (u - x) + (w - y) * (w - y) + e * e - (gu * gu + gw * gw) / (1 - bend);
}

// True if the bounding box of a cell's surface is not nearer than `distance`.
bool too_far(const GridPatch& patch, const Vec3& position, double distance) {
  const double a = patch.z0, b = patch.height(patch.width, 0), c = patch.height(0, patch.depth);
  const double d = patch.height(patch.width, patch.depth);
  const double low = smaller_of(smaller_of(a, b), smaller_of(c, d));
  const double high = larger_of(larger_of(a, b), larger_of(c, d));
  const double dz = position[2] - clamped(position[2], low, high);
  return squared_distance_in_plan(patch, position) + dz * dz >= distance * distance;
}

ROCKFALL_INLINE_CALLS void update_closest_on_patch(const GridPatch& patch, const Vec3& position, SurfacePoint& best) {
  double u, w;
  if (inner_foot(patch, position, u, w)) {
    update_closest(patch, position, u, w, false, best);
  } else {
    update_closest_on_edges(patch, position, best);
  }
}

// Take the closest point of a cell as the full search does, which leaves out cells that are too far.
void take_closest(const GridPatch& patch, const Vec3& position, const SurfacePoint& closest, SurfacePoint& best) {
  if (!(closest.distance < best.distance)) return;
  const bool surely_near = closest.distance < best.distance * (1 - 1e-9);
  if (surely_near || !too_far(patch, position, best.distance)) best = closest;
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
    ++search.feet;
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
  // On a strongly curved cell the point found may be a farther one than before.
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
  double next = seen * seen;  // squared distance of the nearest cell that is not remembered
  if (nearby) {
    nearby->count = 0;
    nearby->nearest = NearbyCells::kMost;
  }
  bool all_kept = true;
  const auto keep = [&](const GridPatch& patch, double squared_distance) {
    if (!nearby || nearby->count == NearbyCells::kMost) {
      all_kept = false;
      return;
    }
    nearby->cells[nearby->count++] = {patch, std::sqrt(squared_distance) * (1 - 1e-6)};
  };
  const auto visit = [&](uint32_t column, uint32_t row) {
    ++search.cells;
    if (column == first.column && row == first.row) {
      ++search.feet;
      if (nearby) nearby->nearest = nearby->count;
      keep(first.patch, 0);
      take_closest(first.patch, position, first.closest, best);
      return;
    }
    const double distance = squared_distance_of_cell(terrain, column, row, first, position);
    if (distance > kept * kept) {
      next = smaller_of(next, distance);
      return;
    }
    GridPatch patch;
    if (!terrain.patch(column, row, patch)) {
      search.exact = false;
      return;
    }
    keep(patch, distance);
    if (distance > bound * bound || squared_distance_bound(patch, position) > bound * bound ||
        too_far(patch, position, best.distance)) {
      return;
    }
    ++search.feet;
    update_closest_on_patch(patch, position, best);
  };
  terrain.for_each_cell(square_around(position, seen), INFINITY, visit);
  if (nearby) {
    nearby->position = position;
    nearby->others = std::sqrt(next) * (1 - 1e-6);
    nearby->slack = nearby->others - with_margin(first.closest.distance, position);
    const bool useful = search.exact && all_kept && nearby->nearest < nearby->count && nearby->slack > 0;
    if (!useful) nearby->count = 0;
  }
  return search;
}

}  // namespace rockfall::rocfall
