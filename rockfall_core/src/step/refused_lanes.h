// Rocks in SIMD lanes whose steps the lanes cannot make: where no bound of the ground is known, a torque of drag
// acts, or the contacts cannot be solved there. Part of step/run_lanes.h: everything has internal linkage.
#pragma once

#include <cstdint>

#include "numerics/lanes.h"

namespace rockfall {
namespace {

// Decides how many single steps a rock makes after a refused step before the lanes try again. An attempt in lanes takes
// the time of a step, so the number is doubled while no attempt succeeds.
class RefusedLanes {
 public:
  // Steps after the first refusal: where the next step may succeed, and where many are likely to be refused.
  static constexpr uint32_t kBrief = 1, kLasting = 31;

  // Before the first step of a rock.
  void start(int lane) { forget(uint32_t{1} << lane); }

  // Note that the lanes cannot make the present step of a rock.
  void refuse(int lane, uint32_t first) {
    refused_ |= uint32_t{1} << lane;
    steps_[lane] = !(before_ >> lane & 1) ? first : (2 * steps_[lane] + 1 < kMost ? 2 * steps_[lane] + 1 : kMost);
  }

  // After each step. @param done  lanes that have made their step
  void note_done(const LaneMask& done) {
    if (before_ != 0) forget(lane_bits(done));
  }

  bool any() const { return refused_ != 0; }
  // visit(lane, steps) for the lanes that refused a step since the last call.
  template <class Visit>
  void take(Visit visit) {
    for_each_bit(refused_, [&](uint32_t bit) { visit(static_cast<int>(bit), steps_[bit]); });
    before_ |= refused_;
    refused_ = 0;
  }

 private:
  static constexpr uint32_t kMost = 63;

  void forget(uint32_t lanes) { before_ &= ~lanes; }

  uint32_t refused_ = 0;             // as bits
  uint32_t before_ = 0;              // the last attempt was refused
  uint32_t steps_[kLaneCount] = {};  // after the last refusal
};

}  // namespace
}  // namespace rockfall
