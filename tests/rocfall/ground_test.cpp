// The RocFall3 models on ground that varies: callbacks, fields, end conditions, edges, resting.
#include <rockfall/hash.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "rocfall/legacy_world.h"
#include "terrain/ground_members.h"

using namespace legacy;

namespace {

// A saddle surface, which one bilinear cell represents exactly, as a grid and as callbacks.
double saddle(double x, double y) { return -0.3 * x + 0.02 * x * y; }

void sample_saddle(void* user, const double* xy, uint32_t count, rf_terrain_sample* out) {
  for (uint32_t i = 0; i < count; ++i) {
    const double x = xy[2 * i], y = xy[2 * i + 1];
    const double sx = -0.3 + 0.02 * y, sy = 0.02 * x, scale = 1 / std::sqrt(1 + sx * sx + sy * sy);
    out[i].height = saddle(x, y);
    out[i].normal[0] = -sx * scale;
    out[i].normal[1] = -sy * scale;
    out[i].normal[2] = scale;
    out[i].ground = *static_cast<rf_ground*>(user);
    out[i].exists = 1;
  }
}

void sample_nan(void*, const double*, uint32_t count, rf_terrain_sample* out) {
  for (uint32_t i = 0; i < count; ++i) {
    out[i] = {};
    out[i].height = std::numeric_limits<double>::quiet_NaN();
    out[i].normal[2] = 1;
    out[i].exists = 1;
  }
}

void sample_without_normal(void*, const double*, uint32_t count, rf_terrain_sample* out) {
  for (uint32_t i = 0; i < count; ++i) {
    out[i] = {};
    out[i].ground = rf_default_ground();
    out[i].exists = 1;
  }
}

// A terrain with a profile along x, constant along y, and nodes 1 m apart.
struct Profile : LegacyWorld {
  Profile(rf_model model, const std::vector<double>& profile, const rf_ground& soil) : LegacyWorld(model, 0, soil) {
    grid.columns = static_cast<uint32_t>(profile.size());
    grid.rows = 11;
    grid.y0 = -5;
    grid.cell_x = grid.cell_y = 1;
    grid.ground = soil;
    for (int row = 0; row < 11; ++row) heights.insert(heights.end(), profile.begin(), profile.end());
    use_grid();
    scene.settings.model = model;
  }
};

std::vector<double> ramp_to_flat(double slope, int down, int flat) {
  std::vector<double> heights;
  for (int i = down; i > 0; --i) heights.push_back(slope * i);
  for (int i = 0; i <= flat; ++i) heights.push_back(0);
  return heights;
}

}  // namespace

TEST_CASE("a terrain of callbacks gives the same trajectory as a grid of the same surface") {
  for (const Kind& kind : kinds) {
    LegacyWorld world(kind.model, 0, ground(0.6, 0.9, 0.5));
    world.scene.settings.rocfall_shape = kind.shape;
    world.grid.columns = world.grid.rows = 2;
    world.grid.cell_x = world.grid.cell_y = 40;
    world.grid.ground = world.plane.ground;
    world.heights = {saddle(0, 0), saddle(40, 0), saddle(0, 40), saddle(40, 40)};
    world.use_grid();
    const rf_terrain of_grid = world.scene.terrain;
    rf_state state = world.placed(10, 15, 3);
    state.velocity[0] = 4;
    rf_state other = state;
    rf_terrain callbacks = rf_default_terrain();
    callbacks.user = &world.plane.ground;
    callbacks.sample = sample_saddle;
    for (int i = 0; i < 1000; ++i) {
      world.scene.terrain = of_grid;
      world.step(state);
      world.scene.terrain = callbacks;
      world.step(other);
    }
    CHECK(state.position[0] > 12);
    for (int k = 0; k < 3; ++k) CHECK(other.position[k] == doctest::Approx(state.position[k]).epsilon(1e-6));
  }
}

TEST_CASE("a rock on ground with NaN heights keeps its state and ends with a fault") {
  for (const Kind& kind : kinds) {
    LegacyWorld world(kind.model, 0, rf_default_ground());
    world.scene.settings.rocfall_shape = kind.shape;
    world.scene.terrain = rf_default_terrain();
    world.scene.terrain.sample = sample_nan;
    rf_state state = rf_default_state();
    state.velocity[0] = 1;
    CHECK(rf_step(&world.scene, &state, nullptr) == RF_FAULTY_STATE);
    CHECK(state.end == RF_ENDED_FAULT);
    CHECK(state.position[0] == 0);
    rf_state broken = rf_default_state();
    broken.velocity[1] = std::numeric_limits<double>::infinity();
    world.use_plane(0, rf_default_ground());
    CHECK(rf_step(&world.scene, &broken, nullptr) == RF_FAULTY_STATE);
  }
}

