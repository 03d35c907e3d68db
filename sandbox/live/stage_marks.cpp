// What the stage shows beside rocks and trajectories: contacts, scars, dust, the selected rock, the last run, trees.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "live/forest.h"
#include "live/stage.h"

namespace sandbox::live {
namespace {

using rockfall_viewer::Spot;
using rockfall_viewer::Vec3;
using rockfall_viewer::vec3;

constexpr double shown_for = 0.3;  // s, how long contacts stay visible

Vec3 from_floats(const float* v) {
  return {static_cast<double>(v[0]), static_cast<double>(v[1]), static_cast<double>(v[2])};
}

void store(const Vec3& v, double* out) {
  out[0] = v.x;
  out[1] = v.y;
  out[2] = v.z;
}

/** From where the rocks of a variant are to where they are drawn. */
Vec3 apart_of(const World& world, std::uint32_t variant) {
  return static_cast<double>(variant) * vec3(world.setup().apart.data());
}

/** A vector of the body frame K in I. */
Vec3 turned(const double* q, const Vec3& v) {
  const Vec3 u = {q[1], q[2], q[3]};
  return v + 2.0 * cross(u, cross(u, v) + q[0] * v);
}

/** @param apart  from where the rock is to where it is drawn */
Spot spot_of(const ScarMark& scar, const Vec3& apart) {
  const Vec3 normal = from_floats(scar.normal), along = from_floats(scar.along);
  const auto width = static_cast<double>(scar.half_width);
  const Vec3 direction = rockfall_viewer::unit(along, {1, 0, 0});
  Spot spot{};
  store(from_floats(scar.place) + apart + 0.03 * normal, spot.centre);
  store(std::max(length(along), width) * direction, spot.a);
  store(width * rockfall_viewer::unit(cross(normal, direction), {0, 1, 0}), spot.b);
  const float colour[4] = {0.20f, 0.13f, 0.08f, std::min(0.85f, 0.35f + 3 * scar.depth)};
  std::copy(colour, colour + 4, spot.colour);
  return spot;
}

}  // namespace

void Stage::set_trees(const World& world) {
  const rf_terrain& terrain = world.built().scene().terrain;
  const rf_rectangle area = world.built().grid().columns == 0 ? world.setup().shown : world.built().grid_area();
  const std::size_t most = display.quality == Quality::high ? 5000 : 1500;
  const std::vector<rockfall_viewer::Tree> trees = trees_of(terrain, area, most);
  viewer_.set_trees(trees.data(), trees.size());
}

void Stage::update_scars(const World& world) {
  const std::vector<ScarMark>& scars = world.tracks().scars();
  if (dropped_scars_ != world.tracks().dropped_scars() || ground_spots_.size() > scars.size()) ground_spots_.clear();
  dropped_scars_ = world.tracks().dropped_scars();
  for (std::size_t i = ground_spots_.size(); i < scars.size(); ++i) {
    ground_spots_.push_back(spot_of(scars[i], apart_of(world, scars[i].variant)));
  }
  // At an earlier moment later ones are hidden.
  const auto later = std::upper_bound(scars.begin(), scars.end(), world.time(),
                                      [](double time, const ScarMark& scar) { return time < scar.time; });
  ground_spot_count_ = display.scars ? static_cast<std::size_t>(later - scars.begin()) : 0;
}

void Stage::add_dust(const World& world, double now) {
  if (!display.dust) return;
  constexpr double lasts = 1.4;  // s
  const std::vector<ImpactMark>& impacts = world.tracks().impacts();
  for (auto impact = impacts.rbegin(); impact != impacts.rend(); ++impact) {
    const double age = now - static_cast<double>(impact->time);
    if (age > lasts + 1 || air_spots_.size() > 1200) break;
    if (age < 0 || age > lasts) continue;
    const auto speed = std::min(static_cast<double>(impact->speed), 20.0);
    const std::vector<rf_state>& states = world.variants()[impact->variant].states;
    if (impact->rock >= states.size()) continue;
    const double radius = world.built().rock(states[impact->rock].rock)->bounding_radius;
    const double size = radius * (0.4 + 0.12 * speed) * (0.5 + 1.6 * std::sqrt(age / lasts));
    const double fade = (1 - age / lasts) * (1 - age / lasts);
    for (int puff = 0; puff < 3; ++puff) {
      const double angle = 2.1 * puff + 0.7 * static_cast<double>(impact->rock);
      const Vec3 drift = {0.5 * size * std::cos(angle), 0.5 * size * std::sin(angle), 0.35 * size + 0.4 * age};
      Spot spot{};
      store(from_floats(impact->place) + apart_of(world, impact->variant) + drift, spot.centre);
      spot.radius = size;
      const float colour[4] = {0.74f, 0.67f, 0.56f, static_cast<float>(0.40 * fade * std::min(1.0, speed / 4))};
      std::copy(colour, colour + 4, spot.colour);
      air_spots_.push_back(spot);
    }
  }
}

void Stage::add_selection(const World& world) {
  outlined_ = static_cast<std::size_t>(-1);
  if (!display.selection) return;
  outlined_ = world.watched();
  const rf_state& state = world.variants()[0].states[world.watched()];
  const double radius = world.built().rock(state.rock)->bounding_radius;
  const Vec3 place = vec3(rocks_[world.watched()].position);
  const auto arrow = [&](const Vec3& vector, const rockfall_viewer::Colour& c) {
    rockfall_viewer::Arrow a{};
    store(place, a.from);
    store(vector, a.vector);
    const float colour[4] = {c[0], c[1], c[2], 1};
    std::copy(colour, colour + 4, a.colour);
    arrows_.push_back(a);
  };
  // The body axes x, y, z in the colours of the curves of the angular velocity.
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 axis = {k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0};
    arrow(1.6 * radius * turned(state.orientation, axis), rockfall_viewer::series_colour(k));
  }
  const double speed = length(vec3(state.velocity)), rate = length(vec3(state.angular_velocity));
  if (speed > 0.01) arrow((radius * (1 + 0.25 * speed) / speed) * vec3(state.velocity), {0.1f, 0.75f, 0.25f});
  if (rate > 0.01) {
    arrow((radius * (1 + 0.25 * rate) / rate) * turned(state.orientation, vec3(state.angular_velocity)),
          {0.85f, 0.2f, 0.75f});
  }
}

