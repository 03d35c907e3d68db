// F: flight and the drag layer, both exact in the scheme.
#include <algorithm>

#include "verify/groups.h"
#include "verify/world.h"

namespace sandbox::verify {
namespace {

void add_parabola_row(Table& table, rf_scheme scheme) {
  const Rock rock = box_of_mass({1.2, 1.0, 0.5}, 1500);
  const World world(rock, {0, 0, -1000}, coulomb(0.6), endless(scheme, 0.002));
  const Vec v = {12.3, -4.5, 30.1};
  rf_state state = rf_default_state();
  store(v, state.velocity);
  store(Vec{3, -7, 11}, state.angular_velocity);
  Run run(world.scene(), state);
  double worst = 0, path = 0;
  for (int i = 0; i < 5000; ++i) {
    run.step();
    const double t = run.time();
    const Vec exact = t * v + Vec{0, 0, -0.5 * g * t * t};
    path = std::max(path, norm(exact));
    worst = std::max(worst, norm(run.position() - exact));
  }
  table.check(text("flight of 10 s, %s: off the parabola, relative", scheme_text(scheme)), "rounding",
              text("%.1e", worst / path), "r + v t - g t^2 / 2", worst / path < 1e-12);
}

void add_drag_row(Table& table, rf_scheme scheme) {
  const Rock rock = box_of_mass({1.2, 1.0, 0.5}, 1500);
  rf_ground ground = coulomb(0.6);
  ground.layer_drag = 750;
  ground.layer_drag_rotation = 90;
  ground.layer_height = 1000;
  const double dt = 0.01;
  const World world(rock, {0, 0, -500}, ground, endless(scheme, dt, 0));
  rf_state state = rf_default_state();
  store(Vec{20, -7, 3}, state.velocity);
  state.angular_velocity[2] = 9;
  Run run(world.scene(), state);
  const double m = rock.mass(), theta = rock.inertia()[2], h = 0.5 * dt;
  const double factor = (m - h * ground.layer_drag) / (m + h * ground.layer_drag);
  const double rotation_factor = (theta - h * ground.layer_drag_rotation) / (theta + h * ground.layer_drag_rotation);
  double worst = 0, worst_rotation = 0;
  for (int i = 0; i < 1000; ++i) {
    const Vec before = run.velocity();
    const double rotation = run.omega()[2];
    run.step();
    worst = std::max(worst, norm(run.velocity() - factor * before) / norm(before));
    worst_rotation = std::max(worst_rotation, std::fabs(run.omega()[2] / rotation - rotation_factor));
  }
  table.check(text("drag layer, %s: factor of v, omega in a step, off by", scheme_text(scheme)), "rounding",
              text("%.1e, %.1e", worst, worst_rotation), "(m - dt c/2) / (m + dt c/2)",
              worst < 1e-15 && worst_rotation < 1e-15);
}

}  // namespace

void add_flight_rows(Table& table) {
  for (const rf_scheme scheme : {RF_SCHEME_IMPLICIT, RF_SCHEME_EXPLICIT}) {
    add_parabola_row(table, scheme);
    add_drag_row(table, scheme);
  }
}

}  // namespace sandbox::verify
