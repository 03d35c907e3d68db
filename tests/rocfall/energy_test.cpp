// Energy of the RocFall3 models on ground with near-vertical faces, peaks and holes.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "rocfall/legacy_world.h"
#include "support/refusal.h"
#include "support/sanitized.h"
#include "support/scenes.h"

using namespace support;

namespace {

// Steps, spikes and holes; faces of up to 85 degrees.
struct SteepGround : OnGrid {
  SteepGround(uint64_t seed, bool holes) : OnGrid(shape_rock(RF_SHAPE_RANDOM, 1, 1.3, 0.8, 30, seed), 30, 30, 0.8) {
    Random random(seed);
    for (uint32_t r = 0; r < 30; ++r) {
      for (uint32_t c = 0; c < 30; ++c) {
        at(c, r) = -0.8 * c + random.between(-0.3, 0.3) + (random.uniform() < 0.1 ? random.between(0, 8) : 0);
        if (holes && random.uniform() < 0.03) at(c, r) = kNaN;
      }
    }
    rf_ground& ground = grid.ground;
    ground.rocfall_restitution_normal = random.uniform();
    ground.rocfall_restitution_tangential = random.uniform();
    ground.rocfall_friction = random.between(0, 3);
    ground.rocfall_rolling_friction = random.uniform();
    ground.rocfall_bounce_speed = random.uniform() < 0.5 ? 0 : 0.1;
    renew();
    scene.settings.time_step = random.between(0.001, 0.02);
    scene.settings.stop_speed = 0;
  }
};

struct Worst {
  double residual = 0, growth = 0, work = 0, pull = 0;
  int contacts = 0;
};

// All steps of one rock, relative to its energies.
void run(const rf_scene& scene, double mass, rf_state state, Worst& worst) {
  rf_contact contacts[RF_MAX_CONTACTS];
  for (int i = 0; i < 600 && state.end == RF_MOVING; ++i) {
    rf_step_report report = {};
    report.contacts = contacts;
    report.contact_capacity = RF_MAX_CONTACTS;
    REQUIRE(rf_step(&scene, &state, &report) == RF_OK);
    const rf_energy_ledger& e = report.energy;
    const double scale = e.kinetic_before + e.kinetic_after + std::fabs(e.potential_change) +
                         1e-3 * mass * 9.81 * (1 + std::fabs(state.position[2]));
    worst.residual = std::max(worst.residual, std::fabs(e.residual) / scale);
    worst.growth = std::max(worst.growth, (e.kinetic_after - e.kinetic_before + e.potential_change) / scale);
    worst.work = std::max(worst.work, e.contact_work / scale);
    for (uint32_t k = 0; k < std::min(report.contact_count, RF_MAX_CONTACTS); ++k) {
      worst.pull = std::max(worst.pull, -contacts[k].percussion[0]);
      ++worst.contacts;
    }
  }
}

// Sanitized steps of these models take many times as long.
uint64_t ground_count() { return is_sanitized() ? 1 : 4; }

// One ground alone may be touched seldom.
int least_contacts() { return is_sanitized() ? 20 : 320; }

Worst run_all(int32_t model, int32_t shape, bool holes) {
  Worst worst;
  for (uint64_t seed = 1; seed <= ground_count(); ++seed) {
    SteepGround on(seed, holes);
    on.scene.settings.model = model;
    on.scene.settings.rocfall_shape = shape;
    Random random(seed + 100);
    for (int k = 0; k < 6; ++k) {
      rf_state start = random_state(random, random.between(3, 20), random.between(3, 20), 0, 8, 12);
      // Some start in the ground, next to steep faces.
      if (rf_place_above_ground(&on.scene, &start, random.between(-0.6, 0.2), nullptr) != RF_OK) continue;
      run(on.scene, on.rock->mass, start, worst);
    }
  }
  return worst;
}

}  // namespace

TEST_CASE("the RocFall3 models create no energy on steep ground and the ground never pulls" *
          doctest::test_suite("long")) {
  for (const bool holes : {false, true}) {
    for (const int32_t model : {RF_MODEL_ROCFALL_RIGID, RF_MODEL_ROCFALL_LUMPED}) {
      for (const int32_t shape : {RF_ROCFALL_SPHERE, RF_ROCFALL_HULL}) {
        CAPTURE(holes);
        CAPTURE(model);
        CAPTURE(shape);
        const Worst worst = run_all(model, shape, holes);
        CHECK(worst.contacts > least_contacts());
        CHECK(worst.residual < 1e-10);
        CHECK(worst.growth < 1e-10);
        CHECK(worst.work < 1e-12);
        CHECK(worst.pull < 1e-9);
      }
    }
  }
}

TEST_CASE("the contact does no work on a sphere that rolls with a slip below what counts as slip") {
  const double slope = -0.3;
  for (const double slip : {-5e-10, 3e-12, 5e-10}) {
    legacy::LegacyWorld world(RF_MODEL_ROCFALL_RIGID, slope, legacy::ground(0.3, 0.8, 3, 0.1));
    rf_state state = world.placed(0, 0, 0);
    world.step(state);
    REQUIRE(state.phase == RF_PHASE_ROLLING);
    const double speed = 0.01;
    state.velocity[0] = speed * world.nz();
    state.velocity[2] = -speed * world.nx();
    state.angular_velocity[1] = (speed + slip) / legacy::kRadius;
    rf_step_report report = {};
    REQUIRE(rf_step(&world.scene, &state, &report) == RF_OK);
    CHECK(state.phase == RF_PHASE_ROLLING);
    CHECK(report.energy.contact_work <= 1e-13 * report.energy.kinetic_before);
    CHECK(std::fabs(report.energy.residual) <= 1e-10 * report.energy.kinetic_before);
  }
}
