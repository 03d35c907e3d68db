// What must hold in every step, and how it is counted.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace soak {

enum Check : uint32_t {
  kNoFault,         // the step succeeds, and the state is finite
  kUnitQuaternion,  // | |q|^2 - 1 |
  kLedger,          // residual of the energy balance over the energies
  kContactWork,     // positive contact work over the energies
  kDragWork,        // positive drag work over the energies
  kEnergy,          // growth of the total energy over the energies
  kPercussionSign,  // -P_N over the largest percussion
  kFrictionCone,    // |P_T| - mu P_N over the largest percussion
  kResidual,        // violation of the contact laws over the speeds, where the solver reports success
  kPath,            // path of S in a step over its mean speed times the time step, with hard contact
  kSameBits,        // rf_step_many gives the bits of rf_step
  kSameCounts,      // rf_step_many reports the steps and the rocks in motion that rf_step made
  kCheckCount
};

const char* check_name(uint32_t check);
/// Largest value that is no violation.
double check_limit(uint32_t check);

struct Violation {
  uint64_t world;
  uint32_t rock;
  uint64_t step;
  uint32_t check;
  double value;
};

/// Counters of any number of worlds; the sum of two is their merge.
struct Tally {
  uint64_t worlds = 0, rocks = 0, steps = 0, steps_by_many = 0;
  uint64_t contact_steps = 0, scaled_back = 0, restitution_off = 0, not_converged = 0;
  std::array<uint64_t, 5> ends{};  // by rf_end
  uint64_t stopped_deep = 0;       // stopped with S more than a radius below the ground
  std::array<uint64_t, kCheckCount> checked{}, violated{};
  std::array<double, kCheckCount> worst{};
  std::vector<Violation> violations;  // the first ones of each check

  /// Count a value; more than the limit of the check is a violation.
  void count(Check check, double value, uint64_t world, uint32_t rock, uint64_t step);
  void merge(const Tally& other);
  uint64_t violation_count() const;
  uint64_t rock_steps() const { return steps + steps_by_many; }

 private:
  void list(const Violation& violation);
};

/// Step all rocks of a world, one by one and by rf_step_many, and check every step. rf_step_many makes the steps in
/// calls of 1 to 256, in the calling thread, as tasks in reverse order, or as tasks in two threads.
void run_world(uint64_t seed, uint32_t steps, Tally& tally);

}  // namespace soak
