#include "numerics/minmax.h"
#include "numerics/real.h"
#include "query/ray.h"
#include "terrain/dispatch.h"
#include "terrain/patch.h"

namespace rockfall {
namespace {

// Smallest s in [0, last] with a s^2 + b s + c = 0, where the roots may be off by rounding; negative if there is none.
double first_root(double a, double b, double c, double last) {
  const double tolerance = 1e-12 * (1 + last);
  const auto inside = [&](double s) { return s >= -tolerance && s <= last + tolerance; };
  if (c == 0) return 0;
  double first, second;
  const double square = b * b - 4 * a * c;
  if (!(square >= 0)) return -1;
  const double q = -0.5 * (b + (b < 0 ? -1.0 : 1.0) * std::sqrt(square));
  if (q == 0) return -1;  // b = 0 and square = 0, with c not 0
  first = c / q;
  second = a != 0 ? q / a : first;
  if (!is_finite(second)) second = first;
  if (first > second) {
    const double other = first;
    first = second;
    second = other;
  }
  if (inside(first)) return clamped(first, 0, last);
  return inside(second) ? clamped(second, 0, last) : -1;
}

// Whether a ray is above or below the ground where it crosses the edge of a cell.
enum class Side { unknown, above, below };
Side side_of(double gap) { return gap > 0 ? Side::above : Side::below; }
bool are_opposite(Side a, Side b) { return a != Side::unknown && b != Side::unknown && a != b; }

// First hit with the surface of a cell on the part [from, to] of the ray; negative if there is none. By rounding, a ray
// that crosses the ground at an edge may have no root in either of its cells: then its sides at the edge differ.
// @param side  in: side at which the ray has left the cell before; out: side at which it leaves this one
double hit_patch(const GridPatch& patch, const Ray& ray, double from, double to, Side& side, Vec3& normal) {
  const Vec3 start = ray.at(from), &d = ray.direction;
  const HeightOnPath f = height_on_path(patch, start, d, 0);
  const double length = to - from;
  const Side first = side_of(f.c0), last = side_of(f.c0 + length * (f.c1 + length * f.c2)), before = side;
  side = last;
  double s = first_root(f.c2, f.c1, f.c0, length);
  if (are_opposite(before, first)) {
    s = 0;
  } else if (s < 0 && first != last) {
    s = length;
  }
  if (s < 0) return -1;
  normal = patch_normal(patch, start[0] - patch.x0 + s * d[0], start[1] - patch.y0 + s * d[1]);
  return from + s;
}

// The part of the ray over [low, high] along one axis.
bool clip(double origin, double direction, double low, double high, double& from, double& to) {
  if (direction == 0) return origin >= low && origin <= high;
  double a = (low - origin) / direction, b = (high - origin) / direction;
  if (a > b) {
    const double c = a;
    a = b;
    b = c;
  }
  from = a > from ? a : from;
  to = b < to ? b : to;
  return from <= to;
}

// Distances along the ray at which it leaves the columns (or rows) of a grid.
struct AxisTraversal {
  AxisTraversal(double start, double cell, uint32_t count, double at, double origin, double direction)
      : start_(start), cell_(cell), origin_(origin), direction_(direction), last_(count - 2) {
    const double u = (at - start) / cell;
    index = u > 0 ? static_cast<int64_t>(u) : 0;
    if (index > last_) index = last_;
  }
  double leave() const {
    if (direction_ == 0) return 1e300;
    const double edge = start_ + static_cast<double>(direction_ > 0 ? index + 1 : index) * cell_;
    return (edge - origin_) / direction_;
  }
  void next() { index += direction_ > 0 ? 1 : -1; }
  bool outside() const { return index < 0 || index > last_; }
  int64_t index = 0;

