// Steps on ground with a soil layer (Lu et al. 2019).
#include <cmath>
#include <vector>

#include "step/worlds.h"

using namespace worlds;

namespace {

// A rough slope of soil.
struct SoilSlope : BusySlope {
  SoilSlope(int32_t scheme, int32_t law, uint64_t seed, double drag_rotation = 0) : BusySlope(scheme, seed) {
    set_soil(grid.ground, 8e6);
    grid.ground.soil_drag_rotation = drag_rotation;
    scene.settings.soil_law = law;
    renew();
  }
};

// Relative deviation from v0 exp(-C rho A z / (2 m)) of a box pushed flat into soil without gravity.
double deviation_of_flat_entry(double time_step) {
  OnPlane world(box_rock(1, 1, 1));
  set_soil(world.plane.ground, 1e6);
  world.scene.settings.gravity = 0;
  world.scene.settings.time_step = time_step;
  world.renew();
  rf_state state = rf_default_state();
  state.position[2] = 0.5;
  state.velocity[2] = -10;
  const double rate = 0.5 * 2.5 * 1700 * 1 / world.rock->mass;
  double worst = 0;
  while (state.position[2] > 0.5 - 0.15) {
    REQUIRE(rf_step(&world.scene, &state, nullptr) == RF_OK);
    const double exact = 10 * std::exp(-rate * (0.5 - state.position[2]));
    worst = std::fmax(worst, std::fabs(-state.velocity[2] / exact - 1));
  }
  CHECK(state.scar_depth > 0.15);  // the rebound surface has not been reached
  return worst;
}

}  // namespace

TEST_CASE("a box pushed flat into soil slows down as the closed solution says, to first order in the time step") {
  const double coarse = deviation_of_flat_entry(0.0008), fine = deviation_of_flat_entry(0.0004);
  CHECK(coarse < 0.02);
  CHECK(coarse / fine > 1.6);
}

TEST_CASE("on soil the energy balance closes and no step gains energy, in every scheme and for every soil law") {
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    for (int32_t law = 0; law < RF_SOIL_LAW_COUNT; ++law) {
      INFO(std::string(rf_scheme_name(scheme)), " law ", law);
      double residual = 0, work = 0;
      int in_soil = 0;
      SoilSlope world(scheme, law, 21, law == RF_SOIL_DRAG_AT_S ? 2.5 : 0);
      for (int i = 0; i < 12; ++i) {
        rf_state state = world.state_near_ground();
        for (int k = 0; k < 60 && state.end == RF_MOVING; ++k) {
          rf_step_report report = {};
          REQUIRE(rf_step(&world.scene, &state, &report) == RF_OK);
          const rf_energy_ledger& e = report.energy;
          const double scale = e.kinetic_before + e.kinetic_after + world.rock->mass;
          residual = std::fmax(residual, std::fabs(e.residual) / scale);
          work = std::fmax(work, std::fmax(e.drag_work, e.contact_work) / scale);
          work = std::fmax(work, report.soil_work / scale);
          CHECK(report.soil_work >= e.drag_work - 1e-12 * scale);
          in_soil += report.submerged_area > 0;
        }
      }
      CHECK(in_soil > 100);
      CHECK(residual < 1e-12);
      CHECK(work < 1e-12);
    }
  }
}

TEST_CASE("where the impulse of the soil is beyond the range of a double, the report remains finite") {
  for (int32_t law = 0; law < RF_SOIL_LAW_COUNT; ++law) {
    for (const double depth : {1e100, 1e155, 1e200, 1e300}) {
      CAPTURE(law);
      CAPTURE(depth);
      OnPlane world(box_rock(1, 1, 1));
      set_soil(world.plane.ground, 1e7);
      world.renew();
      world.scene.settings.soil_law = law;
      rf_state state = rf_default_state();
      state.position[2] = -depth;
      state.velocity[0] = 5;
      state.velocity[2] = -2;
      rf_step_report report = {};
      REQUIRE(rf_step(&world.scene, &state, &report) == RF_OK);
      CHECK(report.submerged_area > 0);
      CHECK(std::isfinite(report.soil_work));
      CHECK(report.energy.drag_work <= 0);
      CHECK(std::isfinite(report.energy.residual));
    }
  }
}

