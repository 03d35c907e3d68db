// The cameras of the stage: how a scene is first seen, and how they follow it.
#include <algorithm>
#include <cmath>

#include "live/stage.h"

namespace sandbox::live {
namespace {

using rockfall_viewer::Vec3;
using rockfall_viewer::vec3;

/** First target of the camera: a rock, or in a large scene a point downslope of the mean of all starts. */
Vec3 first_target(const World& world) {
  const Setup& setup = world.setup();
  const std::vector<rf_state>& states = world.variants()[0].states;
  if (setup.distance < 100) return vec3(states[0].position);
  Vec3 start;
  for (const rf_state& state : states) {
    start = start + (1.0 / static_cast<double>(states.size())) * vec3(state.position);
  }
  const rf_terrain& terrain = world.built().scene().terrain;
  rf_terrain_sample ground{};
  if (rf_terrain_at(&terrain, start.x, start.y, &ground) != RF_OK || ground.exists == 0) return start;
  const Vec3 down = rockfall_viewer::unit({ground.normal[0], ground.normal[1], 0}, {0, 0, 0});
  const Vec3 place = start + (setup.ahead * setup.distance) * down;
  if (rf_terrain_at(&terrain, place.x, place.y, &ground) != RF_OK || ground.exists == 0) return start;
  return {place.x, place.y, ground.height};
}

/** Corners of boxes around the first rocks of the first and of the last variant, on their way. */
std::vector<Vec3> places_of_preview(const World& world) {
  std::vector<Vec3> places;
  const Setup& setup = world.setup();
  const double radius = world.built().rock(0)->bounding_radius;
  const Vec3 last_series = static_cast<double>(world.variants().size() - 1) * vec3(setup.apart.data());
  for (const std::array<double, 3>& place : world.preview(setup.preview)) {
    const Vec3 shifted_place = vec3(place.data()) + last_series;
    for (const double sign : {-1.0, 1.0}) {
      places.push_back(vec3(place.data()) + sign * Vec3{radius, radius, radius});
      places.push_back(shifted_place + sign * Vec3{radius, radius, radius});
    }
  }
  return places;
}

}  // namespace

void Stage::point_cameras(const World& world) {
  const Setup& setup = world.setup();
  const rf_state& first = world.variants()[0].states[0];
  orbit.target = first_target(world) + vec3(setup.look_offset.data());
  orbit.distance = setup.distance;
  // Light from beside the camera shows the relief of the visible slopes.
  display.look.sun_azimuth = setup.azimuth + 0.9;
  orbit.azimuth = setup.azimuth;
  orbit.elevation = setup.elevation;
  // The distances are meant for a wide window: a narrow space between panels needs more.
  const double narrow = 2 / std::max(0.2, std::min(free_[3] - free_[2], 0.8 * aspect_ * (free_[1] - free_[0])));
  orbit.distance *= std::max(1.0, narrow);
  follow.distance = std::min(setup.distance, 40.0) * std::max(1.0, narrow);
  follow.azimuth = 0.6;  // from beside the path, so that its slope is seen
  follow.start(vec3(first.position), vec3(first.velocity));
  followed_until_ = 0;
  followed_ = 0;
  display.camera = setup.follow ? CameraKind::follow : CameraKind::orbit;
  if (setup.preview > 0) frame(places_of_preview(world));
  fly.set_from(orbit.camera());
}

void Stage::follow_rock(const World& world, double between) {
  const rf_state& watched = world.variants()[0].states[world.watched()];
  const Vec3 position = vec3(rocks_[world.watched()].position), velocity = vec3(watched.velocity);
  // The camera moves with simulated time: it stands still while the simulation is paused.
  const double now = world.time() - (1 - between) * world.settings().time_step;
  const double passed = now - followed_until_;
  const bool another = followed_ != world.watched() || passed < 0;
  followed_until_ = now;
  followed_ = world.watched();
  follow.level_time = display.level_horizon ? 3 : 0;
  if (another) return follow.start(position, velocity);
  if (passed > 0) follow.advance(position, velocity, passed);
}

rockfall_viewer::Camera Stage::shifted(rockfall_viewer::Camera camera) const {
  camera.shift_x = 0.5 * (free_[0] + free_[1]);
  camera.shift_y = 0.5 * (free_[2] + free_[3]);
  return camera;
}

rockfall_viewer::Camera Stage::camera() const {
  if (display.camera == CameraKind::fly) return shifted(fly.camera());
  return shifted(display.camera == CameraKind::follow ? follow_camera_ : orbit.camera());
}

void Stage::set_free_area(float left, float right, float width, float top, float bottom, float height) {
  if (!(right - left > 1) || !(bottom - top > 1) || !(width > 0) || !(height > 0)) return;
  const auto half = [](float at, float whole) { return 2 * static_cast<double>(at / whole) - 1; };
  free_[0] = half(left, width);
  free_[1] = half(right, width);
  free_[2] = -half(bottom, height);
  free_[3] = -half(top, height);
  aspect_ = static_cast<double>(width / height);
}

void Stage::frame(const std::vector<Vec3>& places) {
  if (places.empty()) return;
  Vec3 low = places[0], high = places[0];
  for (const Vec3& p : places) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  orbit.target = 0.5 * (low + high);
  const rockfall_viewer::Camera camera = orbit.camera();
  const rockfall_viewer::CameraAxes axes = axes_of(camera);
  const double t = std::tan(0.5 * camera.field_of_view);
  const double wide = 0.5 * (free_[1] - free_[0]) * t * aspect_, high_part = 0.5 * (free_[3] - free_[2]) * t;
  double distance = 2;
  for (const Vec3& p : places) {
    const Vec3 line = p - orbit.target;
    const double across = std::max(std::fabs(dot(line, axes.right)) / wide, std::fabs(dot(line, axes.up)) / high_part);
    distance = std::max(distance, 1.15 * across - dot(line, axes.forward));
  }
  orbit.distance = distance;
}

void Stage::frame_all(const World& world) {
  std::vector<Vec3> places;
  const auto add = [&](const Vec3& p, double radius) {
    if (!std::isfinite(p.x + p.y + p.z)) return;
    for (const double sign : {-1.0, 1.0}) places.push_back(p + sign * Vec3{radius, radius, radius});
  };
  const Vec3 apart = vec3(world.setup().apart.data());
  for (std::size_t i = 0; i < world.variants().size(); ++i) {
    for (const rf_state& state : world.variants()[i].states) {
      add(vec3(state.position) + static_cast<double>(i) * apart, world.built().rock(state.rock)->bounding_radius);
    }
  }
  const std::vector<TrackSegment>& segments = world.tracks().segments();
  for (std::size_t i = 0; i < segments.size(); i += 1 + segments.size() / 20000) {
    const float* const p = segments[i].to;
    const Vec3 place = {static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])};
    places.push_back(place + static_cast<double>(segments[i].series) * apart);
  }
  frame(places);
  if (display.camera != CameraKind::orbit) choose(CameraKind::orbit);
}

void Stage::keep_above_ground(const rf_terrain& terrain) {
  follow_camera_ = follow.camera();
  rf_terrain_sample ground{};
  Vec3& eye = follow_camera_.eye;
  if (rf_terrain_at(&terrain, eye.x, eye.y, &ground) != RF_OK || ground.exists == 0) return;
  eye.z = std::max(eye.z, ground.height + 0.05 * follow.distance);
}

void Stage::choose(CameraKind kind) {
  if (kind == CameraKind::fly) fly.set_from(camera());
  display.camera = kind;
}

}  // namespace sandbox::live
