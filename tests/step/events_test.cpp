#include <doctest/doctest.h>
#include <rockfall/events.h>
#include <rockfall/recording.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <thread>
#include <vector>

#include "support/random.h"
#include "support/refusal.h"
#include "support/rocks.h"
#include "support/scenes.h"

using namespace support;

namespace {

constexpr uint32_t kRocks = 70;
constexpr uint32_t kSteps = 1500;

// A rough slope that ends in level ground and in an edge, with rocks above it and two zones.
struct Slide {
  Slide() : world(shape_rock(RF_SHAPE_RANDOM, 1.2, 1, 0.8, 20), 41, 41, 1.0) {
    Random random(11);
    world.roughen(random, -0.9, 0.02, 0.15);
    for (uint32_t r = 0; r < 41; ++r) {
      for (uint32_t c = 25; c < 41; ++c) world.at(c, r) = world.at(24, r) + random.between(-0.05, 0.05);
    }
    materials.resize(40 * 40);
    for (size_t i = 0; i < materials.size(); ++i) materials[i] = static_cast<uint32_t>(i % 7 + 1);
    world.grid.materials = materials.data();
    world.grid.ground.restitution_normal = 0.4;
    world.renew();
    world.scene.settings.time_step = 0.004;
    for (uint32_t i = 0; i < kRocks; ++i) {
      rf_state state = random_state(random, random.between(2, 24), random.between(2, 38), 60, 6, 5);
      if (i % 10 == 0) state.velocity[0] = 25;  // beyond the edge
      REQUIRE(rf_place_above_ground(&world.scene, &state, random.between(0.2, 4), nullptr) == RF_OK);
      start.push_back(state);
    }
    const rf_zone polygon = {corners, 5, {}, -1e9, 1e9};
    const rf_zone box = {nullptr, 0, {26, 0, 32, 20}, -1000, 1000};
    zones = {polygon, box};
  }

  OnGrid world;
  std::vector<uint32_t> materials;
  double corners[10] = {15, 5, 22, 5, 18, 12, 22, 30, 15, 30};
  std::vector<rf_zone> zones;
  std::vector<rf_state> start;
};

struct Reporter {
  explicit Reporter(const Slide& slide, uint32_t capacity = 20000) : buffer(capacity), tracks(slide.start.size()) {
    events.zones = slide.zones.data();
    events.zone_count = static_cast<uint32_t>(slide.zones.size());
    events.buffer = buffer.data();
    events.capacity = capacity;
    events.tracks = tracks.data();
    std::memset(static_cast<void*>(tracks.data()), 0, tracks.size() * sizeof tracks[0]);
  }
  Reporter(const Reporter&) = delete;
  Reporter& operator=(const Reporter&) = delete;

  rf_events events = rf_default_events();
  std::vector<rf_event> buffer;
  std::vector<rf_rock_track> tracks;
  std::vector<rf_event> all;
  uint32_t lost = 0;

