// Constants of the contact solver that the step of one rock and the SIMD lanes share.
#pragma once

#include <cstdint>

#include "numerics/inline_calls.h"
#include "numerics/real.h"

namespace rockfall {

/// Settings of one attempt at a solution. The regularisation penalises the change of the percussions in an iteration
/// (proximal term): it selects one of the solutions that sticking leaves undetermined, and as it vanishes with the step
/// it does not change the solution. A large one damps the exchange of load between neighbouring sliding contacts. With
/// a small one, where restitution prescribes velocities that no rigid body can have, the percussions grow along their
/// undetermined direction in few iterations until a contact reaches its friction cone. After the first iteration it
/// therefore follows the residual. Percussions are computed by dividing by it.
struct SolverStage {
  double first_regularisation;      // not of the working set
  double by_residual, least, most;  // regularisation of the other iterations: see regularisation()
  int max_iterations;
  bool stop_at_cone;    // shorten each step to where the first sticking contact reaches its friction cone
  double raised_least;  // if above 0: each time the residual grows, `least` doubles, to this or more; ends cycles

  ROCKFALL_ALWAYS_INLINE constexpr bool follows_residual() const { return least < most; }

  /// @param residual     the largest, relative to that of sticking contacts without percussions
  /// @param lower_bound  `least`, or more
  template <class Real>
  Real regularisation(const Real& residual, const Real& lower_bound) const {
    const Real wanted = by_residual * residual;
    const Real bounded = select(wanted < most, wanted, constant_like(residual, most));
    return select(bounded > lower_bound, bounded, lower_bound);
  }
};

/// The first stage is the fastest where the contacts keep the phase in which they start. The working set
/// (contact/working_set.h) is for contacts that slide on a nearly plane face, the third stage for those that cannot
/// stick, the others for what remains.
constexpr int kStageCount = 5, kWorkingSetStage = 1;
constexpr SolverStage kStages[kStageCount] = {{1e-6, 0, 1e-6, 1e-6, 6, false, 0},
                                              {1e-1, 0.1, 1e-10, 1e-1, 30, true, 0},
                                              {1e-2, 0.1, 1e-10, 1e-2, 30, true, 0},
                                              {1e-2, 1, 1e-10, 1e-1, 60, true, 0},
                                              {1, 100, 1e-10, 1e-1, 60, true, 1e-6}};
/// Most contacts that count as few. If a rock has few contacts, all of them are pressed more often than if it has many,
/// and the third stage finds the solution sooner than the working set does.
constexpr uint32_t kMostOfFew = 4;
ROCKFALL_ALWAYS_INLINE constexpr bool are_few(uint32_t contacts) { return contacts <= kMostOfFew; }
/// Number of the stage of an attempt; attempts are made until one converges. Where the first two fail at two contacts,
/// the last stage nearly always converges, the others seldom.
ROCKFALL_ALWAYS_INLINE constexpr int tried_stage(int attempt, uint32_t contacts) {
  constexpr int kOrders[3][kStageCount] = {{0, 2, 4, 1, 3}, {0, 2, 1, 3, 4}, {0, 1, 2, 3, 4}};
  return kOrders[contacts <= 2 ? 0 : are_few(contacts) ? 1 : 2][attempt];
}
/// One contact has a solution that is found with certainty (contact/one_rolling_contact.h).
ROCKFALL_ALWAYS_INLINE constexpr int attempts_of(uint32_t contacts) { return contacts == 1 ? 1 : kStageCount; }
/// Attempts that the SIMD lanes make: none with raised_least (step/several_contact_pack.h).
ROCKFALL_ALWAYS_INLINE constexpr int lane_attempts_of(uint32_t contacts) { return contacts == 1 ? 1 : 2; }
/// Iterations of a working set after which the next contact is added although the percussions of the set are not exact
/// yet.
constexpr int kIterationsOfSet = 2;

/// Some of the attempts, from `first` to before `end`.
struct AttemptRange {
  int first, end;
};

/// Percussions that differ by less than this fraction from those of the solver count as equal: rounding.
constexpr double kNegligibleScaling = 1e-9;

/// Work of contacts that counts as rounding, J. @param gravity_energy  m (g dt)^2
template <class Real>
Real work_rounding(const Real& kinetic, const Real& gravity_energy) {
  return 1e-14 * (kinetic + gravity_energy);
}

/// The factor k of the percussions with which their work k a + k^2 b vanishes. @param work  a + b
template <class Real>
Real scale_without_work(const Real& a, const Real& work) {
  return select((a < 0.0) & is_finite(work), a / (a - work), constant_like(a, 0.0));
}

/// Largest violation of the contact laws that counts as a solution, relative to the contact speeds.
constexpr double kSatisfiedLaws = 1e-6;

}  // namespace rockfall
