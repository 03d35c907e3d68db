#include "step/zones.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "one_rock_events.h"
#include "support/scenes.h"

using namespace support;

namespace {

constexpr uint32_t kSteps = 2500;

bool is_between(double x, double low, double high) { return x >= low && x <= high; }

// The steps after which S is in the box of a zone and was not before, by single steps.
std::vector<uint64_t> entries_one_by_one(const rf_scene& scene, rf_state state, const rf_zone& zone) {
  std::vector<uint64_t> entries;
  bool was_inside = true;
  for (uint32_t i = 0; i <= kSteps; ++i) {
    const double* const p = state.position;
    const bool is_inside = is_between(p[0], zone.box.x_min, zone.box.x_max) &&
                           is_between(p[1], zone.box.y_min, zone.box.y_max) && is_between(p[2], zone.z_min, zone.z_max);
    if (i > 0 && is_inside && !was_inside) entries.push_back(state.step);
    was_inside = is_inside;
    REQUIRE(rf_step(&scene, &state, nullptr) == RF_OK);
  }
  return entries;
}

// Checks the entries into a box, and into the polygon of its corners. Returns their number.
size_t check_entries(const rf_scene& scene, const rf_state& start, const rf_rectangle& box, double z_min,
                     double z_max) {
  const double corners[8] = {box.x_min, box.y_min, box.x_max, box.y_min, box.x_max, box.y_max, box.x_min, box.y_max};
  const rf_zone zones[2] = {{nullptr, 0, box, z_min, z_max}, {corners, 4, {}, z_min, z_max}};
  const std::vector<uint64_t> expected = entries_one_by_one(scene, start, zones[0]);
  for (const rf_zone& zone : zones) {
    CAPTURE(zone.corner_count);
    EventsOfOneRock of_rock;
    of_rock.events.kinds = 1u << RF_EVENT_ZONE_ENTERED;
    of_rock.events.zones = &zone;
    of_rock.events.zone_count = 1;
    rf_state state = start;
    REQUIRE(rf_step_many_with_events(&scene, &state, 1, kSteps, nullptr, nullptr, &of_rock.events) == RF_OK);
    REQUIRE(of_rock.events.count == expected.size());
    for (size_t i = 0; i < expected.size(); ++i) CHECK(of_rock.buffer[i].step == expected[i]);
  }
  return expected.size();
}

}  // namespace

TEST_CASE("a rock that leaves a zone through its lower border and bounces back enters it again") {
  OnPlane world(box_rock(1, 1, 1));
  world.plane.ground.restitution_normal = 0.95;
  world.renew();
  rf_state state = rf_default_state();
  state.position[2] = 11;
  for (const double width : {1.0, 1000.0}) {
    CAPTURE(width);
    CHECK(check_entries(world.scene, state, {-width, -width, width, width}, 5, 1000) >= 1);
  }
  state.velocity[2] = 10;  // up to 16 m
  CHECK(check_entries(world.scene, state, {-1000, -1000, 1000, 1000}, -1000, 14) >= 1);
}

TEST_CASE("a rock leaves a zone after the step that takes S out of it, however the steps are divided into calls") {
  constexpr uint32_t kCrossing = 2500;
  OnPlane world(box_rock(1, 1, 1));
  world.scene.settings.gravity = 0;
  for (const uint32_t steps : {1u, 7u, kCrossing}) {
    CAPTURE(steps);
    rf_state state = rf_default_state();
    state.position[0] = -1;
    state.position[2] = 9;
    state.velocity[0] = 2;
    const double end = state.position[0] + kCrossing * world.scene.settings.time_step * state.velocity[0];
    const rf_zone zones[3] = {{nullptr, 0, {-2, -1, 0, 1}, 0, 10},                // from the beginning
                              {nullptr, 0, {0.5, -1, 1, 1}, 0, 10},               // crossed
                              {nullptr, 0, {end - 0.5, -1, end + 1, 1}, 0, 10}};  // not left
    EventsOfOneRock of_rock;
    of_rock.events.zones = zones;
    of_rock.events.zone_count = 3;
    std::vector<rf_event> found;
    for (uint32_t done = 0; done < kCrossing; done += steps) {
      REQUIRE(rf_step_many_with_events(&world.scene, &state, 1, std::min(steps, kCrossing - done), nullptr, nullptr,
                                       &of_rock.events) == RF_OK);
      found.insert(found.end(), of_rock.buffer, of_rock.buffer + of_rock.events.count);
    }
    REQUIRE(found.size() == 4);
    const int32_t kinds[4] = {RF_EVENT_ZONE_LEFT, RF_EVENT_ZONE_ENTERED, RF_EVENT_ZONE_LEFT, RF_EVENT_ZONE_ENTERED};
    const uint32_t numbers[4] = {0, 1, 1, 2};
    const double borders[4] = {0, 0.5, 1, end - 0.5};
    for (size_t i = 0; i < 4; ++i) {
      CAPTURE(i);
      CHECK(found[i].kind == kinds[i]);
      CHECK(found[i].zone == numbers[i]);
      CHECK(std::fabs(found[i].position[0] - borders[i]) <= 2 * world.scene.settings.time_step);
    }
  }
}