TEST_CASE("ground of strength 0 gives the same bits whatever its drag and density, and has no scars") {
  constexpr uint32_t rocks = 40, steps = 400;
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    CAPTURE(scheme);
    BusySlope world(scheme, 5);
    std::vector<rf_state> start;
    for (uint32_t i = 0; i < rocks; ++i) start.push_back(world.state_near_ground());
    const auto moved = [&](bool one_by_one) {
      world.renew();
      std::vector<rf_state> states = start;
      if (one_by_one) {
        step_one_by_one(world.scene, states, steps);
      } else {
        REQUIRE(rf_step_many(&world.scene, states.data(), rocks, steps, nullptr, nullptr) == RF_OK);
      }
      return states;
    };
    rf_ground& ground = world.grid.ground;
    ground.soil_drag = ground.soil_density = ground.soil_drag_rotation = 0;
    const std::vector<rf_state> rigid = moved(false);
    set_soil(ground, 0);
    ground.soil_drag_rotation = 2.5;
    world.scene.settings.soil_law = RF_SOIL_FACE_PRESSURE;
    check_same_bits(moved(true), rigid);
    world.scene.settings.soil_law = RF_SOIL_DRAG_AT_S;
    check_same_bits(moved(false), rigid);
    // A field that is 0 everywhere, over ground with soil.
    world.owner.grid()->fields()[RF_GROUND_SOIL_STRENGTH].assign(world.heights.size(), 0.0F);
    ground.soil_strength = 5e6;
    check_same_bits(moved(false), rigid);
    for (const rf_state& state : rigid) CHECK(state.scar_depth == 0);
  }
}

TEST_CASE("a scar only deepens up to scar_length, or always with scar_length 0, and has depth 0 outside the soil") {
  for (const double length : {2.0, 0.5, 0.0}) {
    CAPTURE(length);
    SoilSlope world(RF_SCHEME_IMPLICIT, RF_SOIL_DRAG_AT_S, 31);
    world.scene.settings.scar_length = length;
    int left = 0, shrinking = 0;
    double deepest = 0;
    rf_rock_properties p;
    REQUIRE(rf_rock_get(world.rock.get(), &p) == RF_OK);
    for (int i = 0; i < 20; ++i) {
      rf_state state = world.state_near_ground();
      for (int k = 0; k < 400 && state.end == RF_MOVING; ++k) {
        const rf_state before = state;
        REQUIRE(rf_step(&world.scene, &state, nullptr) == RF_OK);
        if (state.scar_depth > 0) {
          const bool behind = length > 0 && state.scar_path > 2 * length * p.bounding_radius;
          CHECK((state.scar_depth >= before.scar_depth || behind));
          CHECK(state.scar_path >= before.scar_path);
          shrinking += state.scar_depth < before.scar_depth;
          deepest = std::fmax(deepest, state.scar_depth);
        } else {
          CHECK(state.scar_path == 0);
          left += before.scar_depth > 0;
        }
      }
    }
    CHECK(left > 5);
    if (length <= 0.5) CHECK((shrinking > 0) == (length > 0));
    CHECK(deepest > 0.02);
    CHECK(deepest <= p.bounding_radius);
  }
}

TEST_CASE("a rock rests on the rebound surface: depth constant, no creep in 60 s") {
  OnPlane world(shape_rock(RF_SHAPE_EOTA, 1, 1, 1), -0.3);
  set_soil(world.plane.ground, 5e6);
  world.plane.ground.mu_min = world.plane.ground.mu_max = 0.9;
  world.plane.ground.rolling_resistance = 0.35;
  world.scene.settings.stop_speed = 0;
  world.renew();
  rf_state state = rf_default_state();
  REQUIRE(rf_place_above_ground(&world.scene, &state, 0.3, nullptr) == RF_OK);
  for (int i = 0; i < 5000; ++i) REQUIRE(rf_step(&world.scene, &state, nullptr) == RF_OK);
  const rf_state settled = state;
  CHECK(settled.scar_depth > 0.01);
  for (int i = 0; i < 30000; ++i) REQUIRE(rf_step(&world.scene, &state, nullptr) == RF_OK);
  CHECK(state.scar_depth == settled.scar_depth);
  double moved = 0;
  for (int k = 0; k < 3; ++k) moved += std::fabs(state.position[k] - settled.position[k]);
  CHECK(moved < 1e-3);
}

TEST_CASE("rocks in soil get the same bits stepped together and alone, whatever the length of a scar") {
  for (const double length : {2.0, 0.5, 0.0}) {
    SoilSlope world(RF_SCHEME_IMPLICIT, RF_SOIL_DRAG_AT_S, 41);
    world.grid.ground.layer_drag = world.grid.ground.layer_drag_rotation = 0;
    world.scene.settings.scar_length = length;
    world.renew();
    std::vector<rf_state> together;
    for (int i = 0; i < 40; ++i) together.push_back(world.state_near_ground());
    std::vector<rf_state> alone = together;
    for (int k = 0; k < 10; ++k) {
      REQUIRE(rf_step_many(&world.scene, together.data(), 40, 37, nullptr, nullptr) == RF_OK);
      step_one_by_one(world.scene, alone, 37);
      check_same_bits(together, alone);
    }
  }
}

