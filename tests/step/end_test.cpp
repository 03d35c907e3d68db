#include <rockfall/events.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "step/worlds.h"
#include "support/refusal.h"

using namespace worlds;

namespace {

// Steps until the rock ends, at max_steps `max_steps` times.
rf_state run(const rf_scene& scene, rf_state state, int max_steps) {
  for (int i = 0; i < max_steps && state.end == RF_MOVING; ++i) REQUIRE(rf_step(&scene, &state, nullptr) == RF_OK);
  return state;
}

struct FaultyTerrain {
  const rf_terrain* inner;
  double bad;  // height returned beyond x
  double x;
  bool only_normal;
};

void sample_faulty_terrain(void* user, const double* xy, uint32_t count, rf_terrain_sample* out) {
  const FaultyTerrain& faulty = *static_cast<const FaultyTerrain*>(user);
  faulty.inner->sample(faulty.inner->user, xy, count, out);
  for (uint32_t i = 0; i < count; ++i) {
    if (!(xy[2 * i] > faulty.x)) continue;
    if (faulty.only_normal) {
      out[i].normal[0] = faulty.bad;
    } else {
      out[i].height = faulty.bad;
    }
  }
}

rf_terrain faulty_terrain(FaultyTerrain& faulty) {
  rf_terrain terrain = rf_default_terrain();
  terrain.user = &faulty;
  terrain.sample = sample_faulty_terrain;
  return terrain;
}

}  // namespace

TEST_CASE("a rock at rest for the stop time ends as stopped at the step of that time") {
  OnPlane on(box_rock(1, 1, 1));
  rf_state state = rf_default_state();
  state.position[2] = 0.4999;
  state = run(on.scene, state, 10000);
  CHECK(state.end == RF_ENDED_STOPPED);
  CHECK(state.step == 250);  // 0.5 s / 0.002 s
  CHECK(state.still_time == doctest::Approx(0.5).epsilon(1e-12));
  on.scene.settings.stop_speed = 0;
  state.end = RF_MOVING;
  state.still_time = 0;
  CHECK(run(on.scene, state, 1000).end == RF_MOVING);
}

TEST_CASE("a rock at the top of its flight is slow but does not stop") {
  OnPlane on(box_rock(1, 1, 1));
  on.scene.settings.stop_speed = 5;
  on.scene.settings.stop_time = 0.01;
  rf_state state = rf_default_state();
  state.position[2] = 5;
  state = run(on.scene, state, 200);
  CHECK(state.end == RF_MOVING);
  CHECK(state.step == 200);
  CHECK(state.still_time > 0.3);
}

TEST_CASE("the time limit ends a trajectory at the step nearest to it") {
  OnPlane on(box_rock(1, 1, 1));
  on.scene.settings.time_limit = 0.1;
  rf_state state = rf_default_state();
  state.position[2] = 50;
  state = run(on.scene, state, 1000);
  CHECK(state.end == RF_ENDED_TIME_LIMIT);
  CHECK(state.step == 50);
}

TEST_CASE("a rock above a hole or outside the terrain ends as having left it") {
  OnGrid on(box_rock(0.5, 0.5, 0.5), 11, 11, 1);
  rf_state state = rf_default_state();
  state.position[0] = state.position[1] = 5;
  state.position[2] = 100;
  state.velocity[0] = 10;
  rf_state end = run(on.scene, state, 1000);
  CHECK(end.end == RF_ENDED_LEFT_TERRAIN);
  CHECK(end.position[0] > 10);
  CHECK(end.position[0] < 10 + 0.021);
  on.at(8, 5) = kNaN;  // cells from x = 7 to 9 have no ground
  on.renew();
  end = run(on.scene, state, 1000);
  CHECK(end.end == RF_ENDED_LEFT_TERRAIN);
  CHECK(end.position[0] > 7);
  CHECK(end.position[0] < 7 + 0.021);
}

TEST_CASE("a step does not change a rock that has ended, for any reason") {
  OnPlane on(box_rock(1, 1, 1));
  for (int32_t end = RF_ENDED_STOPPED; end <= RF_ENDED_FAULT; ++end) {
    rf_state state = rf_default_state();
    state.velocity[0] = 3;
    state.end = end;
    const rf_state before = state;
    rf_step_report report = {};
    report.contact_count = 7;
    CHECK(rf_step(&on.scene, &state, &report) == RF_OK);
    CHECK(same_bits(before, state));
    CHECK(report.contact_count == 0);
  }
}

TEST_CASE("a rock that waits, ended by the host and then set to move again, has the bits of one that has not waited") {
  OnPlane on(box_rock(1, 1, 1));
  std::vector<rf_state> through(5, rf_default_state());
  for (size_t i = 0; i < through.size(); ++i) {
    through[i].position[2] = 0.6 + 0.1 * static_cast<double>(i);
    through[i].velocity[0] = 3;
    through[i].angular_velocity[1] = 2;
  }
  std::vector<rf_state> waiting = through;
  rf_event buffer[100];
  std::vector<rf_rock_track> tracks_through(5, rf_rock_track{}), tracks_waiting = tracks_through;
  const auto step = [&](std::vector<rf_state>& states, std::vector<rf_rock_track>& tracks, uint32_t steps) {
    rf_events events = rf_default_events();
    events.buffer = buffer;
    events.capacity = 100;
    events.tracks = tracks.data();
    REQUIRE(rf_step_many_with_events(&on.scene, states.data(), 5, steps, nullptr, nullptr, &events) == RF_OK);
    return events.count;
  };
  const uint32_t events = step(through, tracks_through, 120);
  REQUIRE(events >= 5);
  uint32_t found = step(waiting, tracks_waiting, 70);
  for (rf_state& state : waiting) state.end = RF_ENDED_STOPPED;
  CHECK(step(waiting, tracks_waiting, 30) == 0);
  for (rf_state& state : waiting) state.end = RF_MOVING;
  found += step(waiting, tracks_waiting, 50);
  CHECK(found == events);
  for (size_t i = 0; i < through.size(); ++i) {
    CAPTURE(i);
    CHECK(same_bits(through[i], waiting[i]));
    CHECK(std::memcmp(&tracks_through[i], &tracks_waiting[i], sizeof(rf_rock_track)) == 0);
  }
}