TEST_CASE("a rock that ends by a fault enters and leaves no zone") {
  OnPlane world(box_rock(1, 1, 1));
  rf_state state = rf_default_state();
  state.position[2] = 9;
  const rf_zone zone = {nullptr, 0, {-2, -2, 2, 2}, 0, 10};
  EventsOfOneRock of_rock;
  of_rock.events.zones = &zone;
  of_rock.events.zone_count = 1;
  REQUIRE(rf_step_many_with_events(&world.scene, &state, 1, 1, nullptr, nullptr, &of_rock.events) == RF_OK);
  REQUIRE(of_rock.events.count == 0);
  state.position[0] = std::nan("");
  REQUIRE(rf_step_many_with_events(&world.scene, &state, 1, 10, nullptr, nullptr, &of_rock.events) == RF_OK);
  REQUIRE(of_rock.events.count == 1);
  CHECK(of_rock.buffer[0].kind == RF_EVENT_FAULT);
}

TEST_CASE("a rock enters a zone where it is between its heights, and not above or below it") {
  OnPlane world(box_rock(1, 1, 1));
  world.scene.settings.gravity = 0;
  rf_state state = rf_default_state();
  state.position[0] = -30;
  state.position[2] = 39;
  state.velocity[0] = 10;
  state.velocity[2] = -10;
  CHECK(check_entries(world.scene, state, {0, -1, 1, 1}, 8, 9) == 1);  // it comes to the corner
  state.position[0] = -1;
  state.position[2] = 9;
  state.velocity[2] = 0;
  CHECK(check_entries(world.scene, state, {0, -1, 1, 1}, 8, 10) == 1);
  CHECK(check_entries(world.scene, state, {0, -1, 1, 1}, 10, 12) == 0);
  CHECK(check_entries(world.scene, state, {0, -1, 1, 1}, 2, 8) == 0);
}

TEST_CASE(
    "zones that move, are added or take the number of another one between calls are entered where they are then") {
  OnPlane world(box_rock(1, 1, 1));
  rf_state state = rf_default_state();
  state.position[2] = 100;  // S stays over (0, 0)
  rf_zone zones[2] = {{nullptr, 0, {50, -1, 52, 1}, -1e9, 1e9}, {nullptr, 0, {-1, -1, 1, 1}, -1e9, 1e9}};
  EventsOfOneRock of_rock;
  of_rock.events.zones = zones;
  of_rock.events.zone_count = 1;
  const auto entered = [&] {
    REQUIRE(rf_step_many_with_events(&world.scene, &state, 1, 4, nullptr, nullptr, &of_rock.events) == RF_OK);
    REQUIRE(of_rock.events.count <= 1);
    if (of_rock.events.count == 0) return -1;
    CHECK(of_rock.buffer[0].kind == RF_EVENT_ZONE_ENTERED);
    return static_cast<int>(of_rock.buffer[0].zone);
  };
  CHECK(entered() == -1);
  zones[0].box = {-1, -1, 1, 1};  // it comes to the rock
  CHECK(entered() == 0);
  of_rock.events.zone_count = 2;  // around the rock from the beginning
  CHECK(entered() == 1);
  zones[1].box = {-2, -2, 2, 2};  // the rock is in it before and after
  CHECK(entered() == -1);
  of_rock.track.zones &= ~uint64_t{2};  // another zone has number 1
  CHECK(entered() == 1);
  CHECK(entered() == -1);
}

TEST_CASE("a zone that is moved over a rock, or added around it, is entered in the next step however many a call has") {
  OnPlane world(box_rock(1, 1, 1));
  for (const bool added : {false, true}) {
    for (const uint32_t steps : {1u, 10u, 1000u}) {
      CAPTURE(added);
      CAPTURE(steps);
      rf_state state = rf_default_state();
      state.position[2] = 100;
      rf_zone zones[2] = {{nullptr, 0, {50, -1, 52, 1}, -1e9, 1e9},
                          {nullptr, 0, {-1000, -1000, 1000, 1000}, -1e9, 1e9}};
      EventsOfOneRock of_rock;
      of_rock.events.kinds = 1u << RF_EVENT_ZONE_ENTERED;
      of_rock.events.zones = zones;
      of_rock.events.zone_count = 1;
      REQUIRE(rf_step_many_with_events(&world.scene, &state, 1, 10, nullptr, nullptr, &of_rock.events) == RF_OK);
      REQUIRE(of_rock.events.count == 0);
      if (added) {
        of_rock.events.zone_count = 2;
      } else {
        zones[0].box = {-1000, -1000, 1000, 1000};
      }
      REQUIRE(rf_step_many_with_events(&world.scene, &state, 1, steps, nullptr, nullptr, &of_rock.events) == RF_OK);
      REQUIRE(of_rock.events.count == 1);
      CHECK(of_rock.buffer[0].step == 11);
    }
  }
}

