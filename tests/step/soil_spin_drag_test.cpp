// Drag of the soil layer on the rotation, rf_ground::soil_drag_rotation.
#include <algorithm>
#include <cmath>
#include <vector>

#include "step/worlds.h"

using namespace worlds;

namespace {

// A rough slope of soil alone with drag on the rotation.
struct SpinningSoil : OnGrid {
  explicit SpinningSoil(double drag_rotation, int32_t scheme = RF_SCHEME_IMPLICIT, uint64_t seed = 61)
      : OnGrid(shape_rock(RF_SHAPE_RANDOM, 1, 1.3, 0.8, 30, seed), 60, 60, 0.5), random(seed) {
    set_soil(grid.ground, 8e6);
    grid.ground.soil_drag_rotation = drag_rotation;
    grid.ground.mu_min = 0.4;
    grid.ground.restitution_normal = 0.2;
    scene.settings.scheme = scheme;
    roughen(random, -0.7, 0.1, 0.15);
  }
  rf_state state_near_ground() {
    rf_state state = random_state(random, random.between(5, 25), random.between(5, 25), 0, 8, 12);
    REQUIRE(rf_place_above_ground(&scene, &state, random.between(-0.1, 0.1), nullptr) == RF_OK);
    return state;
  }
  Random random;
};

double rotation_energy_of(const Rock& rock, const rf_state& state) {
  double sum = 0;
  for (int k = 0; k < 3; ++k) sum += 0.5 * rock->inertia[k] * state.angular_velocity[k] * state.angular_velocity[k];
  return sum;
}

double speed_of(const rf_state& state) { return std::hypot(state.velocity[0], state.velocity[1], state.velocity[2]); }

double spin_of(const rf_state& state) {
  const double* const w = state.angular_velocity;
  return std::hypot(w[0], w[1], w[2]);
}

// A rock that moves in soil above its rebound surface: no contact.
rf_state without_contact(Random& random, double height) {
  rf_state state = random_state(random, 0, 0, height, 10, 15);
  state.scar_depth = 10;
  return state;
}

void cross(const double a[3], const double b[3], double out[3]) {
  for (int k = 0; k < 3; ++k) out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

// r + A x with A = 1 + 2 (e0 e~ + e~ e~).
void place_of_vertex(const rf_state& state, const double x[3], double out[3]) {
  const double e0 = state.orientation[0], *const e = state.orientation + 1;
  double once[3], twice[3];
  cross(e, x, once);
  cross(e, once, twice);
  for (int k = 0; k < 3; ++k) out[k] = state.position[k] + x[k] + 2 * (e0 * once[k] + twice[k]);
}

}  // namespace

TEST_CASE("drag of the soil on the rotation slows it with its square, as that on the velocity") {
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    for (const double coefficient : {0.0, 1.0, 2.5}) {
      INFO(std::string(rf_scheme_name(scheme)), " coefficient ", coefficient);
      OnPlane world(box_rock(1, 1.2, 0.8));
      set_soil(world.plane.ground, 1e6);
      world.plane.ground.soil_drag_rotation = coefficient;
      world.scene.settings.scheme = scheme;
      world.scene.settings.gravity = 0;
      world.scene.settings.time_step = 0.0002;
      world.renew();
      rf_rock_properties p;
      REQUIRE(rf_rock_get(world.rock.get(), &p) == RF_OK);
      const double half_height = p.extent[2] / 2;
      rf_state state = rf_default_state();
      state.position[2] = half_height;
      state.velocity[2] = -10;
      state.angular_velocity[2] = 8;
      while (state.position[2] > half_height - 0.12) REQUIRE(rf_step(&world.scene, &state, nullptr) == RF_OK);
      // dv/dt = -a v^2, domega/dt = -k a R omega^2
      const double more = coefficient * p.bounding_radius * (-1 / state.velocity[2] - 1 / 10.0);
      CHECK(-state.velocity[2] < 9.5);
      CHECK(state.angular_velocity[2] == doctest::Approx(1 / (1 / 8.0 + more)).epsilon(1e-3));
    }
  }
}

