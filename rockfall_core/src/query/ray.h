// Intersections of rays with terrains and rocks.
#pragma once

#include <rockfall/queries.h>

#include "numerics/linear.h"
#include "rock/rock.h"

namespace rockfall {

/// A ray with a unit direction.
struct Ray {
  explicit Ray(const rf_ray& ray);

  Vec3 at(double distance) const { return origin + distance * direction; }

  Vec3 origin, direction;
  double length, resolution;
};

/// Set `hit` to the first hit with the terrain; false if there is none.
bool hit_terrain(const rf_terrain& terrain, const Ray& ray, rf_ray_hit& hit);

/// Set `hit` to the first hit with the hull of a rock; false if there is none. rf_ray_hit::rock is not set.
bool hit_rock(const rf_rock& rock, const rf_state& state, const Ray& ray, rf_ray_hit& hit);

/// Store a hit at a distance.
inline void store_hit(const Ray& ray, double distance, const Vec3& normal, rf_hit kind, rf_ray_hit& hit) {
  hit.distance = distance;
  store3(ray.at(distance), hit.point);
  store3(normal, hit.normal);
  hit.hit = kind;
  hit.rock = 0;
}

}  // namespace rockfall
