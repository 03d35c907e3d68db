// F: contact against closed solutions: rest, sliding, restitution. The other parts of F have files of their own.
#include <algorithm>

#include "verify/groups.h"
#include "verify/world.h"

namespace sandbox::verify {
namespace {

const char* const closed_form = "closed form";

void add_rest_row(Table& table, rf_scheme scheme, double angle_deg, double friction) {
  const Rock block = box_of_mass({1.2, 1.0, 0.5}, 1500);
  const World world(block, {radians(angle_deg), radians(30)}, coulomb(friction), endless(scheme, 0.002));
  Run run(world.scene(), world.start({1, 0, 0, 0}, 0));
  const Vec start = run.position();
  double largest = 0;
  Vec half{};
  for (int i = 1; i <= 30000; ++i) {
    run.step();
    largest = std::max(largest, norm(run.position() - start));
    if (i == 15000) half = run.position();
  }
  const double late = norm(run.position() - half);
  table.check(
      text("block at rest, slope %.0f deg, mu %.2f, 60 s, %s: displacement", angle_deg, friction, scheme_text(scheme)),
      "< 1 mm, not growing", text("%.2g mm; from 30 to 60 s %.2g mm", 1e3 * largest, 1e3 * late), closed_form,
      largest < 1e-3 && late < 1e-6);
}

void add_slide_row(Table& table, rf_scheme scheme) {
  const double angle = radians(35), friction = 0.3;
  const Rock block = box_of_mass({2, 2, 0.5}, 1500);
  const World world(block, {angle, radians(30)}, coulomb(friction), endless(scheme, 0.002));
  Run run(world.scene(), world.start({1, 0, 0, 0}, 0));
  for (int i = 0; i < 100; ++i) run.step();
  const Vec before = run.velocity();
  for (int i = 0; i < 1000; ++i) run.step();
  const double found = dot(run.velocity() - before, world.downhill()) / 2.0;
  const double expected = g * (std::sin(angle) - friction * std::cos(angle));
  table.check(text("block slides, slope 35 deg, mu 0.3, %s: acceleration", scheme_text(scheme)),
              text("%.5f m/s2 +- 0.1 %%", expected), text("%.5f m/s2", found), "g (sin a - mu cos a)",
              std::fabs(found / expected - 1) < 1e-3);
}

struct Drop {
  double speed_error = 0;         // largest |v+ + eps v-| / |v-|
  double heights[3] = {0, 0, 0};  // of the lowest point at the first three rebounds, over the height of release
};

/** Drops a rock without rotation, its lowest point `height` above a level plane. */
Drop drop(const Rock& rock, const Quaternion& orientation, double height, double restitution, double time_step) {
  rf_ground ground = coulomb(0.5);
  ground.restitution_normal = restitution;
  const World world(rock, {}, ground, endless(RF_SCHEME_IMPLICIT, time_step));
  Run run(world.scene(), world.start(orientation, height));
  const double reach = run.position()[2] - height;
  Drop result;
  for (int bounces = 0; bounces < 3;) {
    const double before = run.velocity()[2];
    run.step();
    if (run.normal_percussion() <= 0) continue;
    const double after = run.velocity()[2];
    result.speed_error = std::max(result.speed_error, std::fabs(after + restitution * before) / std::fabs(before));
    result.heights[bounces++] = (run.position()[2] - reach + 0.5 * after * after / g) / height;
  }
  return result;
}

void add_drop_rows(Table& table) {
  constexpr double restitution = 0.5;
  const Rock tip(shape_points(RF_SHAPE_OCTAHEDRON, {1, 1, 1}), RF_SIZE_BY_DENSITY, 2700);
  const Rock slab = box_of_mass({1.5, 1, 0.5}, 2000);
  const Drop on_tip = drop(tip, {1, 0, 0, 0}, 2, restitution, 0.002);
  const Drop on_face = drop(slab, {1, 0, 0, 0}, 2, restitution, 0.002);
  table.check("drop on a corner, eps 0.5: |v+ + eps v-| / |v-|", "0 to rounding", text("%.1e", on_tip.speed_error),
              "Newton's law", on_tip.speed_error < 1e-14);
  // The tolerance of the solver limits the accuracy of four contacts that share the load.
  table.check("drop on a face of four corners, the same", "< 1e-9, of the solver", text("%.1e", on_face.speed_error),
              "Newton's law", on_face.speed_error < 1e-9);

  constexpr int phases = 64;
  double error[3], mean[3] = {0, 0, 0};
  for (int level = 0; level < 3; ++level) {
    const double time_step = 0.004 / (1 << level);
    error[level] = 0;
    for (int phase = 0; phase < phases; ++phase) {
      const Drop one = drop(tip, {1, 0, 0, 0}, 2 + 0.05 * phase / phases, restitution, time_step);
      error[level] += std::fabs(one.heights[0] - restitution * restitution) / phases;
      if (level == 2) {
        for (int k = 0; k < 3; ++k) mean[k] += one.heights[k] / phases;
      }
    }
  }
  constexpr double bound = 0.002;  // two thirds of the path of a step at impact speed, 6.3 mm of 2 m
  const bool near =
      std::fabs(mean[0] - 0.25) < bound && std::fabs(mean[1] - 0.0625) < bound && std::fabs(mean[2] - 0.015625) < bound;
  table.check("drop, eps 0.5: heights of three rebounds, dt 0.001 s", "0.25, 0.0625, 0.0156 +- 0.002",
              text("%.4f, %.4f, %.4f", mean[0], mean[1], mean[2]), "eps^2, eps^4, eps^6", near);
  const double ratio[] = {error[0] / error[1], error[1] / error[2]};
  table.check("drop, eps 0.5: error of the height over that at dt/2, twice", "2 (first order)",
              text("%.2f, %.2f", ratio[0], ratio[1]), "first order in dt",
              std::fabs(ratio[0] - 2) < 0.3 && std::fabs(ratio[1] - 2) < 0.3);
}

}  // namespace

void add_contact_rows(Table& table) {
  for (const rf_scheme scheme : {RF_SCHEME_IMPLICIT, RF_SCHEME_EXPLICIT}) {
    add_rest_row(table, scheme, 20, 0.6);
    add_rest_row(table, scheme, 30, 0.58);
    add_slide_row(table, scheme);
  }
  add_drop_rows(table);
}

Table contact_closed_forms(const Effort& effort) {
  Table table("F", "Closed forms for contact, flight, energy and mass");
  add_contact_rows(table);
  add_rolling_rows(table, effort);
  add_flight_rows(table);
  add_energy_rows(table, effort);
  add_invariance_rows(table, effort);
  add_mass_property_rows(table, effort);
  return table;
}

}  // namespace sandbox::verify
