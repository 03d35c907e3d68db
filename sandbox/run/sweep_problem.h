// The inputs that identify a sweep: only a sweep with the same inputs continues its state.
#ifndef ROCKFALL_SANDBOX_RUN_SWEEP_PROBLEM_H
#define ROCKFALL_SANDBOX_RUN_SWEEP_PROBLEM_H

#include <string>
#include <vector>

namespace sandbox {

/** A choice of the command line or of the scenario. */
struct SweepOption {
  std::string name;  ///< the same in sweeps that differ in the value only
  std::string text;  ///< with the value: "--set ground.mu_max=2", "6 rocks"
};

struct SweepProblem {
  std::string scenario;  ///< text of its file
  std::vector<SweepOption> options;
};

/** The first difference between the sweep of a state and the present one; empty if they are the same. */
std::string difference_of(const SweepProblem& before, const SweepProblem& now);

}  // namespace sandbox
#endif
