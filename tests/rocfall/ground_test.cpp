// The legacy models on rough ground: balances, ends, and what they must never do.
#include <algorithm>
#include <limits>
#include <string>

#include "rocfall/legacy_world.h"

using namespace legacy;

namespace {

struct Kind {
  rf_model model;
  rf_rocfall_shape shape;
};

constexpr Kind kinds[] = {{RF_MODEL_ROCFALL_RIGID, RF_ROCFALL_SPHERE},
                          {RF_MODEL_ROCFALL_LUMPED, RF_ROCFALL_SPHERE},
                          {RF_MODEL_ROCFALL_RIGID, RF_ROCFALL_HULL}};

struct Rough : determinism::World {
  explicit Rough(const Kind& kind, double cap = 0, double time_step = 0.002) {
    add_octahedron();
    add_box(1.2, 0.8, 0.5);
    rf_ground soil = ground(0.45, 0.85, 0.55, 0.15);
    soil.rocfall_impulse_cap = cap;
    use_slope(61, 31, 1.5, 0.8, 0.3, soil);
    scene.settings.model = kind.model;
    scene.settings.rocfall_shape = kind.shape;
    scene.settings.time_step = time_step;
    scene.settings.time_limit = 60;
  }
};

struct Books {
  double residual = 0;  // of the ledger, over the energies in it
  double gain = 0;      // of a step, over the same
  double depth = 0;     // of S below the ground
  long contacts = 0;
  long steps = 0;
};

Books follow(const Rough& world, rf_state& state) {
  Books books;
  std::vector<rf_contact> contacts(64);
  rf_step_report report = {};
  report.contacts = contacts.data();
  report.contact_capacity = 64;
  const double fall = world.scene.settings.gravity * world.scene.settings.time_step;
  rf_rock_properties rock;
  REQUIRE(rf_rock_get(world.scene.rocks[state.rock], &rock) == RF_OK);
  while (state.end == RF_MOVING) {
    REQUIRE(rf_step(&world.scene, &state, &report) == RF_OK);
    const rf_energy_ledger& e = report.energy;
    const double energy = std::max(energy_of(e), rock.mass * fall * fall);
    books.residual = std::max(books.residual, std::fabs(e.residual) / energy);
    books.gain = std::max(books.gain, (e.kinetic_after - e.kinetic_before + e.potential_change) / energy);
    CHECK(e.drag_work <= 0);
    double work = 0;
    for (uint32_t i = 0; i < report.contact_count; ++i) {
      for (int k = 0; k < 3; ++k) {
        work += 0.5 * (contacts[i].velocity_before[k] + contacts[i].velocity_after[k]) * contacts[i].percussion[k];
      }
    }
    // Standing still at the end takes the last of the energy without a contact of its own.
    CHECK(e.contact_work <= work + 1e-9 * energy);
    books.contacts += report.contact_count;
    ++books.steps;
    rf_terrain_sample below;
    rf_terrain_at(&world.scene.terrain, state.position[0], state.position[1], &below);
    if (below.exists) books.depth = std::max(books.depth, below.height - state.position[2]);
  }
  return books;
}

}  // namespace

TEST_CASE("on rough ground every step of the legacy models balances and none gives energy") {
  for (const Kind& kind : kinds) {
    for (const double cap : {0.0, 1.0}) {
      const Rough world(kind, cap);
      for (uint32_t i = 0; i < 12; ++i) {
        rf_state state = const_cast<Rough&>(world).drop(i % 2, 4, 6 + 2.5 * i, 1.5);
        const Books books = follow(world, state);
        INFO("model ", kind.model, " shape ", kind.shape, " rock ", i, " end ", state.end, " at ", state.position[0]);
        CHECK(books.residual < 1e-9);
        CHECK(books.gain < 1e-9);
        CHECK(books.contacts > 0);
        CHECK(books.depth < 1e-6);
        CHECK(state.end != RF_ENDED_FAULT);
        CHECK(state.position[0] > 10);
      }
    }
  }
}