void Stage::move_apart(const World& world, std::vector<rockfall_viewer::RibbonSegment>& segments, std::size_t first) {
  const std::array<double, 3>& apart = world.setup().apart;
  for (std::size_t i = first; i < segments.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const float shift = segments[i].series * static_cast<float>(apart[k]);
      segments[i].from[k] += shift;
      segments[i].to[k] += shift;
    }
  }
}

void Stage::add_former_run(const World& world) {
  const FormerRun* const former = display.former_run ? world.former_run() : nullptr;
  const std::uint64_t wanted = former == nullptr ? 0 : former->number + (scene_ << 32);
  if (wanted != former_run_) {
    former_run_ = wanted;
    std::vector<rockfall_viewer::RibbonSegment> segments(former == nullptr ? 0 : former->segments.size());
    if (!segments.empty()) {
      std::memcpy(static_cast<void*>(segments.data()), former->segments.data(), segments.size() * sizeof(TrackSegment));
      move_apart(world, segments, 0);
    }
    viewer_.set_faint_ribbons(segments.data(), segments.size());
  }
  if (former == nullptr) return;
  for (const std::array<double, 3>& place : former->places_at(world.time())) {
    markers_.push_back({{place[0], place[1], place[2]},
                        {0.35f, 0.35f, 0.38f},
                        static_cast<float>(9 * line_scale),
                        rockfall_viewer::MarkerShape::ring});
  }
}

std::optional<std::uint32_t> Stage::pick(const World& world, const rockfall_viewer::Ray& ray) const {
  std::optional<std::uint32_t> found;
  double nearest = 1e300;
  const std::size_t count = std::min(rocks_.size(), world.variants()[0].states.size());
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3 line = vec3(rocks_[i].position) - ray.from;
    const double along = dot(line, ray.direction);
    const double off = length(line - along * ray.direction);
    // Five pixels of a picture 800 pixels high.
    const double beside = std::max(world.built().rock(rocks_[i].shape)->bounding_radius, 0.006 * along);
    if (along <= 0 || off > beside || along >= nearest) continue;
    nearest = along;
    found = static_cast<std::uint32_t>(i);
  }
  return found;
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
  for (std::size_t series = 0; series < world.variants().size(); ++series) {
    const Variant& variant = world.variants()[series];
    for (std::size_t rock = 0; rock < variant.marks.size(); ++rock) {
      const ContactMarks& marks = variant.marks[rock];
      const double age = world.time() - marks.time;
      if (age < 0 || age > shown_for || variant.states[rock].end != RF_MOVING) continue;
      const double mass = world.built().rock(variant.states[rock].rock)->mass;
      for (std::uint32_t i = 0; i < marks.count; ++i) {
        rf_contact contact = marks.contacts[i];
        for (std::size_t k = 0; k < 3; ++k) contact.point[k] += static_cast<double>(series) * world.setup().apart[k];
        add_marks(contact, mass, static_cast<float>(1 - age / shown_for));
      }
    }
  }
  if (std::fabs(pointer.vector[0]) + std::fabs(pointer.vector[1]) + std::fabs(pointer.vector[2]) > 0) {
    arrows_.push_back(pointer);
  }
}

}  // namespace sandbox::live
