// Contact detection: hull vertices at or below the ground, and terrain vertices inside the hull.
#pragma once

#include "contact/clearance.h"
#include "contact/contact.h"
#include "contact/inner_vertices.h"
#include "contact/placement.h"
#include "contact/rolling_arm.h"
#include "contact/soil_entry.h"
#include "contact/steep_face.h"
#include "contact/vertex_kernels.h"
#include "numerics/inline_calls.h"
#include "numerics/minmax.h"
#include "numerics/real.h"
#include "rock/rock.h"
#include "terrain/terrain.h"
#include "terrain/vertex_ground.h"

namespace rockfall {

/// True if the bounding sphere is entirely above the plane, whose height is given below the sphere's centre.
inline bool sphere_above(const rf_rock& rock, const Vec3& position, const rf_upper_plane& plane) {
  const double clearance = position[2] - plane.height;
  return sphere_clears(clearance, sphere_clearance_squared(rock.bounding_radius, plane.slope_x, plane.slope_y));
}

/// The hull vertices that may lie at or below a plane are those with direction . vertex <= limit. Without a plane all
/// are.
struct CandidateLimit {
  CandidateLimit(const rf_rock& rock, const Placement& at, const rf_upper_plane* plane);

  Vec3 direction;  // gradient of the height over the plane, K
  double limit;
};

/// Set the members of a contact that detection finds.
/// @param arm     r_SP in K
/// @param normal  I
/// @param height  of S over the contact, along the normal
inline void set_detected(const Vec3& arm, const Vec3& normal, double gap, uint32_t feature, const rf_ground& ground,
                         double height, Contact& contact) {
  contact.arm = arm;
  contact.frame.col(0) = normal;
  contact.gap = gap;
  contact.feature = feature;
  contact.ground = contact_ground(ground);
  contact.in_soil = ground.soil_strength > 0;
  contact.rolling_arm = rolling_arm(ground.rolling_resistance, height);
}

/// Makes contacts of the vertices of a rock at or below the ground (gap <= 0; Leine et al. 2014, section 3.5).
template <class Terrain>
class VertexContacts {
 public:
  /// @param position  of S, I; is kept by reference
  VertexContacts(const Terrain& terrain, const rf_rock& rock, const Vec3& position, ContactSet& contacts,
                 SoilEntry& soil)
      : terrain_(terrain), rock_(rock), position_(position), contacts_(contacts), soil_(soil) {}

  /// @param place  of the vertex, I
  void add(uint32_t vertex, const double place[3], const GroundPoint& below) {
    const rf_ground& ground = *below.ground;
    const double gap = place[2] - below.height, radius = rock_.bounding_radius;
    if (!is_finite(gap)) contacts_.faulty = true;
    const Vec3 normal = load3(below.normal), arm = load3(rock_.vertex(vertex));
    if (ground.soil_strength > 0) soil_.add_vertex(gap * normal[2], normal, load3(place), arm, ground);
    const double depth = -gap * normal[2];
    const bool deep = is_deep(depth, radius, ground);
    if (soil_.stays_above(depth, ground) && !deep) return;
    Contact* contact = claim_contact(contacts_, soil_, gap, ground);
    if (!contact) return;
    const Vec3 out = deep ? nearest_way_out(terrain_, place, depth, normal, radius) : normal;
    set_detected(arm, out, gap, vertex, ground, height_over(out, position_, place), *contact);
  }