TEST_CASE("the distance to the border of a zone is the way that S must make at least to cross it") {
  const double inf = std::numeric_limits<double>::infinity();
  const double corners[8] = {-4, -3, 4, -3, 4, 3, -4, 3};
  const rf_zone zones[2] = {{nullptr, 0, {-4, -3, 4, 3}, 2, 12}, {corners, 4, {}, 2, 12}};
  const struct {
    double p[3], way;
    bool inside;
  } rows[] = {{{0, 0, 5}, 3, true},  {{3.5, 0, 5}, 0.5, true}, {{0, 0, 2.25}, 0.25, true}, {{0, 0, 11.5}, 0.5, true},
              {{0, 0, 1}, 1, false}, {{0, 0, 15}, 3, false},   {{9, 0, 7}, 5, false},      {{7, 7, 7}, 5, false},
              {{9, 0, 0}, 5, false}, {{4.5, 0, 0}, 2, false}};
  for (const auto& row : rows) {
    CAPTURE(row.p[0]);
    CAPTURE(row.p[2]);
    for (const rf_zone& zone : zones) {
      CAPTURE(zone.corner_count);
      const rockfall::Zones one(&zone, 1);
      CHECK(one.around(row.p) == (row.inside ? 1u : 0u));
      CHECK(one.distance_to_borders(row.p, inf) == doctest::Approx(row.way).epsilon(1e-14));
      const double bound = one.distance_to_borders(row.p, 0.4);
      CHECK(bound <= row.way * (1 + 1e-14));
      CHECK((bound >= 0.4 || bound == doctest::Approx(row.way).epsilon(1e-14)));
    }
  }
  const rf_zone column = {nullptr, 0, {-4, -3, 4, 3}, -inf, inf};
  const double below[3] = {0, 0, -1e6};
  const rockfall::Zones one(&column, 1);
  CHECK(one.around(below) == 1);
  CHECK(one.distance_to_borders(below, inf) == 3);
}

TEST_CASE("the distance to the borders of several zones is that to the nearest of them") {
  const double triangle[6] = {10, 0, 16, 0, 10, 6};
  const rf_zone zones[3] = {
      {nullptr, 0, {-20, -1, -6, 1}, -1, 1}, {triangle, 3, {}, -1, 1}, {nullptr, 0, {1, 20, 2, 21}, -1, 1}};
  const rockfall::Zones all(zones, 3);
  for (const double x : {-30.0, -7.0, 0.0, 4.0, 11.0, 15.0, 40.0}) {
    CAPTURE(x);
    const double point[3] = {x, 5, 0};
    double nearest = 1e300;
    for (const rf_zone& zone : zones)
      nearest = std::min(nearest, rockfall::Zones(&zone, 1).distance_to_borders(point, 1e300));
    CHECK(all.distance_to_borders(point, 1e300) == nearest);
  }
}

TEST_CASE("a zone that was removed and comes back is entered again, by rocks that move and by those that are woken") {
  OnPlane world(box_rock(1, 1, 1));
  const rf_zone zones[2] = {{nullptr, 0, {50, -1, 52, 1}, -1e9, 1e9}, {nullptr, 0, {-9, -9, 9, 9}, -1e9, 1e9}};
  for (const uint32_t fewer : {0u, 1u}) {
    for (const bool stopped : {false, true}) {
      CAPTURE(fewer);
      CAPTURE(stopped);
      rf_state state = rf_default_state();
      state.position[2] = 100;
      EventsOfOneRock of_rock;
      of_rock.events.kinds = 1u << RF_EVENT_ZONE_ENTERED | 1u << RF_EVENT_ZONE_LEFT;
      of_rock.events.zones = zones;
      const auto events_with = [&](uint32_t count) {
        of_rock.events.zone_count = count;
        REQUIRE(rf_step_many_with_events(&world.scene, &state, 1, 4, nullptr, nullptr, &of_rock.events) == RF_OK);
        return of_rock.events.count;
      };
      CHECK(events_with(2) == 0);
      CHECK(of_rock.track.zones == 2);
      if (stopped) state.end = RF_ENDED_STOPPED;
      CHECK(events_with(fewer) == 0);
      CHECK(of_rock.track.zones == 0);
      state.end = RF_MOVING;
      CHECK(events_with(2) == 1);
      CHECK(of_rock.buffer[0].kind == RF_EVENT_ZONE_ENTERED);
    }
  }
}

TEST_CASE("a rock whose steps begin anew without a new track gives the events of a new rock") {
  OnPlane world(box_rock(1, 1, 1));
  EventsOfOneRock of_rock;
  rf_state state = rf_default_state();
  state.position[2] = 0.6;
  REQUIRE(rf_step_many_with_events(&world.scene, &state, 1, 400, nullptr, nullptr, &of_rock.events) == RF_OK);
  REQUIRE(of_rock.track.last_contact > 0);
  rf_state again = rf_default_state();
  again.position[2] = 2;
  REQUIRE(rf_step_many_with_events(&world.scene, &again, 1, 400, nullptr, nullptr, &of_rock.events) == RF_OK);
  REQUIRE(of_rock.events.count > 0);
  for (uint32_t i = 0; i < of_rock.events.count; ++i) CHECK(of_rock.buffer[i].duration < 1);
  CHECK(of_rock.buffer[0].kind == RF_EVENT_CONTACT_BEGIN);
}
