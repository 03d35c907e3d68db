#include <cmath>
#include <vector>

#include "step/worlds.h"

using namespace worlds;

namespace {

rf_scene no_gravity(rf_scene scene) {
  scene.settings.gravity = 0;
  return scene;
}

// A terrain of callbacks that call another terrain.
rf_terrain forwarding_terrain(const rf_terrain* inner) {
  rf_terrain terrain = *inner;
  terrain.user = const_cast<rf_terrain*>(inner);
  terrain.sample = [](void* user, const double* xy, uint32_t count, rf_terrain_sample* out) {
    const rf_terrain& in = *static_cast<const rf_terrain*>(user);
    in.sample(in.user, xy, count, out);
  };
  terrain.upper_plane = [](void* user, const rf_rectangle* area, rf_upper_plane* out) {
    const rf_terrain& in = *static_cast<const rf_terrain*>(user);
    in.upper_plane(in.user, area, out);
  };
  terrain.terrain_vertices = [](void* user, const rf_rectangle* area, double* xyz, uint32_t capacity) {
    const rf_terrain& in = *static_cast<const rf_terrain*>(user);
    return in.terrain_vertices(in.user, area, xyz, capacity);
  };
  return terrain;
}

}  // namespace

TEST_CASE("a rock in flight follows the parabola of the midpoint rule") {
  OnPlane on(box_rock(1, 2, 3));
  rf_state state = rf_default_state();
  state.position[2] = 1000;
  state.velocity[0] = 3;
  state.velocity[2] = 4;
  for (int i = 0; i < 1000; ++i) REQUIRE(rf_step(&on.scene, &state, nullptr) == RF_OK);
  CHECK(state.step == 1000);
  CHECK(state.position[0] == doctest::Approx(6).epsilon(1e-13));
  CHECK(state.position[2] == doctest::Approx(1000 + 4 * 2 - 0.5 * 9.81 * 4).epsilon(1e-13));
  CHECK(state.velocity[2] == doctest::Approx(4 - 9.81 * 2).epsilon(1e-13));
}

TEST_CASE("the same state gives the same bits with and without a report") {
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    int with_contact = 0;
    BusySlope world(scheme);
    for (int i = 0; i < 200; ++i) {
      const rf_state start = world.state_near_ground();
      rf_state a = start, b = start, c = start;
      rf_contact contacts[4];
      rf_step_report report = {};
      report.contacts = contacts;
      report.contact_capacity = 4;
      for (int k = 0; k < 5; ++k) {
        REQUIRE(rf_step(&world.scene, &a, nullptr) == RF_OK);
        REQUIRE(rf_step(&world.scene, &b, nullptr) == RF_OK);
        REQUIRE(rf_step(&world.scene, &c, &report) == RF_OK);
        with_contact += report.contact_count > 0;
      }
      CHECK(same_bits(a, b));
      CHECK(same_bits(a, c));
    }
    CHECK(with_contact > 100);
  }
}

TEST_CASE("a terrain of callbacks gives the same bits as the built-in grid") {
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    BusySlope world(scheme);
    const rf_terrain inner = world.scene.terrain;
    rf_scene other = world.scene;
    other.terrain = forwarding_terrain(&inner);
    rf_scene unculled = other;
    unculled.terrain.upper_plane = nullptr;
    for (int i = 0; i < 60; ++i) {
      const rf_state start = world.state_near_ground();
      rf_state a = start, b = start, c = start;
      for (int k = 0; k < 60; ++k) {
        REQUIRE(rf_step(&world.scene, &a, nullptr) == RF_OK);
        REQUIRE(rf_step(&other, &b, nullptr) == RF_OK);
        REQUIRE(rf_step(&unculled, &c, nullptr) == RF_OK);
      }
      CHECK(same_bits(a, b));
      CHECK(same_bits(a, c));
    }
  }
}

TEST_CASE("a report with a small capacity counts all contacts and writes only those that fit") {
  OnPlane on(box_rock(1, 1, 1));
  rf_state state = rf_default_state();
  state.position[2] = 0.49;
  rf_contact contacts[3];
  std::memset(contacts, 0x5a, sizeof contacts);
  rf_contact untouched;
  std::memset(&untouched, 0x5a, sizeof untouched);
  rf_step_report report = {};
  report.contacts = contacts;
  report.contact_capacity = 2;
  REQUIRE(rf_step(&on.scene, &state, &report) == RF_OK);
  CHECK(report.contact_count == 4);
  CHECK(report.contacts_dropped == 0);
  CHECK(report.converged == 1);
  CHECK(report.friction == 0.6);
  CHECK(std::memcmp(&contacts[2], &untouched, sizeof untouched) == 0);
  CHECK(contacts[0].gap < 0);
  CHECK(contacts[0].normal[2] == 1);
  CHECK(contacts[0].feature != contacts[1].feature);
  CHECK(report.contacts == contacts);
}

