// R: the legacy models of RocFall3 against their closed forms.
#include <algorithm>

#include "verify/groups.h"
#include "verify/world.h"

namespace sandbox::verify {
namespace {

/** Radius of the sphere with the volume of the cube of 1 m. */
double sphere_radius() { return std::cbrt(3 / (4 * pi)); }

rf_ground soil(double r_n, double r_t, double friction, double rolling_friction = 0, bool cap = false) {
  rf_ground ground = rf_default_ground();
  ground.rocfall_restitution_normal = r_n;
  ground.rocfall_restitution_tangential = r_t;
  ground.rocfall_friction = friction;
  ground.rocfall_rolling_friction = rolling_friction;
  ground.rocfall_impulse_cap = cap ? 1 : 0;
  return ground;
}

rf_settings by_model(rf_model model, double time_step = 0.002, double gravity = g) {
  rf_settings settings = endless(RF_SCHEME_IMPLICIT, time_step, gravity);
  settings.model = model;
  return settings;
}

double off(double measured, double expected) { return std::fabs(measured / expected - 1); }

/** Initial velocities: normal to the slope, down the slope, and angular in the sense of rolling down, rad/s. */
struct Launch {
  double normal = 0, along = 0, omega = 0;
};

/** A cube of 1 m on a slope. */
struct SlopeCase {
  Rock rock;
  World world;
  Run run;
  SlopeCase(double angle, const rf_ground& ground, const rf_settings& settings, double clearance = 0,
            const Launch& launch = {})
      : rock(shape_points(RF_SHAPE_BOX, {1, 1, 1}), RF_SIZE_BY_DENSITY, 2700),
        world(rock, {angle, radians(20)}, ground, settings),
        run(world.scene(), launched(world, clearance, launch)) {}

