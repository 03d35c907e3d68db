// Terrain vertices inside the hull of a rock: a terrain finer than the rock has peaks between the hull's vertices.
#pragma once

#include <rockfall/step.h>

#include "contact/high_nodes.h"
#include "contact/hull_depths.h"
#include "contact/hull_floor.h"
#include "contact/placement.h"
#include "contact/vertex_kernels.h"
#include "numerics/minmax.h"
#include "rock/rock.h"
#include "terrain/callback_parts.h"
#include "terrain/relief_vertices.h"
#include "terrain/terrain.h"

namespace rockfall {

/// Limit of the nodes of a grid that are searched for terrain vertices in a step with this rock.
inline double most_searched_nodes(const rf_rock& rock) { return smaller_of(16384.0, 1.5e6 / rock.face_count); }

/// False if contact detection tests all terrain vertices below a rock at every position.
template <class Terrain>
bool may_leave_out_vertices(const Terrain& terrain, const rf_rock& rock) {
  return terrain.may_leave_out_vertices(rock.bounding_radius, most_searched_nodes(rock));
}

/// A terrain vertex inside the hull of a rock.
struct InnerVertex {
  uint32_t feature;  // see rf_contact
  Vec3 place;        // I
  Vec3 point;        // the same in K
  double depth;      // below the nearest face that faces downwards
  uint32_t face;
};

inline bool in_bounding_sphere(const rf_rock& rock, const Vec3& from_centre) {
  return from_centre.squaredNorm() < rock.bounding_radius * rock.bounding_radius;
}

/// True if a terrain vertex is inside the hull. Sets its place in K, depth and face.
/// @param vertex  its place in I is set
inline bool is_inner_vertex(const rf_rock& rock, const Placement& at, HullDepths& hull, InnerVertex& vertex) {
  const Vec3 from_centre = vertex.place - at.position;
  if (!in_bounding_sphere(rock, from_centre)) return false;
  vertex.point = at.rotation.transpose() * from_centre;
  vertex.face = 0;
  return hull.inside(vertex.point, &vertex.depth, &vertex.face);
}

/// Finds those of the terrain vertices below a rock that are inside its hull, and numbers them.
template <class Visit>
class InnerVertices {
 public:
  /// @param visit  InnerVertex -> false if no more are wanted
  InnerVertices(const rf_rock& rock, const Placement& at, Visit visit)
      : rock_(rock), at_(at), hull_(rock, at.rotation.row(2).transpose()), visit_(visit) {}

  /// Test the next terrain vertex. Returns false if no more are wanted.
  bool add(double x, double y, double z) {
    InnerVertex vertex;
    vertex.place = Vec3(x, y, z);
    if (!is_inner_vertex(rock_, at_, hull_, vertex)) return true;
    vertex.feature = RF_TERRAIN_VERTEX_FEATURE | count_++;
    return visit_(vertex);
  }

 private:
  const rf_rock& rock_;
  const Placement& at_;
  HullDepths hull_;
  Visit visit_;
  uint32_t count_ = 0;
};

/// Call visit(InnerVertex) for the terrain vertices inside the hull, until it returns false. Returns true if some may
/// have been left out.
/// @param plane  nullable: above the ground below the rock; affects speed only
template <class Visit>
bool visit_inner_vertices(const CallbackTerrain& terrain, const rf_rock& rock, const Placement& at,
                          const rf_upper_plane* /*plane*/, const VertexKernels& /*kernels*/, Visit visit) {
  const rf_rectangle area = footprint(rock, at.position);
  InnerVertices<Visit> inner(rock, at, visit);
  const auto add = [&](double x, double y, double z) { return inner.add(x, y, z); };
  ReliefView relief;
  const rf_grid* const grid =
      grid_below_stored_relief(terrain.callbacks(), at.position.data(), rock.bounding_radius, relief);
  // Most nodes below a rock are outside of its bounding sphere.
  const auto wanted = [&](double x, double y, double z) {
    return in_bounding_sphere(rock, Vec3(x, y, z) - at.position);
  };
  if (grid && visit_stored_vertices(*roughness_of(terrain.callbacks()), relief, GridTerrain(*grid), area,
                                    kMaxCallbackVertices, wanted, add)) {
    return false;
  }
  bool wants_more = true;
  return terrain.for_each_vertex_below(area, rock.bounding_radius, most_searched_nodes(rock),
                                       [&](double x, double y, double z) {
                                         if (wants_more) wants_more = inner.add(x, y, z);
                                       });
}

/// Finding the lowest of this many vertices of a rock takes as long as testing one node.
constexpr double kVerticesPerNode = 8;

/// The same on a grid, faster: most nodes below a rock lie below its lowest point, along the slope of the ground.
template <class Visit>
bool visit_inner_vertices(const GridTerrain& grid, const rf_rock& rock, const Placement& at,
                          const rf_upper_plane* plane, const VertexKernels& kernels, Visit visit) {
  const rf_rectangle area = footprint(rock, at.position);
  if (grid.has_no_node(area)) return false;
  InnerVertices<Visit> inner(rock, at, visit);
  const bool leaves_out = may_leave_out_vertices(grid, rock);
  if (leaves_out || rock.vertex_count > kVerticesPerNode * mean_nodes(grid, area)) {
    grid.visit_terrain_vertices(area, grid.vertex_stride(rock.bounding_radius, most_searched_nodes(rock)),
                                [&](double x, double y, double z) { return inner.add(x, y, z); });
    return leaves_out;
  }
  const SlopedPlane floor = hull_floor(rock, at, plane ? plane->slope_x : 0, plane ? plane->slope_y : 0, kernels);
  if (plane && floor.height > plane->height) return false;
  // The bounding sphere, with a margin for rounding.
  const double radius = (1 + 1e-9) * rock.bounding_radius + 1e-9 * (1 + at.position.cwiseAbs().maxCoeff());
  const auto visit_node = [&](uint32_t column, uint32_t row, double x, double y, double z) {
    return !grid.is_terrain_vertex(column, row, z) || inner.add(x, y, z);
  };
  visit_high_nodes(grid, area, floor, {at.position, radius * radius}, kernels, visit_node);
  return false;
}

}  // namespace rockfall
