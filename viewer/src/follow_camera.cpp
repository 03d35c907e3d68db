#include <algorithm>
#include <cmath>

#include "rockfall_viewer/camera.h"

namespace rockfall_viewer {
namespace {

constexpr double min_speed = 0.3;       // m/s; at lower speed the direction of motion is not used
constexpr double max_turn = 1;          // largest change of direction in one advance, rad
constexpr double min_horizontal = 0.2;  // sine of the angle to the vertical; steeper motion defines no horizon

Vec3 rotated(const Vec3& v, const Vec3& axis, double angle) {
  return std::cos(angle) * v + std::sin(angle) * cross(axis, v) + ((1 - std::cos(angle)) * dot(axis, v)) * axis;
}

/** Rotates a unit vector towards another by a fraction of the angle between them; about `axis` if they are opposite. */
Vec3 rotated_towards(const Vec3& from, const Vec3& to, double fraction, const Vec3& axis) {
  const Vec3 across = cross(from, to);
  const double angle = std::atan2(length(across), dot(from, to));
  return rotated(from, unit(across, axis), std::min(fraction * angle, max_turn));
}

}  // namespace

void FollowCamera::start(const Vec3& position, const Vec3& velocity) {
  position_ = position;
  roll_ = 0;
  const Vec3 direction = length(velocity) > min_speed ? unit(velocity) : Vec3{1, 0, 0};
  const double origin[3] = {0, 0, 0}, along[3] = {direction.x, direction.y, direction.z};
  rf_frame frame;
  if (rf_frame_start(origin, along, nullptr, &frame, nullptr) == RF_OK) frame_ = frame;
}

void FollowCamera::advance(const Vec3& position, const Vec3& velocity, double seconds) {
  position_ = position;
  if (length(velocity) > min_speed) {
    const double fraction = smoothing_time > 0 ? 1 - std::exp(-seconds / smoothing_time) : 1;
    const Vec3 before = vec3(frame_.tangent);
    const Vec3 next = rotated_towards(before, unit(velocity), fraction, vec3(frame_.normal));
    // The smoothed path continues in the mean of the two directions.
    const Vec3 point = vec3(frame_.position) + before + next;
    const double to[3] = {point.x, point.y, point.z}, along[3] = {next.x, next.y, next.z};
    rf_frame_advance(&frame_, to, along, nullptr);  // leaves the frame unchanged if an argument is not finite
  }
  if (!(level_time > 0)) return;
  const CameraAxes axes = frame();
  const Vec3 level = cross(axes.forward, {0, 0, 1});
  if (length(level) < min_horizontal) return;
  const Vec3 up = cross(unit(level), axes.forward);
  const double tilt = std::atan2(dot(cross(axes.up, up), axes.forward), dot(axes.up, up));
  roll_ += tilt * (1 - std::exp(-seconds / level_time));
}

CameraAxes FollowCamera::frame() const {
  CameraAxes axes;
  axes.forward = vec3(frame_.tangent);
  axes.up = rotated(vec3(frame_.normal), axes.forward, roll_);
  axes.right = cross(axes.forward, axes.up);
  return axes;
}

Camera FollowCamera::camera() const {
  const CameraAxes axes = frame();
  Camera camera;
  const Vec3 behind = rotated((-1.0) * axes.forward, axes.up, azimuth);
  camera.target = position_;
  camera.eye = position_ + (distance * std::cos(elevation)) * behind + (distance * std::sin(elevation)) * axes.up;
  camera.up = axes.up;
  camera.near_plane = near_plane_at(distance);
  return camera;
}

}  // namespace rockfall_viewer
