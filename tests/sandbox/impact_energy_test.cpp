#include "verify/impact_energy.h"

#include <doctest/doctest.h>

using namespace sandbox::verify;

namespace {

/** A level plane on which rocks bounce without friction. */
Hillside bouncing(double restitution) {
  Hillside hillside;
  hillside.angle_deg = 0;
  hillside.length = 60;
  hillside.half_width = 30;
  hillside.relief = 0;
  hillside.ground.mu_min = hillside.ground.mu_max = 0;
  hillside.ground.restitution_normal = restitution;
  return hillside;
}

Rock ball() { return Rock(shape_points(RF_SHAPE_ELLIPSOID, {1, 1, 1}, 500), RF_SIZE_BY_DENSITY, 2700); }

/** From a height at which a ball comes down with 14 m/s. */
TrialOptions falling() {
  TrialOptions options;
  options.rocks = 5;
  options.clearance = 10;
  options.settings.time_limit = 6;
  return options;
}

}  // namespace

TEST_CASE("a ball that bounces keeps the square of the restitution of its energy at each impact") {
  // 14.0, 8.4 and 5.0 m/s; the fourth impact is slower than 4 m/s.
  const std::vector<double> ratios = impact_energy_ratios(ball(), bouncing(0.6), falling(), {0.2, 4});
  CHECK(ratios.size() == 15);
  for (const double ratio : ratios) CHECK(ratio == doctest::Approx(0.36).epsilon(0.02));
}

TEST_CASE("impacts that are too slow, or that no flight follows, do not count") {
  CHECK(impact_energy_ratios(ball(), bouncing(0.6), falling(), {0.2, 10}).size() == 5);
  CHECK(impact_energy_ratios(ball(), bouncing(0.6), falling(), {0.2, 16.7}).empty());
  CHECK(impact_energy_ratios(ball(), bouncing(0), falling(), {0.2, 4}).empty());
}