TEST_CASE("slippage grows by the path in contact and decays exponentially in flight") {
  OnPlane on(box_rock(1, 1, 1));
  on.plane.ground.beta = 30;
  on.plane.ground.mu_min = on.plane.ground.mu_max = 0.2;
  on.renew();
  rf_state state = rf_default_state();
  state.position[2] = 0.4999;
  state.velocity[0] = 3;
  state.slippage = 0.25;
  REQUIRE(rf_step(&on.scene, &state, nullptr) == RF_OK);
  const double* v = state.velocity;
  const double speed = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  CHECK(state.slippage == doctest::Approx(0.25 + 0.002 * speed).epsilon(1e-15));
  CHECK(v[0] == doctest::Approx(3 - 0.2 * 9.81 * 0.002).epsilon(1e-12));
  state.position[2] = 50;
  const double before = state.slippage;
  for (int i = 0; i < 100; ++i) REQUIRE(rf_step(&on.scene, &state, nullptr) == RF_OK);
  CHECK(state.slippage == doctest::Approx(before * std::exp(-30 * 0.2)).epsilon(1e-13));
}

TEST_CASE("the drag layer slows a rock by the midpoint factor below its height and not above") {
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    OnPlane on(box_rock(1, 1.5, 2));
    on.plane.ground.layer_drag = 4000;
    on.plane.ground.layer_drag_rotation = 900;
    on.plane.ground.layer_height = 10;
    on.renew();
    rf_scene scene = no_gravity(on.scene);
    scene.settings.scheme = scheme;
    rf_state state = rf_default_state();
    state.position[2] = 9.999;
    state.velocity[0] = 2;
    state.angular_velocity[2] = 3;
    rf_state above = state;
    above.position[2] = 10.001;
    REQUIRE(rf_step(&scene, &state, nullptr) == RF_OK);
    REQUIRE(rf_step(&scene, &above, nullptr) == RF_OK);
    const double h = 0.001, m = on.rock->mass, inertia = on.rock->inertia[2];
    CHECK(state.velocity[0] == doctest::Approx(2 * (m - h * 4000) / (m + h * 4000)).epsilon(1e-14));
    CHECK(state.angular_velocity[2] == doctest::Approx(3 * (inertia - h * 900) / (inertia + h * 900)).epsilon(1e-14));
    CHECK(above.velocity[0] == 2);
    CHECK(above.angular_velocity[2] == doctest::Approx(3).epsilon(1e-15));
  }
}

TEST_CASE("a drag layer without height does not act on a rock whose centre is below the ground") {
  OnPlane on(box_rock(1, 1, 1));
  on.plane.ground.mu_min = on.plane.ground.mu_max = 0;
  on.plane.ground.layer_drag = 1e5;
  on.renew();
  for (const double bound : {0.0, 100.0}) {  // a terrain need not know the largest height
    on.scene.terrain.layer_height_max = on.scene.terrain.contact_drag_height_max = bound;
    rf_state state = rf_default_state();
    state.position[2] = -0.3;
    state.velocity[0] = 5;
    REQUIRE(rf_step(&on.scene, &state, nullptr) == RF_OK);
    CHECK(state.velocity[0] == 5);
  }
}

TEST_CASE("a terrain that has no contact drag is not sampled for it") {
  OnPlane on(box_rock(1, 1, 1));
  static rf_terrain plane;
  static uint32_t calls;
  plane = on.scene.terrain;
  on.scene.terrain.sample = [](void*, const double* xy, uint32_t count, rf_terrain_sample* out) {
    ++calls;
    plane.sample(plane.user, xy, count, out);
  };
  const auto calls_of_a_step = [&] {
    rf_state state = rf_default_state();
    state.position[2] = 0.4999;
    calls = 0;
    REQUIRE(rf_step(&on.scene, &state, nullptr) == RF_OK);
    return calls;
  };
  const uint32_t fewest = calls_of_a_step();
  on.scene.terrain.contact_drag_max = 1e9;
  CHECK(calls_of_a_step() == fewest + 1);
}

