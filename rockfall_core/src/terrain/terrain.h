// Terrain interface inside the core. The step is a template over a class with these members:
//
// - `sample(xy, count, out)`: height, normal and ground at `count` points (x y x y ...).
// - `for_each_not_above(xyz, count, visit)`: calls visit(i, GroundPoint) for the points that are not above the
//   ground; count <= kMaxPoints.
// - `exists(x, y)`: true if there is ground.
// - `height_at(x, y, z)`: height of the ground; false if there is none.
// - `has_contact_drag()`: false only if contact drag is zero everywhere.
// - `surface_at(x, y, height, normal)`: height and unit normal of the ground; false if there is none.
// - `contact_sample(x, y, out)`: a sample; of the ground only what contacts need. False if there is no ground.
// - `bound(area)`: a plane above all ground of a rectangle; its slope_spread may be 0.
// - `has_no_node(area)`: true only if the rectangle contains no terrain vertex.
// - `for_each_vertex_below(area, bounding_radius, most, visit)`: calls visit(x, y, z) for the terrain vertices of a
//   rectangle around a rock, for some of them if they are too many; returns true if some may have been left out.
// - `may_leave_out_vertices(bounding_radius, most)`: false if it leaves out none at any position of the rock.
// - `vertex_stride(bounding_radius, most)`, `for_each_terrain_vertex(area, stride, visit)`: the same with a stride that
//   bounds the number of nodes, or up to kMaxCallbackVertices.
//
// GridTerrain (terrain/grid.h) is the built-in grid, called directly; CallbackTerrain calls the function pointers of an
// rf_terrain.
#pragma once

#include <rockfall/terrain.h>

#include <cmath>

#include "numerics/minmax.h"
#include "terrain/built_in.h"
#include "terrain/callback_parts.h"
#include "terrain/cells.h"
#include "terrain/grid.h"
#include "terrain/surface_height.h"

namespace rockfall {

/// Largest number of terrain vertices taken from one call of a terrain callback.
constexpr uint32_t kMaxCallbackVertices = 256;

/// Largest number of points per call of for_each_not_above.
constexpr uint32_t kMaxPoints = 16;

inline uint32_t material_at(const rf_terrain& terrain, double x, double y) {
  return terrain.material ? terrain.material(terrain.user, x, y) : 0;
}

/// A sample from a callback; false where there is no ground.
inline bool callback_sample(const rf_terrain& terrain, double x, double y, rf_terrain_sample& out) {
  const double xy[2] = {x, y};
  out.exists = 0;
  terrain.sample(terrain.user, xy, 1, &out);
  return out.exists != 0;
}

/// Its height.
inline bool callback_height(const rf_terrain& terrain, double x, double y, double& z) {
  rf_terrain_sample below;
  if (!callback_sample(terrain, x, y, below)) return false;
  z = below.height;
  return true;
}

/// The upper plane from a callback, which is not null. Members that it does not write are 0: nothing more is known.
inline rf_upper_plane callback_plane(const rf_terrain& terrain, const rf_rectangle& area) {
  rf_upper_plane plane = {};
  terrain.upper_plane(terrain.user, &area, &plane);
  return plane;
}

/// Height of a position over the upper plane of a rectangle.
inline double height_over_plane(const rf_upper_plane& plane, const rf_rectangle& area, const double position[3]) {
  const double x = 0.5 * (area.x_min + area.x_max), y = 0.5 * (area.y_min + area.y_max);
  return position[2] - (plane.height + plane.slope_x * (position[0] - x) + plane.slope_y * (position[1] - y));
}

/// Vertices of a rectangle from a callback, which is not null; at most `capacity`, whatever it returns.
inline uint32_t callback_vertices(const rf_terrain& terrain, const rf_rectangle& area, double* xyz, uint32_t capacity) {
  const uint32_t count = terrain.terrain_vertices(terrain.user, &area, xyz, capacity);
  if (count <= capacity) return count;
  // How many it wrote is not known. Those that it does not write again lie far below every rock.
  for (size_t i = 0; i < 3 * static_cast<size_t>(capacity); ++i) xyz[i] = kNoGround;
  terrain.terrain_vertices(terrain.user, &area, xyz, capacity);
  return capacity;
}

class CallbackTerrain {
 public:
  explicit CallbackTerrain(const rf_terrain& terrain) : terrain_(terrain) {}

  const rf_terrain& callbacks() const { return terrain_; }

  void sample(const double* xy, uint32_t count, rf_terrain_sample* out) const {
    terrain_.sample(terrain_.user, xy, count, out);
  }

  template <class Visit>
  void for_each_not_above(const double* xyz, uint32_t count, Visit visit) const {
    if (roughness_of(terrain_) && has_fast_heights(terrain_)) return find_by_height(xyz, count, visit);
    if (count == 0) return;
    double xy[2 * kMaxPoints];
    rf_terrain_sample samples[kMaxPoints];
    for (uint32_t i = 0; i < count; ++i) {
      xy[2 * i] = xyz[3 * i];
      xy[2 * i + 1] = xyz[3 * i + 1];
    }
    terrain_.sample(terrain_.user, xy, count, samples);
    for (uint32_t i = 0; i < count; ++i) {
      const rf_terrain_sample& below = samples[i];
      if (!below.exists || xyz[3 * i + 2] - below.height > 0) continue;
      visit(i, GroundPoint{below.height, {below.normal[0], below.normal[1], below.normal[2]}, &below.ground});
    }
  }

