#include "step/events.h"

#include <rockfall/events.h>

#include "api/check.h"
#include "api/default.h"
#include "api/step_many.h"
#include "numerics/floating_point_environment.h"

using namespace rockfall;

namespace {

// Squares of distances to larger coordinates would overflow.
constexpr double kMaxCoordinate = 1e100;

const char* const kKindNames[RF_EVENT_KIND_COUNT] = {"contact_begin", "landed",  "contact_end",
                                                     "zone_entered",  "stopped", "left_terrain",
                                                     "time_limit",    "fault",   "zone_left"};

bool in_range(double coordinate) { return coordinate >= -kMaxCoordinate && coordinate <= kMaxCoordinate; }

rf_status check_zone(const rf_zone& zone, uint32_t index, rf_error* error) {
  if (!(zone.z_min <= zone.z_max)) return fail_element(error, "zones", index, "has a z_min that is not at most z_max");
  if (!zone.corners) {
    if (zone.corner_count != 0) return fail_element(error, "zones", index, "has a corner_count without corners");
    const rf_rectangle& box = zone.box;
    const bool good = in_range(box.x_min) && in_range(box.y_min) && in_range(box.x_max) && in_range(box.y_max) &&
                      box.x_min <= box.x_max && box.y_min <= box.y_max;
    return good ? RF_OK
                : fail_element(
                      error, "zones", index,
                      "has neither corners nor a box with x_min <= x_max and y_min <= y_max within -1e100 to 1e100");
  }
  if (zone.corner_count < 3) return fail_element(error, "zones", index, "has fewer than 3 corners");
  for (size_t k = 0; k < 2 * static_cast<size_t>(zone.corner_count); ++k) {
    if (!in_range(zone.corners[k])) {
      return fail_element(error, "zones", index, "has a corner that is not within -1e100 to 1e100");
    }
  }
  return RF_OK;
}

}  // namespace

extern "C" {

const char* rf_event_kind_name(int32_t kind) {
  return kind >= 0 && kind < RF_EVENT_KIND_COUNT ? kKindNames[kind] : "unknown";
}

rf_status rf_init_events(rf_events* out, size_t size) {
  rf_events events = {};
  events.kinds = RF_EVENT_ALL;
  events.landing_time = 0.1;
  events.contact_gap = 0.05;
  return write_default(events, out, size);
}

rf_status rf_events_check(const rf_events* events, rf_error* error) {
  const FloatingPointEnvironment environment;
  if (!events) return fail_null(error, "events");
  if (events->struct_size != sizeof *events) return fail_def(error, "events");
  RF_TRY(check_range(error, "events.kinds", events->kinds, 0, RF_EVENT_ALL, "at most RF_EVENT_ALL"));
  RF_TRY(check_not_negative(error, "events.min_percussion", events->min_percussion));
  RF_TRY(check_not_negative(error, "events.min_speed", events->min_speed));
  RF_TRY(check_not_negative(error, "events.landing_time", events->landing_time));
  RF_TRY(check_not_negative(error, "events.contact_gap", events->contact_gap));
  RF_TRY(check_range(error, "events.zone_count", events->zone_count, 0, RF_ZONE_MAX, "at most RF_ZONE_MAX (64)"));
  if (events->zone_count > 0 && !events->zones) return fail_null(error, "events.zones");
  for (uint32_t i = 0; i < events->zone_count; ++i) RF_TRY(check_zone(events->zones[i], i, error));
  if (events->capacity > 0 && !events->buffer) return fail_null(error, "events.buffer");
  const rf_status observed = events->observation ? check_observation(*events->observation, error) : RF_OK;
  if (observed != RF_OK) return fail_in("events.observation", observed, error);
  return succeed(error);
}

rf_status rf_step_many_with_events(const rf_scene* scene, rf_state* states, uint32_t count, uint32_t steps,
                                   const rf_tasks* tasks, rf_many_report* report, rf_events* events) {
  const FloatingPointEnvironment environment;
  uint64_t before;
  RF_TRY(guard_many(scene, states, count, tasks, before));
  RF_TRY(rf_events_check(events, nullptr));
  if (count > 0 && !events->tracks) return RF_NULL_ARGUMENT;
  step_many_with_events(*scene, states, count, steps, tasks, *events);
  if (report) *report = report_many(states, count, before);
  return RF_OK;
}

}  // extern "C"
