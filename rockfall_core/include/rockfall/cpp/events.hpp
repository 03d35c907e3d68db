/* rockfall/cpp/events.hpp: events of many rocks with their arrays, for rockfall.hpp. */
#ifndef ROCKFALL_CPP_EVENTS_HPP
#define ROCKFALL_CPP_EVENTS_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "../events.h"
#include "status.hpp"

namespace rf {
inline namespace RF_HPP_NAMESPACE {

/** Buffer, tracks and zones for Scene::step_many(). Loop over this object to see the events of the last call. */
class Events {
 public:
  /** @param rocks     number of states
   *  @param capacity  events of one call that fit; others are counted by lost() */
  Events(std::size_t rocks, std::uint32_t capacity) : buffer_(capacity), tracks_(rocks, rf_rock_track{}) {}
  /** An object that was moved from has no events, tracks and zones. */
  Events(Events&& other) noexcept : Events() { swap(other); }
  Events& operator=(Events&& other) noexcept {
    Events taken(std::move(other));
    swap(taken);
    return *this;
  }

  /** Kinds, thresholds and times, see rf_events. Its arrays and numbers of elements are those of this object. */
  rf_events& settings() noexcept { return events_; }
  const rf_events& settings() const noexcept { return events_; }

  /** Add a zone over a rectangle. Returns its number, for rf_event::zone. */
  std::uint32_t add_box(const rf_rectangle& box, double z_min, double z_max) {
    return add_zone(box, std::nullopt, z_min, z_max);
  }
  /** Add a zone over a polygon. @param corners  x y x y ... */
  std::uint32_t add_polygon(std::vector<double> corners, double z_min, double z_max) {
    return add_zone(rf_rectangle{}, std::move(corners), z_min, z_max);
  }
  /** Move a zone, or change its heights; its corners are set by set_corners(). @param number  below zone_count() */
  rf_zone& zone(std::uint32_t number) noexcept { return zones_[number]; }
  void set_corners(std::uint32_t number, std::vector<double> corners) { corners_[number] = std::move(corners); }
  std::uint32_t zone_count() const noexcept { return static_cast<std::uint32_t>(zones_.size()); }
  /** Remove all zones; no rock is in a zone any more. */
  void clear_zones() noexcept {
    zones_.clear();
    corners_.clear();
    for (rf_rock_track& track : tracks_) track.zones = 0;
  }

  /** One per rock: what the events remember of it. Give it another size with the array of states. */
  std::vector<rf_rock_track>& tracks() noexcept { return tracks_; }
  const std::vector<rf_rock_track>& tracks() const noexcept { return tracks_; }
  /** Forget a rock whose state was replaced. @param rock  below the number of rocks */
  void reset(std::size_t rock) noexcept { tracks_[rock] = rf_rock_track{}; }

  const rf_event* begin() const noexcept { return buffer_.data(); }
  const rf_event* end() const noexcept { return buffer_.data() + events_.count; }
  std::size_t size() const noexcept { return events_.count; }
  /** Events of the last call that did not fit. */
  std::uint32_t lost() const noexcept { return events_.lost; }

  /** Forget the events of the last call. */
  void clear() noexcept { events_.count = events_.lost = 0; }

  /** Errors: those of rf_events_check(), RF_BAD_VALUE (a polygon without corners, or with a corner without y). */
  Status check() {
    for (const std::optional<std::vector<double>>& corners : corners_) {
      if (!corners) continue;
      if (corners->empty()) return Status(RF_BAD_VALUE, "events: a polygon has no corners");
      if (corners->size() % 2 != 0) return Status(RF_BAD_VALUE, "events: a corner of a zone has no y");
    }
    rf_error error = rf_error();
    const rf_status status = rf_events_check(&get(), &error);
    return Status(status, error);
  }

  /** For rf_step_many_with_events(). Valid until this object is moved or changed. */
  rf_events& get() noexcept {
    for (std::size_t i = 0; i < zones_.size(); ++i) {
      zones_[i].corners = corners_[i] ? corners_[i]->data() : nullptr;
      zones_[i].corner_count = corners_[i] ? static_cast<std::uint32_t>(corners_[i]->size() / 2) : 0;
    }
    events_.zones = zones_.empty() ? nullptr : zones_.data();
    events_.zone_count = zone_count();
    events_.buffer = buffer_.data();
    events_.capacity = static_cast<std::uint32_t>(buffer_.size());
    events_.tracks = tracks_.data();
    return events_;
  }

 private:
  Events() noexcept = default;

  void swap(Events& other) noexcept {
    std::swap(events_, other.events_);
    buffer_.swap(other.buffer_);
    tracks_.swap(other.tracks_);
    zones_.swap(other.zones_);
    corners_.swap(other.corners_);
  }

  std::uint32_t add_zone(const rf_rectangle& box, std::optional<std::vector<double>> corners, double z_min,
                         double z_max) {
    rf_zone zone = rf_zone();
    zone.box = box;
    zone.z_min = z_min;
    zone.z_max = z_max;
    zones_.push_back(zone);
    corners_.push_back(std::move(corners));
    return zone_count() - 1;
  }

  rf_events events_ = rf_default_events();
  std::vector<rf_event> buffer_;
  std::vector<rf_rock_track> tracks_;
  std::vector<rf_zone> zones_;
  std::vector<std::optional<std::vector<double>>> corners_;  // by zone; nothing: a box
};

}  // namespace RF_HPP_NAMESPACE
}  // namespace rf

#endif
