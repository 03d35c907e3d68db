#include "rockfall_viewer/picking.h"

#include <cmath>

namespace rockfall_viewer {
namespace {

/** 1 above the ground, -1 below, 0 if there is no ground. */
int side_of(const rf_terrain& terrain, const Vec3& position) {
  rf_terrain_sample sample;
  if (rf_terrain_at(&terrain, position.x, position.y, &sample) != RF_OK || sample.exists == 0) return 0;
  return position.z >= sample.height ? 1 : -1;
}

}  // namespace

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

bool hit_terrain(const rf_terrain& terrain, const Ray& ray, double step, double max_distance, Vec3* hit) {
  if (terrain.sample == nullptr || !(step > 0)) return false;
  int previous = side_of(terrain, ray.from);
  for (double s = step; s <= max_distance; s += step) {
    const int current = side_of(terrain, ray.from + s * ray.direction);
    if (previous == 1 && current == -1) {
      double above = s - step, below = s;
      while (below - above > 1e-3) {
        const double middle = 0.5 * (above + below);
        (side_of(terrain, ray.from + middle * ray.direction) == -1 ? below : above) = middle;
      }
      *hit = ray.from + above * ray.direction;
      return true;
    }
    // After a hole the ray hits the ground only if it is above the ground again.
    previous = current;
    if (s > 200 * step) step *= 1.001;
  }
  return false;
}

}  // namespace rockfall_viewer
