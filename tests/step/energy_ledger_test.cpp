#include <cmath>

#include "step/worlds.h"
#include "terrain/ground_members.h"

using namespace worlds;

namespace {

double scale_of(const rf_energy_ledger& e, const rf_scene& scene, const rf_rock_properties& rock, double z) {
  return e.kinetic_before + e.kinetic_after + std::fabs(e.contact_work) + std::fabs(e.drag_work) +
         rock.mass * scene.settings.gravity * std::fabs(z);
}

constexpr int32_t kLimited[] = {RF_GROUND_MU_MIN,
                                RF_GROUND_MU_MAX,
                                RF_GROUND_KAPPA,
                                RF_GROUND_BETA,
                                RF_GROUND_RESTITUTION_THRESHOLD,
                                RF_GROUND_CONTACT_DRAG,
                                RF_GROUND_LAYER_DRAG,
                                RF_GROUND_LAYER_DRAG_ROTATION,
                                RF_GROUND_LAYER_HEIGHT,
                                RF_GROUND_CONTACT_DRAG_HEIGHT,
                                RF_GROUND_ROLLING_RESISTANCE,
                                RF_GROUND_SOIL_STRENGTH,
                                RF_GROUND_SOIL_DRAG,
                                RF_GROUND_SOIL_DRAG_ROTATION,
                                RF_GROUND_SOIL_DENSITY};
constexpr int kLimitedCount = sizeof kLimited / sizeof kLimited[0];

// Soil of which one of these members is at its upper limit, or all of them with kLimitedCount.
rf_ground at_limit(int member) {
  rf_ground ground = rf_default_ground();
  ground.soil_strength = 1e7;
  ground.layer_height = 1e4;
  for (int i = 0; i < kLimitedCount; ++i) {
    if (i == member || member == kLimitedCount) rockfall::ground_member(ground, kLimited[i]) = 1e20;
  }
  ground.mu_max = std::fmax(ground.mu_min, ground.mu_max);
  return ground;
}

bool finite(const rf_step_report& report) {
  const rf_energy_ledger& e = report.energy;
  const double all[] = {e.kinetic_before, e.kinetic_after, e.potential_change, e.drag_work,
                        e.contact_work,   e.residual,      report.soil_work,   report.solver_residual};
  bool good = true;
  for (const double x : all) good = good && std::isfinite(x);
  return good;
}

}  // namespace

TEST_CASE("the energy balance of every step holds to rounding in every scheme") {
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    INFO(std::string(rf_scheme_name(scheme)));
    double worst = 0;
    int touching = 0;
    for (uint64_t seed = 1; seed <= 4; ++seed) {
      BusySlope world(scheme, seed);
      for (int i = 0; i < 250; ++i) {
        rf_state state = world.state_near_ground();
        const rf_state before = state;
        rf_step_report report = {};
        REQUIRE(rf_step(&world.scene, &state, &report) == RF_OK);
        const rf_energy_ledger& e = report.energy;
        touching += report.contact_count > 0;
        CHECK(e.kinetic_before == doctest::Approx(rf_kinetic_energy(&world.scene, &before)).epsilon(1e-14));
        CHECK(e.kinetic_after == doctest::Approx(rf_kinetic_energy(&world.scene, &state)).epsilon(1e-14));
        const double rise = state.position[2] - before.position[2];
        CHECK(e.potential_change == doctest::Approx(world.rock->mass * 9.81 * rise).epsilon(1e-14));
        const double scale = scale_of(e, world.scene, *world.rock.operator->(), before.position[2]);
        // The residual computed from the members equals the reported one.
        const double residual = e.kinetic_after - e.kinetic_before + e.potential_change - e.contact_work - e.drag_work;
        worst = std::fmax(worst, std::fabs(residual) / scale);
        CHECK(std::fabs(e.residual - residual) < 1e-14 * scale);
      }
    }
    CHECK(touching > 300);
    CHECK(worst < 1e-13);
  }
}

