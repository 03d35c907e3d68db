#include <rockfall/queries.h>

#include <limits>

#include "api/check.h"
#include "api/scene.h"
#include "body/body.h"
#include "body/end_conditions.h"
#include "numerics/floating_point_environment.h"
#include "numerics/minmax.h"
#include "query/closest.h"
#include "query/ray.h"
#include "rock/rock.h"
#include "terrain/dispatch.h"

using namespace rockfall;

namespace {

constexpr double kLargestCoordinate = 1e100;  // so that squares of distances are finite

rf_status check_scene(const rf_scene* scene, rf_error* error) {
  if (!scene) return fail_null(error, "scene");
  if (scene->struct_size != sizeof *scene) return fail_def(error, "scene");
  return scene->rocks || scene->rock_count == 0 ? RF_OK : fail_null(error, "scene.rocks");
}

bool small(const double* x) {
  return std::fabs(x[0]) <= kLargestCoordinate && std::fabs(x[1]) <= kLargestCoordinate &&
         std::fabs(x[2]) <= kLargestCoordinate;
}

rf_status check_rays(const rf_ray* rays, uint32_t count, const rf_ray_hit* hits, rf_error* error) {
  if (count == 0) return RF_OK;
  if (!rays) return fail_null(error, "rays");
  if (!hits) return fail_null(error, "hits");
  for (uint32_t i = 0; i < count; ++i) {
    const rf_ray& ray = rays[i];
    if (!small(ray.origin)) return fail_element(error, "rays", i, "has an origin that is not finite, or above 1e100");
    const double* const d = ray.direction;
    const bool directed =
        is_finite(d[0]) && is_finite(d[1]) && is_finite(d[2]) && (d[0] != 0 || d[1] != 0 || d[2] != 0);
    if (!directed) return fail_element(error, "rays", i, "has a direction of length 0 or that is not finite");
    if (!(ray.length > 0 && ray.length <= kLargestCoordinate)) {
      return fail_element(error, "rays", i, "has a length that is not > 0 and at most 1e100");
    }
    if (!(ray.resolution >= 0 && is_finite(ray.resolution))) {
      return fail_element(error, "rays", i, "has a resolution that is not >= 0 and finite");
    }
    if (ray.resolution > 0 && ray.length / ray.resolution > RF_RAY_SAMPLES_MAX) {
      return fail_element(error, "rays", i, "has more than RF_RAY_SAMPLES_MAX samples: length / resolution");
    }
  }
  return RF_OK;
}

rf_status check_shape(const rf_scene& scene, const rf_state* states, uint32_t i, rf_error* error) {
  const rf_status status = guard_state(scene, states + i);
  if (status == RF_NULL_ARGUMENT) {
    return fail_with(error, status, "scene.rocks[%u] is null", static_cast<unsigned>(states[i].rock));
  }
  return status == RF_OK ? status
                         : fail_element(error, "states", i, "has a shape index that is not below scene.rock_count");
}

bool has_place(const rf_state& state) { return can_step(state) && small(state.position); }

// A rock whose first state had no place ends as a fault with that state. Rays pass it.
bool is_without_place(const rf_state& state) { return state.end == RF_ENDED_FAULT && !has_place(state); }

rf_status check_rocks(const rf_scene& scene, const rf_state* states, uint32_t count, rf_error* error) {
  if (!states && count > 0) return fail_null(error, "states");
  for (uint32_t i = 0; i < count; ++i) {
    RF_TRY(check_shape(scene, states, i, error));
    if (is_without_place(states[i]) || has_place(states[i])) continue;
    if (can_step(states[i])) return fail_element(error, "states", i, "has a position above 1e100");
    return fail_element(error, "states", i, "is not finite, or its orientation is no unit quaternion");
  }
  return RF_OK;
}

rf_ray_hit no_hit(const rf_ray& ray) {
  rf_ray_hit hit = {};
  hit.distance = ray.length;
  return hit;
}

// The nearest of the rocks and of `hit`.
void hit_rocks(const rf_scene& scene, const rf_state* states, uint32_t count, const Ray& ray, rf_ray_hit& hit) {
  for (uint32_t i = 0; i < count; ++i) {
    if (is_without_place(states[i])) continue;
    rf_ray_hit other = {};
    if (!hit_rock(rock_of(scene, states[i]), states[i], ray, other)) continue;
    if (hit.hit != RF_HIT_NONE && !(other.distance < hit.distance)) continue;
    hit = other;
    hit.rock = i;
  }
}

bool touches(const rf_rectangle& area, const double* position, double radius) {
  const double dx = distance_to_range(position[0], area.x_min, area.x_max);
  const double dy = distance_to_range(position[1], area.y_min, area.y_max);
  return dx * dx + dy * dy <= radius * radius;
}

// Height, and coordinate of a normal, where there is no ground.
constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

bool finite_place(const double xy[2]) { return is_finite(xy[0]) && is_finite(xy[1]); }

// Without normals. Whole samples of a grid take several times as long.
void write_heights(const GridTerrain& terrain, const double* xy, uint32_t count, double* heights) {
  for (size_t i = 0; i < count; ++i) {
    const double* const at = xy + 2 * i;
    if (!finite_place(at) || !terrain.height_at(at[0], at[1], heights[i])) heights[i] = kNoValue;
  }
}

// By how much a rock may overlap the ground, m.
double overlap_in_scar(const rf_scene& scene, const rf_state& state) {
  if (!(state.scar_depth > 0)) return 0;
  rf_terrain_sample below;
  const bool known = rf_terrain_at(&scene.terrain, state.position[0], state.position[1], &below) == RF_OK;
  if (!known || !below.exists) return state.scar_depth;
  return below.ground.soil_strength > 0 ? state.scar_depth / below.normal[2] : 0.0;
}

}  // namespace

