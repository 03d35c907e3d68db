// S: the four measured impacts of Lu et al. 2019 on planes. The paper gives neither the slope at the scars nor the
// orientation of the rock at the first touch: planes of two slopes and random roll angles stand for them. A plane has
// no bumps, no stones and no crater wall that the rock pushes ahead, so that it cannot give the scatter of single
// impacts, and nothing here decides more than the order of magnitude. Rows are reports, not criteria.
#include <algorithm>

#include "verify/groups.h"
#include "verify/slope_trial.h"

namespace sandbox::verify {
namespace {

const char* const soil_paper = "Lu 2019";

struct Impact {
  double speed, vertical_speed;  // m/s
  double angular_speed;          // rad/s
  double strength;               // M_E, Pa
};
constexpr Impact impacts[4] = {
    {19.2, 11.20, 23.9, 25e6}, {17.5, 10.74, 26.3, 15e6}, {17.0, 10.36, 29.3, 10e6}, {17.4, 8.52, 28.7, 10e6}};

struct ImpactScar {
  double depth = 0, length = 0, energy = 0, angular_speed = 0;
};

/** One impact, until the rock has left the soil. */
ImpactScar strike(const World& world, const Impact& impact, double roll_angle) {
  rf_state state = rf_default_state();
  // The axis of largest inertia lies across the motion, as of a wheel.
  store(about({1, 0, 0}, -0.5 * pi) * about({0, 0, 1}, roll_angle), state.orientation);
  place_above_ground(world.scene(), state, 0.05);
  state.velocity[0] = std::sqrt(impact.speed * impact.speed - impact.vertical_speed * impact.vertical_speed);
  state.velocity[2] = -impact.vertical_speed;
  state.angular_velocity[2] = impact.angular_speed;
  Run run(world.scene(), state);
  ImpactScar scar;
  bool entered = false;
  while (run.time() < 2) {
    run.step();
    if (run.state().scar_depth > 0 || run.report().contact_count > 0) {
      entered = true;
    } else if (entered) {
      break;
    }
    scar.depth = std::max(scar.depth, run.state().scar_depth);
    scar.length = std::max(scar.length, run.state().scar_path);
  }
  const double speed = norm(run.velocity()) / impact.speed;
  scar.energy = speed * speed;
  scar.angular_speed = norm(run.omega());
  return scar;
}

/** Mean over random roll angles. */
ImpactScar mean_scar(const Rock& plate, const Impact& impact, std::int32_t law, double slope_deg, std::uint32_t count) {
  rf_settings settings = endless(RF_SCHEME_IMPLICIT, 0.001);
  settings.soil_law = law;
  const World world(plate, {radians(slope_deg), 0, 0}, lu_ground(impact.strength), settings);
  ImpactScar mean;
  for (std::uint32_t i = 0; i < count; ++i) {
    double random[2];
    rf_random_pair(11, i, 9, random);
    const ImpactScar one = strike(world, impact, 2 * pi * random[0]);
    mean.depth += one.depth / count;
    mean.length += one.length / count;
    mean.energy += one.energy / count;
    mean.angular_speed += one.angular_speed / count;
  }
  return mean;
}

}  // namespace

void add_soil_impact_rows(Table& table, const Effort& effort) {
  const double volume_of_unit = 0.7083333333333334;  // of the hull of size 1, 17/24
  const double size = std::cbrt(780.0 / 2700 / (volume_of_unit * 0.5));
  const Rock plate(shape_points(RF_SHAPE_EOTA, {size, size, 0.5 * size}), RF_SIZE_BY_MASS, 780);
  const std::uint32_t count = effort.quick ? 8 : 50;
  for (const double slope_deg : {0.0, 30.0}) {
    for (std::int32_t law = 0; law < RF_SOIL_LAW_COUNT; ++law) {
      ImpactScar s[4];
      for (int k = 0; k < 4; ++k) s[k] = mean_scar(plate, impacts[k], law, slope_deg, count);
      const std::string name = text("four impacts, plane of %.0f deg, %s: ", slope_deg, soil_law_text(law));
      table.report(name + "depth of the scar", "0.13, 0.15, 0.18, 0.21 m measured",
                   text("%.2f, %.2f, %.2f, %.2f m", s[0].depth, s[1].depth, s[2].depth, s[3].depth), soil_paper);
      table.report(name + "length of the scar", "1.40, 1.80, 1.55, 1.52 m measured",
                   text("%.2f, %.2f, %.2f, %.2f m", s[0].length, s[1].length, s[2].length, s[3].length), soil_paper);
      table.report(name + "translational energy, after / before", "0.21, 0.42 to 0.55, 1.11 at six other impacts",
                   text("%.2f, %.2f, %.2f, %.2f", s[0].energy, s[1].energy, s[2].energy, s[3].energy), "Caviezel 2019");
      table.report(name + "rotation after (before 23.9, 26.3, 29.3, 28.7)", "not published",
                   text("%.1f, %.1f, %.1f, %.1f rad/s", s[0].angular_speed, s[1].angular_speed, s[2].angular_speed,
                        s[3].angular_speed),
                   soil_paper);
    }
  }
  table.report("slope and roughness at the scar; orientation", "not published",
               "planes; mean of random roll angles about a horizontal axis", soil_paper);
}

}  // namespace sandbox::verify