 private:
  const Terrain& terrain_;
  const rf_rock& rock_;
  const Vec3& position_;
  ContactSet& contacts_;
  SoilEntry& soil_;
};

/// Contacts of the vertices at or below the ground. @param plane  nullable: above the ground below the rock
inline void find_sampled_vertex_contacts(const CallbackTerrain& terrain, const rf_rock& rock, const Placement& at,
                                         const rf_upper_plane* plane, const VertexKernels& kernels,
                                         ContactSet& contacts, SoilEntry& soil) {
  VertexContacts<CallbackTerrain> found(terrain, rock, at.position, contacts, soil);
  const CandidateLimit limit(rock, at, plane);
  const VertexSearch search = {VertexArrays(rock),     nullptr,    nullptr, nullptr, nullptr,
                               limit.direction.data(), limit.limit};
  uint32_t index[FoundVertices::kRoom];
  double xyz[3 * kMaxPoints];
  for (uint32_t cursor = 0; cursor < rock.padded_count;) {
    const uint32_t count = kernels.find_candidates(search, cursor, index);
    for (uint32_t first = 0; first < count; first += kMaxPoints) {
      const uint32_t points = count - first < kMaxPoints ? count - first : kMaxPoints;
      const uint32_t* const vertex = index + first;
      for (uint32_t i = 0; i < points; ++i) {
        store3(at.position + at.rotation * load3(rock.vertex(vertex[i])), xyz + 3 * static_cast<size_t>(i));
      }
      terrain.for_each_not_above(xyz, points, [&](uint32_t i, const GroundPoint& below) {
        found.add(vertex[i], xyz + 3 * static_cast<size_t>(i), below);
      });
    }
  }
}

/// The same on a grid, or on stored relief over a grid, faster.
/// @param relief  nullable; the rock is over its nodes
template <class Terrain>
ROCKFALL_OWN_FRAME void find_vertex_contacts_on(const GridTerrain& grid, const ReliefView* relief,
                                                const Terrain& terrain, const rf_rock& rock, const Placement& at,
                                                const rf_upper_plane* plane, const VertexKernels& kernels,
                                                ContactSet& contacts, SoilEntry& soil) {
  VertexContacts<Terrain> to(terrain, rock, at.position, contacts, soil);
  const CandidateLimit limit(rock, at, plane);
  const VertexSearch search = {VertexArrays(rock), &grid.view(),           relief,     at.position.data(),
                               at.rotation.data(), limit.direction.data(), limit.limit};
  const rf_ground* const uniform = grid.uniform_ground();
  rf_ground local;
  FoundVertices found;
  for (uint32_t cursor = 0; cursor < rock.padded_count;) {
    kernels.find_not_above(search, cursor, found);
    for (uint32_t rest = found.not_above, i = 0; rest != 0; rest >>= 1, ++i) {
      if (!(rest & 1)) continue;
      const double place[3] = {found.place[0][i], found.place[1][i], found.place[2][i]};
      if (!uniform) local = grid.contact_ground_at(place[0], place[1]);
      to.add(
          found.index[i], place,
          {found.height[i], {found.normal[0][i], found.normal[1][i], found.normal[2][i]}, uniform ? uniform : &local});
    }
  }
}

inline void find_vertex_contacts(const GridTerrain& terrain, const rf_rock& rock, const Placement& at,
                                 const rf_upper_plane* plane, const VertexKernels& kernels, ContactSet& contacts,
                                 SoilEntry& soil) {
  find_vertex_contacts_on(terrain, nullptr, terrain, rock, at, plane, kernels, contacts, soil);
}

inline void find_vertex_contacts(const CallbackTerrain& terrain, const rf_rock& rock, const Placement& at,
                                 const rf_upper_plane* plane, const VertexKernels& kernels, ContactSet& contacts,
                                 SoilEntry& soil) {
  ReliefView relief;
  const rf_grid* const grid =
      grid_below_stored_relief(terrain.callbacks(), at.position.data(), rock.bounding_radius, relief);
  if (!grid) return find_sampled_vertex_contacts(terrain, rock, at, plane, kernels, contacts, soil);
  find_vertex_contacts_on(GridTerrain(*grid), &relief, terrain, rock, at, plane, kernels, contacts, soil);
}

/// Makes contacts of the terrain vertices inside the hull. Returns true if some may have been left out.
/// @param plane  see visit_inner_vertices
template <class Terrain>
bool find_terrain_vertex_contacts(const Terrain& terrain, const rf_rock& rock, const Placement& at,
                                  const rf_upper_plane* plane, const VertexKernels& kernels, ContactSet& contacts,
                                  SoilEntry& soil) {
  const auto add = [&](const InnerVertex& vertex) {
    rf_terrain_sample below;
    const auto sample = [&](double x, double y) { return terrain.contact_sample(x, y, below); };
    if (!at_terrain_vertex(vertex.place[0], vertex.place[1], rock.bounding_radius, sample)) return;
    const double gap = -vertex.depth;
    const Vec3 normal = -(at.rotation * load3(rock.face(vertex.face)));
    if (below.ground.soil_strength > 0) {
      if (soil.may_deepen(normal, vertex.point, below.ground)) {
        store3(normal_at_terrain_vertex(terrain, vertex.place[0], vertex.place[1], rock.bounding_radius,
                                        load3(below.normal)),
               below.normal);
      }
      soil.add_terrain_vertex(gap, normal, vertex.place, vertex.point, below);
    }
    if (soil.stays_above(vertex.depth, below.ground)) return;
    Contact* contact = claim_contact(contacts, soil, gap, below.ground);
    if (!contact) return;
    set_detected(vertex.point, normal, gap, vertex.feature, below.ground,
                 height_over(normal, at.position, vertex.place), *contact);
  };
  return visit_inner_vertices(terrain, rock, at, plane, kernels, [&](const InnerVertex& vertex) {
    add(vertex);
    return true;
  });
}

}  // namespace rockfall
