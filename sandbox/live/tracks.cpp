#include "live/tracks.h"

#include <algorithm>
#include <cmath>

namespace sandbox::live {
namespace {

constexpr std::size_t most_segments = 1600000;  // 109 MB
constexpr double least_move = 0.02;             // m; rocks at rest add no segments
constexpr std::size_t most_scars = 20000;

}  // namespace

Tracks::End Tracks::end_of(const rf_scene& scene, const rf_state& state) {
  double quantity[RF_QUANTITY_COUNT] = {};
  rf_measure(&scene, &state, quantity);
  return {static_cast<float>(state.position[0]),           static_cast<float>(state.position[1]),
          static_cast<float>(state.position[2]),           static_cast<float>(quantity[RF_VELOCITY]),
          static_cast<float>(quantity[RF_KINETIC_ENERGY]), static_cast<float>(quantity[RF_JUMP_HEIGHT]),
          static_cast<float>(quantity[RF_ROTATION])};
}

void Tracks::clear(const std::vector<Variant>& variants) { cut(0, variants); }

void Tracks::cut(std::size_t count, const std::vector<Variant>& variants) {
  segments_.resize(std::min(segments_.size(), count));
  while (!impacts_.empty() && impacts_.back().segments > segments_.size()) impacts_.pop_back();
  while (!scars_.empty() && scars_.back().segments > segments_.size()) scars_.pop_back();
  ++generation_;
  continue_from(variants);
}

void Tracks::continue_from(const std::vector<Variant>& variants) {
  ends_.assign(variants.size(), {});
  for (std::size_t i = 0; i < variants.size(); ++i) {
    for (const rf_state& state : variants[i].states) ends_[i].push_back(end_of(variants[i].scene, state));
  }
}

void Tracks::add_scar(const rf_scene& scene, const rf_state& state, std::uint32_t rock, std::uint32_t variant) {
  rf_terrain_sample ground{};
  if (scars_.size() >= most_scars || !(state.scar_depth > 0)) return;
  if (rf_terrain_at(&scene.terrain, state.position[0], state.position[1], &ground) != RF_OK || ground.exists == 0) {
    return;
  }
  rf_rock_properties rock_properties{};
  if (rf_rock_get(scene.rocks[state.rock], &rock_properties) != RF_OK) return;
  ScarMark scar{};
  scar.rock = rock;
  scar.variant = variant;
  scar.segments = segments_.size();
  scar.depth = static_cast<float>(state.scar_depth);
  const double speed = std::sqrt(state.velocity[0] * state.velocity[0] + state.velocity[1] * state.velocity[1] +
                                 state.velocity[2] * state.velocity[2]);
  const double length = 0.6 * rock_properties.bounding_radius;
  double into = 0;
  for (std::size_t k = 0; k < 3; ++k) into += state.velocity[k] * ground.normal[k];
  for (std::size_t k = 0; k < 3; ++k) {
    scar.place[k] = static_cast<float>(k == 2 ? ground.height : state.position[k]);
    scar.normal[k] = static_cast<float>(ground.normal[k]);
    const double tangential = state.velocity[k] - into * ground.normal[k];
    scar.along[k] = static_cast<float>(length * tangential / std::max(speed, 0.1));
  }
  scar.half_width = static_cast<float>(0.45 * rock_properties.bounding_radius);
  scars_.push_back(scar);
}

void Tracks::remove_rock(std::uint32_t rock, const std::vector<std::size_t*>& counts) {
  std::vector<std::size_t> before(segments_.size() + 1, 0);  // segments that stay, before each
  for (std::size_t i = 0; i < segments_.size(); ++i) before[i + 1] = before[i] + (segments_[i].rock == rock ? 0 : 1);
  const auto lower = [&](std::size_t& count) { count = before[std::min(count, segments_.size())]; };
  for (std::size_t* const count : counts) lower(*count);
  scars_.erase(std::remove_if(scars_.begin(), scars_.end(), [&](const ScarMark& scar) { return scar.rock == rock; }),
               scars_.end());
  for (ScarMark& scar : scars_) lower(scar.segments);
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
  constexpr std::size_t most_impacts = 200000;
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
  for (std::size_t i = 0; i < variants.size(); ++i) {
    for (std::size_t rock = 0; rock < variants[i].states.size(); ++rock) {
      const rf_state& state = variants[i].states[rock];
      End& last = ends_[i][rock];
      const double moved = std::fabs(state.position[0] - static_cast<double>(last[0])) +
                           std::fabs(state.position[1] - static_cast<double>(last[1])) +
                           std::fabs(state.position[2] - static_cast<double>(last[2]));
      if (moved < least_move || segments_.size() >= most_segments) continue;
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
      add_scar(variants[i].scene, state, segment.rock, static_cast<std::uint32_t>(i));
      last = next;
    }
  }
}

}  // namespace sandbox::live