  bool exists(double x, double y) const {
    rf_terrain_sample below;
    return callback_sample(terrain_, x, y, below);
  }

  bool has_contact_drag() const { return terrain_.contact_drag_max > 0; }

  bool height_at(double x, double y, double& z) const {
    SurfaceMemory memory = {};
    return surface_height(terrain_, x, y, memory, z);
  }

  GroundBound bound(const rf_rectangle& area) const {
    return terrain_.upper_plane ? known_if_finite(plane_without_spread(terrain_, area)) : kNoBound;
  }

  /// The same with slope_spread.
  GroundBound bound_with_spread(const rf_rectangle& area) const {
    return terrain_.upper_plane ? known_if_finite(callback_plane(terrain_, area)) : kNoBound;
  }

  bool surface_at(double x, double y, double& height, double normal[3]) const {
    return surface_without_ground(terrain_, x, y, height, normal);
  }

  bool contact_sample(double x, double y, rf_terrain_sample& out) const {
    return sample_for_contacts(terrain_, x, y, out);
  }

  bool ground_members(double x, double y, GroundMembers members, double* out) const {
    return ground_members_at(terrain_, x, y, members, out);
  }

  bool has_no_node(const rf_rectangle&) const { return false; }
  uint32_t vertex_stride(double, double) const { return 1; }
  bool may_leave_out_vertices(double, double) const { return terrain_.terrain_vertices != nullptr; }

  /// At most kMaxCallbackVertices.
  template <class Visit>
  void for_each_terrain_vertex(const rf_rectangle& area, uint32_t, Visit visit) const {
    if (!terrain_.terrain_vertices) return;
    double xyz[3 * kMaxCallbackVertices];
    const uint32_t count = callback_vertices(terrain_, area, xyz, kMaxCallbackVertices);
    for (uint32_t i = 0; i < count; ++i) visit(xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]);
  }

  /// Where one call does not give all vertices, further calls ask for those of parts of the rectangle.
  template <class Visit>
  bool for_each_vertex_below(const rf_rectangle& area, double, double most, Visit visit) const {
    if (!terrain_.terrain_vertices) return false;
    double xyz[3 * kMaxCallbackVertices];
    const uint32_t count = callback_vertices(terrain_, area, xyz, kMaxCallbackVertices);
    if (count == kMaxCallbackVertices) return for_each_in_parts(area, most, xyz, visit);
    for (uint32_t i = 0; i < count; ++i) visit(xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]);
    return false;
  }

 private:
  // for_each_not_above() with samples of those points only.
  template <class Visit>
  void find_by_height(const double* xyz, uint32_t count, Visit visit) const {
    SurfaceMemory memory = {};
    for (uint32_t i = 0; i < count; ++i) {
      const double* const p = xyz + 3 * i;
      double height;
      if (!surface_height(terrain_, p[0], p[1], memory, height) || p[2] - height > 0) continue;
      rf_terrain_sample below;
      if (!contact_sample(p[0], p[1], below)) continue;
      visit(i, GroundPoint{below.height, {below.normal[0], below.normal[1], below.normal[2]}, &below.ground});
    }
  }

  static constexpr GroundBound kNoBound = {{0, 0, 0, 0, 0}, false};

  static GroundBound known_if_finite(const rf_upper_plane& plane) {
    return {plane, std::isfinite(plane.height + plane.slope_x + plane.slope_y)};
  }

  /// @param xyz  room for kMaxCallbackVertices
  template <class Visit>
  bool for_each_in_parts(const rf_rectangle& area, double most, double* xyz, Visit visit) const {
    constexpr uint32_t kParts = 4;  // on each side
    constexpr double kFewest = 16;
    const double share = smaller_of(larger_of(most / (kParts * kParts), kFewest), double{kMaxCallbackVertices});
    const uint32_t capacity = static_cast<uint32_t>(share);
    const auto border = [](double low, double high, uint32_t part) {
      return part == kParts ? high : low + (high - low) / kParts * part;
    };
    bool left_out = false;
    for (uint32_t part = 0; part < kParts * kParts; ++part) {
      const uint32_t column = part % kParts, row = part / kParts;
      const rf_rectangle piece = {border(area.x_min, area.x_max, column), border(area.y_min, area.y_max, row),
                                  border(area.x_min, area.x_max, column + 1), border(area.y_min, area.y_max, row + 1)};
      const uint32_t count = callback_vertices(terrain_, piece, xyz, capacity);
      left_out = left_out || count == capacity;
      for (uint32_t i = 0; i < count; ++i) {
        const double x = xyz[3 * i], y = xyz[3 * i + 1];
        // Vertices on a border belong to the part beyond it.
        if ((column + 1 < kParts && x >= piece.x_max) || (row + 1 < kParts && y >= piece.y_max)) continue;
        visit(x, y, xyz[3 * i + 2]);
      }
    }
    return left_out;
  }

  const rf_terrain& terrain_;
};

}  // namespace rockfall
