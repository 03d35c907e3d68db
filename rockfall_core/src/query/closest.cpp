#include "query/closest.h"

#include <limits>

#include "numerics/minmax.h"
#include "numerics/quaternion.h"
#include "numerics/real.h"
#include "rock/farthest_face.h"
#include "terrain/closest_on_patch.h"
#include "terrain/dispatch.h"

namespace rockfall {
namespace {

// The best point so far.
struct Closest {
  Vec3 target;
  double square;  // of the distance; initially that of the largest distance
  Vec3 point = Vec3::Zero(), normal = Vec3::Zero();
  bool found = false;

  void offer(const Vec3& candidate, const Vec3& its_normal) {
    const double d = (candidate - target).squaredNorm();
    if (!(d <= square)) return;
    square = d;
    point = candidate;
    normal = its_normal;
    found = true;
  }

  void store(bool inside, rf_closest_point& out) const {
    const double distance = std::sqrt(square);
    store3(point, out.point);
    store3(normal, out.normal);
    out.distance = inside ? -distance : distance;
    out.found = 1;
  }
};

void search_grid(const rf_grid& grid, Closest& best) {
  const GridTerrain terrain(grid);
  double z;
  const Vec3& t = best.target;
  // The ground straight below limits the search.
  if (terrain.height_at(t[0], t[1], z)) {
    rf_terrain_sample below = {};
    terrain.sample(t.data(), 1, &below);
    best.offer(Vec3(t[0], t[1], z), load3(below.normal));
  }
  const double reach = std::sqrt(best.square);
  const rf_rectangle area = {t[0] - reach, t[1] - reach, t[0] + reach, t[1] + reach};
  terrain.for_each_patch(area, std::numeric_limits<double>::infinity(), [&](const GridPatch& patch) {
    if (squared_distance_of_box(patch, best.target) > best.square) return;
    const PatchPlace place = closest_on_patch(patch, best.target);
    best.offer(patch_point(patch, place.u, place.w), patch_normal(patch, place.u, place.w));
  });
}

void search_plane(const rf_plane& plane, Closest& best) {
  const Vec3 normal = Vec3(-plane.slope_x, -plane.slope_y, 1).normalized();
  const Vec3& t = best.target;
  const double gap = t[2] - (plane.height + plane.slope_x * t[0] + plane.slope_y * t[1]);
  best.offer(t - gap * normal[2] * normal, normal);
}

void offer_sample(const CallbackTerrain& terrain, double x, double y, Closest& best) {
  const double xy[2] = {x, y};
  rf_terrain_sample sample = {};
  terrain.sample(xy, 1, &sample);
  if (sample.exists && is_finite(sample.height)) best.offer(Vec3(x, y, sample.height), load3(sample.normal));
}

// The best of many places, in ascending order of their distance.
class Shortlist {
 public:
  static constexpr int kSize = 8;
  struct Place {
    double square, x, y;
  };
  void offer(const Place& place) {
    if (count_ == kSize && !(place.square < places_[kSize - 1].square)) return;
    int i = count_ < kSize ? count_++ : kSize - 1;
    for (; i > 0 && place.square < places_[i - 1].square; --i) places_[i] = places_[i - 1];
    places_[i] = place;
  }
  const Place* begin() const { return places_; }
  const Place* end() const { return places_ + count_; }

 private:
  Place places_[kSize];
  int count_ = 0;
};

// Steps to the best of eight neighbours, and halves the steps where there is no better one.
void refine(const CallbackTerrain& terrain, const Shortlist::Place& start, double step, Closest& best) {
  static constexpr double kSteps[8][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
  const double last = 1e-9 * step;
  Closest local{best.target, start.square * (1 + 1e-12)};
  offer_sample(terrain, start.x, start.y, local);
  for (int i = 0; local.found && i < 500 && step > last; ++i) {
    const double before = local.square;
    const Vec3 centre = local.point;
    for (const double* d : kSteps) offer_sample(terrain, centre[0] + step * d[0], centre[1] + step * d[1], local);
    if (!(local.square < before)) step *= 0.5;
  }
  if (local.found) best.offer(local.point, local.normal);
}

// Samples on a lattice, then searches around the best of them.
void search_callbacks(const rf_terrain& callbacks, Closest& best) {
  constexpr int kSide = 16;
  const CallbackTerrain terrain(callbacks);
  const Vec3 t = best.target;
  offer_sample(terrain, t[0], t[1], best);
  const double spacing = std::sqrt(best.square) / kSide;
  Shortlist shortlist;
  for (int r = -kSide; r <= kSide; ++r) {
    for (int c = -kSide; c <= kSide; ++c) {
      const double x = t[0] + c * spacing, y = t[1] + r * spacing;
      double z;
      if (terrain.height_at(x, y, z) && is_finite(z)) shortlist.offer({(Vec3(x, y, z) - t).squaredNorm(), x, y});
    }
  }
  for (const Shortlist::Place& place : shortlist) refine(terrain, place, 0.5 * spacing, best);
}

// The point of a triangle closest to the target: on its plane if the projection is inside, else on an edge.
void offer_triangle(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& normal, Closest& best) {
  const Vec3 corner[3] = {a, b, c};
  bool inside = true;
  for (int i = 0; i < 3; ++i) {
    const Vec3 edge = corner[(i + 1) % 3] - corner[i], offset = best.target - corner[i];
    if (normal.dot(edge.cross(offset)) >= 0) continue;
    inside = false;
    const double along = clamped(offset.dot(edge) / edge.squaredNorm(), 0, 1);
    best.offer(corner[i] + along * edge, normal);
  }
  if (inside) best.offer(best.target - normal.dot(best.target - a) * normal, normal);
}

}  // namespace

bool closest_on_terrain(const rf_terrain& terrain, const double point[3], double max_distance, rf_closest_point& out) {
  Closest best{load3(point), max_distance * max_distance};
  if (const rf_grid* const grid = grid_of(terrain)) {
    search_grid(*grid, best);
  } else if (const rf_plane* const plane = plane_of(terrain)) {
    search_plane(*plane, best);
  } else {
    search_callbacks(terrain, best);
  }
  if (!best.found) return false;
  double z;
  const bool below = CallbackTerrain(terrain).height_at(point[0], point[1], z) && point[2] < z;
  best.store(below, out);
  return true;
}

void closest_on_rock(const rf_rock& rock, const rf_state& state, const double point[3], rf_closest_point& out) {
  const Quat p = load_quat(state.orientation);
  const Vec3 position = load3(state.position);
  Closest best{rotate_back(p, load3(point) - position), 1e300};
  double outside;  // largest distance outside a face
  farthest_face(rock, best.target, outside);
  for (uint32_t i = 0; i < rock.triangle_count; ++i) {
    const uint32_t* const corners = rock.triangles() + 3 * static_cast<size_t>(i);
    const Vec3 a = load3(rock.vertex(corners[0])), b = load3(rock.vertex(corners[1])),
               c = load3(rock.vertex(corners[2]));
    const Vec3 normal = (b - a).cross(c - a);
    const double length = normal.norm();
    if (length > 0) offer_triangle(a, b, c, normal / length, best);
  }
  best.point = position + rotate(p, best.point);
  best.normal = rotate(p, best.normal);
  best.store(outside < 0, out);
}

}  // namespace rockfall
