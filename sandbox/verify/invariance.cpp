// F: a scene rotated about z or shifted gives the rotated or shifted trajectory: exactly before the first impact,
// statistically after it.
#include <algorithm>

#include "common/threads.h"
#include "verify/groups.h"
#include "verify/world.h"

namespace sandbox::verify {
namespace {

struct Frame {
  double heading;
  Vec shift;
};

const Frame home = {0, {0, 0, 0}};
const Frame away = {1.234, {733.1, -412.7, 55.3}};

/** The plane of `frame`: the home slope, rotated and shifted. */
Slope slope_in(const Frame& frame, double angle) {
  const double fall = std::tan(angle);
  const double height =
      frame.shift[2] + fall * (std::cos(frame.heading) * frame.shift[0] + std::sin(frame.heading) * frame.shift[1]);
  return {angle, frame.heading, height};
}

rf_state start_in(const Frame& frame, std::uint32_t number) {
  rf_state state = rf_default_state();
  const Quaternion turn = about({0, 0, 1}, frame.heading);
  Quaternion orientation;
  rf_random_orientation(11, number, 0, orientation.data());
  store(turn * orientation, state.orientation);
  store(turned(turn, {0, 0, 4}) + frame.shift, state.position);
  store(turned(turn, {5, 1, 2}), state.velocity);
  store(Vec{2, -3, 4}, state.angular_velocity);
  return state;
}

void add_exact_row(Table& table, const Rock& rock, rf_scheme scheme) {
  const rf_settings settings = endless(scheme, 0.002);
  const World first(rock, slope_in(home, radians(30)), coulomb(0.6), settings);
  const World second(rock, slope_in(away, radians(30)), coulomb(0.6), settings);
  const Quaternion turn = about({0, 0, 1}, away.heading);
  double worst = 0;
  bool same_impact = true;
  for (std::uint32_t number = 0; number < 20; ++number) {
    Run a(first.scene(), start_in(home, number)), b(second.scene(), start_in(away, number));
    for (;;) {
      a.step();
      b.step();
      same_impact = same_impact && (a.report().contact_count > 0) == (b.report().contact_count > 0);
      if (a.report().contact_count > 0 || b.report().contact_count > 0) break;
      worst = std::max({worst, norm(turned(turn, a.position()) + away.shift - b.position()) / norm(away.shift),
                        norm(turned(turn, a.velocity()) - b.velocity()) / norm(b.velocity()),
                        norm(a.omega() - b.omega()) / norm(a.omega())});
    }
  }
  table.check(text("turned and shifted, %s: off before the first impact; same step of impact", scheme_text(scheme)),
              "rounding; yes", text("%.1e; %s", worst, same_impact ? "yes" : "no"), "invariance",
              worst < 1e-12 && same_impact);
}

struct Moments {
  double mean = 0;
  double variance_of_mean = 0;
};

Moments moments(const std::vector<double>& values) {
  Moments result;
  const auto n = static_cast<double>(values.size());
  for (const double value : values) result.mean += value / n;
  for (const double value : values) {
    result.variance_of_mean += (value - result.mean) * (value - result.mean) / (n * (n - 1));
  }
  return result;
}

void add_statistical_rows(Table& table, const Rock& rock, rf_scheme scheme, const Effort& effort) {
  const std::uint32_t count = effort.quick ? 150 : 600;
  rf_ground ground = coulomb(0.6);
  ground.mu_min = 0.3;
  ground.mu_max = 2;
  ground.kappa = 2;
  ground.beta = 150;
  std::vector<double> path[2], energy[2];
  for (int k = 0; k < 2; ++k) {
    const Frame& frame = k == 0 ? home : away;
    const World world(rock, slope_in(frame, radians(30)), ground, endless(scheme, 0.002));
    path[k].resize(count);
    energy[k].resize(count);
    ThreadPool pool(effort.threads);
    pool.run(count, [&, k](std::uint32_t i) {
      Run run(world.scene(), start_in(frame, i));
      while (run.time() < 6) run.step();
      path[k][i] = dot(run.position() - frame.shift, world.downhill());
      energy[k][i] = 1e-3 * rf_kinetic_energy(&world.scene(), &run.state());
    });
  }
  const auto row = [&](const char* name, const char* unit, const std::vector<double>* values) {
    const Moments a = moments(values[0]), b = moments(values[1]);
    const double bound = 2.58 * std::sqrt(a.variance_of_mean + b.variance_of_mean);
    table.check(text("turned and shifted, %s, %u rocks: mean %s after 6 s", scheme_text(scheme), count, name),
                text("%.2f +- %.2f %s", a.mean, bound, unit), text("%.2f %s", b.mean, unit), "99 % confidence",
                std::fabs(a.mean - b.mean) < bound);
  };
  row("path", "m", path);
  row("energy", "kJ", energy);
}

}  // namespace

void add_invariance_rows(Table& table, const Effort& effort) {
  const Rock rock(shape_points(RF_SHAPE_EOTA, {0.93, 0.93, 0.47}), RF_SIZE_BY_MASS, 780);
  for (const rf_scheme scheme : {RF_SCHEME_IMPLICIT, RF_SCHEME_EXPLICIT}) {
    add_exact_row(table, rock, scheme);
    add_statistical_rows(table, rock, scheme, effort);
  }
}

}  // namespace sandbox::verify