  static rf_state launched(const World& world, double clearance, const Launch& launch) {
    rf_state state = world.start({1, 0, 0, 0}, clearance);
    store(launch.normal * world.normal() + launch.along * world.downhill(), state.velocity);
    const Vec omega = launch.omega * cross(world.normal(), world.downhill());
    store(turned(conjugate(load_quaternion(state.orientation)), omega), state.angular_velocity);
    return state;
  }
  double speed() const { return dot(run.velocity(), world.downhill()); }
  double omega() const {
    const Vec omega = turned(load_quaternion(run.state().orientation), run.omega());
    return dot(omega, cross(world.normal(), world.downhill()));
  }
};

const char* name_of(rf_model model) { return model == RF_MODEL_ROCFALL_RIGID ? "sphere" : "lumped mass"; }

/** Heights and times of five bounces, and where and when it ends. */
void add_bounces(Table& table, rf_model model) {
  const double r_n = 0.6, height = 2, v0 = std::sqrt(2 * g * height), least = 0.3;
  rf_ground ground = soil(r_n, 0.9, 0.5);
  ground.rocfall_bounce_speed = least;
  SlopeCase one(0, ground, by_model(model), height);
  const double rest_height = model == RF_MODEL_ROCFALL_RIGID ? sphere_radius() : 0;
  double worst_height = 0, worst_time = 0, top_time = 0, v = v0;
  int tops = 0;
  double last_top = -1;
  while (one.run.state().phase == RF_PHASE_FLIGHT && one.run.time() < 20) {
    const double rise = one.run.velocity()[2];
    const double top = one.run.position()[2] - rest_height + rise * rise / (2 * g), at = one.run.time() + rise / g;
    if (at - last_top > 1e-6) {
      if (tops > 0) top_time += v / r_n / g * (1 + r_n);
      worst_height = std::max(worst_height, off(top, v * v / (2 * g)));
      worst_time = std::max(worst_time, std::fabs(at - top_time));
      last_top = at;
      v *= r_n;
      ++tops;
    }
    one.run.step();
  }
  table.check(text("%s dropped from 2 m, R_N 0.6: tops of %d parabolas off by", name_of(model), tops), "1e-9",
              text("%.1e of the height, %.1e s", worst_height, worst_time), "h R_N^2k, v0/g (1 + R_N) sum R_N^k",
              tops >= 5 && worst_height < 1e-9 && worst_time < 1e-9);
  double expected = v0 / g;
  for (double u = r_n * v0; u >= least; u *= r_n) expected += 2 * u / g;
  const double measured = one.run.time();
  one.run.step();
  one.run.step();
  table.check(text("%s: comes to rest at", name_of(model)), text("%.4f s, the step of it", expected),
              text("%.4f s, %.1e m off the ground", measured, one.run.position()[2] - rest_height),
              "outgoing speed < 0.3 m/s",
              measured >= expected && measured - expected < 0.002 + 1e-9 &&
                  std::fabs(one.run.position()[2] - rest_height) < 1e-9 && norm(one.run.velocity()) == 0);
}

/** One oblique impact on a slope, without gravity. */
void add_impact(Table& table, rf_model model, bool cap) {
  const double r_n = 0.4, r_t = 0.2, mu = 0.1, v_n = 6, v_t = 9, omega = -4, r = sphere_radius();
  SlopeCase one(radians(30), soil(r_n, r_t, mu, 0, cap), by_model(model, 0.002, 0), 0.004, {-v_n, v_t, omega});
  one.run.step();
  one.run.step();
  const bool sphere = model == RF_MODEL_ROCFALL_RIGID;
  const double slip = v_t - r * omega;
  const double free = sphere ? 2.0 / 7 * (r_t - 1) * slip : (r_t - 1) * v_t;
  const double change = cap && sphere ? std::max(free, -mu * (1 + r_n) * v_n) : free;
  const double turned_to = sphere ? omega - 2.5 * change / r : 0;
  const double normal = dot(one.run.velocity(), one.world.normal());
  const double worst = std::max(
      {std::fabs(normal - r_n * v_n), std::fabs(one.speed() - v_t - change), std::fabs(one.omega() - turned_to)});
  table.check(text("%s, oblique impact%s: v_n, v_t, omega off by", name_of(model), cap ? " with the cap" : ""),
              text("%.4f, %.4f, %.4f; 1e-12", r_n * v_n, v_t + change, turned_to), text("%.1e", worst),
              sphere ? "R3 2.8-2.13" : "R_N, R_T", worst < 1e-12);
}

void add_rolling(Table& table, double mu_r) {
  const double angle = radians(25), expected = 5.0 / 7 * g * (std::sin(angle) - mu_r * std::cos(angle));
  SlopeCase one(angle, soil(0.3, 0.8, 0.6, mu_r), by_model(RF_MODEL_ROCFALL_RIGID));
  for (int i = 0; i < 1000; ++i) one.run.step();
  const double a = one.speed() / one.run.time(), slip = std::fabs(one.speed() - sphere_radius() * one.omega());
  table.check(text("sphere rolls, slope 25 deg, mu_r %.1f: a, slip", mu_r), text("%.6f m/s2, 0", expected),
              text("%.6f m/s2, %.1e m/s", a, slip), mu_r > 0 ? "5/7 g (sin a - mu_r cos a)" : "5/7 g sin a",
              off(a, expected) < 1e-10 && slip < 1e-9);
}

void add_slip_bound(Table& table) {
  const double mu = 0.25;
  bool slides[2];
  for (int k = 0; k < 2; ++k) {
    const double angle = std::atan(3.5 * mu * (k == 0 ? 1 - 1e-6 : 1 + 1e-6));
    SlopeCase one(angle, soil(0.3, 0.8, mu), by_model(RF_MODEL_ROCFALL_RIGID));
    for (int i = 0; i < 100; ++i) one.run.step();
    slides[k] = one.run.state().phase == RF_PHASE_SLIDING;
  }
  table.check("sphere, mu 0.25, tan a = 7/2 mu less and more a millionth", "rolls, slides",
              text("%s, %s", slides[0] ? "slides" : "rolls", slides[1] ? "slides" : "rolls"), "tan a > 7/2 mu",
              !slides[0] && slides[1]);
}

void add_transition(Table& table, double time_step) {
  const double v0 = 5, mu = 0.35, expected = 2 * v0 / (7 * mu * g);
  SlopeCase one(0, soil(0.3, 0.8, mu), by_model(RF_MODEL_ROCFALL_RIGID, time_step), 0, {0, v0, 0});
  const Vec start = one.run.position();
  int steps = 0;
  do {
    one.run.step();
  } while (++steps < 100000 && one.run.state().phase != RF_PHASE_ROLLING);
  const double path = dot(one.run.position() - start, one.world.downhill()), t = one.run.time(), v = 5.0 / 7 * v0;
  const double exact = v0 * expected - 0.5 * mu * g * expected * expected + v * (t - expected);
  table.check(
      text("sphere launched sliding at 5 m/s, mu 0.35, step %g s: path when it rolls, velocity", time_step),
      text("%.9f m, %.6f m/s; rolls from %.6f s on", exact, v, expected),
      text("off by %.1e m, %.6f m/s after %.3f s", std::fabs(path - exact), one.speed(), t),
      "v0 T - mu g T^2 / 2 + 5/7 v0 (t - T), T = 2 v0 / (7 mu g)",
      std::fabs(path - exact) < 1e-10 && t >= expected && t - expected <= time_step && off(one.speed(), v) < 1e-12);
}

void add_lumped_slide(Table& table) {
  const double v0 = 4, mu = 0.5, path = v0 * v0 / (2 * mu * g), time = v0 / (mu * g);
  SlopeCase one(0, soil(0.3, 0.8, mu), by_model(RF_MODEL_ROCFALL_LUMPED), 0, {0, v0, 0});
  const Vec start = one.run.position();
  do {
    one.run.step();
  } while (one.run.time() < 20 && one.run.state().phase != RF_PHASE_RESTING);
  const double measured = dot(one.run.position() - start, one.world.downhill());
  table.check("lumped mass slides to rest on the flat from 4 m/s, mu 0.5: path, time",
              text("%.9f m, %.4f s", path, time), text("%.9f m, %.4f s", measured, one.run.time()),
              "v^2 / (2 mu g), v / (mu g)",
              off(measured, path) < 1e-12 && one.run.time() >= time && one.run.time() - time < 0.002 + 1e-9);
  const double angle = radians(35), a = g * (std::sin(angle) - 0.4 * std::cos(angle));
  SlopeCase down(angle, soil(0.3, 0.8, 0.4), by_model(RF_MODEL_ROCFALL_LUMPED));
  for (int i = 0; i < 1000; ++i) down.run.step();
  const double found = down.speed() / down.run.time();
  table.check("lumped mass slides, slope 35 deg, mu 0.4: a", text("%.6f m/s2", a), text("%.6f m/s2", found),
              "g (sin a - mu cos a)", off(found, a) < 1e-10);
}

void add_rolling_stop(Table& table) {
  const double v0 = 2, mu_r = 0.2, path = 0.7 * v0 * v0 / (mu_r * g);
  SlopeCase one(0, soil(0.3, 0.8, 0.6, mu_r), by_model(RF_MODEL_ROCFALL_RIGID), 0, {0, v0, v0 / sphere_radius()});
  const Vec start = one.run.position();
  do {
    one.run.step();
  } while (one.run.time() < 20 && one.run.state().phase != RF_PHASE_RESTING);
  const double measured = dot(one.run.position() - start, one.world.downhill());
  table.check("sphere rolling at 2 m/s on the flat, mu_r 0.2: rests after", text("%.9f m", path),
              text("%.9f m", measured), "7 v^2 / (10 mu_r g)", off(measured, path) < 1e-9);
}

}  // namespace

Table rocfall(const Effort&) {
  Table table("R", "Legacy models of RocFall3");
  for (const rf_model model : {RF_MODEL_ROCFALL_RIGID, RF_MODEL_ROCFALL_LUMPED}) add_bounces(table, model);
  add_impact(table, RF_MODEL_ROCFALL_LUMPED, false);
  for (const bool cap : {false, true}) add_impact(table, RF_MODEL_ROCFALL_RIGID, cap);
  for (const double mu_r : {0.0, 0.1}) add_rolling(table, mu_r);
  add_slip_bound(table);
  for (const double time_step : {0.001, 0.01}) add_transition(table, time_step);
  add_rolling_stop(table);
  add_lumped_slide(table);
  return table;
}

}  // namespace sandbox::verify
