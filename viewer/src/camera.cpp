#include "rockfall_viewer/camera.h"

#include <algorithm>

namespace rockfall_viewer {

CameraAxes axes_of(const Camera& camera) {
  CameraAxes axes;
  axes.forward = unit(camera.target - camera.eye, {1, 0, 0});
  axes.right = cross(axes.forward, camera.up);
  if (length(axes.right) < 1e-9) axes.right = cross(axes.forward, {0, 1, 0});
  if (length(axes.right) < 1e-9) axes.right = cross(axes.forward, {1, 0, 0});
  axes.right = unit(axes.right);
  axes.up = cross(axes.right, axes.forward);
  return axes;
}

void OrbitCamera::turn(double by_azimuth, double by_elevation) {
  azimuth = std::remainder(azimuth + by_azimuth, 2 * pi);
  elevation = std::clamp(elevation + by_elevation, -1.55, 1.55);
}

void OrbitCamera::pan(double right, double up) {
  const Camera current = camera();
  const CameraAxes axes = axes_of(current);
  const double height = 2 * distance * std::tan(0.5 * current.field_of_view);
  target = target + height * right * axes.right + height * up * axes.up;
}

void OrbitCamera::zoom(double factor) { distance = std::clamp(distance * factor, 0.2, 1e5); }

double near_plane_at(double distance) { return std::clamp(0.01 * distance, 0.02, 5.0); }

Camera OrbitCamera::camera() const {
  Camera camera;
  camera.target = target;
  camera.eye = target + distance * direction(azimuth, elevation);
  camera.near_plane = near_plane_at(distance);
  camera.far_plane = std::max(5000.0, 20 * distance);
  return camera;
}

void FlyCamera::turn(double by_heading, double by_pitch) {
  heading = std::remainder(heading + by_heading, 2 * pi);
  pitch = std::clamp(pitch + by_pitch, -1.55, 1.55);
}

void FlyCamera::move(double forward, double right, double up) {
  const CameraAxes axes = axes_of(camera());
  eye = eye + forward * axes.forward + right * axes.right + up * Vec3{0, 0, 1};
}

Camera FlyCamera::camera() const {
  Camera camera;
  camera.eye = eye;
  camera.target = eye + 30.0 * direction(heading, pitch);
  camera.near_plane = 0.2;
  return camera;
}

void FlyCamera::set_from(const Camera& camera) {
  const Vec3 forward = axes_of(camera).forward;
  eye = camera.eye;
  heading = std::atan2(forward.y, forward.x);
  pitch = std::asin(std::clamp(forward.z, -1.0, 1.0));
}

}  // namespace rockfall_viewer
