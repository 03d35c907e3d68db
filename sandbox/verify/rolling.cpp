// F: a polyhedron with many vertices rolls and slips like the sphere that it approximates.

#include "verify/groups.h"
#include "verify/world.h"

namespace sandbox::verify {
namespace {

constexpr double radius = 10;  // large compared with the path, so that the loss at the vertices (~ v^2 / r) is small
constexpr double rolling_time = 2;

struct Rolled {
  double acceleration;
  double slip;  // |v - omega r| / v at the end
};

Rock sphere_of(std::uint32_t vertices) {
  return Rock(shape_points(RF_SHAPE_ELLIPSOID, {2 * radius, 2 * radius, 2 * radius}, vertices), RF_SIZE_BY_DENSITY,
              2700);
}

Rolled roll(const Rock& sphere, double angle, double friction, const Quaternion& orientation = {1, 0, 0, 0}) {
  const World world(sphere, {angle, radians(20)}, coulomb(friction), endless(RF_SCHEME_IMPLICIT, 0.001));
  Run run(world.scene(), world.start(orientation, 0));
  const Vec start = run.position();
  while (run.time() < rolling_time) run.step();
  const double path = dot(run.position() - start, world.downhill());
  const Vec omega = turned(load_quaternion(run.state().orientation), run.omega());
  const Vec at_contact = run.velocity() + cross(omega, -radius * world.normal());
  return {2 * path / (rolling_time * rolling_time), norm(at_contact) / norm(run.velocity())};
}

/** Mean relative error of the acceleration of rolling over random orientations at the start: that of one start depends
 *  on the vertices that it meets. */
double rolling_error(const Rock& sphere, double angle, double expected, std::uint32_t starts) {
  double sum = 0;
  for (std::uint32_t i = 0; i < starts; ++i) {
    Quaternion orientation;
    rf_random_orientation(31, i, 0, orientation.data());
    sum += std::fabs(roll(sphere, angle, 0.6, orientation).acceleration / expected - 1);
  }
  return sum / starts;
}

void add_row(Table& table, const Rock& sphere, const std::string& name, double friction, double expected,
             double expected_slip, const std::string& source) {
  const Rolled found = roll(sphere, radians(35), friction);
  const bool holds =
      std::fabs(found.acceleration / expected - 1) < 0.01 && std::fabs(found.slip - expected_slip) < 0.02;
  table.check(name, text("%.4f m/s2, slip %.3f", expected, expected_slip),
              text("%.4f m/s2, slip %.3f", found.acceleration, found.slip), source, holds);
}

}  // namespace

void add_rolling_rows(Table& table, const Effort& effort) {
  const std::uint32_t finest = effort.quick ? 8000 : 32000;
  const double angle = radians(15), expected = 5.0 / 7 * g * std::sin(angle);
  constexpr std::uint32_t starts = 16;
  double error[3];
  for (std::uint32_t k = 0; k < 3; ++k)
    error[k] = rolling_error(sphere_of(finest >> (4 - 2 * k)), angle, expected, starts);
  table.check(text("sphere of %u, %u, %u vertices rolls, slope 15 deg, mean of %u starts: a off by", finest / 16,
                   finest / 4, finest, starts),
              text("of %.4f m/s2: falls, < 1 %%", expected),
              text("%.2f, %.2f, %.2f %%", 100 * error[0], 100 * error[1], 100 * error[2]), "5/7 g sin a",
              error[1] < error[0] && error[2] < error[1] && error[2] < 0.01);
  const Rock sphere = sphere_of(finest);
  const double a = radians(35), limit = 2.0 / 7 * std::tan(a);
  add_row(table, sphere, text("sphere rolls, slope 35 deg, tan a = 2.8 mu: a, slip"), 1.25 * limit,
          5.0 / 7 * g * std::sin(a), 0, "5/7 g sin a");
  const double mu = 0.75 * limit;
  const double slides = g * (std::sin(a) - mu * std::cos(a));
  add_row(table, sphere, text("sphere slips, slope 35 deg, tan a = 4.67 mu: a, slip"), mu, slides,
          1 - 2.5 * mu * g * std::cos(a) / slides, "tan a > 7/2 mu");
}

}  // namespace sandbox::verify