TEST_CASE("a rock in soil that turns too fast for its orientation to be computed ends by a fault, together as alone") {
  for (int scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    for (const double spin : {1e40, 1e70, 1e150}) {
      CAPTURE(scheme);
      CAPTURE(spin);
      OnPlane world(box_rock(1, 1.3, 0.7));
      world.plane.ground.soil_strength = 5e7;
      world.scene.settings.scheme = static_cast<rf_scheme>(scheme);
      world.renew();
      rf_state alone = rf_default_state();
      alone.position[2] = 0.3;
      alone.velocity[0] = 10;
      alone.angular_velocity[0] = spin;
      alone.angular_velocity[1] = 0.27;
      std::vector<rf_state> together(8, alone);
      // The director scheme has no bound of the rotation in a step.
      const bool ends = scheme != RF_SCHEME_DIRECTOR || spin > 1e60;
      CHECK(rf_step(&world.scene, &alone, nullptr) == (ends ? RF_FAULTY_STATE : RF_OK));
      CHECK(alone.end == (ends ? RF_ENDED_FAULT : RF_MOVING));
      REQUIRE(rf_step_many(&world.scene, together.data(), 8, 1, nullptr, nullptr) == RF_OK);
      for (const rf_state& state : together) CHECK(same_bits(state, alone));
    }
  }
}

TEST_CASE("on ground of soil only, rocks get the same bits stepped together, observed and alone") {
  int sinking = 0, resting = 0;
  for (const double cell : {0.2, 0.7, 3.0}) {
    for (const double rolling : {0.0, 0.02, 0.2}) {
      OnGrid world(shape_rock(RF_SHAPE_EOTA, 0.9, 0.7, 0.8), 25, 25, cell);
      Random random(51);
      world.roughen(random, -0.5, 0.1, 0.15);
      set_soil(world.grid.ground, 6e6);
      world.grid.ground.soil_drag_rotation = 100 * rolling;
      world.grid.ground.rolling_resistance = rolling;
      world.renew();
      constexpr uint32_t rocks = 21, steps = 60;
      std::vector<rf_state> together;
      for (uint32_t i = 0; i < rocks; ++i) {
        rf_state state = rf_default_state();
        for (int k = 0; k < 2; ++k) state.position[k] = random.between(0.3, 0.7) * 24 * cell;
        random.orientation(state.orientation);
        REQUIRE(rf_place_above_ground(&world.scene, &state, random.between(-0.02, 0.05), nullptr) == RF_OK);
        for (double& v : state.velocity) v = random.between(-3, 3);
        for (double& w : state.angular_velocity) w = random.between(-6, 6);
        together.push_back(state);
      }
      std::vector<rf_state> alone = together, seen = together;
      std::vector<uint32_t> impacts(rocks, 0);
      std::vector<uint8_t> in_contact(rocks, 0);
      rf_observation observation = rf_default_observation();
      observation.impacts = impacts.data();
      observation.in_contact = in_contact.data();
      for (int k = 0; k < 10; ++k) {
        REQUIRE(rf_step_many(&world.scene, together.data(), rocks, steps, nullptr, nullptr) == RF_OK);
        REQUIRE(rf_step_many_observed(&world.scene, seen.data(), rocks, steps, nullptr, &observation, nullptr) ==
                RF_OK);
        for (size_t i = 0; i < rocks; ++i) {
          for (uint32_t n = 0; n < steps && alone[i].end == RF_MOVING; ++n) {
            rf_step_report report = {};
            REQUIRE(rf_step(&world.scene, &alone[i], &report) == RF_OK);
            sinking += alone[i].scar_depth > 0 && report.contact_count == 0;
            resting += alone[i].scar_depth > 0 && report.contact_count > 0;
          }
          CHECK(same_bits(together[i], alone[i]));
          CHECK(same_bits(seen[i], alone[i]));
        }
      }
    }
  }
  CHECK(sinking > 1000);
  CHECK(resting > 1000);
}

TEST_CASE("a compact block goes less than half as far on soft soil as on rigid ground in the same time") {
  double distance[2];
  for (int soft = 0; soft < 2; ++soft) {
    OnPlane world(shape_rock(RF_SHAPE_EOTA, 1, 1, 1), -std::tan(30 * 3.14159265358979 / 180));
    world.plane.ground.mu_min = world.plane.ground.mu_max = 0.6;
    world.plane.ground.restitution_normal = 0.5;
    set_soil(world.plane.ground, soft ? 3e6 : 0);
    world.scene.settings.time_limit = 10;
    world.renew();
    rf_state state = rf_default_state();
    REQUIRE(rf_place_above_ground(&world.scene, &state, 0.1, nullptr) == RF_OK);
    state.velocity[0] = 5;
    while (state.end == RF_MOVING) REQUIRE(rf_step(&world.scene, &state, nullptr) == RF_OK);
    distance[soft] = state.position[0];
  }
  CHECK(distance[1] < 0.5 * distance[0]);
}
