// A: free rotation of a cuboid of 3 x 2 x 1 m and 1 kg (Leine et al. 2021, section 4.3).
#include <algorithm>

#include "verify/groups.h"
#include "verify/world.h"

namespace sandbox::verify {
namespace {

const char* const rotation_paper = "L21 4.3";
constexpr double rotation_time = 20;
constexpr double rotation_step = 0.01;
const Vec major_start = {1e-3, 1e-3, 10};
const Vec intermediate_start = {1e-3, 10, 1e-3};

/** A rock in empty space. */
class Space {
 public:
  Space(const Rock& rock, rf_scheme scheme, double time_step)
      : world_(rock, {0, 0, -1e6}, coulomb(0), endless(scheme, time_step, 0)) {}

  Run rotating(const Vec& omega, const Vec& velocity = {0, 0, 0}) const {
    rf_state state = rf_default_state();
    store(omega, state.angular_velocity);
    store(velocity, state.velocity);
    return {world_.scene(), state};
  }
  const rf_scene& scene() const { return world_.scene(); }

 private:
  World world_;
};

/** Angular velocities at every step, the start first. */
std::vector<Vec> history(const Rock& rock, rf_scheme scheme, double time_step, const Vec& start) {
  const Space space(rock, scheme, time_step);
  Run run = space.rotating(start);
  std::vector<Vec> omegas = {start};
  const auto steps = static_cast<int>(std::lround(rotation_time / time_step));
  for (int i = 0; i < steps; ++i) {
    run.step();
    omegas.push_back(run.omega());
  }
  return omegas;
}

/** Times at which omega_y changes sign, by linear interpolation. */
std::vector<double> sign_changes(const std::vector<Vec>& omegas, double time_step) {
  std::vector<double> times;
  for (std::size_t i = 1; i < omegas.size(); ++i) {
    const double a = omegas[i - 1][1], b = omegas[i][1];
    if ((a < 0) != (b < 0)) times.push_back((static_cast<double>(i - 1) + a / (a - b)) * time_step);
  }
  return times;
}

/** Euler's equations by the classical Runge-Kutta method, whose error is of rounding size at this step. */
std::vector<double> exact_sign_changes(const Vec& inertia, Vec omega) {
  constexpr double h = 1e-4;
  const auto rate = [&](const Vec& w) {
    const Vec torque = cross(scaled(inertia, w), w);
    return Vec{torque[0] / inertia[0], torque[1] / inertia[1], torque[2] / inertia[2]};
  };
  std::vector<Vec> omegas = {omega};
  for (int i = 0; i < static_cast<int>(std::lround(rotation_time / h)); ++i) {
    const Vec k1 = rate(omega), k2 = rate(omega + 0.5 * h * k1), k3 = rate(omega + 0.5 * h * k2);
    const Vec k4 = rate(omega + h * k3);
    omega = omega + (h / 6) * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
    omegas.push_back(omega);
  }
  return sign_changes(omegas, h);
}

void add_major_axis_rows(Table& table, const Rock& cuboid) {
  const Space space(cuboid, RF_SCHEME_IMPLICIT, rotation_step);
  Run run = space.rotating(major_start);
  double along = 0, across = 0, tilt = 0;
  for (int i = 0; i < static_cast<int>(rotation_time / rotation_step); ++i) {
    run.step();
    const Vec omega = run.omega();
    along = std::max(along, std::fabs(omega[2] - 10));
    across = std::max({across, std::fabs(omega[0]), std::fabs(omega[1])});
    const Vec axis = turned(conjugate(load_quaternion(run.state().orientation)), {0, 0, 1});
    tilt = std::max(tilt, norm(axis - Vec{0, 0, 1}));
  }
  table.check("major axis, implicit: |omega_z - 10|, largest", "< 1e-6 rad/s", text("%.3g rad/s", along),
              rotation_paper, along < 1e-6);
  table.check("major axis, implicit: |omega_x|, |omega_y|, largest", "< 2e-3 rad/s", text("%.3g rad/s", across),
              rotation_paper, across < 2e-3);
  table.check("major axis, implicit: |A_KI e_z - e_z|, largest", "< 3e-4", text("%.3g", tilt), rotation_paper,
              tilt < 3e-4);

  const std::vector<Vec> omegas = history(cuboid, RF_SCHEME_EXPLICIT, rotation_step, major_start);
  const auto left = std::find_if(omegas.begin(), omegas.end(), [](const Vec& w) { return std::fabs(w[2]) < 9; });
  const double time = left == omegas.end() ? 1e9 : static_cast<double>(left - omegas.begin()) * rotation_step;
  table.check("major axis, explicit: |omega_z| < 9 first at", "7.96 +- 0.05 s", text("%.2f s", time), rotation_paper,
              std::fabs(time - 7.96) <= 0.05);
  const double limit = 10 * std::sqrt(cuboid.inertia()[2] / cuboid.inertia()[0]);
  const double end = std::fabs(omegas.back()[0]);
  table.check("major axis, explicit: ends near the minor axis, |omega_x|", text("%.3f rad/s", limit),
              text("%.3f rad/s", end), rotation_paper, std::fabs(end - limit) < 5e-3);
}

void add_intermediate_axis_rows(Table& table, const Rock& cuboid) {
  const double printed[] = {2.46534, 6.93788, 11.41043, 15.88297};
  const std::vector<double> exact = exact_sign_changes({5.0 / 12, 10.0 / 12, 13.0 / 12}, intermediate_start);
  std::vector<double> found[3];
  for (int k = 0; k < 3; ++k) {
    const double time_step = rotation_step / (1 << k);
    found[k] = sign_changes(history(cuboid, RF_SCHEME_IMPLICIT, time_step, intermediate_start), time_step);
  }
  for (std::size_t i = 0; i < 4; ++i) {
    const std::string name = text("intermediate axis, sign change %zu of omega_y", i + 1);
    const double truth = i < exact.size() ? exact[i] : 1e9;
    table.check(name + ", exact solution", text("%.5f s", printed[i]), text("%.5f s", truth), rotation_paper,
                std::fabs(truth - printed[i]) < 6e-6);
    double error[3];
    for (int k = 0; k < 3; ++k) error[k] = i < found[k].size() ? std::fabs(found[k][i] - truth) : 1e9;
    table.check(name + ", implicit", text("%.5f +- 0.02 s", truth),
                text("%.5f s", i < found[0].size() ? found[0][i] : 0.0), rotation_paper, error[0] <= 0.02);
    const double ratio[] = {error[0] / error[1], error[1] / error[2]};
    table.check(name + ", error over error at dt/2, twice", "4 (second order)", text("%.3f, %.3f", ratio[0], ratio[1]),
                "second order", std::fabs(ratio[0] - 4) < 0.1 && std::fabs(ratio[1] - 4) < 0.1);
  }
  table.check("intermediate axis, implicit: sign changes in 20 s", text("%zu", exact.size()),
              text("%zu", found[0].size()), rotation_paper, found[0].size() == exact.size());
}

void add_explicit_intermediate_rows(Table& table, const Rock& cuboid) {
  const std::vector<Vec> omegas = history(cuboid, RF_SCHEME_EXPLICIT, rotation_step, intermediate_start);
  const double limit = 10 * std::sqrt(cuboid.inertia()[1] / cuboid.inertia()[0]);
  const double end = std::fabs(omegas.back()[0]);
  table.check("intermediate axis, explicit: |omega_x| goes to", text("%.3f rad/s", limit), text("%.3f rad/s", end),
              rotation_paper, std::fabs(end - limit) < 5e-3);
  double late = 0;
  for (std::size_t i = omegas.size() / 2; i < omegas.size(); ++i) late = std::max(late, std::fabs(omegas[i][1]));
  table.check("intermediate axis, explicit: |omega_y| after 10 s, no swap back", "< 9 rad/s", text("%.3g rad/s", late),
              rotation_paper, late < 9);
}

/** Largest relative drifts of kinetic energy and angular momentum. */
void drifts(const Rock& rock, const Vec& omega, int steps, double& energy, double& momentum) {
  const Space space(rock, RF_SCHEME_IMPLICIT, rotation_step);
  Run run = space.rotating(omega);
  double before[3], now[3];
  const double start = rf_kinetic_energy(&space.scene(), &run.state());
  demand(rf::Status(rf_angular_momentum(&space.scene(), &run.state(), before)));
  for (int i = 1; i <= steps; ++i) {
    run.step();
    if (i % 100 != 0 && i != steps) continue;
    demand(rf::Status(rf_angular_momentum(&space.scene(), &run.state(), now)));
    energy = std::max(energy, std::fabs(rf_kinetic_energy(&space.scene(), &run.state()) / start - 1));
    momentum = std::max(momentum, norm(load(now) - load(before)) / norm(load(before)));
  }
}

/** A box whose principal moments are random within the triangle inequality. */
Rock random_box(std::uint32_t number) {
  double a[2], b[2];
  rf_random_pair(43, number, 0, a);
  rf_random_pair(43, number, 1, b);
  return box_of_mass({0.2 + 3 * a[0], 0.2 + 3 * a[1], 0.2 + 3 * b[0]}, 1 + 1000 * b[1]);
}

void add_conservation_rows(Table& table, const Rock& cuboid, const Effort& effort) {
  const int steps = effort.quick ? 200000 : 1000000;
  const auto row = [&](const std::string& name, double energy, double momentum) {
    table.check(name + text(", %d steps: drift of energy, angular momentum", steps), "< 1e-10",
                text("%.1e, %.1e", energy, momentum), rotation_paper, energy < 1e-10 && momentum < 1e-10);
  };
  double energy = 0, momentum = 0;
  drifts(cuboid, major_start, steps, energy, momentum);
  row("major axis, implicit", energy, momentum);
  energy = momentum = 0;
  drifts(cuboid, intermediate_start, steps, energy, momentum);
  row("intermediate axis, implicit", energy, momentum);
  energy = momentum = 0;
  const std::uint32_t count = effort.quick ? 2 : 6;
  for (std::uint32_t i = 0; i < count; ++i) {
    double a[2], b[2];
    rf_random_pair(44, i, 0, a);
    rf_random_pair(44, i, 1, b);
    drifts(random_box(i), {40 * a[0] - 20, 40 * a[1] - 20, 40 * b[0] - 20}, steps, energy, momentum);
  }
  row(text("%u random inertias and angular velocities, implicit", count), energy, momentum);
}

}  // namespace

Table free_rotation(const Effort& effort) {
  Table table("A", "Free rotation: cuboid 3 x 2 x 1 m, 1 kg, dt 0.01 s, 20 s");
  const Rock cuboid = box_of_mass({3, 2, 1}, 1);
  const Vec inertia = cuboid.inertia();
  const double error = norm(12.0 * inertia - Vec{5, 10, 13});
  table.check("principal inertia, times 12", "5, 10, 13 kg m2",
              text("%.9g, %.9g, %.9g kg m2", 12 * inertia[0], 12 * inertia[1], 12 * inertia[2]), rotation_paper,
              error < 1e-12);
  add_major_axis_rows(table, cuboid);
  add_intermediate_axis_rows(table, cuboid);
  add_explicit_intermediate_rows(table, cuboid);
  add_conservation_rows(table, cuboid, effort);
  add_propagator_rows(table, effort);
  return table;
}

}  // namespace sandbox::verify
