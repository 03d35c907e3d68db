// Constants of the contact solver that the step of one rock and the SIMD lanes share.
#pragma once

namespace rockfall {

/// Settings of one attempt at a solution. The regularisation penalises the change of the percussions in an iteration
/// (proximal term): it selects one of the solutions that sticking leaves undetermined, and as it vanishes with the step
/// it does not change the solution. Percussions are computed by dividing by it, so it must not be too small.
struct SolverStage {
  double first_regularisation, regularisation;  // of the first iteration and of the others
  int max_iterations;
  bool stop_at_cone;  // shorten each step to where the first sticking contact reaches its friction cone
};

/// Tried in order until one converges. The first is the fastest where the contacts keep the phase in which they start.
/// The second starts with a large regularisation, for contacts that cannot stick. The third keeps it, which damps load
/// oscillation between neighbouring sliding contacts.
constexpr int kStageCount = 3;
constexpr SolverStage kStages[kStageCount] = {{1e-6, 1e-6, 6, false}, {1e-2, 1e-6, 30, true}, {1e-2, 1e-2, 40, true}};
/// The SIMD lanes make at most so many of them (step/several_contact_pack.h).
constexpr int kLaneStages = 2;

/// Some of the stages, from `first` to before `end`.
struct StageRange {
  int first, end;
};
constexpr StageRange kAllStages = {0, kStageCount};

/// Percussions that differ by less than this fraction from those of the solver count as equal: rounding.
constexpr double kNegligibleScaling = 1e-9;

/// Largest violation of the contact laws that counts as a solution, relative to the contact speeds.
constexpr double kSatisfiedLaws = 1e-6;

}  // namespace rockfall
