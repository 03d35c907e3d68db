#include "rockfall_viewer/picking.h"

#include <rockfall/queries.h>

#include <cmath>

namespace rockfall_viewer {

Ray pixel_ray(const Camera& camera, double x, double y, double width, double height) {
  const CameraAxes axes = axes_of(camera);
  const double t = std::tan(0.5 * camera.field_of_view);
  const double right = (2 * x / width - 1 - camera.shift_x) * t * width / height;
  const double up = (1 - 2 * y / height - camera.shift_y) * t;
  return {camera.eye, unit(axes.forward + right * axes.right + up * axes.up)};
}

bool pixel_of(const Camera& camera, const Vec3& position, double width, double height, double* x, double* y) {
  const CameraAxes axes = axes_of(camera);
  const Vec3 line = position - camera.eye;
  const double depth = dot(line, axes.forward);
  if (depth < camera.near_plane) return false;
  const double t = depth * std::tan(0.5 * camera.field_of_view);
  *x = 0.5 * width * (1 + camera.shift_x) + 0.5 * height * dot(line, axes.right) / t;
  *y = 0.5 * height * (1 - camera.shift_y) - 0.5 * height * dot(line, axes.up) / t;
  return true;
}

bool hit_terrain(const rf_terrain& terrain, const Ray& ray, double max_distance, Vec3* hit) {
  // On terrains of callbacks: fine enough for the ridges that a picture shows.
  constexpr double samples = 8192;
  const Vec3 &from = ray.from, &along = ray.direction;
  const rf_ray line = {{from.x, from.y, from.z}, {along.x, along.y, along.z}, max_distance, max_distance / samples};
  rf_ray_hit found{};
  if (rf_cast_rays_on_terrain(&terrain, &line, 1, &found, nullptr) != RF_OK) return false;
  if (found.hit != RF_HIT_TERRAIN) return false;
  const Vec3 normal = {found.normal[0], found.normal[1], found.normal[2]};
  if (dot(normal, along) > 0) return false;  // from below
  *hit = {found.point[0], found.point[1], found.point[2]};
  return true;
}

}  // namespace rockfall_viewer