TEST_CASE(
    "without contact one step of soil scales the rotation by (1 - a) / (1 + a), and its work is all of soil_work") {
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    for (const double coefficient : {1.4, 60.0, 1e6}) {
      INFO(std::string(rf_scheme_name(scheme)), " coefficient ", coefficient);
      OnPlane world(shape_rock(RF_SHAPE_EOTA, 1, 1.3, 0.8));
      set_soil(world.plane.ground, 1e6);
      world.plane.ground.soil_drag_rotation = coefficient;
      world.scene.settings.scheme = scheme;
      world.scene.settings.gravity = 0;
      world.renew();
      const double mass = world.rock->mass, dt = world.scene.settings.time_step;
      Random random(62);
      for (int i = 0; i < 50; ++i) {
        rf_state state = without_contact(random, 0.2);
        const rf_state before = state;
        const ReportedStep step(world.scene, state);
        REQUIRE(step.report.contact_count == 0);
        REQUIRE(step.report.submerged_area > 0);
        const double drag = 0.5 * 2.5 * 1700 * step.report.submerged_area * speed_of(before);
        const double on_spin = coefficient * drag * world.rock->bounding_radius * spin_of(before) / speed_of(before);
        const double a = std::fmin(0.5 * dt * on_spin / mass, 1.0), kept = (1 - a) / (1 + a);
        const double old_rotation = rotation_energy_of(world.rock, before),
                     new_rotation = rotation_energy_of(world.rock, state);
        // The explicit scheme turns the rock with the drag at the same time.
        const double allowed = scheme == RF_SCHEME_EXPLICIT ? 2e-3 : 1e-12;
        CHECK(std::fabs(new_rotation / old_rotation - kept * kept) < allowed);
        CHECK(new_rotation < old_rotation);
        const double translation = 0.5 * mass * (std::pow(speed_of(state), 2) - std::pow(speed_of(before), 2));
        const double rotation = new_rotation - old_rotation;
        CHECK(step.report.soil_work == doctest::Approx(translation + rotation).epsilon(1e-11));
        CHECK(step.report.energy.drag_work == doctest::Approx(translation + rotation).epsilon(1e-11));
      }
    }
  }
}

TEST_CASE("in vegetation on soil soil_work has the part of the torque that the soil has, and no other") {
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    for (const double coefficient : {2.0, 1e5}) {
      INFO(std::string(rf_scheme_name(scheme)), " coefficient ", coefficient);
      OnPlane world(box_rock(1, 1.2, 0.8));
      rf_ground& ground = world.plane.ground;
      set_soil(ground, 1e6);
      ground.soil_drag_rotation = coefficient;
      ground.layer_height = 2;
      ground.layer_drag_rotation = 2e4;
      world.scene.settings.scheme = scheme;
      world.scene.settings.gravity = 0;
      world.renew();
      const double mass = world.rock->mass, dt = world.scene.settings.time_step, inertia = world.rock->inertia[2];
      rf_state state = rf_default_state();
      state.position[2] = 0.3;
      state.velocity[2] = -10;
      state.angular_velocity[2] = 8;
      state.scar_depth = 10;
      const ReportedStep step(world.scene, state);
      const double drag = 0.5 * 2.5 * 1700 * 1.2 * 10;
      const double largest = 2 * inertia / dt;
      const double of_soil =
          std::fmin(coefficient * drag * world.rock->bounding_radius * 8 / 10 * inertia / mass, largest);
      const double both = std::fmin(of_soil + 2e4, largest), half = 0.5 * dt / inertia;
      const double left = 8 * (1 - half * both) / (1 + half * both);
      CHECK(state.angular_velocity[2] == doctest::Approx(left).epsilon(1e-12).scale(8));
      const double translation = 0.5 * mass * (state.velocity[2] * state.velocity[2] - 100);
      const double torque = 0.5 * inertia * (left * left - 64);
      const rf_step_report& report = step.report;
      CHECK(report.energy.drag_work == doctest::Approx(translation + torque).epsilon(1e-12));
      CHECK(report.soil_work == doctest::Approx(translation + torque * of_soil / (of_soil + 2e4)).epsilon(1e-12));
    }
  }
}

TEST_CASE("drag of the soil on the rotation never adds energy, and the balance closes, up to a coefficient of 1e6") {
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    for (const double coefficient : {2.0, 1e3, 1e6}) {
      INFO(std::string(rf_scheme_name(scheme)), " coefficient ", coefficient);
      SpinningSoil world(coefficient, scheme);
      double residual = 0, work = 0, gain = 0;
      int in_soil = 0, touching = 0;
      for (int i = 0; i < 12; ++i) {
        rf_state state = world.state_near_ground();
        for (int k = 0; k < 80 && state.end == RF_MOVING; ++k) {
          rf_step_report report = {};
          REQUIRE(rf_step(&world.scene, &state, &report) == RF_OK);
          const rf_energy_ledger& e = report.energy;
          const double scale = e.kinetic_before + e.kinetic_after + world.rock->mass;
          residual = std::fmax(residual, std::fabs(e.residual) / scale);
          gain = std::fmax(gain, (e.kinetic_after - e.kinetic_before + e.potential_change) / scale);
          work = std::fmax(work, std::fmax(report.soil_work, e.drag_work) / scale);
          // There is no other drag than that of the soil.
          CHECK(std::fabs(report.soil_work - e.drag_work) < 1e-12 * scale);
          in_soil += report.submerged_area > 0;
          touching += report.contact_count > 0;
        }
      }
      CHECK(in_soil > 100);
      CHECK(touching > 20);
      CHECK(residual < 1e-12);
      CHECK(gain < 1e-12);
      CHECK(work < 1e-12);
    }
  }
}

