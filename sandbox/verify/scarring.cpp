// C: the scarring block of Leine et al. 2014, section 5.1. Friction that grows with slippage topples a sliding block.
#include <algorithm>

#include "verify/groups.h"
#include "verify/world.h"

namespace sandbox::verify {
namespace {

const char* const scarring_paper = "L14 5.1";
constexpr double ramp_slope = pi / 4;
constexpr double scarring_step = 0.001;

Rock octahedron() {
  return Rock({1, 0, 1, 1, 0, -1, -1, 0, 1, -1, 0, -1, 0, 10, 0, 0, -10, 0}, RF_SIZE_BY_DENSITY, 3000);
}

rf_ground scarring_ground(double mu_max) {
  rf_ground ground = rf_default_ground();
  ground.mu_min = 0.2;
  ground.mu_max = mu_max;
  ground.kappa = 0.7;
  ground.beta = 20;
  return ground;
}

void add_mass_rows(Table& table, const Rock& rock) {
  const Vec theta = rock.inertia();
  table.check("mass", "80000 kg", text("%.9f kg", rock.mass()), scarring_paper, std::fabs(rock.mass() - 80000) < 1e-7);
  const double error = norm(theta - Vec{32000, 816000, 816000});
  table.check("principal moments", "32000, 816000, 816000 kg m2",
              text("%.6f, %.6f, %.6f kg m2", theta[0], theta[1], theta[2]), scarring_paper, error < 1e-6);
  const double k2 = theta[0] / rock.mass();
  const double mu_p = std::sqrt(k2 * k2 + 2 * k2), mu_c = 2 * mu_p / std::sqrt(3.0);
  table.check("mu_P = sqrt(k^4 + 2 k^2), mu_C = 2 mu_P / sqrt 3 of that hull", "0.9798, 1.1314",
              text("%.4f, %.4f", mu_p, mu_c), scarring_paper,
              std::fabs(mu_p - 0.9798) < 5e-5 && std::fabs(mu_c - 1.1314) < 5e-5);
}

/** Results of a run from the first contact to the second flight. */
struct Scar {
  double law_error = 0;                         // of lambda_N1,2 while both corners slip, over m g cos(alpha)
  double corners_upper = 0, corners_lower = 0;  // lambda_N1,2 of the last step of the slip phase
  int slip_steps = 0;
  double opening = 0;           // slippage at which the upper corner opens
  double opening_friction = 0;  // the friction at which the balance of moments lets it open
  double step_path = 0;         // slippage gained in that step
  double tipped = 0;            // angle turned between opening and lift-off, rad
  double lift_off = 0;          // s
  double decay_error = 0;       // of s+ / s in flight against exp(-beta dt)
  int flight_steps = 0;
};

/** A corner that slips: percussion, and its place seen from S, along the slope and below S. */
struct Corner {
  double percussion = 0;
  double along = 0;
  double depth = 0;
};

struct Corners {
  Corner upper, lower;

