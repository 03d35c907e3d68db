#include "live/stage.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace sandbox::live {
namespace {

using rockfall_viewer::Vec3;
using rockfall_viewer::vec3;

constexpr double shown_for = 0.3;  // s, how long contacts stay visible

static_assert(sizeof(TrackSegment) == sizeof(rockfall_viewer::RibbonSegment), "tracks are ribbons");

/** Interpolates between two orientations that differ little. */
void blend(const double* a, const double* b, double share, double* out) {
  double product = 0, square = 0;
  for (int k = 0; k < 4; ++k) product += a[k] * b[k];
  for (int k = 0; k < 4; ++k) {
    out[k] = (1 - share) * (product < 0 ? -a[k] : a[k]) + share * b[k];
    square += out[k] * out[k];
  }
  for (int k = 0; k < 4; ++k) out[k] /= std::sqrt(square);
}

/** A cell of the terrain divided so that it shows relief of the given spacing. */
double divided(double cell, double spacing) { return cell / std::ceil(cell / spacing); }

rockfall_viewer::TerrainExtent extent_of(const World& world) {
  const rf_grid& grid = world.built().grid();
  rockfall_viewer::TerrainExtent extent = {world.setup().shown, 1, 1};
  if (grid.columns != 0) {
    extent.area = {grid.x0, grid.y0, grid.x0 + (grid.columns - 1) * grid.cell_x,
                   grid.y0 + (grid.rows - 1) * grid.cell_y};
    extent.cell_x = grid.cell_x;
    extent.cell_y = grid.cell_y;
  }
  const auto& roughness = world.setup().scenario.roughness;
  if (!roughness) return extent;
  const rf_rectangle& area = extent.area;
  const double cell_x = divided(extent.cell_x, roughness->spacing), cell_y = divided(extent.cell_y, roughness->spacing);
  constexpr double most_cells = 4e6;  // sampled in less than a second
  if ((area.x_max - area.x_min) / cell_x * ((area.y_max - area.y_min) / cell_y) > most_cells) return extent;
  return {area, cell_x, cell_y};
}

/** First target of the camera: a rock, or in a large scene a point downslope of the mean of all starts. */
Vec3 first_target(const World& world) {
  const Setup& setup = world.setup();
  const std::vector<rf_state>& states = world.variants()[0].states;
  if (setup.distance < 100) return vec3(states[0].position);
  Vec3 start;
  for (const rf_state& state : states)
    start = start + (1.0 / static_cast<double>(states.size())) * vec3(state.position);
  const rf_terrain& terrain = world.built().scene().terrain;
  rf_terrain_sample ground{};
  if (rf_terrain_at(&terrain, start.x, start.y, &ground) != RF_OK || ground.exists == 0) return start;
  const Vec3 down = rockfall_viewer::unit({ground.normal[0], ground.normal[1], 0}, {0, 0, 0});
  const Vec3 place = start + (setup.ahead * setup.distance) * down;
  if (rf_terrain_at(&terrain, place.x, place.y, &ground) != RF_OK || ground.exists == 0) return start;
  return {place.x, place.y, ground.height};
}

/** Maximum of a colour scale: a number with few digits, not much above the largest value. */
double scale_end(double value) {
  static constexpr double ends[] = {1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10};
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  for (const double end : ends) {
    if (end * power >= value) return end * power;
  }
  return 10 * power;
}

}  // namespace

Stage::Stage(rockfall_viewer::Viewer::Loader loader) : viewer_(loader) {}

void Stage::open(Session& session) {
  const World& world = session.world();
  const rockfall_viewer::TerrainExtent extent = extent_of(world);
  viewer_.set_terrain(world.built().scene().terrain, extent);
  const auto range = viewer_.height_range();
  reach_ = std::hypot(extent.area.x_max - extent.area.x_min, extent.area.y_max - extent.area.y_min);
  display.look.contour_interval = rockfall_viewer::round_up(std::max(range[1] - range[0], 1.0) / 25);
  display.look.grid_interval = world.built().grid().columns == 0 ? 10 : 0;
  const Setup& setup = world.setup();
  const rf_state& first = world.variants()[0].states[0];
  orbit.target = first_target(world);
  orbit.distance = setup.distance;
  // Light from beside the camera shows the relief of the visible slopes.
  display.look.sun_azimuth = setup.azimuth + 0.9;
  orbit.azimuth = setup.azimuth;
  orbit.elevation = setup.elevation;
  follow.distance = std::min(setup.distance, 40.0);
  follow.start(vec3(first.position), vec3(first.velocity));
  followed_until_ = 0;
  followed_ = 0;
  display.camera = setup.follow ? CameraKind::follow : CameraKind::orbit;
  fly.set_from(orbit.camera());
}