  void take() {
    all.insert(all.end(), buffer.begin(), buffer.begin() + events.count);
    lost += events.lost;
  }
};

bool comes_first(const rf_event& a, const rf_event& b) {
  if (a.step != b.step) return a.step < b.step;
  if (a.rock != b.rock) return a.rock < b.rock;
  if (a.kind != b.kind) return a.kind < b.kind;
  return a.zone < b.zone;
}

// Steps in calls of `per_call`; states in and out.
void run(const Slide& slide, std::vector<rf_state>& states, Reporter& reporter, uint32_t per_call,
         const rf_tasks* tasks = nullptr) {
  for (uint32_t done = 0; done < kSteps; done += per_call) {
    REQUIRE(rf_step_many_with_events(&slide.world.scene, states.data(), static_cast<uint32_t>(states.size()), per_call,
                                     tasks, nullptr, &reporter.events) == RF_OK);
    CHECK(std::is_sorted(reporter.buffer.begin(), reporter.buffer.begin() + reporter.events.count, comes_first));
    reporter.take();
  }
}

bool inside_polygon(const double* corners, int count, double x, double y) {
  double angle = 0;
  for (int i = 0; i < count; ++i) {
    const double* a = corners + 2 * i;
    const double* b = corners + 2 * ((i + 1) % count);
    const double ax = a[0] - x, ay = a[1] - y, bx = b[0] - x, by = b[1] - y;
    angle += std::atan2(ax * by - ay * bx, ax * bx + ay * by);
  }
  return std::fabs(angle) > 3;  // winding number
}

// The events of one rock, from the reports of single steps.
std::vector<rf_event> expected_events(const Slide& slide, uint32_t rock) {
  std::vector<rf_event> out;
  rf_state state = slide.start[rock];
  rf_contact contacts[RF_MAX_CONTACTS];
  rf_step_report report = {};
  report.contacts = contacts;
  report.contact_capacity = RF_MAX_CONTACTS;
  const uint64_t gap = 13, landing = 25;  // 0.05 s and 0.1 s in steps of 4 ms
  bool in_contact = false, in_zone[2] = {false, false};
  uint64_t first = 0, last = 0;
  double percussion = 0, speed = 0;
  const auto add = [&](int32_t kind, uint64_t step, uint32_t zone) {
    rf_event event = {};
    event.step = step;
    event.rock = rock;
    event.kind = kind;
    event.zone = zone;
    if (kind <= RF_EVENT_CONTACT_END) {
      event.percussion = percussion;
      event.speed = speed;
    }
    if (kind == RF_EVENT_LANDED) event.duration = 0.004 * static_cast<double>(step - last - 1);
    if (kind == RF_EVENT_CONTACT_END) event.duration = 0.004 * static_cast<double>(last - first + 1);
    out.push_back(event);
  };
  const auto update_zones = [&](bool report_them) {
    const double* p = state.position;
    const bool now[2] = {inside_polygon(slide.corners, 5, p[0], p[1]),
                         p[0] >= 26 && p[0] <= 32 && p[1] >= 0 && p[1] <= 20};
    for (uint32_t z = 0; z < 2; ++z) {
      if (report_them && now[z] && !in_zone[z]) add(RF_EVENT_ZONE_ENTERED, state.step, z);
      in_zone[z] = now[z];
    }
  };
  update_zones(false);
  for (uint32_t i = 0; i < kSteps && state.end == RF_MOVING; ++i) {
    rf_step(&slide.world.scene, &state, &report);
    double strongest = 0, fastest = 0;
    for (uint32_t k = 0; k < report.contact_count; ++k) {
      const double* p = contacts[k].percussion;
      strongest = std::max(strongest, std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]));
      fastest = std::max(fastest, -contacts[k].velocity_before[0]);
    }
    const bool touches = strongest > 0;
    if (touches) {
      const bool begins = !in_contact;
      if (begins) {
        first = state.step;
        percussion = speed = 0;
      }
      percussion = std::max(percussion, strongest);
      speed = std::max(speed, fastest);
      if (begins) {
        add(RF_EVENT_CONTACT_BEGIN, state.step, 0);
        if (state.step - last - 1 >= landing) add(RF_EVENT_LANDED, state.step, 0);
      }
      in_contact = true;
      last = state.step;
    } else if (in_contact && state.step - last == gap) {
      add(RF_EVENT_CONTACT_END, state.step, 0);
      in_contact = false;
    }
    update_zones(true);
    if (state.end == RF_MOVING) continue;
    if (in_contact) add(RF_EVENT_CONTACT_END, state.step, 0);
    add(state.end == RF_ENDED_STOPPED ? RF_EVENT_STOPPED : RF_EVENT_LEFT_TERRAIN, state.step, 0);
  }
  return out;
}

bool same_events(const std::vector<rf_event>& a, const std::vector<rf_event>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(rf_event)) == 0;
}

// Runs the tasks backwards, every second one on another thread.
void run_reversed(void*, rf_task_body body, void* work, uint32_t count) {
  std::thread other([&] {
    for (uint32_t i = count; i-- > 0;) {
      if (i % 2) body(work, i);
    }
  });
  for (uint32_t i = count; i-- > 0;) {
    if (i % 2 == 0) body(work, i);
  }
  other.join();
}

}  // namespace