extern "C" {

rf_status rf_cast_rays_on_terrain(const rf_terrain* terrain, const rf_ray* rays, uint32_t count, rf_ray_hit* hits,
                                  rf_error* error) {
  const FloatingPointEnvironment environment;
  RF_TRY(check_terrain(terrain, error));
  RF_TRY(check_rays(rays, count, hits, error));
  for (uint32_t i = 0; i < count; ++i) {
    hits[i] = no_hit(rays[i]);
    hit_terrain(*terrain, Ray(rays[i]), hits[i]);
  }
  return succeed(error);
}

rf_status rf_cast_rays_on_rocks(const rf_scene* scene, const rf_state* states, uint32_t rock_count, const rf_ray* rays,
                                uint32_t count, rf_ray_hit* hits, rf_error* error) {
  const FloatingPointEnvironment environment;
  RF_TRY(check_scene(scene, error));
  RF_TRY(check_rocks(*scene, states, rock_count, error));
  RF_TRY(check_rays(rays, count, hits, error));
  for (uint32_t i = 0; i < count; ++i) {
    hits[i] = no_hit(rays[i]);
    hit_rocks(*scene, states, rock_count, Ray(rays[i]), hits[i]);
  }
  return succeed(error);
}

rf_status rf_cast_rays(const rf_scene* scene, const rf_state* states, uint32_t rock_count, const rf_ray* rays,
                       uint32_t count, rf_ray_hit* hits, rf_error* error) {
  const FloatingPointEnvironment environment;
  RF_TRY(check_scene(scene, error));
  RF_TRY(check_terrain(&scene->terrain, error));
  RF_TRY(check_rocks(*scene, states, rock_count, error));
  RF_TRY(check_rays(rays, count, hits, error));
  for (uint32_t i = 0; i < count; ++i) {
    const Ray ray(rays[i]);
    hits[i] = no_hit(rays[i]);
    hit_terrain(scene->terrain, ray, hits[i]);
    hit_rocks(*scene, states, rock_count, ray, hits[i]);
  }
  return succeed(error);
}

rf_status rf_terrain_heights(const rf_terrain* terrain, const double* xy, uint32_t count, double* heights,
                             double* normals, rf_error* error) {
  const FloatingPointEnvironment environment;
  RF_TRY(check_terrain(terrain, error));
  if (count == 0) return succeed(error);
  if (!xy) return fail_null(error, "xy");
  if (!heights) return fail_null(error, "heights");
  if (const rf_grid* const grid = grid_of(*terrain); grid && !normals) {
    write_heights(GridTerrain(*grid), xy, count, heights);
    return succeed(error);
  }
  constexpr uint32_t kBatch = 32;
  rf_terrain_sample samples[kBatch];
  double places[2 * kBatch];  // the finite ones of a batch: a callback need not be prepared for others
  for (size_t first = 0; first < count; first += kBatch) {
    const size_t batch = count - first < kBatch ? count - first : kBatch;
    uint32_t places_found = 0;
    for (size_t i = first; i < first + batch; ++i) {
      if (!finite_place(xy + 2 * i)) continue;
      places[2 * places_found] = xy[2 * i];
      places[2 * places_found + 1] = xy[2 * i + 1];
      ++places_found;
    }
    if (places_found > 0) terrain->sample(terrain->user, places, places_found, samples);
    const rf_terrain_sample* next = samples;
    for (size_t i = first; i < first + batch; ++i) {
      const rf_terrain_sample* const here = finite_place(xy + 2 * i) ? next++ : nullptr;
      const bool exists = here && here->exists;
      heights[i] = exists ? here->height : kNoValue;
      for (size_t k = 0; k < 3 && normals; ++k) normals[3 * i + k] = exists ? here->normal[k] : kNoValue;
    }
  }
  return succeed(error);
}

rf_status rf_closest_on_terrain(const rf_terrain* terrain, const double point[3], double max_distance,
                                rf_closest_point* closest, rf_error* error) {
  const FloatingPointEnvironment environment;
  RF_TRY(check_terrain(terrain, error));
  if (!point) return fail_null(error, "point");
  if (!closest) return fail_null(error, "closest");
  RF_TRY(check_all_finite(error, "point", point, 3));
  if (!small(point)) return fail(error, RF_BAD_VALUE, "point has a coordinate above 1e100");
  RF_TRY(check_positive(error, "max_distance", max_distance));
  RF_TRY(check_range(error, "max_distance", max_distance, 0, kLargestCoordinate, "at most 1e100"));
  rf_closest_point found = {};
  closest_on_terrain(*terrain, point, max_distance, found);
  *closest = found;
  return succeed(error);
}

rf_status rf_closest_on_rock(const rf_scene* scene, const rf_state* state, const double point[3],
                             rf_closest_point* closest, rf_error* error) {
  const FloatingPointEnvironment environment;
  RF_TRY(check_scene(scene, error));
  if (!state) return fail_null(error, "state");
  RF_TRY(check_shape(*scene, state, 0, error));
  if (!has_place(*state)) {
    return fail(error, RF_BAD_VALUE, "state is not finite, is above 1e100, or its orientation is no unit quaternion");
  }
  if (!point) return fail_null(error, "point");
  if (!closest) return fail_null(error, "closest");
  RF_TRY(check_all_finite(error, "point", point, 3));
  if (!small(point)) return fail(error, RF_BAD_VALUE, "point has a coordinate above 1e100");
  closest_on_rock(rock_of(*scene, *state), *state, point, *closest);
  return succeed(error);
}

rf_status rf_wake(const rf_scene* scene, rf_state* states, uint32_t count, const rf_rectangle* area, uint32_t* woken,
                  rf_error* error) {
  const FloatingPointEnvironment environment;
  RF_TRY(check_scene(scene, error));
  if (area) RF_TRY(check_area(*area, error));
  if (!states && count > 0) return fail_null(error, "states");
  for (uint32_t i = 0; i < count; ++i) {
    RF_TRY(check_shape(*scene, states, i, error));
  }
  uint32_t moving = 0;
  for (uint32_t i = 0; i < count; ++i) {
    rf_state& state = states[i];
    if (state.end != RF_ENDED_STOPPED) continue;
    if (area && !touches(*area, state.position, rock_of(*scene, state).bounding_radius)) continue;
    wake(state);
    ++moving;
  }
  if (woken) *woken = moving;
  return succeed(error);
}

rf_status rf_lift_out_of_ground(const rf_scene* scene, rf_state* state, double* lifted, rf_error* error) {
  const FloatingPointEnvironment environment;
  if (!state) return fail_null(error, "state");
  RF_TRY(rf_scene_check(scene, error));
  rf_state touching = *state;
  RF_TRY(rf_place_above_ground(scene, &touching, -overlap_in_scar(*scene, *state), error));
  const double rise = touching.position[2] - state->position[2];
  if (rise > 0) state->position[2] = touching.position[2];
  if (lifted) *lifted = rise > 0 ? rise : 0;
  return succeed(error);
}

}  // extern "C"
