// F: energy balance of every step on a rough ramp with all drags, computed from states and contacts only.
#include <algorithm>
#include <utility>

#include "common/threads.h"
#include "verify/groups.h"
#include "verify/world.h"

namespace sandbox::verify {
namespace {

/** A rough 40 degree ramp with restitution and every kind of drag. */
class RoughRamp {
 public:
  RoughRamp(const Rock& rock, rf_scheme scheme, double rolling_resistance) {
    rf_grid grid = rf_default_grid();
    grid.columns = 61;
    grid.rows = 31;
    grid.y0 = -30;
    grid.cell_x = grid.cell_y = 2;
    grid.ground.mu_min = 0.4;
    grid.ground.mu_max = 2;
    grid.ground.kappa = 3;
    grid.ground.beta = 185;
    grid.ground.restitution_normal = 0.2;
    grid.ground.contact_drag = 0.3;
    grid.ground.layer_drag = 120;
    grid.ground.layer_drag_rotation = 15;
    grid.ground.layer_height = 1;
    grid.ground.rolling_resistance = rolling_resistance;
    std::vector<double> heights;
    for (std::uint32_t row = 0; row < grid.rows; ++row) {
      for (std::uint32_t column = 0; column < grid.columns; ++column) {
        double random[2];
        rf_random_pair(5, column, row, random);
        heights.push_back(-0.8391 * 2 * column + 0.15 * (2 * random[0] - 1));
      }
    }
    scene_ = rf::SceneBuilder()
                 .borrow(*rock.get())
                 .grid(grid, std::move(heights))
                 .settings(endless(scheme, 0.002))
                 .build()
                 .value();
  }

  const rf_scene& scene() const { return scene_.get(); }
  const rf_ground& ground() const { return *scene_.ground(); }

