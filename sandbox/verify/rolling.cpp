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

Rolled roll(std::uint32_t vertices, double angle, double friction) {
  const Rock sphere(shape_points(RF_SHAPE_ELLIPSOID, {2 * radius, 2 * radius, 2 * radius}, vertices),
                    RF_SIZE_BY_DENSITY, 2700);
  const World world(sphere, {angle, radians(20)}, coulomb(friction), endless(RF_SCHEME_IMPLICIT, 0.001));
  Run run(world.scene(), world.start({1, 0, 0, 0}, 0));
  const Vec start = run.position();
  while (run.time() < rolling_time) run.step();
  const double path = dot(run.position() - start, world.downhill());
  const Vec omega = turned(load_quaternion(run.state().orientation), run.omega());
  const Vec at_contact = run.velocity() + cross(omega, -radius * world.normal());
  return {2 * path / (rolling_time * rolling_time), norm(at_contact) / norm(run.velocity())};
}

void add_row(Table& table, std::uint32_t vertices, const std::string& name, double friction, double expected,
             double expected_slip, const std::string& source) {
  const Rolled found = roll(vertices, radians(35), friction);
  const bool holds =
      std::fabs(found.acceleration / expected - 1) < 0.01 && std::fabs(found.slip - expected_slip) < 0.02;
  table.check(name, text("%.4f m/s2, slip %.3f", expected, expected_slip),
              text("%.4f m/s2, slip %.3f", found.acceleration, found.slip), source, holds);
}

}  // namespace

void add_rolling_rows(Table& table, const Effort& effort) {
  const std::uint32_t finest = effort.quick ? 8000 : 32000;
  const double angle = radians(15), expected = 5.0 / 7 * g * std::sin(angle);
  double error[3];
  std::string measured;
  for (int k = 0; k < 3; ++k) {
    const double found = roll(finest >> (4 - 2 * k), angle, 0.6).acceleration;
    error[k] = std::fabs(found / expected - 1);
    measured += text(k == 0 ? "%.4f" : ", %.4f", found);
  }
  table.check(text("sphere of %u, %u, %u vertices rolls, slope 15 deg: a", finest / 16, finest / 4, finest),
              text("-> %.4f m/s2", expected), measured + " m/s2", "5/7 g sin a",
              error[2] < 0.01 && error[2] < error[0]);
  const double a = radians(35), limit = 2.0 / 7 * std::tan(a);
  add_row(table, finest, text("sphere rolls, slope 35 deg, tan a = 2.8 mu: a, slip"), 1.25 * limit,
          5.0 / 7 * g * std::sin(a), 0, "5/7 g sin a");
  const double mu = 0.75 * limit;
  const double slides = g * (std::sin(a) - mu * std::cos(a));
  add_row(table, finest, text("sphere slips, slope 35 deg, tan a = 4.67 mu: a, slip"), mu, slides,
          1 - 2.5 * mu * g * std::cos(a) / slides, "tan a > 7/2 mu");
}

}  // namespace sandbox::verify
