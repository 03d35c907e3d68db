#include "live/throw.h"

#include <algorithm>
#include <cmath>

namespace sandbox::live {

void MouseThrow::begin(const rockfall_viewer::Ray& ray, Session& session, const Stage& stage) {
  const rf_terrain& terrain = session.world().built().scene().terrain;
  scene_ = session.scene_number();
  dragged_ = hit_terrain(terrain, ray, 20 * stage.terrain_diagonal(), &from_);
  if (!dragged_) session.say("release: no ground under the mouse");
}

void MouseThrow::drag(const rockfall_viewer::Ray& ray, bool released, Session& session, Stage& stage, Panels& panels) {
  if (scene_ != session.scene_number()) return end(stage, panels);
  const double down = ray.direction.z;
  const double s = std::fabs(down) > 1e-6 ? (from_.z - ray.from.z) / down : 0;
  if (s > 0) {
    const rockfall_viewer::Vec3 line = ray.from + s * ray.direction - from_;
    const double size = length(line), most = 60;
    const double scale = size > most ? most / size : size < 0.3 ? 0 : 1;
    velocity_[0] = scale * line.x;
    velocity_[1] = scale * line.y;
  }
  stage.pointer = {
      {from_.x, from_.y, from_.z + panels.release_height}, {velocity_[0], velocity_[1], 0}, {0.1f, 0.7f, 0.2f, 1}};
  const std::uint32_t shape = panels.shape_to_release(session.world());
  const double mass = session.world().built().rock(shape)->mass, speed = std::hypot(velocity_[0], velocity_[1]);
  panels.at_mouse = short_number(speed) + " m/s, " + short_number(0.5 * mass * speed * speed / 1000) + " kJ";
  if (!released) return;
  session.release(from_.x, from_.y, panels.release_height, velocity_, shape);
  end(stage, panels);
}

void MouseThrow::end(Stage& stage, Panels& panels) {
  dragged_ = false;
  panels.at_mouse.clear();
  stage.pointer = {};
  std::fill(velocity_, velocity_ + 3, 0.0);
}

}  // namespace sandbox::live
