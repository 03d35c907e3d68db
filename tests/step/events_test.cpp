// Contents of the events of steps.
#include <doctest/doctest.h>
#include <rockfall/events.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "one_rock_events.h"
#include "slide.h"
#include "support/rocks.h"
#include "support/scenes.h"

using namespace support;
using namespace slide;

namespace {

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

// Finds the events of one rock from the reports of single steps.
class Expected {
 public:
  Expected(const Slide& slide, uint32_t rock) : slide_(slide), rock_(rock), state_(slide.start[rock]) {}

  std::vector<rf_event> find() {
    rf_contact contacts[RF_MAX_CONTACTS];
    rf_step_report report = {};
    report.contacts = contacts;
    report.contact_capacity = RF_MAX_CONTACTS;
    update_zones(false);
    for (uint32_t i = 0; i < kSteps && state_.end == RF_MOVING; ++i) {
      rf_step(&slide_.world.scene, &state_, &report);
      update_contact(report);
      update_zones(true);
    }
    if (state_.end == RF_MOVING) return events_;
    if (in_contact_) add(RF_EVENT_CONTACT_END, 0);
    add(state_.end == RF_ENDED_STOPPED ? RF_EVENT_STOPPED : RF_EVENT_LEFT_TERRAIN, 0);
    return events_;
  }

 private:
  static constexpr double kTimeStep = 0.004;                     // of the slide, s
  static constexpr uint64_t kGapSteps = 13, kLandingSteps = 25;  // 0.05 s and 0.1 s

  void add(int32_t kind, uint32_t zone) {
    rf_event event = {};
    event.step = state_.step;
    event.rock = rock_;
    event.kind = kind;
    event.zone = zone;
    if (kind <= RF_EVENT_CONTACT_END) {
      event.percussion = percussion_;
      event.speed = speed_;
    }
    if (kind == RF_EVENT_LANDED) event.duration = kTimeStep * static_cast<double>(flight_);
    if (kind == RF_EVENT_CONTACT_END) event.duration = kTimeStep * static_cast<double>(last_ - first_ + 1);
    events_.push_back(event);
  }

  void update_contact(const rf_step_report& report) {
    double strongest = 0, fastest = 0;
    for (uint32_t k = 0; k < report.contact_count; ++k) {
      const double* p = report.contacts[k].percussion;
      strongest = std::max(strongest, std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]));
      fastest = std::max(fastest, -report.contacts[k].velocity_before[0]);
    }
    if (strongest > 0) {
      touch(strongest, fastest);
    } else if (in_contact_ && state_.step - last_ == kGapSteps) {
      add(RF_EVENT_CONTACT_END, 0);
      in_contact_ = false;
    }
  }

  void touch(double strongest, double fastest) {
    const bool begins = !in_contact_;
    if (begins) {
      first_ = state_.step;
      percussion_ = speed_ = 0;
    }
    percussion_ = std::max(percussion_, strongest);
    speed_ = std::max(speed_, fastest);
    flight_ = state_.step - last_ - 1;
    if (begins) {
      add(RF_EVENT_CONTACT_BEGIN, 0);
      if (flight_ >= kLandingSteps) add(RF_EVENT_LANDED, 0);
    }
    in_contact_ = true;
    last_ = state_.step;
  }

  void update_zones(bool report_them) {
    const double* p = state_.position;
    const bool now[2] = {inside_polygon(slide_.corners, 5, p[0], p[1]),
                         p[0] >= 26 && p[0] <= 32 && p[1] >= 0 && p[1] <= 20};
    for (uint32_t z = 0; z < 2; ++z) {
      if (report_them && now[z] && !in_zone_[z]) add(RF_EVENT_ZONE_ENTERED, z);
      if (report_them && !now[z] && in_zone_[z]) add(RF_EVENT_ZONE_LEFT, z);
      in_zone_[z] = now[z];
    }
  }

  const Slide& slide_;
  uint32_t rock_;
  rf_state state_;
  std::vector<rf_event> events_;
  bool in_contact_ = false, in_zone_[2] = {false, false};
  uint64_t first_ = 0, last_ = 0;  // steps with contact of the phase of contact
  uint64_t flight_ = 0;            // steps without contact before the last one with contact
  double percussion_ = 0, speed_ = 0;
};

// Level ground, for x > 0 with normals that are not finite.
void sample_with_faulty_normals(void*, const double* xy, uint32_t count, rf_terrain_sample* out) {
  for (uint32_t i = 0; i < count; ++i) {
    const double fault = xy[2 * i] > 0 ? std::nan("") : 0;
    out[i] = {0, {fault, fault, 1}, rf_default_ground(), 1};
  }
}

}  // namespace

