#include "contact/many_contacts.h"

#include "contact/percussion_rows.h"
#include "contact/working_set.h"

namespace rockfall {
namespace {

// Iterate on all contacts at once from zero percussions; false if it does not converge.
template <int N>
bool solve_at_once(PercussionRows<N>& rows, double tolerance, const SolverStage& stage) {
  const auto linearise_all = [&rows] {
    double largest = 0;
    for (uint32_t i = 0; i < rows.count(); ++i) largest = larger_of(largest, rows.linearise(i));
    return largest;
  };
  rows.reset();
  const double size = rows.sticking_residual();
  double error = linearise_all(), least = stage.least;
  for (int iteration = 0; !(error <= tolerance * size); ++iteration) {
    if (iteration == stage.max_iterations || !(error < 1e300)) return false;
    rows.regularise(iteration == 0 ? stage.first_regularisation : stage.regularisation(error / size, least));
    rows.advance(rows.find_changes(stage.stop_at_cone && iteration > 0));
    rows.update_velocity();
    const double next = linearise_all();
    if (stage.raised_least > 0 && next > error) least = larger_of(2 * least, stage.raised_least);
    error = next;
  }
  return true;
}

template <int N>
bool solve_rows(ContactSet& contacts, const Vec3* offset, double inverse_mass, double tolerance,
                const AttemptRange& attempts, Velocity& velocity) {
  PercussionRows<N> rows(contacts, offset, inverse_mass, velocity);
  bool solved = false;
  for (int i = attempts.first; i < attempts.end && !solved; ++i) {
    const int stage = tried_stage(i, contacts.count);
    solved = stage == kWorkingSetStage ? WorkingSet<N>(rows).solve(tolerance, kStages[stage])
                                       : solve_at_once(rows, tolerance, kStages[stage]);
  }
  if (!solved) return false;
  for (uint32_t i = 0; i < contacts.count; ++i) {
    Contact& contact = contacts.items[i];
    rows.write(i, contact);
    apply_percussion(contact, contact.percussion, inverse_mass, velocity);
    if constexpr (N == 5) apply_moment(contact, contact.moment, velocity);
  }
  return true;
}

}  // namespace

bool solve_many_contacts(ContactSet& contacts, const Vec3* offset, double inverse_mass, double tolerance,
                         const AttemptRange& attempts, Velocity& velocity) {
  return solve_rows<3>(contacts, offset, inverse_mass, tolerance, attempts, velocity);
}

bool solve_rolling_contacts(ContactSet& contacts, const Vec3* offset, double inverse_mass, double tolerance,
                            const AttemptRange& attempts, Velocity& velocity) {
  return solve_rows<5>(contacts, offset, inverse_mass, tolerance, attempts, velocity);
}

}  // namespace rockfall