 private:
  rf::Scene scene_;
};

/** omega_f of the implicit midpoint rule, by fixed-point iteration. */
Vec free_rotation(const Vec& inertia, double dt, const Vec& omega) {
  Vec next = omega;
  for (int i = 0; i < 200; ++i) {
    const Vec middle = 0.5 * (omega + next);
    const Vec torque = cross(middle, scaled(inertia, middle));
    next = omega - dt * Vec{torque[0] / inertia[0], torque[1] / inertia[1], torque[2] / inertia[2]};
  }
  return next;
}

/** omega after the torque-free rotation of a step, in whose place the explicit scheme has the old omega. */
Vec reference_omega(rf_scheme scheme, const Vec& inertia, double dt, const rf_state& before) {
  Vec omega = load(before.angular_velocity);
  if (scheme == RF_SCHEME_EXPLICIT) return omega;
  if (scheme == RF_SCHEME_IMPLICIT) return free_rotation(inertia, dt, omega);
  // That it solves Euler's equations is the subject of group A.
  Quaternion orientation = load_quaternion(before.orientation);
  rf_error error{};
  demand(rf::Status(rf_free_rotation(scheme, inertia.data(), dt, 1, orientation.data(), omega.data(), &error), error));
  return omega;
}

/** Orientation at the midpoint: normalise(p + dt/2 F(p) omega). */
Quaternion midpoint(const Quaternion& p, const Vec& omega, double dt) {
  const Quaternion rate = p * Quaternion{0, omega[0], omega[1], omega[2]};
  Quaternion q;
  double length = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    q[k] = p[k] + 0.25 * dt * rate[k];
    length += q[k] * q[k];
  }
  for (double& component : q) component /= std::sqrt(length);
  return q;
}

/** Energy that gravity and the percussions against it exchange in a step, m (g dt)^2: the only energy of a rock at rest
 *  with which rounding errors can be compared. */
double exchanged(const rf_scene& scene, double mass) {
  const double fall = scene.settings.gravity * scene.settings.time_step;
  return mass * fall * fall;
}

struct Balance {
  double residual;  // of the identity, over the energies in it
  double gain;      // of mechanical energy, over the same
};

Balance balance(const Run& run, const rf_state& before, const RoughRamp& ramp, const Rock& rock) {
  const rf_scene& scene = ramp.scene();
  const double dt = scene.settings.time_step;
  const Vec v = load(before.velocity), w = load(before.angular_velocity), inertia = rock.inertia();
  const Vec reference = reference_omega(static_cast<rf_scheme>(scene.settings.scheme), inertia, dt, before);
  const Vec centre = load(before.position) + 0.5 * dt * v;
  const Quaternion frame = midpoint(load_quaternion(before.orientation), w, dt);
  double contact_work = 0;
  for (std::size_t i = 0; i < run.report().contact_count; ++i) {
    const rf_contact& contact = run.contact(i);
    const Vec n = load(contact.normal), t1 = load(contact.tangent), t2 = cross(n, t1);
    const Vec percussion = contact.percussion[0] * n + contact.percussion[1] * t1 + contact.percussion[2] * t2;
    const Vec mean_v = 0.5 * (v + run.velocity()), mean_w = turned(frame, 0.5 * (reference + run.omega()));
    contact_work += dot(percussion, mean_v + cross(mean_w, load(contact.point) - centre));
    contact_work += dot(contact.moment[0] * t1 + contact.moment[1] * t2, mean_w);
  }
  const rf_ground& ground = ramp.ground();
  rf_terrain_sample below;
  demand(rf::Status(rf_terrain_at(&scene.terrain, centre[0], centre[1], &below)));
  const bool in_layer = below.exists != 0 && centre[2] - below.height < ground.layer_height;
  const bool touching = below.exists != 0 && run.report().contact_count > 0;
  const double c = (in_layer ? ground.layer_drag : 0) + (touching ? ground.contact_drag * rock.mass() : 0);
  const double c_rotation = in_layer ? ground.layer_drag_rotation : 0;
  const Vec v_mean = 0.5 * (v + run.velocity());
  const double drag_work =
      -dt * c * dot(v_mean, v_mean) - dt * c_rotation * dot(0.5 * (run.omega() + w), 0.5 * (run.omega() + reference));
  const double kinetic_before = rf_kinetic_energy(&scene, &before);
  const double kinetic_after = rf_kinetic_energy(&scene, &run.state());
  const double rise = rock.mass() * scene.settings.gravity * (run.position()[2] - before.position[2]);
  const double energy = std::max({kinetic_before, kinetic_after, std::fabs(rise), exchanged(scene, rock.mass())});
  return {std::fabs(kinetic_after - kinetic_before + rise - contact_work - drag_work) / energy,
          (kinetic_after - kinetic_before + rise) / energy};
}

struct WorstBalance {
  Balance balance{0, 0};
  double ledger = 0;
  std::uint64_t steps = 0;
  std::uint64_t touching = 0;
};

WorstBalance follow(const RoughRamp& ramp, const Rock& rock, std::uint32_t number) {
  rf_state start = rf_default_state();
  rf_random_orientation(21, number, 0, start.orientation);
  start.position[0] = 5;
  place_above_ground(ramp.scene(), start, 2);
  Run run(ramp.scene(), start);
  WorstBalance worst;
  while (run.state().end == RF_MOVING && run.time() < 20) {
    const rf_state before = run.state();
    run.step();
    const Balance now = balance(run, before, ramp, rock);
    const rf_energy_ledger& e = run.report().energy;
    worst.balance.residual = std::max(worst.balance.residual, now.residual);
    worst.balance.gain = std::max(worst.balance.gain, now.gain);
    const double energy = std::max(
        {e.kinetic_before, e.kinetic_after, std::fabs(e.potential_change), exchanged(ramp.scene(), rock.mass())});
    worst.ledger = std::max(worst.ledger, std::fabs(e.residual) / energy);
    ++worst.steps;
    if (run.report().contact_count > 0) ++worst.touching;
  }
  return worst;
}

/** The worst of all rocks. */
WorstBalance follow_all(const RoughRamp& ramp, const Rock& rock, std::uint32_t count, unsigned threads) {
  std::vector<WorstBalance> all(count);
  ThreadPool pool(threads);
  pool.run(count, [&](std::uint32_t i) { all[i] = follow(ramp, rock, i); });
  WorstBalance worst;
  for (const WorstBalance& one : all) {
    worst.balance.residual = std::max(worst.balance.residual, one.balance.residual);
    worst.balance.gain = std::max(worst.balance.gain, one.balance.gain);
    worst.ledger = std::max(worst.ledger, one.ledger);
    worst.steps += one.steps;
    worst.touching += one.touching;
  }
  return worst;
}

}  // namespace

void add_energy_rows(Table& table, const Effort& effort) {
  const Rock rock(shape_points(RF_SHAPE_EOTA, {0.93, 0.93, 0.47}), RF_SIZE_BY_MASS, 780);
  const std::uint32_t count = effort.quick ? 10 : 100;
  for (const double resistance : {0.0, 0.1}) {
    for (std::int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
      const RoughRamp ramp(rock, static_cast<rf_scheme>(scheme), resistance);
      const WorstBalance worst = follow_all(ramp, rock, count, effort.threads);
      const std::string where =
          text("rough ramp, all drags%s, %u rocks, %s", resistance > 0 ? ", rolling friction" : "", count,
               scheme_text(static_cast<rf_scheme>(scheme)));
      table.check(
          where + text(", %llu steps, %llu in contact: balance off by", static_cast<unsigned long long>(worst.steps),
                       static_cast<unsigned long long>(worst.touching)),
          "< 1e-9 of the energy", text("%.1e (ledger %.1e)", worst.balance.residual, worst.ledger), "L14 54-57",
          worst.balance.residual < 1e-9 && worst.ledger < 1e-9 && worst.touching > 0);
      table.check(where + ": largest gain of a step", "<= 0 to rounding", text("%.1e", worst.balance.gain), "L14 54-57",
                  worst.balance.gain < 1e-9);
    }
  }
}

}  // namespace sandbox::verify
