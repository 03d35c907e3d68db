// Rays and terrains for the tests of queries.
#pragma once

#include <rockfall/queries.h>

#include <cmath>

namespace queries {

inline rf_ray ray_between(const double* from, const double* to) {
  rf_ray ray = {};
  double square = 0;
  for (int k = 0; k < 3; ++k) {
    ray.origin[k] = from[k];
    ray.direction[k] = to[k] - from[k];
    square += ray.direction[k] * ray.direction[k];
  }
  ray.length = std::sqrt(square);
  return ray;
}

// A built-in terrain behind callbacks, so that it is not recognised.
inline rf_terrain callbacks_over(const rf_terrain& built_in, bool with_plane) {
  static rf_terrain inner;  // one test at a time
  inner = built_in;
  rf_terrain terrain = rf_default_terrain();
  terrain.user = &inner;
  terrain.sample = [](void* user, const double* xy, uint32_t count, rf_terrain_sample* out) {
    const auto& base = *static_cast<const rf_terrain*>(user);
    base.sample(base.user, xy, count, out);
  };
  if (with_plane) {
    terrain.upper_plane = [](void* user, const rf_rectangle* area, rf_upper_plane* out) {
      const auto& base = *static_cast<const rf_terrain*>(user);
      base.upper_plane(base.user, area, out);
    };
  }
  return terrain;
}

}  // namespace queries