 private:
  double start_, cell_, origin_, direction_;
  int64_t last_;
};

// Visits the cells below the ray in their order.
bool hit_grid(const rf_grid& grid, const Ray& ray, rf_ray_hit& hit) {
  const GridTerrain terrain(grid);
  const Vec3& o = ray.origin;
  const Vec3& d = ray.direction;
  double from = 0, to = ray.length;
  if (!clip(o[0], d[0], grid.x0, grid.x0 + (grid.columns - 1) * grid.cell_x, from, to)) return false;
  if (!clip(o[1], d[1], grid.y0, grid.y0 + (grid.rows - 1) * grid.cell_y, from, to)) return false;
  AxisTraversal column(grid.x0, grid.cell_x, grid.columns, ray.at(from)[0], o[0], d[0]);
  AxisTraversal row(grid.y0, grid.cell_y, grid.rows, ray.at(from)[1], o[1], d[1]);
  const uint64_t most = static_cast<uint64_t>(grid.columns) + grid.rows + 2;
  Side side = Side::unknown;
  for (uint64_t i = 0; i < most && from <= to; ++i) {
    const double leave_x = column.leave(), leave_y = row.leave();
    double end = leave_x < leave_y ? leave_x : leave_y;
    end = end < from ? from : (end > to ? to : end);
    GridPatch patch;
    Vec3 normal;
    if (terrain.patch(static_cast<uint32_t>(column.index), static_cast<uint32_t>(row.index), patch)) {
      const double distance = hit_patch(patch, ray, from, end, side, normal);
      if (distance >= 0) {
        store_hit(ray, distance, normal, RF_HIT_TERRAIN, hit);
        return true;
      }
    } else {
      side = Side::unknown;
    }
    if (leave_x < leave_y) {
      column.next();
    } else {
      row.next();
    }
    if (column.outside() || row.outside() || end >= to) return false;
    from = end;
  }
  return false;
}

bool hit_plane(const rf_plane& plane, const Ray& ray, rf_ray_hit& hit) {
  const Vec3& o = ray.origin;
  const Vec3& d = ray.direction;
  const double gap = o[2] - (plane.height + plane.slope_x * o[0] + plane.slope_y * o[1]);
  const double rate = d[2] - plane.slope_x * d[0] - plane.slope_y * d[1];
  const double distance = gap == 0 ? 0.0 : -gap / rate;
  if (!(distance >= 0 && distance <= ray.length)) return false;
  store_hit(ray, distance, Vec3(-plane.slope_x, -plane.slope_y, 1).normalized(), RF_HIT_TERRAIN, hit);
  return true;
}

// A terrain of callbacks along a ray.
class Profile {
 public:
  Profile(const rf_terrain& terrain, const Ray& ray) : terrain_(terrain), ray_(ray) {}

  struct Sample {
    double gap;  // of the ray above the ground
    bool exists;
  };

  Sample at(double distance) const {
    const Vec3 p = ray_.at(distance);
    double z;
    const bool exists = terrain_.height_at(p[0], p[1], z) && is_finite(z);
    return {exists ? p[2] - z : 0.0, exists};
  }

  /// True if the ray is above all ground between two distances.
  bool clears(double from, double to) const {
    const Vec3 a = ray_.at(from), b = ray_.at(to);
    const rf_rectangle area = {smaller_of(a[0], b[0]), smaller_of(a[1], b[1]), larger_of(a[0], b[0]),
                               larger_of(a[1], b[1])};
    const GroundBound bound = terrain_.bound(area);
    return bound.known && height_over_plane(bound.plane, area, a.data()) > 0 &&
           height_over_plane(bound.plane, area, b.data()) > 0;
  }

  /// Where the sign changes between two distances.
  double refine(double from, double to) const {
    const bool above = at(from).gap > 0;
    for (int i = 0; i < 60 && to - from > 1e-12 * ray_.length; ++i) {
      const double middle = 0.5 * (from + to);
      if ((at(middle).gap > 0) == above) {
        from = middle;
      } else {
        to = middle;
      }
    }
    return to;
  }

  bool store(double distance, rf_ray_hit& hit) const {
    const Vec3 p = ray_.at(distance);
    const double xy[2] = {p[0], p[1]};
    rf_terrain_sample sample;
    terrain_.sample(xy, 1, &sample);
    if (!sample.exists) return false;
    store_hit(ray_, distance, load3(sample.normal), RF_HIT_TERRAIN, hit);
    return true;
  }

 private:
  CallbackTerrain terrain_;
  const Ray& ray_;
};

// Halves the ray into pieces of the resolution, the nearest first, and leaves out those above an upper plane. A ray is
// measured along its own length, so the number of pieces is bounded on every terrain.
bool hit_callbacks(const rf_terrain& terrain, const Ray& ray, rf_ray_hit& hit) {
  constexpr int kDepth = 32;
  const Profile profile(terrain, ray);
  double ends[kDepth];  // ends of the pieces that follow, the nearest last
  int waiting = 1;
  ends[0] = ray.length;
  double from = 0;
  Profile::Sample start = profile.at(0);
  bool start_known = true;
  while (waiting > 0) {
    const double to = ends[waiting - 1], middle = 0.5 * (from + to);
    const bool below = start_known && start.exists && start.gap <= 0;
    if (!below && profile.clears(from, to)) {
      start_known = false;
    } else if (middle > from && middle < to && to - from > ray.resolution && waiting < kDepth) {
      ends[waiting++] = middle;
      continue;
    } else {
      if (!start_known) start = profile.at(from);
      const Profile::Sample end = profile.at(to);
      if (start.exists && start.gap == 0 && profile.store(from, hit)) return true;
      const bool crosses = start.exists && end.exists && (start.gap > 0) != (end.gap > 0);
      if (crosses && profile.store(profile.refine(from, to), hit)) return true;
      start = end;
      start_known = true;
    }
    from = to;
    --waiting;
  }
  return false;
}

}  // namespace

bool hit_terrain(const rf_terrain& terrain, const Ray& ray, rf_ray_hit& hit) {
  if (const rf_grid* const grid = grid_of(terrain)) return hit_grid(*grid, ray, hit);
  if (const rf_plane* const plane = plane_of(terrain)) return hit_plane(*plane, ray, hit);
  return hit_callbacks(terrain, ray, hit);
}

}  // namespace rockfall
