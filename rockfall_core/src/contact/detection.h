// Contact detection: hull vertices at or below the ground, and terrain vertices inside the hull.
#pragma once

#include <cmath>

#include "contact/clearance.h"
#include "contact/contact.h"
#include "contact/soil_entry.h"
#include "contact/steep_face.h"
#include "numerics/error.h"
#include "numerics/minmax.h"
#include "rock/rock.h"
#include "terrain/terrain.h"

namespace rockfall {

/// Position and orientation of a rock for contact detection.
struct Placement {
  Vec3 position;  // of S, I
  Mat3 rotation;  // A_IK
};

/// Horizontal square that contains the bounding sphere of a rock.
inline rf_rectangle footprint(const rf_rock& rock, const Vec3& position) {
  const double r = rock.bounding_radius;
  return {position[0] - r, position[1] - r, position[0] + r, position[1] + r};
}

/// True if the bounding sphere is entirely above the plane, whose height is given below the sphere's centre.
inline bool sphere_above(const rf_rock& rock, const Vec3& position, const rf_upper_plane& plane) {
  const double clearance = position[2] - plane.height;
  return sphere_clears(clearance, sphere_clearance_squared(rock.bounding_radius, plane.slope_x, plane.slope_y));
}

/// Limit of the nodes of a grid that are searched for terrain vertices in a step with this rock.
inline double most_searched_nodes(const rf_rock& rock) { return smaller_of(16384.0, 1.5e6 / rock.face_count); }

/// Iterates over the hull vertices that may lie at or below a plane (all vertices if there is no plane), in ascending
/// order: call next() until it returns 0.
class VertexCandidates {
 public:
  static constexpr uint32_t kBatch = kMaxPoints;

  VertexCandidates(const rf_rock& rock, const Placement& at, const rf_upper_plane* plane);

  /// Fill `indices` with the next candidates. @return their number, at most kBatch; 0 at the end
  uint32_t next(uint32_t indices[kBatch]);

 private:
  const rf_rock& rock_;
  Vec3 direction_;  // gradient of the height over the plane, K
  double limit_;    // vertices with direction . vertex <= limit are candidates
  bool all_;
  uint32_t cursor_ = 0;
};

/// True if a point (K) is inside the hull; its depth below the nearest face that faces downwards, and that face.
/// @param up  vertical direction in K
bool inside_hull(const rf_rock& rock, const Vec3& point, const Vec3& up, double* depth, uint32_t* face);

/// Vertices with gap <= 0 (Leine et al. 2014, section 3.5).
template <class Terrain>
void find_vertex_contacts(const Terrain& terrain, const rf_rock& rock, const Placement& at, const rf_upper_plane* plane,
                          ContactSet& contacts, SoilEntry& soil) {
  VertexCandidates candidates(rock, at, plane);
  uint32_t indices[VertexCandidates::kBatch];
  double xyz[3 * VertexCandidates::kBatch];
  while (const uint32_t count = candidates.next(indices)) {
    for (uint32_t i = 0; i < count; ++i) {
      store3(at.position + at.rotation * load3(rock.vertex(indices[i])), xyz + 3 * static_cast<size_t>(i));
    }
    terrain.for_each_not_above(xyz, count, [&](uint32_t i, const GroundPoint& below) {
      const rf_ground& ground = *below.ground;
      const double gap = xyz[3 * i + 2] - below.height;
      if (!is_finite(gap)) contacts.faulty = true;
      if (ground.soil_strength > 0) {
        soil.add_vertex(gap * below.normal[2], load3(below.normal), load3(xyz + 3 * static_cast<size_t>(i)),
                        load3(rock.vertex(indices[i])), ground);
      }
      const double depth = -gap * below.normal[2];
      if (soil.stays_above(depth, ground) && !is_deep(depth, rock.bounding_radius, ground)) return;
      Contact* contact = contacts.claim(gap);
      if (!contact) return;
      contact->arm = load3(rock.vertex(indices[i]));
      const Vec3 normal = load3(below.normal);
      contact->frame.col(0) =
          is_deep(depth, rock.bounding_radius, ground)
              ? nearest_way_out(terrain, xyz + 3 * static_cast<size_t>(i), depth, normal, rock.bounding_radius)
              : normal;
      contact->gap = gap;
      contact->feature = indices[i];
      contact->ground = ground;
      contact->rolling_arm = ground.rolling_resistance * rock.bounding_radius;
    });
  }
}

/// Terrain vertices inside the hull: a terrain finer than the rock has peaks between the hull's vertices.
template <class Terrain>
void find_terrain_vertex_contacts(const Terrain& terrain, const rf_rock& rock, const Placement& at,
                                  ContactSet& contacts, SoilEntry& soil) {
  const Vec3 up = at.rotation.row(2).transpose();
  const double radius_squared = rock.bounding_radius * rock.bounding_radius;
  uint32_t index = 0;
  const uint32_t stride = terrain.vertex_stride(rock.bounding_radius, most_searched_nodes(rock));
  terrain.for_each_terrain_vertex(footprint(rock, at.position), stride, [&](double x, double y, double z) {
    const uint32_t feature = RF_TERRAIN_VERTEX_FEATURE | index++;
    const Vec3 from_centre = Vec3(x, y, z) - at.position;
    if (!(from_centre.squaredNorm() < radius_squared)) return;
    const Vec3 point = at.rotation.transpose() * from_centre;
    double depth;
    uint32_t face = 0;
    if (!inside_hull(rock, point, up, &depth, &face)) return;
    const double xy[2] = {x, y};
    rf_terrain_sample below;
    terrain.sample(xy, 1, &below);
    if (!below.exists) return;
    const Vec3 normal = -(at.rotation * load3(rock.face(face)));
    if (below.ground.soil_strength > 0) soil.add_vertex(-depth, normal, Vec3(x, y, z), point, below.ground);
    Contact* contact = contacts.claim(-depth);
    if (!contact) return;
    contact->arm = point;
    contact->frame.col(0) = normal;
    contact->gap = -depth;
    contact->feature = feature;
    contact->ground = below.ground;
    contact->rolling_arm = below.ground.rolling_resistance * rock.bounding_radius;
  });
}

}  // namespace rockfall
