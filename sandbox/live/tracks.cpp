#include "live/tracks.h"

#include <algorithm>
#include <cmath>

#include "run/check_status.h"

namespace sandbox::live {
namespace {

constexpr std::size_t most_segments = 1600000;  // 109 MB

/** Way of a rock from which on it adds a segment, m: more than rocks at rest move; with very many rocks more, so that
 *  there is room for all of their way. */
double least_move(std::size_t rocks) {
  constexpr double least = 0.02, most_rocks = 1000, more_rocks = 4500;  // 2 m for 10 000 rocks
  return std::max(least, (static_cast<double>(rocks) - most_rocks) / more_rocks);
}

/** Where the normal of the ground meets S; without effect where the ground does not exist there.
 *  @param ground  at S */
void move_to_foot(const rf_terrain& terrain, const double* position, rf_terrain_sample& ground, double* foot) {
  const double height = (position[2] - ground.height) * ground.normal[2];
  const double x = position[0] - height * ground.normal[0], y = position[1] - height * ground.normal[1];
  rf_terrain_sample there{};
  const bool exists = rf_terrain_at(&terrain, x, y, &there) == RF_OK && there.exists != 0;
  if (exists) ground = there;
  foot[0] = exists ? x : position[0];
  foot[1] = exists ? y : position[1];
  foot[2] = ground.height;
}

/** Finds the mark of a rock in soil. False where there is no ground below it. */
bool scar_of(const rf_scene& scene, const rf_state& state, ScarMark& scar) {
  rf_terrain_sample ground{};
  if (rf_terrain_at(&scene.terrain, state.position[0], state.position[1], &ground) != RF_OK || ground.exists == 0) {
    return false;
  }
  rf_rock_properties properties{};
  if (rf_rock_get(scene.rocks[state.rock], &properties) != RF_OK) return false;
  double foot[3];
  move_to_foot(scene.terrain, state.position, ground, foot);
  const double* v = state.velocity;
  const double speed = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  const double radius = properties.bounding_radius, length = 0.6 * radius;
  double into = 0;
  for (std::size_t k = 0; k < 3; ++k) into += v[k] * ground.normal[k];
  for (std::size_t k = 0; k < 3; ++k) {
    scar.place[k] = static_cast<float>(foot[k]);
    scar.normal[k] = static_cast<float>(ground.normal[k]);
    scar.along[k] = static_cast<float>(length * (v[k] - into * ground.normal[k]) / std::max(speed, 0.1));
    scar.centre[k] = static_cast<float>(state.position[k]);
  }
  scar.depth = static_cast<float>(state.scar_depth);
  scar.half_width = static_cast<float>(std::sqrt(state.scar_depth * (2 * radius - state.scar_depth)));
  return true;
}

float distance(const float* a, const float* b) {
  return std::sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
}

}  // namespace

Tracks::End Tracks::end_of(const rf_scene& scene, const rf_state& state) {
  double quantity[RF_QUANTITY_COUNT] = {};
  check_status(rf_measure(&scene, &state, quantity), "a measurement");
  return {static_cast<float>(state.position[0]),           static_cast<float>(state.position[1]),
          static_cast<float>(state.position[2]),           static_cast<float>(quantity[RF_VELOCITY]),
          static_cast<float>(quantity[RF_KINETIC_ENERGY]), static_cast<float>(quantity[RF_JUMP_HEIGHT]),
          static_cast<float>(quantity[RF_ROTATION])};
}

std::size_t Tracks::segments_until(double time) const {
  // In the precision of the segments: one that ends now belongs to now.
  const auto later = std::upper_bound(segments_.begin(), segments_.end(), static_cast<float>(time),
                                      [](float t, const TrackSegment& segment) { return t < segment.time; });
  return static_cast<std::size_t>(later - segments_.begin());
}

bool Tracks::full() const { return segments_.size() >= most_segments; }

void Tracks::clear(const std::vector<Variant>& variants) { cut(0, -HUGE_VAL, variants); }

void Tracks::cut(std::size_t count, double time, const std::vector<Variant>& variants) {
  segments_.resize(std::min(segments_.size(), count));
  while (!impacts_.empty() && impacts_.back().segments > segments_.size()) impacts_.pop_back();
  while (!scars_.empty() && scars_.back().time > time) scars_.pop_back();
  dropped_scars_ = 0;
  last_marks_.clear();
  ++generation_;
  continue_from(variants);
  find_last_marks(variants);
}

Tracks::LastMark Tracks::last_mark_of(const ScarMark& scar) {
  constexpr float none[3] = {0, 0, 0};
  LastMark last{};
  std::copy(scar.centre, scar.centre + 3, last.place);
  last.distance = std::max(distance(scar.along, none), scar.half_width);
  return last;
}

void Tracks::find_last_marks(const std::vector<Variant>& variants) {
  // A rock that is in soil has made a mark since it was outside: its last one counts.
  const auto in_soil = [&](const ScarMark& scar) {
    return scar.variant < variants.size() && scar.rock < variants[scar.variant].states.size() &&
           variants[scar.variant].states[scar.rock].scar_depth > 0;
  };
  for (const ScarMark& scar : scars_) {
    if (in_soil(scar)) last_marks_[scar.variant][scar.rock] = last_mark_of(scar);
  }
}

void Tracks::continue_from(const std::vector<Variant>& variants) {
  ends_.assign(variants.size(), {});
  last_marks_.resize(variants.size());
  for (std::size_t i = 0; i < variants.size(); ++i) {
    last_marks_[i].resize(variants[i].states.size());
    for (const rf_state& state : variants[i].states) ends_[i].push_back(end_of(variants[i].scene, state));
  }
}

void Tracks::make_room_for_scar() {
  if (scars_.size() < most_scars) return;
  // Many at once: each removal moves the others.
  constexpr std::size_t removed = most_scars / 8;
  scars_.erase(scars_.begin(), scars_.begin() + removed);
  dropped_scars_ += removed;
}

void Tracks::extend_scar(const Variant& variant, std::uint32_t rock, std::uint32_t number, double time) {
  const rf_state& state = variant.states[rock];
  if (state.end != RF_MOVING) return;
  LastMark& last = last_marks_[number][rock];
  if (!(state.scar_depth > 0)) {
    last.distance = 0;
    return;
  }
  float place[3];
  for (std::size_t k = 0; k < 3; ++k) place[k] = static_cast<float>(state.position[k]);
  if (distance(place, last.place) < last.distance) return;
  ScarMark scar{};
  if (!scar_of(variant.scene, state, scar)) return;
  make_room_for_scar();
  scar.rock = rock;
  scar.variant = number;
  scar.time = time;
  scars_.push_back(scar);
  last = last_mark_of(scar);
}

void Tracks::remove_rock(std::uint32_t rock, const std::vector<std::size_t*>& counts) {
  std::vector<std::size_t> before(segments_.size() + 1, 0);  // segments that stay, before each
  for (std::size_t i = 0; i < segments_.size(); ++i) before[i + 1] = before[i] + (segments_[i].rock == rock ? 0 : 1);
  const auto lower = [&](std::size_t& count) { count = before[std::min(count, segments_.size())]; };
  for (std::size_t* const count : counts) lower(*count);
  scars_.erase(std::remove_if(scars_.begin(), scars_.end(), [&](const ScarMark& scar) { return scar.rock == rock; }),
               scars_.end());
  impacts_.erase(std::remove_if(impacts_.begin(), impacts_.end(), [&](const ImpactMark& i) { return i.rock == rock; }),
                 impacts_.end());
  for (ImpactMark& impact : impacts_) lower(impact.segments);
  segments_.erase(
      std::remove_if(segments_.begin(), segments_.end(), [&](const TrackSegment& s) { return s.rock == rock; }),
      segments_.end());
  ++generation_;
}

void Tracks::add_impacts(std::vector<Variant>& variants) {
  constexpr double least = 0.6;  // m/s; sliding and rolling are no impacts
  for (std::size_t i = 0; i < variants.size(); ++i) {
    Variant& variant = variants[i];
    for (std::size_t rock = 0; rock < variant.marks.size(); ++rock) {
      ContactMarks& marks = variant.marks[rock];
      if (marks.impact > least && impacts_.size() < most_impacts) {
        impacts_.push_back({{static_cast<float>(marks.impact_place[0]), static_cast<float>(marks.impact_place[1]),
                             static_cast<float>(marks.impact_place[2])},
                            static_cast<float>(marks.impact),
                            static_cast<float>(marks.impact_time),
                            segments_.size(),
                            static_cast<std::uint32_t>(rock),
                            static_cast<std::uint32_t>(i)});
      }
      marks.impact = 0;
    }
  }
}

void Tracks::extend(const std::vector<Variant>& variants, double time) {
  std::size_t rocks = 0;
  for (const Variant& variant : variants) rocks += variant.states.size();
  const double least = least_move(rocks);
  for (std::size_t i = 0; i < variants.size(); ++i) {
    for (std::size_t rock = 0; rock < variants[i].states.size(); ++rock) {
      const rf_state& state = variants[i].states[rock];
      extend_scar(variants[i], static_cast<std::uint32_t>(rock), static_cast<std::uint32_t>(i), time);
      End& last = ends_[i][rock];
      const double moved = std::fabs(state.position[0] - static_cast<double>(last[0])) +
                           std::fabs(state.position[1] - static_cast<double>(last[1])) +
                           std::fabs(state.position[2] - static_cast<double>(last[2]));
      if (moved < least || full()) continue;
      const End next = end_of(variants[i].scene, state);
      TrackSegment segment;
      std::copy(last.begin(), last.begin() + 3, segment.from);
      std::copy(next.begin(), next.begin() + 3, segment.to);
      std::copy(last.begin() + 3, last.end(), segment.from_value);
      std::copy(next.begin() + 3, next.end(), segment.to_value);
      segment.series = static_cast<float>(i);
      segment.time = static_cast<float>(time);
      segment.rock = static_cast<std::uint32_t>(rock);
      segments_.push_back(segment);
      last = next;
    }
  }
}

}  // namespace sandbox::live