TEST_CASE("events of many rocks are those that the reports of single steps give, and do not change the states") {
  const Slide slide;
  std::vector<rf_state> states = slide.start, without = slide.start;
  Reporter reporter(slide);
  run(slide, states, reporter, kSteps);
  CHECK(reporter.lost == 0);
  REQUIRE(rf_step_many(&slide.world.scene, without.data(), kRocks, kSteps, nullptr, nullptr) == RF_OK);
  for (uint32_t i = 0; i < kRocks; ++i) CHECK(same_bits(states[i], without[i]));

  std::vector<rf_event> expected;
  for (uint32_t i = 0; i < kRocks; ++i) {
    const std::vector<rf_event> one = Expected(slide, i).find();
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
  CHECK(kinds[RF_EVENT_ZONE_LEFT] > 0);
}

TEST_CASE("a zone smaller than a step of a fast rock is entered only where S is inside after a step") {
  OnPlane world(box_rock(1, 1, 1));
  world.scene.settings.gravity = 0;
  rf_state state = rf_default_state();
  state.position[2] = 10;
  state.velocity[0] = 50;  // 0.1 m per step
  const rf_zone zones[2] = {{nullptr, 0, {9.99, -1, 10.01, 1}, 0, 20}, {nullptr, 0, {10.02, -1, 10.08, 1}, 0, 20}};
  EventsOfOneRock of_rock;
  rf_events& events = of_rock.events;
  const rf_event* const buffer = of_rock.buffer;
  events.zones = zones;
  events.zone_count = 2;
  REQUIRE(rf_step_many_with_events(&world.scene, &state, 1, 400, nullptr, nullptr, &events) == RF_OK);
  REQUIRE(events.count == 2);
  CHECK(buffer[0].kind == RF_EVENT_ZONE_ENTERED);
  CHECK(buffer[0].step == 100);
  CHECK(buffer[1].kind == RF_EVENT_ZONE_LEFT);
  CHECK(buffer[1].step == 101);
  for (int i = 0; i < 2; ++i) CHECK(buffer[i].zone == 0);
}

TEST_CASE("a step that ends by a fault gives no event of its contacts") {
  for (const rf_model model : {RF_MODEL_HARD_CONTACT, RF_MODEL_ROCFALL_RIGID}) {
    CAPTURE(model);
    OnPlane world(box_rock(1, 1, 1));
    world.scene.settings.model = model;
    if (model == RF_MODEL_HARD_CONTACT) {
      world.scene.settings.gravity = 1e155;  // the work of the contacts overflows
    } else {
      world.scene.terrain = rf_default_terrain();
      world.scene.terrain.sample = sample_with_faulty_normals;
    }
    rf_state state = rf_default_state();
    state.position[0] = -1.05;
    state.position[2] = 0.49;
    state.velocity[0] = model == RF_MODEL_HARD_CONTACT ? 0.1 : 5;
    state.angular_velocity[1] = 0.3;
    EventsOfOneRock of_rock;
    rf_events& events = of_rock.events;
    const rf_event* const buffer = of_rock.buffer;
    bool touched = false;
    while (state.end == RF_MOVING && state.step < 1000) {
      REQUIRE(rf_step_many_with_events(&world.scene, &state, 1, 1, nullptr, nullptr, &events) == RF_OK);
      for (uint32_t i = 0; i < events.count; ++i) {
        const bool of_contact = buffer[i].kind == RF_EVENT_CONTACT_BEGIN || buffer[i].kind == RF_EVENT_LANDED;
        touched = touched || of_contact;
        CHECK_FALSE((of_contact && state.end == RF_ENDED_FAULT));
        CHECK(buffer[i].step <= state.step);
        CHECK(buffer[i].duration <= 1000 * world.scene.settings.time_step);
      }
    }
    CHECK(touched);
    CHECK(state.end == RF_ENDED_FAULT);
  }
}

TEST_CASE("an event of a step with several contacts is that of the strongest, also in the RocFall3 models") {
  // A ball that rolls on level ground meets a steep slope.
  OnGrid world(box_rock(1, 1, 1), 41, 5, 0.5);
  world.grid.x0 = -10;
  world.grid.y0 = -1;
  for (uint32_t j = 0; j < 5; ++j) {
    for (uint32_t i = 20; i < 41; ++i) world.heights[j * 41 + i] = 5.0 * (i - 20);
  }
  world.renew();
  world.scene.settings.model = RF_MODEL_ROCFALL_RIGID;
  rf_state state = rf_default_state();
  state.position[0] = -6;
  REQUIRE(rf_place_above_ground(&world.scene, &state, 0, nullptr) == RF_OK);
  state.velocity[0] = 8;
  rf_contact contacts[64];
  rf_step_report report = {};
  report.contacts = contacts;
  report.contact_capacity = 64;
  rf_state before;
  double strongest = 0, speed = 0;
  while (report.contact_count < 2 || !(speed > 1)) {
    before = state;
    REQUIRE(rf_step(&world.scene, &state, &report) == RF_OK);
    REQUIRE(state.end == RF_MOVING);
    strongest = speed = 0;
    for (uint32_t i = 0; i < report.contact_count; ++i) {
      const double* p = contacts[i].percussion;
      strongest = std::max(strongest, std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]));
      speed = std::max(speed, -contacts[i].velocity_before[0]);
    }
  }
  EventsOfOneRock of_rock;
  REQUIRE(rf_step_many_with_events(&world.scene, &before, 1, 1, nullptr, nullptr, &of_rock.events) == RF_OK);
  REQUIRE(of_rock.events.count >= 1);
  CHECK(of_rock.buffer[0].kind == RF_EVENT_CONTACT_BEGIN);
  CHECK(of_rock.buffer[0].percussion == strongest);
  CHECK(of_rock.buffer[0].speed == speed);
}

TEST_CASE("a rock whose next state is not finite gives the event of a fault") {
  OnPlane world(box_rock(1, 1, 1));
  rf_state state = rf_default_state();
  state.position[2] = 3;
  state.velocity[2] = 1e300;
  state.velocity[0] = 1e308;
  EventsOfOneRock of_rock;
  rf_events& events = of_rock.events;
  const rf_event* const buffer = of_rock.buffer;
  REQUIRE(rf_step_many_with_events(&world.scene, &state, 1, 4000, nullptr, nullptr, &events) == RF_OK);
  REQUIRE(state.end == RF_ENDED_FAULT);
  REQUIRE(events.count == 1);
  CHECK(buffer[0].kind == RF_EVENT_FAULT);
}
