// Newton's method on few contacts at a time, for the percussions of contacts that slide on a nearly plane face. There
// differences of velocity of a millionth decide which of them are pressed, and iterations on all contacts at once
// repeat a cycle of choices.
#pragma once

#include "contact/percussion_rows.h"
#include "contact/solver_stage.h"

namespace rockfall {

/// The contacts of a set are pressed, all others have no percussion. The contact that penetrates fastest is added to
/// the set, one after the other, until none does; a contact whose percussion reaches zero is removed.
template <int N>
class WorkingSet {
 public:
  explicit WorkingSet(PercussionRows<N>& rows) : rows_(rows) {}

  /// Iterate from zero percussions; false if it does not converge.
  bool solve(double tolerance, const SolverStage& stage) {
    rows_.reset();
    const double size = rows_.sticking_residual(), enough = tolerance * size;
    int since_added = kIterationsOfSet;
    for (int iteration = 0;; ++iteration) {
      const double error = linearise();
      if (error <= enough || since_added >= kIterationsOfSet) {
        const uint32_t next = fastest_penetration(enough);
        if (next < rows_.count()) {
          rows_.linearise_closed(next);
          since_added = 0;
        } else if (error <= enough) {
          return true;
        }
      }
      if (iteration == stage.max_iterations || !(error < 1e300)) return false;
      rows_.regularise(stage.regularisation(error / size, stage.least));
      if (!advance(stage.stop_at_cone && since_added > 0)) return false;
      ++since_added;
    }
  }

 private:
  bool contains(uint32_t i) const { return !rows_.row(i).open; }

  // Returns the largest residual of the set.
  double linearise() {
    double largest = 0;
    for (uint32_t i = 0; i < rows_.count(); ++i) {
      if (contains(i)) largest = larger_of(largest, rows_.linearise_closed(i));
    }
    return largest;
  }

  // The contact outside of the set that penetrates fastest, by more than `enough`; the number of contacts if there is
  // none.
  uint32_t fastest_penetration(double enough) const {
    uint32_t fastest = rows_.count();
    for (uint32_t i = 0; i < rows_.count(); ++i) {
      const PercussionRow<N>& row = rows_.row(i);
      const double residual = -row.tangent[0].law.r_normal * row.xi[0];
      if (contains(i) || !(residual > enough)) continue;
      fastest = i;
      enough = residual;
    }
    return fastest;
  }

  // False if the contact that has been added cannot be pressed: sticking, it would pull.
  bool advance(bool stop_at_cone) {
    double fraction = rows_.find_changes(stop_at_cone);
    uint32_t removed = first_at_zero(1, fraction);
    if (removed < rows_.count() && fraction == 0) removed = make_room(fraction);
    if (fraction == 0) return false;
    rows_.advance(fraction);
    if (removed < rows_.count()) rows_.leave_out(removed);
    rows_.update_velocity();
    return true;
  }

  // The contact of the set whose percussion is the first to reach zero with `sign` times the changes before `fraction`
  // of them, which it shortens; the number of contacts if there is none.
  uint32_t first_at_zero(double sign, double& fraction) const {
    uint32_t first = rows_.count();
    for (uint32_t i = 0; i < rows_.count(); ++i) {
      const double p = rows_.row(i).p[0], loss = -sign * rows_.row(i).change[0];
      if (!contains(i) || !(loss > 0) || !(p < fraction * loss)) continue;
      first = i;
      fraction = p / loss;
    }
    return first;
  }

  // A new contact would lose percussion at once: friction makes the equations asymmetric. The percussions change in the
  // opposite direction instead, until another contact of the set loses its own: that is returned. The fraction remains
  // zero if there is none.
  uint32_t make_room(double& fraction) const {
    double opposite = 1e300;
    const uint32_t other = first_at_zero(-1, opposite);
    if (other < rows_.count()) fraction = -opposite;
    return other;
  }

  PercussionRows<N>& rows_;
};

}  // namespace rockfall
