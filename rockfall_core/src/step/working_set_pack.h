// contact/working_set.h in SIMD lanes: Newton's method on few contacts of each rock at a time. Everything has internal
// linkage.
#pragma once

#include "contact/solver_stage.h"
#include "step/percussion_rows_pack.h"

namespace rockfall {
namespace {

// The working set method of WorkingSet (contact/working_set.h) in lanes. Each lane has a set of its own.
template <int N>
class WorkingSetPack {
 public:
  explicit WorkingSetPack(PercussionRowsPack<N>& rows) : rows_(rows) {}

  // Iterate from zero percussions. Returns the lanes that have converged.
  ROCKFALL_INLINE_CALLS ROCKFALL_OWN_FRAME PackMask solve(const PackMask& lanes, double tolerance,
                                                          const SolverStage& stage) {
    rows_.reset();
    const Pack size = rows_.sticking_residual(), enough = tolerance * size;
    Pack since_added = packed(kIterationsOfSet);
    PackMask pending = lanes, solved = none_packed();
    for (int iteration = 0;; ++iteration) {
      const Pack error = linearise();
      const PackMask exact = error <= enough, asked = pending & (exact | (since_added >= kIterationsOfSet));
      const PackMask added = add_fastest_penetration(asked, enough);
      since_added = select(added, packed(0.0), since_added);
      const PackMask done = asked & ~added & exact;
      solved = solved | done;
      pending = pending & ~done & (error < 1e300);
      if (iteration == stage.max_iterations || none_set(pending)) return solved;
      rows_.regularise(stage.regularisation(error / size, packed(stage.least)));
      pending = advance(pending, stage.stop_at_cone ? pending & (since_added > 0.0) : none_packed());
      since_added = since_added + 1.0;
    }
  }

 private:
  static constexpr double kNone = -1;  // no contact

  PackMask set(uint32_t i) const { return ~rows_.row(i).open; }

  // Returns the largest residual of the set.
  Pack linearise() {
    Pack largest = packed(0.0);
    for (uint32_t i = 0; i < rows_.count(); ++i) {
      const PackMask here = set(i);
      if (!none_set(here)) largest = larger_of(largest, rows_.linearise_closed(i, here));
    }
    return largest;
  }

  // Add to each set the contact outside of it that penetrates fastest, by more than `enough`. Returns the lanes with
  // one.
  PackMask add_fastest_penetration(const PackMask& lanes, Pack enough) {
    Pack fastest = packed(kNone);
    for (uint32_t i = 0; i < rows_.count(); ++i) {
      const RowPack<N>& row = rows_.row(i);
      const Pack residual = -1.0 * row.r_normal * row.xi[0];
      const PackMask faster = lanes & row.contact->present & row.open & (residual > enough);
      fastest = select(faster, packed(static_cast<double>(i)), fastest);
      enough = select(faster, residual, enough);
    }
    for (uint32_t i = 0; i < rows_.count(); ++i) {
      const PackMask here = fastest == static_cast<double>(i);
      if (!none_set(here)) rows_.linearise_closed(i, here);
    }
    return fastest >= 0.0;
  }

  // Returns the lanes that continue: not those in which the contact that has been added cannot be pressed.
  PackMask advance(PackMask lanes, const PackMask& stop_at_cone) {
    Pack fraction = rows_.find_changes(stop_at_cone);
    Pack removed = first_at_zero(1, lanes, fraction);
    const PackMask stuck = lanes & (removed >= 0.0) & (fraction == 0.0);
    if (!none_set(stuck)) make_room(stuck, fraction, removed);
    lanes = lanes & ~(fraction == 0.0);
    rows_.advance(lanes, fraction);
    for (uint32_t i = 0; i < rows_.count(); ++i) {
      const PackMask here = lanes & (removed == static_cast<double>(i));
      if (!none_set(here)) rows_.leave_out(i, here);
    }
    rows_.update_velocity();
    return lanes;
  }

  // The contact of each set whose percussion is the first to reach zero with `sign` times the changes before `fraction`
  // of them, which it shortens.
  Pack first_at_zero(double sign, const PackMask& lanes, Pack& fraction) const {
    Pack first = packed(kNone);
    for (uint32_t i = 0; i < rows_.count(); ++i) {
      const PackMask here = lanes & set(i);
      if (none_set(here)) continue;
      const Pack &p = rows_.row(i).p[0], loss = -sign * rows_.row(i).change[0];
      const PackMask sooner = here & (loss > 0.0) & (p < fraction * loss);
      first = select(sooner, packed(static_cast<double>(i)), first);
      fraction = select(sooner, p / loss, fraction);
    }
    return first;
  }

  // WorkingSet::make_room() in lanes.
  void make_room(const PackMask& lanes, Pack& fraction, Pack& removed) const {
    Pack opposite = packed(1e300);
    const Pack other = first_at_zero(-1, lanes, opposite);
    fraction = select(lanes & (other >= 0.0), -1.0 * opposite, fraction);
    removed = select(lanes, other, removed);
  }

  PercussionRowsPack<N>& rows_;
};

}  // namespace
}  // namespace rockfall
