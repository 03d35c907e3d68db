// Where a body of the legacy models touches the ground, or comes nearest to it.
#pragma once

#include <cmath>

#include "contact/detection.h"
#include "numerics/error.h"
#include "rocfall/body_motion.h"
#include "rocfall/surface_point.h"

namespace rockfall::rocfall {

struct Touch {
  bool exists = false;  // there is ground below
  bool faulty = false;  // the ground answered with a height that is no number
  double gap = 0;  // m; negative inside the ground. For a point and a hull vertical, for a sphere to the nearest point
  Vec3 normal;
  Vec3 arm;  // r = S - contact, I
  uint32_t feature = 0;
  rf_ground ground;
};

/// Nearest features are sought no farther from a sphere's centre than this many radii.
constexpr double kSphereReach = 2;

template <class Terrain>
Touch point_touch(const Terrain& terrain, const Vec3& place) {
  Touch touch;
  rf_terrain_sample below;
  terrain.sample(place.data(), 1, &below);
  if (!below.exists) return touch;
  touch.exists = true;
  touch.gap = place[2] - below.height;
  touch.faulty = !is_finite(touch.gap);
  touch.normal = load3(below.normal);
  touch.arm = Vec3(0, 0, 0);
  touch.ground = below.ground;
  return touch;
}

template <class Terrain>
Touch sphere_touch(const Terrain& terrain, double radius, const Vec3& centre) {
  Touch touch = point_touch(terrain, centre);
  if (!touch.exists || touch.faulty) return touch;
  const double height = touch.gap, depth = std::fabs(height);
  SurfacePoint nearest{centre - Vec3(0, 0, height), touch.normal, std::fmin(depth, kSphereReach * radius)};
  find_closest(terrain, centre, nearest.distance, nearest);
  touch.gap = (height < 0 ? -nearest.distance : nearest.distance) - radius;
  touch.normal = nearest.normal;
  touch.arm = radius * touch.normal;
  rf_terrain_sample there;
  terrain.sample(nearest.point.data(), 1, &there);
  if (there.exists) touch.ground = there.ground;
  return touch;
}

/// The lowest feature of a hull: a vertex over the ground, or a terrain vertex of the ground inside the hull.
template <class Terrain>
Touch hull_touch(const Terrain& terrain, const rf_rock& rock, const BodyMotion& body) {
  const Placement at{body.position, rotation_matrix(body.orientation)};
  Touch touch;
  touch.gap = 1e300;
  for (uint32_t i = 0; i < rock.vertex_count; ++i) {
    const Vec3 arm = at.rotation * load3(rock.vertex(i));
    const Touch vertex = point_touch(terrain, at.position + arm);
    if (!vertex.exists || !(vertex.faulty || vertex.gap < touch.gap)) continue;
    touch = vertex;
    touch.arm = -arm;
    touch.feature = i;
    if (touch.faulty) return touch;
  }
  uint32_t number = 0;
  terrain.for_each_terrain_vertex(footprint(rock, at.position), [&](double x, double y, double z) {
    const uint32_t feature = RF_TERRAIN_VERTEX_FEATURE | number++;
    const Vec3 arm = at.position - Vec3(x, y, z);
    double depth;
    uint32_t face;
    if (!inside_hull(rock, at.rotation.transpose() * -arm, at.rotation.row(2).transpose(), &depth, &face)) return;
    if (-depth >= touch.gap) return;
    const Touch terrain_vertex = point_touch(terrain, Vec3(x, y, z));
    if (!terrain_vertex.exists) return;
    touch = terrain_vertex;
    touch.gap = -depth;
    touch.normal = -(at.rotation * load3(rock.face(face)));
    touch.arm = arm;
    touch.feature = feature;
  });
  return touch;
}

template <class Terrain>
Touch find_touch(const Terrain& terrain, const rf_rock& rock, const Body& body, const BodyMotion& motion) {
  switch (body.kind) {
    case Body::Kind::point:
      return point_touch(terrain, motion.position);
    case Body::Kind::sphere:
      return sphere_touch(terrain, body.radius, motion.position);
    default:
      return hull_touch(terrain, rock, motion);
  }
}

}  // namespace rockfall::rocfall