TEST_CASE("a non-finite state ends with a fault and keeps its bits") {
  OnPlane on(box_rock(1, 1, 1));
  for (const double bad : {kNaN, kInfinity, -kInfinity}) {
    for (int member = 0; member < 15; ++member) {
      rf_state state = rf_default_state();
      state.position[2] = 0.45;
      state.position[0] = 1;
      double* const first = state.position;
      first[member] = bad;  // position, orientation, velocity, angular velocity, slippage, still time
      const rf_state before = state;
      CHECK(rf_step(&on.scene, &state, nullptr) == RF_FAULTY_STATE);
      CHECK(state.end == RF_ENDED_FAULT);
      state.end = RF_MOVING;
      CHECK(same_bits(before, state));
    }
  }
}

TEST_CASE("a height of NaN or +infinity, or a normal that is not finite, ends the rock with its last finite state") {
  OnPlane on(box_rock(1, 1, 1));
  const rf_terrain good = on.scene.terrain;
  for (const double bad : {kNaN, kInfinity, -kInfinity}) {
    for (const bool only_normal : {false, true}) {
      CAPTURE(bad);
      CAPTURE(only_normal);
      FaultyTerrain faulty = {&good, bad, 3, only_normal};
      on.scene.terrain = faulty_terrain(faulty);
      rf_state state = rf_default_state(), last = state;
      state.position[2] = 0.499;
      state.velocity[0] = 8;
      rf_status status = RF_OK;
      for (int i = 0; i < 2000 && status == RF_OK && state.end == RF_MOVING; ++i) {
        last = state;
        status = rf_step(&on.scene, &state, nullptr);
      }
      if (bad == -kInfinity && !only_normal) {
        CHECK(status == RF_OK);  // no vertex can touch infinitely deep ground
        for (const double x : state.position) CHECK(std::isfinite(x));
        continue;
      }
      CHECK(status == RF_FAULTY_STATE);
      CHECK(state.end == RF_ENDED_FAULT);
      last.end = RF_ENDED_FAULT;
      CHECK(same_bits(last, state));
      CHECK(rf_step(&on.scene, &state, nullptr) == RF_OK);  // it has ended
    }
  }
}

TEST_CASE("a rock keeps its state if the settings would make the step non-finite") {
  OnPlane on(box_rock(1, 1, 1));
  const auto check = [](const rf_scene& scene, double speed) {
    rf_state state = rf_default_state();
    state.position[2] = 5;
    state.velocity[0] = speed;
    rf_state before = state;
    CHECK(rf_step(&scene, &state, nullptr) == RF_FAULTY_STATE);
    before.end = RF_ENDED_FAULT;
    CHECK(same_bits(before, state));
  };
  for (const double gravity : {kNaN, kInfinity}) {
    rf_scene scene = on.scene;
    scene.settings.gravity = gravity;
    check(scene, 0);
  }
  rf_scene scene = on.scene;
  scene.settings.time_step = 1e300;
  check(scene, 1);
}

TEST_CASE("velocities up to 1e308 never give a non-finite state") {
  BusySlope world(RF_SCHEME_IMPLICIT);
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    world.scene.settings.scheme = scheme;
    for (int i = 0; i < 200; ++i) {
      rf_state state = world.state_near_ground();
      const double huge = std::pow(10.0, world.random.between(2, 308));
      state.velocity[i % 3] = huge;
      state.angular_velocity[(i / 3) % 3] = i % 2 ? huge : 1;
      for (int k = 0; k < 5; ++k) rf_step(&world.scene, &state, nullptr);
      for (int k = 0; k < 15; ++k) CHECK(std::isfinite((&state.position[0])[k]));
    }
  }
}

TEST_CASE("a faulty rock does not change other rocks of the same call") {
  BusySlope world(RF_SCHEME_IMPLICIT);
  std::vector<rf_state> states, alone;
  for (int i = 0; i < 40; ++i) states.push_back(world.state_near_ground());
  alone = states;
  states[17].velocity[1] = kNaN;
  rf_many_report report;
  REQUIRE(rf_step_many(&world.scene, states.data(), 40, 100, nullptr, &report) == RF_OK);
  CHECK(report.faults == 1);
  CHECK(states[17].end == RF_ENDED_FAULT);
  for (size_t i = 0; i < 40; ++i) {
    if (i == 17) continue;
    for (int k = 0; k < 100; ++k) rf_step(&world.scene, &alone[i], nullptr);
    CHECK(same_bits(alone[i], states[i]));
  }
}