TEST_CASE("Events of many rocks are those that the reports of single steps give, and do not change the states") {
  const Slide slide;
  std::vector<rf_state> states = slide.start, without = slide.start;
  Reporter reporter(slide);
  run(slide, states, reporter, kSteps);
  CHECK(reporter.lost == 0);
  REQUIRE(rf_step_many(&slide.world.scene, without.data(), kRocks, kSteps, nullptr, nullptr) == RF_OK);
  for (uint32_t i = 0; i < kRocks; ++i) CHECK(same_bits(states[i], without[i]));

  std::vector<rf_event> expected;
  for (uint32_t i = 0; i < kRocks; ++i) {
    const std::vector<rf_event> one = expected_events(slide, i);
    expected.insert(expected.end(), one.begin(), one.end());
  }
  std::sort(expected.begin(), expected.end(), comes_first);
  REQUIRE(reporter.all.size() == expected.size());
  uint32_t kinds[RF_EVENT_KIND_COUNT] = {};
  for (size_t i = 0; i < expected.size(); ++i) {
    CAPTURE(i);
    const rf_event &found = reporter.all[i], &wanted = expected[i];
    REQUIRE(found.step == wanted.step);
    REQUIRE(found.rock == wanted.rock);
    REQUIRE(found.kind == wanted.kind);
    CHECK(found.zone == wanted.zone);
    CHECK(found.percussion == doctest::Approx(wanted.percussion).epsilon(1e-12));
    CHECK(found.speed == doctest::Approx(wanted.speed).epsilon(1e-12));
    CHECK(found.duration == doctest::Approx(wanted.duration));
    if (found.kind <= RF_EVENT_CONTACT_END) {
      CHECK(found.material == rf_material_at(&slide.world.scene.terrain, found.point[0], found.point[1]));
      CHECK(found.material > 0);
    }
    ++kinds[found.kind];
  }
  // The scene has events of every kind but faults and time limits.
  for (int32_t kind = 0; kind <= RF_EVENT_LEFT_TERRAIN; ++kind) {
    CAPTURE(kind);
    CHECK(kinds[kind] > 0);
  }
}

TEST_CASE("Events do not depend on tasks, threads, grain and the number of steps per call") {
  const Slide slide;
  std::vector<rf_state> states = slide.start;
  Reporter reference(slide);
  run(slide, states, reference, kSteps);
  for (const uint32_t per_call : {1u, 50u}) {
    for (const uint32_t grain : {0u, 1u, 8u, 1000u}) {
      std::vector<rf_state> other = slide.start;
      Reporter reporter(slide);
      const rf_tasks tasks = {nullptr, run_reversed, grain};
      if (per_call == 1 && grain == 1) continue;  // too many threads for a test
      run(slide, other, reporter, per_call, per_call == 1 ? nullptr : &tasks);
      CHECK(same_events(reporter.all, reference.all));
      for (uint32_t i = 0; i < kRocks; ++i) CHECK(same_bits(states[i], other[i]));
    }
  }
}

TEST_CASE("Events are the same whether rocks are stepped together or alone, in every scheme, with and without soil") {
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    for (const double strength : {0.0, 8e6}) {
      CAPTURE(scheme);
      CAPTURE(strength);
      Slide slide;
      slide.world.scene.settings.scheme = scheme;
      slide.world.grid.ground.soil_strength = strength;
      slide.world.grid.ground.soil_density = 1700;
      slide.world.grid.ground.soil_drag = 2;
      slide.world.renew();
      std::vector<rf_state> states = slide.start;
      Reporter together(slide), alone(slide);
      run(slide, states, together, kSteps);
      uint32_t contacts = 0;
      for (uint32_t i = 0; i < kRocks; ++i) {
        rf_state state = slide.start[i];
        alone.events.tracks = alone.tracks.data() + i;
        REQUIRE(rf_step_many_with_events(&slide.world.scene, &state, 1, kSteps, nullptr, nullptr, &alone.events) ==
                RF_OK);
        for (uint32_t k = 0; k < alone.events.count; ++k) {
          rf_event event = alone.buffer[k];
          event.rock = i;
          contacts += event.kind == RF_EVENT_CONTACT_BEGIN;
          alone.all.push_back(event);
        }
        CHECK(same_bits(state, states[i]));
      }
      std::sort(alone.all.begin(), alone.all.end(), comes_first);
      CHECK(contacts > 2 * kRocks);
      CHECK(same_events(together.all, alone.all));
    }
  }
}

