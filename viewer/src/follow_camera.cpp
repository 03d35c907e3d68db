#include <algorithm>
#include <cmath>

#include "rockfall_viewer/camera.h"

namespace rockfall_viewer {
namespace {

constexpr double slow = 0.3;         // m/s: below, the direction of motion means nothing
constexpr double settle_time = 0.4;  // s in which the frame comes round to a new direction
constexpr double level_time = 3;     // s in which a tilted horizon comes back

/** Turns v by the smallest rotation that takes the unit vector a to the unit vector b. */
Vec3 carried(const Vec3& v, const Vec3& a, const Vec3& b) {
  const Vec3 k = cross(a, b);
  const double cosine = dot(a, b);
  if (cosine < -0.999999) return v;  // no smallest one: keep what there is
  return cosine * v + cross(k, v) + (dot(k, v) / (1 + cosine)) * k;
}

Vec3 turned(const Vec3& v, const Vec3& axis, double angle) {
  return std::cos(angle) * v + std::sin(angle) * cross(axis, v) + ((1 - std::cos(angle)) * dot(axis, v)) * axis;
}

}  // namespace

void FollowCamera::start(const Vec3& position, const Vec3& velocity) {
  position_ = position;
  frame_.forward = length(velocity) > slow ? unit(velocity) : Vec3{1, 0, 0};
  Vec3 right = cross(frame_.forward, {0, 0, 1});
  if (length(right) < 1e-6) right = {0, -1, 0};
  frame_.right = unit(right);
  frame_.up = cross(frame_.right, frame_.forward);
}

void FollowCamera::advance(const Vec3& position, const Vec3& velocity, double seconds) {
  position_ = position;
  if (length(velocity) > slow) {
    const double share = 1 - std::exp(-seconds / settle_time);
    const Vec3 wanted = unit(velocity);
    const Vec3 next = unit((1 - share) * frame_.forward + share * wanted, frame_.forward);
    frame_.up = carried(frame_.up, frame_.forward, next);
    frame_.forward = next;
  }
  // Steep flight leaves no horizon to come back to.
  const Vec3 level = cross(frame_.forward, {0, 0, 1});
  if (length(level) > 0.2) {
    const Vec3 up = cross(unit(level), frame_.forward);
    const double tilt = std::atan2(dot(cross(frame_.up, up), frame_.forward), dot(frame_.up, up));
    frame_.up = turned(frame_.up, frame_.forward, tilt * (1 - std::exp(-seconds / level_time)));
  }
  frame_.right = unit(cross(frame_.forward, frame_.up), frame_.right);
  frame_.up = cross(frame_.right, frame_.forward);
}

Camera FollowCamera::camera() const {
  Camera camera;
  const Vec3 behind = turned((-1.0) * frame_.forward, frame_.up, azimuth);
  camera.target = position_;
  camera.eye = position_ + (distance * std::cos(elevation)) * behind + (distance * std::sin(elevation)) * frame_.up;
  camera.up = frame_.up;
  camera.nearest = std::clamp(0.01 * distance, 0.02, 5.0);
  return camera;
}

}  // namespace rockfall_viewer
