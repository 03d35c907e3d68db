// Several contacts of each of several rocks in SIMD lanes: the first attempts of contact/many_contacts.cpp. Everything
// has internal linkage.
#pragma once

#include "contact/solver_stage.h"
#include "step/percussion_rows_pack.h"
#include "step/working_set_pack.h"

namespace rockfall {
namespace {

// Iterate on all contacts at once from zero percussions. Returns the lanes that have converged.
template <int N>
inline PackMask solve_at_once(PercussionRowsPack<N>& rows, const PackMask& lanes, double tolerance,
                              const SolverStage& stage) {
  rows.regularise(packed(stage.first_regularisation));
  rows.reset();
  const Pack size = rows.sticking_residual(), bound = tolerance * size;
  PackMask pending = lanes, solved = none_packed();
  for (int iteration = 0;; ++iteration) {
    const Pack error = rows.linearise();
    const PackMask done = pending & (error <= bound);
    solved = solved | done;
    pending = pending & ~done & (error < 1e300);
    if (iteration == stage.max_iterations || none_set(pending)) return solved;
    if (iteration > 0 && stage.follows_residual()) {
      rows.regularise(stage.regularisation(error / size, packed(stage.least)));
    }
    const Pack fraction = rows.find_changes(stage.stop_at_cone && iteration > 0 ? pending : none_packed());
    rows.advance(pending, fraction);
    rows.update_velocity();
  }
}

// One attempt of solve_many_contacts() or, with N = 5, solve_rolling_contacts(). Returns the lanes in which it finds a
// solution; there the percussions, the moments and the velocity are set.
// @param rolling  null with N = 3
// @param count    largest number of contacts of a lane
template <int N>
inline PackMask solve_several_contacts(ContactPack* contacts, RollingPack* rolling, uint32_t count,
                                       const PackMask& lanes, const VelocityPack& free, const Pack& inverse_mass,
                                       double tolerance, int stage, VelocityPack& velocity) {
  PercussionRowsPack<N> rows(contacts, rolling, count, free, inverse_mass);
  const PackMask solved = stage == kWorkingSetStage ? WorkingSetPack<N>(rows).solve(lanes, tolerance, kStages[stage])
                                                    : solve_at_once(rows, lanes, tolerance, kStages[stage]);
  for (uint32_t i = 0; i < count; ++i) {
    const PackMask here = solved & contacts[i].present;
    replace(here, rows.percussion(i), contacts[i].percussion);
    contacts[i].apply(solved, inverse_mass, velocity);
    if constexpr (N == 5) {
      Pack moment[2];
      rows.write_moment(i, moment);
      for (int k = 0; k < 2; ++k) rolling[i].moment[k] = select(here, moment[k], rolling[i].moment[k]);
      rolling[i].apply(here, velocity);
    }
  }
  return solved;
}

}  // namespace
}  // namespace rockfall