TEST_CASE("Events that do not fit are counted, and which ones are kept does not depend on threads") {
  const Slide slide;
  std::vector<rf_state> states = slide.start, again = slide.start, more = slide.start;
  Reporter full(slide), small(slide, 40), threaded(slide, 40);
  run(slide, states, full, kSteps);
  const rf_tasks in_order = {nullptr,
                             [](void*, rf_task_body body, void* work, uint32_t count) {
                               for (uint32_t i = 0; i < count; ++i) body(work, i);
                             },
                             20};
  run(slide, again, small, kSteps, &in_order);
  const rf_tasks tasks = {nullptr, run_reversed, 20};
  run(slide, more, threaded, kSteps, &tasks);
  CHECK(small.all.size() <= 40);
  CHECK(small.all.size() > 20);
  CHECK(small.all.size() + small.lost == full.all.size());
  CHECK(same_events(small.all, threaded.all));
  CHECK(threaded.lost == small.lost);
  Reporter none(slide, 0);
  none.events.buffer = nullptr;
  std::vector<rf_state> last = slide.start;
  run(slide, last, none, kSteps);
  CHECK(none.lost == full.all.size());
}

TEST_CASE("Thresholds and kinds select events without changing the others") {
  const Slide slide;
  std::vector<rf_state> states = slide.start, again = slide.start;
  Reporter full(slide), chosen(slide);
  run(slide, states, full, kSteps);
  chosen.events.kinds = 1u << RF_EVENT_LANDED | 1u << RF_EVENT_STOPPED;
  chosen.events.min_speed = 3;
  chosen.events.min_percussion = 2000;
  run(slide, again, chosen, kSteps);
  std::vector<rf_event> expected;
  for (const rf_event& event : full.all) {
    const bool strong = event.speed >= 3 && event.percussion >= 2000;
    if (event.kind == RF_EVENT_STOPPED || (event.kind == RF_EVENT_LANDED && strong)) expected.push_back(event);
  }
  CHECK(expected.size() > 10);
  CHECK(same_events(chosen.all, expected));
}

TEST_CASE("A zone smaller than a step of a fast rock is entered only where S is inside after a step") {
  OnPlane world(box_rock(1, 1, 1));
  world.scene.settings.gravity = 0;
  rf_state state = rf_default_state();
  state.position[2] = 10;
  state.velocity[0] = 50;  // 0.1 m per step
  const rf_zone zones[2] = {{nullptr, 0, {9.99, -1, 10.01, 1}, 0, 20}, {nullptr, 0, {10.02, -1, 10.08, 1}, 0, 20}};
  rf_rock_track track = {};
  rf_event buffer[8];
  rf_events events = rf_default_events();
  events.zones = zones;
  events.zone_count = 2;
  events.buffer = buffer;
  events.capacity = 8;
  events.tracks = &track;
  REQUIRE(rf_step_many_with_events(&world.scene, &state, 1, 400, nullptr, nullptr, &events) == RF_OK);
  REQUIRE(events.count == 1);
  CHECK(buffer[0].zone == 0);
  CHECK(buffer[0].step == 100);
}