TEST_CASE("a rock that touches ground whose normal has no length ends with a fault") {
  for (const Kind& kind : kinds) {
    for (const double height : {0.3, 2.0}) {
      LegacyWorld world(kind.model, 0, rf_default_ground());
      world.scene.settings.rocfall_shape = kind.shape;
      world.scene.terrain = rf_default_terrain();
      world.scene.terrain.sample = sample_without_normal;
      rf_state state = rf_default_state();
      state.position[2] = height;
      state.velocity[0] = 1;
      rf_contact contact = {};
      rf_step_report report = {};
      report.contacts = &contact;
      report.contact_capacity = 1;
      rf_status status = RF_OK;
      for (int k = 0; k < 1000 && state.end == RF_MOVING; ++k) {
        status = rf_step(&world.scene, &state, &report);
        REQUIRE(report.contact_count == 0);
      }
      CHECK(status == RF_FAULTY_STATE);
      CHECK(state.end == RF_ENDED_FAULT);
      CHECK(state.velocity[0] == 1);
    }
  }
}

TEST_CASE("a rock that reaches a hole or the edge ends as having left the terrain") {
  for (const rf_model model : {RF_MODEL_ROCFALL_RIGID, RF_MODEL_ROCFALL_LUMPED}) {
    for (const bool hole : {false, true}) {
      Profile world(model, std::vector<double>(12, 0.0), ground(0.5, 0.9, 0.2));
      if (hole) {
        for (size_t i = 9; i < world.heights.size(); i += 12) world.heights[i] = NAN;
        world.use_grid();
      }
      rf_state state = world.placed(3, 0, 0);
      state.velocity[0] = 9;
      world.step(state, 2000);
      CHECK(state.end == RF_ENDED_LEFT_TERRAIN);
      CHECK(state.position[0] > (hole ? 8 : 11));
      CHECK(state.position[0] < (hole ? 8.1 : 11.1));
    }
  }
}

TEST_CASE("ground fields are sampled at the contact point") {
  Profile world(RF_MODEL_ROCFALL_LUMPED, std::vector<double>(12, 0.0), ground(0.5, 0.9, 0.2));
  std::vector<float>& r_n = world.fields[RF_GROUND_ROCFALL_RESTITUTION_NORMAL];
  r_n.resize(world.heights.size());
  for (size_t i = 0; i < r_n.size(); ++i) r_n[i] = i % 12 < 6 ? 0.25f : 0.75f;
  world.use_grid();
  for (const double x : {2.5, 8.5, 5.5}) {
    rf_state state = world.placed(x, 0, 0);
    state.velocity[2] = -8;
    world.scene.settings.gravity = 0;
    world.step(state);
    CHECK(state.velocity[2] == doctest::Approx(8 * (x < 5 ? 0.25 : (x > 6 ? 0.75 : 0.5))).epsilon(1e-12));
  }
}

TEST_CASE("a sphere rolling down a slope hits the flat at the distance of its radius with the impact law") {
  const double slope = 1, r_n = 0.3, r_t = 0.8, mu = 0.9;
  Profile world(RF_MODEL_ROCFALL_RIGID, ramp_to_flat(slope, 20, 60), ground(r_n, r_t, mu));
  world.scene.settings.time_limit = 1000;
  rf_state state = world.placed(8, 0, 0);
  const double foot = 20, angle = std::atan(slope), contact_x = foot + kRadius * std::tan(0.5 * angle);
  double fastest = 0, lowest = 1e9;
  bool has_bounced = false;
  for (int i = 0; i < 3000 && state.end == RF_MOVING; ++i) {
    const rf_state before = state;
    world.step(state);
    if (before.phase == RF_PHASE_ROLLING && state.phase == RF_PHASE_FLIGHT && !has_bounced) {
      has_bounced = true;
      // Rolling from x = 8 to the impact: v^2 = 10/7 g h, v = r omega; then gamma = (v cos a - r omega, -v sin a).
      const double v = std::sqrt(10.0 / 7 * kGravity * slope * (contact_x - 8));
      const double slip = v * (std::cos(angle) - 1), v_t = v * std::cos(angle) + 2.0 / 7 * (r_t - 1) * slip;
      CHECK(state.velocity[0] == doctest::Approx(v_t).epsilon(1e-5));
      CHECK(before.position[0] < contact_x + 1e-9);
      CHECK(state.position[0] > contact_x);
    }
    fastest = std::max(fastest, std::fabs(state.velocity[0]));
    lowest = std::min(lowest, state.position[2]);
  }
  CHECK(has_bounced);
  CHECK(lowest > kRadius - 1e-6);
}

