// S: the soil layer against its closed forms, its energy balance, and rest on the rebound surface.
#include <algorithm>
#include <cstring>
#include <functional>

#include "verify/groups.h"
#include "verify/slope_trial.h"

namespace sandbox::verify {
namespace {

/** Depth of the scar by eq. 11, m. @param strength  M_E, Pa */
double scar_depth(double mass, double strength, double speed) {
  return 0.1 * std::cbrt(mass) * std::pow(strength / 1000, -0.4) * std::pow(speed, 0.8);
}

void add_depth_rows(Table& table) {
  const double strength[4] = {25e6, 15e6, 10e6, 10e6}, speed[4] = {11.20, 10.74, 10.36, 8.52};
  const double printed[4] = {0.1107, 0.1313, 0.1501, 0.1283};
  const Rock rock = eota111(780.0 / 2700);
  for (int k = 0; k < 4; ++k) {
    const World world(rock, {}, lu_ground(strength[k]), endless(RF_SCHEME_IMPLICIT, 0.002, 0));
    rf_state start = world.start({1, 0, 0, 0}, 0.01);
    start.velocity[2] = -speed[k];
    Run run(world.scene(), start);
    while (run.state().scar_depth == 0 && run.time() < 0.1) run.step();
    const double depth = run.report().scar_depth;
    table.check(text("depth, M_E %.0f MN/m2, %.2f m/s", strength[k] / 1e6, speed[k]),
                text("%.4f m +- 1e-4, formula 1e-12", printed[k]), text("%.4f m", depth), "Lu 2019, eq. 11",
                std::fabs(depth - printed[k]) < 1e-4 &&
                    std::fabs(depth / scar_depth(rock.mass(), strength[k], speed[k]) - 1) < 1e-12);
  }
}

constexpr double entry_speed = 10;

World flat_entry(const Rock& box, double time_step) {
  return World(box, {}, lu_ground(1e6), endless(RF_SCHEME_IMPLICIT, time_step, 0));
}

rf_state flat_start() {
  rf_state start = rf_default_state();
  start.position[2] = 0.5;
  start.velocity[2] = -entry_speed;
  return start;
}

/** One step of a cube whose lower half is in soil: v+ = v (m - dt c/2) / (m + dt c/2), c = 1/2 C rho A |v|. */
void add_drag_row(Table& table) {
  const Rock box(shape_points(RF_SHAPE_BOX, {1, 1, 1}), RF_SIZE_BY_DENSITY, 2700);
  const double dt = 0.002;
  const World world = flat_entry(box, dt);
  rf_state start = flat_start();
  start.position[2] = 0;
  start.scar_depth = 1;
  Run run(world.scene(), start);
  run.step();
  const double c = 0.5 * 2.5 * 1700 * entry_speed, m = box.mass();
  const double expected = entry_speed * (m - 0.5 * dt * c) / (m + 0.5 * dt * c);
  table.check(
      "drag on a box of 1 m2 in soil, one step", text("%.12f m/s, area 1 m2, 1e-12", expected),
      text("%.12f m/s, area %.12f m2", norm(run.velocity()), run.report().submerged_area), "Lu 2019, eq. 9, 12",
      std::fabs(norm(run.velocity()) / expected - 1) < 1e-12 && std::fabs(run.report().submerged_area - 1) < 1e-12);
}

/** Largest relative deviation from v0 exp(-C rho A z / (2 m)) before the rebound surface. */
double entry_deviation(const Rock& box, double time_step) {
  const World world = flat_entry(box, time_step);
  Run run(world.scene(), flat_start());
  const double rate = 0.5 * 2.5 * 1700 / box.mass();
  double worst = 0;
  while (run.position()[2] > 0.5 - 0.15) {
    run.step();
    const double exact = entry_speed * std::exp(-rate * (0.5 - run.position()[2]));
    worst = std::max(worst, std::fabs(-run.velocity()[2] / exact - 1));
  }
  return worst;
}

/** @param deviation  from a closed solution, as a function of the time step */
void add_convergence_row(Table& table, const std::string& name, const std::function<double(double)>& deviation) {
  const double coarse = deviation(0.0008), middle = deviation(0.0004), fine = deviation(0.0002);
  const double first = coarse / middle, second = middle / fine;
  table.check(name, "< 1 %, halves with dt (1.6 to 2.4)",
              text("%.2e, %.2e, %.2e (%.2f, %.2f)", coarse, middle, fine, first, second), "closed solution",
              coarse < 0.01 && first > 1.6 && first < 2.4 && second > 1.6 && second < 2.4);
}

void add_entry_row(Table& table) {
  const Rock box(shape_points(RF_SHAPE_BOX, {1, 1, 1}), RF_SIZE_BY_DENSITY, 2700);
  add_convergence_row(table,
                      "box pushed flat into soil, g = 0, dt 0.8, 0.4, 0.2 ms: deviation from v0 exp(-C rho A z / 2 m)",
                      [&](double time_step) { return entry_deviation(box, time_step); });
}

/**
 * A spinning box is pushed flat into soil, whose drag slows its rotation: dv/dt = -a v^2, domega/dt = -k a R omega^2.
 * Largest relative deviation from 1/omega = 1/omega0 + k R (1/v - 1/v0) before the rebound surface, of all schemes.
 */
double spin_deviation(const Rock& box, double drag_rotation, double time_step) {
  constexpr double spin = 8;
  const double half_height = 0.5 * box.properties().extent[2], lever = box.properties().bounding_radius;
  rf_ground ground = lu_ground(1e6);
  ground.soil_drag_rotation = drag_rotation;
  double worst = 0;
  for (std::int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    const World world(box, {}, ground, endless(static_cast<rf_scheme>(scheme), time_step, 0));
    rf_state start = flat_start();
    start.position[2] = half_height;
    start.angular_velocity[2] = spin;
    Run run(world.scene(), start);
    while (run.position()[2] > half_height - 0.15) {
      run.step();
      const double slower = 1 / -run.velocity()[2] - 1 / entry_speed;
      const double exact = 1 / (1 / spin + drag_rotation * lever * slower);
      worst = std::max(worst, std::fabs(run.omega()[2] / exact - 1));
    }
  }
  return worst;
}

void add_spin_row(Table& table) {
  const Rock box(shape_points(RF_SHAPE_BOX, {1, 1.2, 0.8}), RF_SIZE_BY_DENSITY, 2700);
  add_convergence_row(
      table,
      "spinning box pushed flat into soil, k = 2, g = 0, dt 0.8, 0.4, 0.2 ms, all schemes: deviation from "
      "1/omega = 1/omega0 + k R (1/v - 1/v0)",
      [&](double time_step) { return spin_deviation(box, 2, time_step); });
}

struct SoilBalance {
  double residual = 0, gain = 0, work = 0;
  std::uint64_t in_soil = 0;
};

/** The energy balance over the first seconds of some rocks on a rough slope of soil. */
SoilBalance ledger(const Rock& rock, const rf_ground& ground, std::int32_t scheme, std::int32_t law,
                   std::uint32_t rocks) {
  Hillside hillside;
  hillside.length = 60;
  hillside.half_width = 30;
  hillside.ground = ground;
  rf_settings settings = endless(static_cast<rf_scheme>(scheme), 0.002);
  settings.soil_law = law;
  const HillsideScene built(rock, hillside, settings);
  SoilBalance worst;
  for (std::uint32_t i = 0; i < rocks; ++i) {
    Run run(built.scene(), built.start(i, 0.5, 8));
    while (run.state().end == RF_MOVING && run.time() < 4) {
      run.step();
      const rf_energy_ledger& e = run.report().energy;
      const double fall = settings.gravity * settings.time_step;
      const double scale = std::max({e.kinetic_before, e.kinetic_after, rock.mass() * fall * fall});
      worst.residual = std::max(worst.residual, std::fabs(e.residual) / scale);
      worst.gain = std::max(worst.gain, (e.kinetic_after - e.kinetic_before + e.potential_change) / scale);
      worst.work = std::max({worst.work, e.drag_work / scale, run.report().soil_work / scale});
      worst.in_soil += run.report().submerged_area > 0;
    }
  }
  return worst;
}

void add_ledger_row(Table& table, const std::string& name, const rf_ground& ground, std::int32_t law,
                    const Effort& effort) {
  const Rock rock = eota111(780.0 / 2700);
  SoilBalance all;
  for (std::int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    const SoilBalance one = ledger(rock, ground, scheme, law, effort.quick ? 3 : 12);
    all.residual = std::max(all.residual, one.residual);
    all.gain = std::max(all.gain, one.gain);
    all.work = std::max(all.work, one.work);
    all.in_soil += one.in_soil;
  }
  table.check(text("%s, all schemes, %llu steps in soil: ledger off by, largest gain, largest work of the soil",
                   name.c_str(), static_cast<unsigned long long>(all.in_soil)),
              "< 1e-9, <= 0, <= 0 to rounding", text("%.1e, %.1e, %.1e", all.residual, all.gain, all.work),
              "energy balance", all.in_soil > 100 && all.residual < 1e-9 && all.gain < 1e-9 && all.work < 1e-12);
}

void add_ledger_rows(Table& table, const Effort& effort) {
  rf_ground ground = lu_ground(8e6);
  for (std::int32_t law = 0; law < RF_SOIL_LAW_COUNT; ++law) {
    add_ledger_row(table, soil_law_text(law), ground, law, effort);
  }
  ground.soil_drag_rotation = 2;
  add_ledger_row(table, "drag at S and on the rotation, k = 2", ground, RF_SOIL_DRAG_AT_S, effort);
}

/** A rock at rest inside the layer, without gravity, above the rebound surface. */
void add_no_push_row(Table& table) {
  const Rock rock = eota111(780.0 / 2700);
  double largest = 0;
  for (std::int32_t law = 0; law < RF_SOIL_LAW_COUNT; ++law) {
    rf_settings settings = endless(RF_SCHEME_IMPLICIT, 0.002, 0);
    settings.soil_law = law;
    const World world(rock, {}, lu_ground(5e6), settings);
    rf_state start = world.start({1, 0, 0, 0}, -0.1);
    start.scar_depth = 0.2;
    Run run(world.scene(), start);
    for (int i = 0; i < 500; ++i) run.step();
    largest = std::max({largest, norm(run.velocity()), norm(run.omega())});
  }
  table.check("rock at rest in the layer, g = 0, all laws, 1 s: velocity", "0 exactly", text("%.1e m/s", largest),
              "the depth never pushes", largest == 0);
}

void add_rest_row(Table& table) {
  const Rock block = box_of_mass({1, 1, 0.5}, 780);
  rf_ground ground = lu_ground(5e6);
  ground.mu_min = ground.mu_max = 0.9;
  const World world(block, {radians(15), 0, 0}, ground, endless(RF_SCHEME_IMPLICIT, 0.002));
  Run run(world.scene(), world.start({1, 0, 0, 0}, 0.3));
  while (run.time() < 10) run.step();
  const rf_state settled = run.state();
  double largest = 0;
  while (run.time() < 70) {
    run.step();
    largest = std::max(largest, norm(run.position() - load(settled.position)));
  }
  table.check("block at rest on the rebound surface, 15 deg, 60 s: displacement, change of depth", "< 1 mm, 0",
              text("%.1e mm, %.1e m (depth %.3f m)", 1000 * largest, run.state().scar_depth - settled.scar_depth,
                   settled.scar_depth),
              "statics", largest < 1e-3 && settled.scar_depth > 0 && run.state().scar_depth == settled.scar_depth);
}

void add_rigid_row(Table& table) {
  const Rock rock = eota111(780.0 / 2700);
  Hillside hillside;
  hillside.length = 60;
  hillside.half_width = 30;
  rf_state ends[2];
  for (int k = 0; k < 2; ++k) {
    hillside.ground = k == 0 ? lu_ground(0) : lu_ground(0, 0);
    if (k == 1) hillside.ground.soil_density = 0;
    const HillsideScene built(rock, hillside, endless(RF_SCHEME_IMPLICIT, 0.002));
    Run run(built.scene(), built.start(1, 2, 0));
    while (run.state().end == RF_MOVING && run.time() < 5) run.step();
    ends[k] = run.state();
  }
  const bool same = std::memcmp(&ends[0], &ends[1], sizeof(rf_state)) == 0;
  table.check(text("strength 0, %llu steps on a rough slope: drag and density of soil",
                   static_cast<unsigned long long>(ends[0].step)),
              "no influence, same bits", same ? "same bits" : "bits differ", "rigid ground", same);
}

void add_ramp_rows(Table& table, const Effort& effort) {
  const double strength[5] = {2, 5, 10, 25, 60}, prototype[5] = {5.6, 9.2, 12.7, 20.2, 30.7};
  const Rock rock = eota111(780.0 / 2700);
  TrialOptions options;
  options.rocks = effort.quick ? 8 : 40;
  options.threads = effort.threads;
  options.settings.time_limit = 200;
  double last = 0;
  bool ordered = true;
  for (int k = 0; k < 5; ++k) {
    Hillside hillside;
    hillside.ground = lu_ground(1e6 * strength[k]);
    const double found = run_trial(rock, hillside, options).mean_of_maxima();
    table.check(text("35 deg, 600 m, M_E %.0f MN/m2: mean maximum speed", strength[k]),
                text("%.1f m/s, factor 0.5 to 2", prototype[k]), text("%.1f m/s (%.2f)", found, found / prototype[k]),
                "prototype with the area of a sphere", found > 0.5 * prototype[k] && found < 2 * prototype[k]);
    ordered = ordered && found > last;
    last = found;
  }
  table.check("35 deg, 600 m: maximum speed against strength", "strictly increasing", ordered ? "yes" : "no", "Lu 2019",
              ordered);
}

}  // namespace

const char* soil_law_text(std::int32_t law) {
  switch (law) {
    case RF_SOIL_DRAG_AT_S:
      return "drag at S";
    case RF_SOIL_DRAG_AT_CENTROID:
      return "drag at the centroid";
    case RF_SOIL_FACE_PRESSURE:
      return "pressure on faces";
    default:
      return "unknown law";
  }
}

Table soil(const Effort& effort) {
  Table table("S", "Soil layer");
  add_depth_rows(table);
  add_drag_row(table);
  add_entry_row(table);
  add_spin_row(table);
  add_ledger_rows(table, effort);
  add_no_push_row(table);
  add_rest_row(table);
  add_rigid_row(table);
  add_ramp_rows(table, effort);
  add_soil_impact_rows(table, effort);
  return table;
}

}  // namespace sandbox::verify