TEST_CASE("contact and drag work are never positive for any restitution and friction") {
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    INFO(std::string(rf_scheme_name(scheme)));
    double largest_contact_work = 0, largest_drag_work = 0;
    for (uint64_t seed = 11; seed <= 14; ++seed) {
      BusySlope world(scheme, seed);
      world.grid.ground.restitution_normal = 0.9;
      world.grid.ground.mu_max = 5;
      world.renew();
      for (int i = 0; i < 400; ++i) {
        rf_state state = world.state_near_ground();
        rf_step_report report = {};
        REQUIRE(rf_step(&world.scene, &state, &report) == RF_OK);
        const rf_energy_ledger& e = report.energy;
        const double scale = e.kinetic_before + e.kinetic_after;
        largest_contact_work = std::fmax(largest_contact_work, e.contact_work / scale);
        largest_drag_work = std::fmax(largest_drag_work, e.drag_work / scale);
      }
    }
    CHECK(largest_contact_work < 1e-12);
    CHECK(largest_drag_work < 1e-12);
  }
}

TEST_CASE("the contact work equals the sum over the reported contacts") {
  // A cube has equal principal moments: its angular velocity is constant in the torque-free rotation.
  OnPlane on(box_rock(1, 1, 1), -0.4, 0.2);
  on.plane.ground.restitution_normal = 0.5;
  on.renew();
  Random random(3);
  int touching = 0;
  for (int i = 0; i < 300; ++i) {
    rf_state state = random_state(random, 0, 0, 0, 5, 10);
    REQUIRE(rf_place_above_ground(&on.scene, &state, -0.02, nullptr) == RF_OK);
    rf_contact contacts[RF_MAX_CONTACTS];
    rf_step_report report = {};
    report.contacts = contacts;
    report.contact_capacity = RF_MAX_CONTACTS;
    REQUIRE(rf_step(&on.scene, &state, &report) == RF_OK);
    double work = 0;
    for (uint32_t k = 0; k < report.contact_count; ++k) {
      const rf_contact& c = contacts[k];
      for (int j = 0; j < 3; ++j) work += 0.5 * (c.velocity_before[j] + c.velocity_after[j]) * c.percussion[j];
      touching += c.percussion[0] > 0;
    }
    CHECK(std::fabs(work - report.energy.contact_work) < 1e-11 * (1 + report.energy.kinetic_before));
  }
  CHECK(touching > 100);
}

TEST_CASE("the energy balance is finite where members of the ground are at their upper limits") {
  for (const double size : {1e-3, 1.0, 1e3}) {
    OnPlane on(shape_rock(RF_SHAPE_RANDOM, size, 1.2 * size, 0.8 * size, 20), -0.5);
    Random random(7);
    int in_soil = 0, touching = 0;
    for (int member = 0; member <= kLimitedCount; ++member) {
      on.plane.ground = at_limit(member);
      on.renew();
      for (int i = 0; i < 3 * RF_SCHEME_COUNT * RF_SOIL_LAW_COUNT; ++i) {
        on.scene.settings.scheme = i % RF_SCHEME_COUNT;
        on.scene.settings.soil_law = i / RF_SCHEME_COUNT % RF_SOIL_LAW_COUNT;
        const double speed = std::pow(10.0, random.between(-3, 4));
        rf_state state = random_state(random, 0, 0, 0, speed, speed / size);
        REQUIRE(rf_place_above_ground(&on.scene, &state, -size * random.between(0, 0.5), nullptr) == RF_OK);
        state.scar_depth = i % 2 ? 0.1 * size : 0;
        rf_step_report report = {};
        CAPTURE(member);
        CAPTURE(on.scene.settings.scheme);
        CAPTURE(on.scene.settings.soil_law);
        REQUIRE(rf_step(&on.scene, &state, &report) == RF_OK);
        CHECK(finite(report));
        in_soil += report.submerged_area > 0;
        touching += report.contact_count > 0;
      }
    }
    CHECK(in_soil > 100);
    CHECK(touching > 100);
  }
}
