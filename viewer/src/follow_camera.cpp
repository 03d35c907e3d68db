#include <algorithm>
#include <cmath>

#include "rockfall_viewer/camera.h"

namespace rockfall_viewer {
namespace {

constexpr double slow = 0.3;         // m/s: below, the direction of motion means nothing
constexpr double most_at_once = 1;   // rad that the direction turns in one advance
constexpr double least_level = 0.2;  // sine of the angle to the vertical: steeper flight has no horizon

Vec3 turned(const Vec3& v, const Vec3& axis, double angle) {
  return std::cos(angle) * v + std::sin(angle) * cross(axis, v) + ((1 - std::cos(angle)) * dot(axis, v)) * axis;
}

/** Turns a unit vector towards another by a share of the angle between them; about `axis` where they are opposite. */
Vec3 turned_towards(const Vec3& from, const Vec3& to, double share, const Vec3& axis) {
  const Vec3 across = cross(from, to);
  const double angle = std::atan2(length(across), dot(from, to));
  return turned(from, unit(across, axis), std::min(share * angle, most_at_once));
}

}  // namespace

void FollowCamera::start(const Vec3& position, const Vec3& velocity) {
  position_ = position;
  roll_ = 0;
  const Vec3 direction = length(velocity) > slow ? unit(velocity) : Vec3{1, 0, 0};
  const double origin[3] = {0, 0, 0}, along[3] = {direction.x, direction.y, direction.z};
  rf_frame frame;
  if (rf_frame_start(origin, along, nullptr, &frame) == RF_OK) frame_ = frame;
}

void FollowCamera::advance(const Vec3& position, const Vec3& velocity, double seconds) {
  position_ = position;
  if (length(velocity) > slow) {
    const double share = settle_time > 0 ? 1 - std::exp(-seconds / settle_time) : 1;
    const Vec3 before = vec3(frame_.tangent);
    const Vec3 next = turned_towards(before, unit(velocity), share, vec3(frame_.normal));
    // The smoothed path leads on between the two directions.
    const Vec3 place = vec3(frame_.position) + before + next;
    const double to[3] = {place.x, place.y, place.z}, along[3] = {next.x, next.y, next.z};
    rf_frame_advance(&frame_, to, along);  // refuses, and leaves the frame, if something is not finite
  }
  if (!(level_time > 0)) return;
  const CameraAxes axes = frame();
  const Vec3 level = cross(axes.forward, {0, 0, 1});
  if (length(level) < least_level) return;
  const Vec3 up = cross(unit(level), axes.forward);
  const double tilt = std::atan2(dot(cross(axes.up, up), axes.forward), dot(axes.up, up));
  roll_ += tilt * (1 - std::exp(-seconds / level_time));
}

CameraAxes FollowCamera::frame() const {
  CameraAxes axes;
  axes.forward = vec3(frame_.tangent);
  axes.up = turned(vec3(frame_.normal), axes.forward, roll_);
  axes.right = cross(axes.forward, axes.up);
  return axes;
}

Camera FollowCamera::camera() const {
  const CameraAxes axes = frame();
  Camera camera;
  const Vec3 behind = turned((-1.0) * axes.forward, axes.up, azimuth);
  camera.target = position_;
  camera.eye = position_ + (distance * std::cos(elevation)) * behind + (distance * std::sin(elevation)) * axes.up;
  camera.up = axes.up;
  camera.nearest = std::clamp(0.01 * distance, 0.02, 5.0);
  return camera;
}

}  // namespace rockfall_viewer