TEST_CASE("the contact drag acts in contact only") {
  OnPlane on(box_rock(1, 1, 1));
  on.plane.ground.mu_min = on.plane.ground.mu_max = 0;
  on.plane.ground.contact_drag = 5;
  on.renew();
  rf_state low = rf_default_state();
  low.position[2] = 0.4999;
  low.velocity[0] = 2;
  rf_state high = low;
  high.position[2] = 0.6;
  REQUIRE(rf_step(&on.scene, &low, nullptr) == RF_OK);
  REQUIRE(rf_step(&on.scene, &high, nullptr) == RF_OK);
  CHECK(low.velocity[0] == doctest::Approx(2 * (1 - 0.005) / (1 + 0.005)).epsilon(1e-13));
  CHECK(high.velocity[0] == 2);
}

TEST_CASE("contact drag with a height also acts on a rock that is near the ground but not in contact") {
  OnPlane world(box_rock(1, 1, 1));
  world.plane.ground.contact_drag = 0.5;
  world.scene.settings.gravity = 0;
  rf_rock_properties p;
  REQUIRE(rf_rock_get(world.rock.get(), &p) == RF_OK);
  const double half_diagonal = 0.5 * std::sqrt(3.0);
  rf_state state = rf_default_state();
  state.position[2] = 1.4 * half_diagonal;
  state.velocity[0] = 4;
  for (const double height : {0.0, 1.3, 1.5}) {
    INFO(height);
    world.plane.ground.contact_drag_height = height;
    world.renew();
    rf_state one = state;
    std::vector<rf_state> many(4, state);
    REQUIRE(rf_step(&world.scene, &one, nullptr) == RF_OK);
    REQUIRE(rf_step_many(&world.scene, many.data(), 4, 1, nullptr, nullptr) == RF_OK);
    const double dt = world.scene.settings.time_step;
    const double expected = height > 1.4 ? 4 * (1 - 0.25 * dt) / (1 + 0.25 * dt) : 4;
    CHECK(one.velocity[0] == doctest::Approx(expected).epsilon(1e-15));
    CHECK(same_bits(one, many[2]));
  }
}

TEST_CASE("a box on a slope below the angle of friction does not move in any scheme") {
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    OnPlane on(box_rock(2, 2, 1), -0.5, 0);  // slope 0.5, friction 0.6
    on.scene.settings.scheme = scheme;
    on.scene.settings.stop_speed = 0;
    rf_state state = rf_default_state();
    const double half = 0.5 * std::atan(0.5);
    state.orientation[0] = std::cos(half);
    state.orientation[2] = std::sin(half);
    REQUIRE(rf_place_above_ground(&on.scene, &state, -1e-6, nullptr) == RF_OK);
    const rf_state start = state;
    for (int i = 0; i < 5000; ++i) REQUIRE(rf_step(&on.scene, &state, nullptr) == RF_OK);
    for (int k = 0; k < 3; ++k) {
      CHECK(std::fabs(state.position[k] - start.position[k]) < 1e-9);
      CHECK(std::fabs(state.velocity[k]) < 1e-9);
      CHECK(std::fabs(state.angular_velocity[k]) < 1e-9);
    }
    CHECK(state.end == RF_MOVING);
  }
}

TEST_CASE("a box on a slope above the angle of friction slides with g (sin a - mu cos a)") {
  OnPlane on(box_rock(2, 2, 0.4), -0.8, 0);
  on.plane.ground.mu_min = on.plane.ground.mu_max = 0.3;
  on.renew();
  rf_state state = rf_default_state();
  const double angle = std::atan(0.8), half = 0.5 * angle;
  state.orientation[0] = std::cos(half);
  state.orientation[2] = std::sin(half);
  REQUIRE(rf_place_above_ground(&on.scene, &state, -1e-6, nullptr) == RF_OK);
  for (int i = 0; i < 500; ++i) REQUIRE(rf_step(&on.scene, &state, nullptr) == RF_OK);
  const double* v = state.velocity;
  const double speed = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  CHECK(speed == doctest::Approx(9.81 * (std::sin(angle) - 0.3 * std::cos(angle))).epsilon(1e-6));
}

TEST_CASE("a large rock rests on a spike between its vertices without penetration") {
  OnGrid on(box_rock(4, 4, 1), 81, 81, 0.25);
  on.at(40, 40) = 0.5;
  on.grid.ground.mu_min = on.grid.ground.mu_max = 1;
  on.renew();
  on.scene.settings.stop_speed = 0;
  rf_state state = rf_default_state();
  state.position[0] = state.position[1] = 10;
  REQUIRE(rf_place_above_ground(&on.scene, &state, 0, nullptr) == RF_OK);
  CHECK(state.position[2] == doctest::Approx(1).epsilon(1e-12));
  for (int i = 0; i < 200; ++i) REQUIRE(rf_step(&on.scene, &state, nullptr) == RF_OK);
  CHECK(state.position[2] == doctest::Approx(1).epsilon(1e-3));
}