  /** Share of the upper corner in m g cos(alpha) by the balance of moments about S; (1 - mu) / 2 for a block that lies
   *  flat. It vanishes where mu = along / depth of the lower corner. */
  double upper_share(double mu) const {
    const double moment = lower.along - mu * lower.depth;
    return moment / (moment - (upper.along - mu * upper.depth));
  }
};

/** The four vertices form two pairs, one upslope and one downslope. */
Corners corners(const Run& run, const World& world) {
  Corners result;
  const Vec centre = run.position() - 0.5 * scarring_step * run.velocity();  // at the midpoint, as the contacts
  for (std::size_t i = 0; i < run.report().contact_count; ++i) {
    const rf_contact& contact = run.contact(i);
    const Vec arm = load(contact.point) - centre;
    Corner& corner = dot(arm, world.downhill()) > 0 ? result.lower : result.upper;
    corner.percussion += contact.percussion[0];
    corner.along = dot(arm, world.downhill());
    corner.depth = -dot(arm, world.normal());
  }
  return result;
}

/** Slides on two corners until the upper one opens permanently. */
void follow_slip(Run& run, const World& world, Scar& scar) {
  const double load_force = world.rock().mass() * g * std::cos(ramp_slope);
  for (bool settled = false; run.time() < 20;) {
    const double slippage = run.state().slippage;
    run.step();
    const Corners now = corners(run, world);
    const bool both = now.upper.percussion > 0 && now.lower.percussion > 0;
    // The percussions of the impact step include the momentum of the fall.
    if (!settled) {
      settled =
          both && std::fabs(dot(run.velocity(), world.normal())) < 1e-9 && norm(run.omega()) < 1e-9 && slippage > 0;
      continue;
    }
    if (!both) {
      scar.opening = slippage;
      scar.step_path = run.state().slippage - slippage;
      return;
    }
    scar.opening_friction = now.lower.along / now.lower.depth;
    scar.corners_upper = now.upper.percussion / scarring_step / load_force;
    scar.corners_lower = now.lower.percussion / scarring_step / load_force;
    const double share = now.upper_share(run.report().friction);
    scar.law_error =
        std::max({scar.law_error, std::fabs(scar.corners_upper - share), std::fabs(scar.corners_lower - (1 - share))});
    ++scar.slip_steps;
  }
}

/** Tips over the lower corner until it flies, then records the slippage until the next lasting contact. */
void follow_flight(Run& run, const rf_ground& ground, Scar& scar) {
  constexpr int flight = 20;  // steps without contact: beyond mu_P the corner chatters before it leaves the ground
  const double factor = std::exp(-ground.beta * scarring_step);
  for (int free_steps = 0, touching = 0; touching < flight && run.time() < 20;) {
    const double slippage = run.state().slippage;
    run.step();
    const bool touches = run.normal_percussion() > 0;
    free_steps = touches ? 0 : free_steps + 1;
    if (scar.lift_off == 0) {
      scar.tipped += scarring_step * norm(run.omega());
      if (free_steps == flight) scar.lift_off = run.time();
      continue;
    }
    touching = touches ? touching + 1 : 0;
    if (touches || slippage < 1e-8) continue;
    scar.decay_error = std::max(scar.decay_error, std::fabs(run.state().slippage / slippage / factor - 1));
    ++scar.flight_steps;
  }
}

void add_scar_rows(Table& table, const Rock& rock, rf_scheme scheme, double start_angle, const char* start_name) {
  const rf_ground ground = scarring_ground(1.3);
  const World world(rock, {ramp_slope, 0}, ground, endless(scheme, scarring_step));
  // B rotated about its y axis relative to the frame of the slope.
  Run run(world.scene(), world.start(about({0, 1, 0}, start_angle), 0.05));
  Scar scar;
  follow_slip(run, world, scar);
  const std::string head = text("%s, %s: ", start_name, scheme_text(scheme));
  const bool flat = start_angle == 0;
  table.check(head + "lambda_N1,2 over m g cos a, largest error",
              flat ? "(1 -+ mu) / 2" : "balance of moments as it lies",
              text("off by %.1e in %d steps; last %.4f, %.4f", scar.law_error, scar.slip_steps, scar.corners_upper,
                   scar.corners_lower),
              scarring_paper, scar.slip_steps > 100 && scar.law_error < 1e-6);
  // A block that dropped onto a corner is tilted by the penetration of that corner in the impact step.
  const double opening_friction = flat ? 1 : scar.opening_friction;
  const double expected =
      std::tan(pi / 2 * (opening_friction - ground.mu_min) / (ground.mu_max - ground.mu_min)) / ground.kappa;
  table.check(head + "slippage at which the upper corner opens",
              text("%.4f +- %.4f m (one step)", expected, scar.step_path), text("%.4f m", scar.opening), scarring_paper,
              std::fabs(scar.opening - expected) <= scar.step_path);
  follow_flight(run, ground, scar);
  table.check(head + "then tips and lifts off", "turns, then no contact",
              text("turns %.1f deg, lifts off at %.3f s", degrees(scar.tipped), scar.lift_off), scarring_paper,
              scar.tipped > radians(5) && scar.lift_off > 0);
  table.check(head + "slippage in flight, s+ / s over exp(-beta dt) - 1", "rounding",
              text("%.1e in %d steps", scar.decay_error, scar.flight_steps), scarring_paper,
              scar.flight_steps > 10 && scar.decay_error < 1e-13);
}

struct Health {
  double gain = 0;  // largest gain of mechanical energy in a step, over the energies in it
  std::uint64_t steps = 0;
  std::uint64_t unconverged = 0;
  std::uint64_t faults = 0;
};

void follow_health(Run& run, const rf_scene& scene, double mass, double duration, Health& health) {
  while (run.time() < duration) {
    const double kinetic = rf_kinetic_energy(&scene, &run.state()), z = run.position()[2];
    run.step();
    const double after = rf_kinetic_energy(&scene, &run.state());
    const double rise = mass * g * (run.position()[2] - z);
    health.gain = std::max(health.gain, (after - kinetic + rise) / std::max({kinetic, after, std::fabs(rise)}));
    ++health.steps;
    if (run.report().converged == 0) ++health.unconverged;
    if (run.state().end == RF_ENDED_FAULT || !std::isfinite(after)) {
      ++health.faults;
      return;
    }
  }
}

void add_health_row(Table& table, const Rock& rock, rf_scheme scheme, double mu_max, const Effort& effort) {
  const std::uint32_t count = effort.quick ? 10 : 60;
  Health health;
  for (std::uint32_t i = 0; i < count; ++i) {
    const World world(rock, {ramp_slope, 0}, scarring_ground(mu_max), endless(scheme, i % 2 == 0 ? 0.002 : 0.01));
    rf_state start = world.start({1, 0, 0, 0}, 0.05);
    if (i > 0) {
      double random[2];
      rf_random_pair(31, i, 0, random);
      start = world.start(about({0, 1, 0}, 2 * pi * random[0]), 0.05);
      store((20 * random[1]) * world.downhill(), start.velocity);
    }
    Run run(world.scene(), start);
    follow_health(run, world.scene(), rock.mass(), 10, health);
  }
  table.check(
      text("mu_max %.1f, %s, %u starts: largest energy gain of a step; failed", mu_max, scheme_text(scheme), count),
      "<= 0 to rounding; 0",
      text("%.1e; %llu (solver at its bound in %llu of %llu steps)", health.gain,
           static_cast<unsigned long long>(health.faults), static_cast<unsigned long long>(health.unconverged),
           static_cast<unsigned long long>(health.steps)),
      scarring_paper, health.gain < 1e-10 && health.faults == 0);
}

}  // namespace

Table scarring(const Effort& effort) {
  Table table("C", "Friction that grows with slippage: octahedron on a 45 degree slope");
  const Rock rock = octahedron();
  add_mass_rows(table, rock);
  for (const rf_scheme scheme : {RF_SCHEME_IMPLICIT, RF_SCHEME_EXPLICIT}) {
    add_scar_rows(table, rock, scheme, 0, "released flat");
  }
  add_scar_rows(table, rock, RF_SCHEME_IMPLICIT, -ramp_slope, "released on a corner");
  for (const double mu_max : {1.3, 3.0}) {
    for (const rf_scheme scheme : {RF_SCHEME_IMPLICIT, RF_SCHEME_EXPLICIT}) {
      add_health_row(table, rock, scheme, mu_max, effort);
    }
  }
  return table;
}

}  // namespace sandbox::verify