TEST_CASE(
    "with the soil laws that turn the rock by themselves, and on rigid ground, soil_drag_rotation changes no bit") {
  struct Case {
    int32_t law;
    double strength;
    bool acts;
  };
  for (const Case& c : {Case{RF_SOIL_DRAG_AT_S, 8e6, true}, Case{RF_SOIL_DRAG_AT_CENTROID, 8e6, false},
                        Case{RF_SOIL_FACE_PRESSURE, 8e6, false}, Case{RF_SOIL_DRAG_AT_S, 0, false}}) {
    INFO("law ", c.law, " strength ", c.strength);
    std::vector<rf_state> alone[2], together[2];
    for (int with = 0; with < 2; ++with) {
      SpinningSoil world(with ? 5.0 : 0.0);
      world.grid.ground.soil_strength = c.strength;
      world.scene.settings.soil_law = c.law;
      world.renew();
      for (int i = 0; i < 16; ++i) alone[with].push_back(world.state_near_ground());
      together[with] = alone[with];
      step_one_by_one(world.scene, alone[with], 150);
      REQUIRE(rf_step_many(&world.scene, together[with].data(), 16, 150, nullptr, nullptr) == RF_OK);
    }
    int changed = 0;
    for (size_t i = 0; i < 16; ++i) {
      changed += !same_bits(alone[0][i], alone[1][i]);
      if (!c.acts) CHECK(same_bits(together[0][i], together[1][i]));
    }
    CHECK(c.acts == (changed > 10));
    CHECK((c.acts || changed == 0));
  }
}

TEST_CASE("soil_drag_rotation as a field over a grid acts with its value at the deepest vertex, interpolated") {
  OnGrid world(shape_rock(RF_SHAPE_EOTA, 1, 1.3, 0.8), 4, 4, 3);
  Random random(64);
  std::vector<float>& field = world.owner.grid()->fields()[RF_GROUND_SOIL_DRAG_ROTATION];
  for (int i = 0; i < 16; ++i) field.push_back(static_cast<float>(random.between(0, 5)));
  set_soil(world.grid.ground, 1e6);
  world.grid.ground.soil_drag_rotation = 100;  // not used where there is a field
  world.scene.settings.gravity = 0;
  world.renew();
  const double mass = world.rock->mass, dt = world.scene.settings.time_step;
  rf_rock_properties p;
  REQUIRE(rf_rock_get(world.rock.get(), &p) == RF_OK);
  for (int i = 0; i < 60; ++i) {
    rf_state state = without_contact(random, 0.2);
    for (int k = 0; k < 2; ++k) state.position[k] = random.between(1.5, 7.5);
    // Slow: the deepest vertex stays nearly where it is.
    for (int k = 0; k < 3; ++k) state.velocity[k] *= 0.1, state.angular_velocity[k] *= 0.1;
    const rf_state before = state;
    const ReportedStep step(world.scene, state);
    REQUIRE(step.report.submerged_area > 0);
    double deepest[3] = {0, 0, 1e9};
    for (uint32_t v = 0; v < p.vertex_count; ++v) {
      double place[3];
      place_of_vertex(before, p.vertices + 3 * size_t{v}, place);
      if (place[2] < deepest[2]) std::copy(place, place + 3, deepest);
    }
    const double kept = std::sqrt(rotation_energy_of(world.rock, state) / rotation_energy_of(world.rock, before));
    const double a = (1 - kept) / (1 + kept);
    const double drag = 0.5 * 2.5 * 1700 * step.report.submerged_area * speed_of(before);
    const double measured =
        2 * mass * a / dt * speed_of(before) / (drag * world.rock->bounding_radius * spin_of(before));
    const double u = deepest[0] / 3, v = deepest[1] / 3;
    const auto c = static_cast<size_t>(u), r = static_cast<size_t>(v);
    const double eta = u - static_cast<double>(c), xi = v - static_cast<double>(r);
    const float* const f = &field[r * 4 + c];
    const double expected = (1 - xi) * ((1 - eta) * f[0] + eta * f[1]) + xi * ((1 - eta) * f[4] + eta * f[5]);
    CHECK(measured == doctest::Approx(expected).epsilon(0.01));
  }
}

TEST_CASE("rocks in soil with drag on the rotation get the same bits stepped together and alone, in vegetation too") {
  for (const double layer_height : {0.0, 1.5}) {
    for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
      CAPTURE(layer_height);
      CAPTURE(scheme);
      SpinningSoil world(2.0, scheme);
      world.grid.ground.rolling_resistance = 0.1;
      world.grid.ground.layer_height = layer_height;
      world.grid.ground.layer_drag = 60;
      world.grid.ground.layer_drag_rotation = 8;
      world.renew();
      std::vector<rf_state> together;
      for (int i = 0; i < 20; ++i) together.push_back(world.state_near_ground());
      std::vector<rf_state> alone = together;
      for (int k = 0; k < 6; ++k) {
        REQUIRE(rf_step_many(&world.scene, together.data(), 20, 37, nullptr, nullptr) == RF_OK);
        step_one_by_one(world.scene, alone, 37);
        check_same_bits(together, alone);
      }
    }
  }
}