TEST_CASE("a sphere rolling over an edge takes off if it is fast") {
  std::vector<double> heights(11, 0.0);
  for (int i = 1; i <= 30; ++i) heights.push_back(-1.0 * i);
  for (const bool fast : {false, true}) {
    Profile world(RF_MODEL_ROCFALL_RIGID, heights, ground(0.3, 0.8, 5));
    rf_state state = world.placed(5, 0, 0);
    // On the edge a sphere stays on the ground while v^2 / r < g cos(a).
    state.velocity[0] = fast ? 4 : 0.4;
    state.angular_velocity[1] = state.velocity[0] / kRadius;
    bool took_off = false;
    for (int i = 0; i < 8000 && state.position[0] < 10.2; ++i) world.step(state);
    took_off = state.phase == RF_PHASE_FLIGHT;
    CHECK(took_off == fast);
    if (fast) CHECK(state.velocity[0] == doctest::Approx(4).epsilon(1e-3));
  }
}

TEST_CASE("a sphere in a valley comes to rest in contact with both slopes") {
  std::vector<double> heights;
  for (int i = 10; i >= -10; --i) heights.push_back(0.7 * std::abs(i));
  Profile world(RF_MODEL_ROCFALL_RIGID, heights, ground(0.4, 0.8, 0.6, 0.1));
  world.scene.settings.stop_speed = 0.1;
  rf_state state = world.placed(6, 0, 1);
  for (int i = 0; i < 60000 && state.end == RF_MOVING; ++i) world.step(state);
  CHECK(state.end == RF_ENDED_STOPPED);
  CHECK(state.position[0] == doctest::Approx(10).epsilon(1e-4));
  CHECK(state.position[2] == doctest::Approx(kRadius * std::sqrt(1 + 0.49)).epsilon(1e-4));
}

TEST_CASE("a box with RF_ROCFALL_HULL comes to rest on a face, also on a slope below the angle of friction") {
  for (const double slope : {0.0, -0.2}) {
    LegacyWorld world(RF_MODEL_ROCFALL_RIGID, slope, ground(0.3, 0.7, 0.6, 0.05));
    world.scene.settings.rocfall_shape = RF_ROCFALL_HULL;
    world.scene.settings.stop_speed = 0.1;
    rf_state state = world.placed(0, 0, 0.4);
    for (int i = 0; i < 20000 && state.end == RF_MOVING; ++i) world.step(state);
    INFO("slope ", slope, " phase ", state.phase, " at ", state.position[0]);
    CHECK(state.end == RF_ENDED_STOPPED);
    CHECK(world.above_plane(state) > 0.45);
    CHECK(std::fabs(state.position[0]) < 1);
  }
}

TEST_CASE("an impulse makes a resting rock move, and a report does not change the bits") {
  for (const Kind& kind : kinds) {
    LegacyWorld world(kind.model, -0.1, ground(0.3, 0.7, 0.6, 0.3));
    world.scene.settings.rocfall_shape = kind.shape;
    rf_state state = world.placed(0, 0, 0);
    world.step(state, 50);
    const double impulse[3] = {2700 * 3, 0, 2700 * 2};
    REQUIRE(rf_apply_impulse(&world.scene, &state, impulse, nullptr, nullptr) == RF_OK);
    rf_state other = state;
    rf_step_report report = {};
    for (int i = 0; i < 600; ++i) {
      world.step(state);
      REQUIRE(rf_step(&world.scene, &other, &report) == RF_OK);
    }
    CHECK(state.position[0] > 1);
    CHECK(rf_hash_state(&state) == rf_hash_state(&other));
  }
}

TEST_CASE("unknown models and bad ground parameters of the RocFall3 models are refused with their name") {
  LegacyWorld world(RF_MODEL_ROCFALL_RIGID, 0, rf_default_ground());
  rf_error error;
  int32_t model = 7;
  CHECK(rf_model_find("rocfall_lumped", &model) == RF_OK);
  CHECK(model == RF_MODEL_ROCFALL_LUMPED);
  CHECK(rf_model_find("rocfall", &model) == RF_BAD_VALUE);
  CHECK(std::string(rf_model_name(RF_MODEL_COUNT)) == "unknown");
  world.scene.settings.model = RF_MODEL_COUNT;
  CHECK(rf_scene_check(&world.scene, &error) == RF_BAD_VALUE);
  CHECK(std::string(error.text).find("settings.model") != std::string::npos);
  for (int32_t i = RF_GROUND_ROCFALL_RESTITUTION_NORMAL; i < RF_GROUND_FIELD_COUNT; ++i) {
    rf_ground soil = rf_default_ground();
    rockfall::ground_member(soil, i) = -0.5;
    CHECK(rf_ground_check(&soil, &error) == RF_BAD_VALUE);
    CHECK(std::string(error.text).find(rf_ground_field_name(i)) != std::string::npos);
  }
  for (uint32_t i = 0; i < rf_ground_preset_count(); ++i) {
    CHECK(rf_ground_check(&rf_ground_preset_at(i)->ground, &error) == RF_OK);
    CHECK(rf_ground_preset_at(i)->rocfall_confirmed == 0);
  }
}