void Stage::update(Session& session) {
  const World& world = session.world();
  if (!started_ || scene_ != session.scene_number()) {
    open(session);
    viewer_.set_rocks(world.built().scene().rocks, world.built().scene().rock_count);
    started_ = true;
  }
  if (shapes_ != session.shape_number() && scene_ == session.scene_number()) {
    viewer_.set_rocks(world.built().scene().rocks, world.built().scene().rock_count);
  }
  if (ground_ != session.ground_number() && scene_ == session.scene_number()) {
    const rf_terrain& terrain = world.built().scene().terrain;
    // The ground contains the heights of relief.
    if (world.setup().scenario.roughness) {
      viewer_.set_terrain(terrain, extent_of(world));
    } else {
      viewer_.set_ground(terrain);
    }
  }
  update_ribbons(session);
  scene_ = session.scene_number();
  shapes_ = session.shape_number();
  ground_ = session.ground_number();
  rocks_.clear();
  arrows_.clear();
  markers_.clear();
  add_scars(world);
  add_rocks(world, session.pacer.between(world.settings().time_step));
  add_contacts(world);
  follow_rock(world, session.pacer.between(world.settings().time_step));
  keep_above_ground(world.built().scene().terrain);
}

void Stage::update_ribbons(Session& session) {
  const World& world = session.world();
  const bool another = scene_ != session.scene_number() || generation_ != world.tracks().generation();
  generation_ = world.tracks().generation();
  if (another || ribbons_.size() > world.tracks().segments().size()) {
    ribbons_.clear();
    std::fill(largest_, largest_ + 4, 0.0f);
  }
  const std::size_t had = ribbons_.size();
  ribbons_.resize(world.tracks().segments().size());
  if (ribbons_.size() > had) {
    std::memcpy(ribbons_.data() + had, world.tracks().segments().data() + had,
                (ribbons_.size() - had) * sizeof(TrackSegment));
  }
  for (std::size_t i = had; i < ribbons_.size(); ++i) {
    for (std::size_t k = 0; k < 4; ++k) largest_[k] = std::max(largest_[k], ribbons_[i].to_value[k]);
  }
  viewer_.set_ribbons(ribbons_.data(), ribbons_.size(), generation_ + (session.scene_number() << 32));
  if (display.automatic_scale) {
    static constexpr double least[4] = {1, 1, 0.1, 1};
    const auto quantity = static_cast<std::size_t>(display.look.ribbon_colour) % 4;
    display.look.ribbon_maximum = scale_end(std::max(static_cast<double>(largest_[quantity]), least[quantity]));
  }
  // At an earlier moment, later segments of the trajectories are hidden.
  const std::vector<Moment>& moments = world.timeline().moments();
  const std::size_t later = world.timeline().first_after(world.step());
  ribbon_count_ = later == moments.size() ? ribbons_.size() : moments[later].segments;
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

void Stage::add_scars(const World& world) {
  if (!display.scars) return;
  for (const ScarMark& scar : world.tracks().scars()) {
    if (scar.segments > ribbon_count_) break;
    const auto size = static_cast<float>((3 + 20 * std::min(static_cast<double>(scar.depth), 0.3)) * line_scale);
    markers_.push_back({{scar.place[0], scar.place[1], scar.place[2]}, {0.25f, 0.17f, 0.10f}, size});
  }
}

void Stage::add_rocks(const World& world, double between) {
  for (std::size_t i = 0; i < world.variants().size(); ++i) {
    const Variant& variant = world.variants()[i];
    for (std::size_t rock = 0; rock < variant.states.size(); ++rock) {
      const rf_state &now = variant.states[rock], &before = variant.before[rock];
      rockfall_viewer::RockInstance instance{{}, {}, now.rock, rockfall_viewer::series_colour(i)};
      for (std::size_t k = 0; k < 3; ++k) {
        instance.position[k] = (1 - between) * before.position[k] + between * now.position[k];
      }
      blend(before.orientation, now.orientation, between, instance.orientation);
      if (now.end != RF_MOVING) {
        instance.colour = rockfall_viewer::end_colour(now.end);
        rockfall_viewer::Marker marker{{now.position[0], now.position[1], now.position[2]},
                                       rockfall_viewer::series_colour(i),
                                       static_cast<float>(6 * line_scale)};
        if (display.deposits && variant.states.size() > 1) markers_.push_back(marker);
      } else if (rock == world.watched() && variant.states.size() > 1) {
        instance.colour = {0.95f, 0.80f, 0.20f};
      }
      rocks_.push_back(instance);
    }
  }
}

void Stage::add_marks(const rf_contact& contact, double scale, float opacity) {
  rockfall_viewer::Arrow arrow{};
  std::copy(contact.point, contact.point + 3, arrow.from);
  if (display.contacts) {
    for (std::size_t k = 0; k < 3; ++k) arrow.vector[k] = 0.5 * contact.normal[k];
    const float colour[4] = {0.1f, 0.5f, 0.9f, opacity};
    std::copy(colour, colour + 4, arrow.colour);
    arrows_.push_back(arrow);
  }
  if (!display.percussions) return;
  const Vec3 n = vec3(contact.normal), t1 = vec3(contact.tangent), t2 = cross(n, t1);
  const Vec3 p = contact.percussion[0] * n + contact.percussion[1] * t1 + contact.percussion[2] * t2;
  const double size = length(p);
  if (!(size > 0)) return;
  // Percussions span decades: the length grows with the square root, relative to the momentum at 1 m/s.
  const Vec3 shown = (2 * std::sqrt(std::min(size / scale, 25.0)) / size) * p;
  arrow.vector[0] = shown.x;
  arrow.vector[1] = shown.y;
  arrow.vector[2] = shown.z;
  const float colour[4] = {0.9f, 0.15f, 0.1f, opacity};
  std::copy(colour, colour + 4, arrow.colour);
  arrows_.push_back(arrow);
}

void Stage::add_contacts(const World& world) {
  for (const Variant& variant : world.variants()) {
    for (std::size_t rock = 0; rock < variant.marks.size(); ++rock) {
      const ContactMarks& marks = variant.marks[rock];
      const double age = world.time() - marks.time;
      if (age < 0 || age > shown_for || variant.states[rock].end != RF_MOVING) continue;
      const double mass = world.built().rock(variant.states[rock].rock)->mass;
      for (std::uint32_t i = 0; i < marks.count; ++i) {
        add_marks(marks.contacts[i], mass, static_cast<float>(1 - age / shown_for));
      }
    }
  }
  if (std::fabs(pointer.vector[0]) + std::fabs(pointer.vector[1]) + std::fabs(pointer.vector[2]) > 0) {
    arrows_.push_back(pointer);
  }
}

rockfall_viewer::Camera Stage::camera() const {
  if (display.camera == CameraKind::fly) return fly.camera();
  return display.camera == CameraKind::follow ? follow_camera_ : orbit.camera();
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

void Stage::draw() {
  rockfall_viewer::Frame frame;
  frame.rocks = rocks_.data();
  frame.rock_count = rocks_.size();
  frame.arrows = arrows_.data();
  frame.arrow_count = arrows_.size();
  frame.markers = markers_.data();
  frame.marker_count = markers_.size();
  frame.ribbon_count = ribbon_count_;
  rockfall_viewer::Look look = display.look;
  look.ribbon_width *= line_scale * (rocks_.size() > 200 ? 0.5 : 1);
  look.min_rock_size *= line_scale;
  viewer_.draw(camera(), frame, look);
}

}  // namespace sandbox::live