TEST_CASE("A faulty terrain gives the event of a fault") {
  OnPlane world(box_rock(1, 1, 1));
  rf_state state = rf_default_state();
  state.position[2] = 3;
  state.velocity[2] = 1e300;
  state.velocity[0] = 1e308;
  rf_rock_track track = {};
  rf_event buffer[8];
  rf_events events = rf_default_events();
  events.buffer = buffer;
  events.capacity = 8;
  events.tracks = &track;
  REQUIRE(rf_step_many_with_events(&world.scene, &state, 1, 4000, nullptr, nullptr, &events) == RF_OK);
  REQUIRE(state.end == RF_ENDED_FAULT);
  REQUIRE(events.count == 1);
  CHECK(buffer[0].kind == RF_EVENT_FAULT);
}

TEST_CASE("The replay of a recording reports the events of the recorded run") {
  Slide slide;
  std::vector<rf_state> states;
  std::vector<unsigned char> bytes(1 << 20);
  rf_recorder recorder;
  const rf_recording_def def = rf_default_recording_def();
  REQUIRE(rf_recorder_begin(&recorder, &def, &slide.world.scene, bytes.data(), bytes.size(), nullptr) == RF_OK);
  Reporter live(slide), replayed(slide);
  for (uint32_t i = 0; i < 20; ++i) {
    states.push_back(slide.start[i]);
    REQUIRE(rf_recorder_add(&recorder, &states[i], nullptr) == RF_OK);
  }
  for (uint32_t step = 0; step < 1000; ++step) {
    if (step == 300) {  // the host puts a rock elsewhere
      states[3] = slide.start[30];
      live.tracks[3] = {};
      REQUIRE(rf_recorder_replace(&recorder, 3, &states[3], nullptr) == RF_OK);
    }
    REQUIRE(rf_step_many_with_events(&slide.world.scene, states.data(), 20, 1, nullptr, nullptr, &live.events) ==
            RF_OK);
    live.take();
    REQUIRE(rf_recorder_stepped(&recorder, states.data(), 20, nullptr) == RF_OK);
  }
  REQUIRE(rf_recorder_end(&recorder, states.data(), 20, nullptr) == RF_OK);

  std::vector<rf_state> again(20);
  rf_replay replay = rf_default_replay();
  replay.capacity = 20;
  replay.states = again.data();
  replay.scene = &slide.world.scene;
  replay.events = &replayed.events;
  REQUIRE(rf_replay_begin(&replay, bytes.data(), recorder.used, nullptr) == RF_OK);
  rf_replay_report report = {};
  while (!report.finished) {
    REQUIRE(rf_replay_step(&replay, &report, nullptr) == RF_OK);
    CHECK(report.differs == 0);
    replayed.take();
  }
  CHECK(live.all.size() > 40);
  CHECK(same_events(live.all, replayed.all));
}

TEST_CASE("Events that cannot be reported are refused with the name of the member") {
  const Slide slide;
  Reporter reporter(slide);
  rf_error error = stale_error();
  const auto refused = [&](rf_status expected, const char* field) {
    const rf_status status = rf_events_check(&reporter.events, &error);
    check_refusal(status, error, expected, field);
    std::vector<rf_state> states = slide.start;
    CHECK(rf_step_many_with_events(&slide.world.scene, states.data(), kRocks, 5, nullptr, nullptr, &reporter.events) ==
          expected);
    CHECK(same_bits(states[0], slide.start[0]));
  };
  CHECK(rf_events_check(&reporter.events, &error) == RF_OK);
  reporter.events.min_speed = kNaN;
  refused(RF_BAD_VALUE, "min_speed");
  reporter.events.min_speed = 0;
  reporter.events.zone_count = RF_ZONE_MAX + 1;
  refused(RF_BAD_VALUE, "zone_count");
  rf_zone zones[2] = {slide.zones[0], slide.zones[1]};
  reporter.events.zones = zones;
  reporter.events.zone_count = 2;
  zones[1].box.x_max = kNaN;
  refused(RF_BAD_VALUE, "zones[1]");
  zones[1] = slide.zones[1];
  zones[0].corner_count = 2;
  refused(RF_BAD_VALUE, "zones[0]");
  reporter.events.zone_count = 0;
  reporter.events.buffer = nullptr;
  refused(RF_NULL_ARGUMENT, "buffer");
  reporter.events.struct_size = 1;
  refused(RF_BAD_DEF, "events");
}
