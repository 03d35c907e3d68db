// Part of A: comparison of the rotation schemes on the cuboid rotating about its intermediate axis.
#include "spin/comparison.h"
#include "verify/groups.h"
#include "verify/world.h"

namespace sandbox::verify {
namespace {

const char* const schemes_paper = "L21 4.3";

void add_flip_rows(Table& table, const RotationResult& coarse, const RotationResult& fine) {
  const std::string name = std::string(rf_scheme_name(fine.scheme)) + ": ";
  if (fine.scheme == RF_SCHEME_EXACT) {
    table.check(name + "largest error of the four sign changes, dt 0.01 s", "< 1e-4 s", text("%.1e s", fine.flip_error),
                schemes_paper, fine.flips == 4 && fine.flip_error < 1e-4);
    table.check(name + "error of the orientation after 20 s, dt 0.01 s", "< 1e-4 rad",
                text("%.1e rad", fine.angle_error), "Runge-Kutta", fine.angle_error < 1e-4);
    return;
  }
  const double ratio = coarse.flip_error / fine.flip_error;
  table.check(name + "largest error of the four sign changes, dt 0.02 and 0.01 s", "four-fold (second order)",
              text("%.1e, %.1e s: %.3f", coarse.flip_error, fine.flip_error, ratio), "second order",
              fine.flips == 4 && std::fabs(ratio - 4) < 0.2);
}

}  // namespace

void add_propagator_rows(Table& table, const Effort& effort) {
  const std::vector<RotationResult> results = compare_rotations({0.02, 0.01}, 1, true);
  double implicit = 1;
  for (std::size_t i = 0; i < results.size(); i += 2) {
    const RotationResult& fine = results[i + 1];
    if (fine.scheme == RF_SCHEME_IMPLICIT) implicit = fine.cost;
    table.report(
        text("%s: elapsed time of a free rotation, over that of the implicit scheme", rf_scheme_name(fine.scheme)), "-",
        text("%.0f ns, %.2f", fine.cost, fine.cost / implicit), "this machine");
    if (fine.scheme == RF_SCHEME_EXPLICIT) continue;
    if (fine.scheme != RF_SCHEME_IMPLICIT) add_flip_rows(table, results[i], fine);
    const std::uint32_t steps = effort.quick ? 1000000 : 10000000;
    const RotationResult kept = drifts_of(fine.scheme, 0.01, steps);
    table.check(text("%s, %u steps: drift of energy, angular momentum", rf_scheme_name(fine.scheme), steps), "< 1e-11",
                text("%.1e, %.1e", kept.energy_drift, kept.momentum_drift), schemes_paper,
                kept.energy_drift < 1e-11 && kept.momentum_drift < 1e-11);
  }
}

}  // namespace sandbox::verify
