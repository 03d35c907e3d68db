// When ground queries in SIMD lanes search for clear steps. Part of step/run_lanes.h: everything has internal linkage.
#pragma once

#include <cstdint>

#include "contact/clear_steps.h"

namespace rockfall {
namespace {

// Decides which ground queries of a rock search for the number of steps without contact that follow. A search takes the
// time of several queries, so searches pause where they find few steps, and longer where they are not worthwhile.
class ClearStepSearches {
 public:
  // Before the first query of a rock. In calls of few steps no search is worth its time.
  // @param first, longest  pauses, queries
  void start(uint32_t first, uint32_t longest) {
    left_ = pause_ = first;
    longest_ = longest;
  }

  // True if the next query is to search for clear steps.
  bool wanted() const { return left_ == 0; }

  // After a query with search. @param steps  without contact after the present one; 0 in contact, too
  //                            @param worthwhile  see GroundQuery
  void note_search(uint32_t steps, bool worthwhile) {
    if (!worthwhile) {
      pause_ = 4 * pause_ < kLongestOfCostly ? 4 * pause_ : kLongestOfCostly;
    } else if (steps < kFewClearSteps) {
      pause_ = 2 * pause_ < longest_ ? 2 * pause_ : longest_;
    } else {
      pause_ = 1;
    }
    left_ = worthwhile && steps >= kFewClearSteps ? 0 : pause_;
  }

  // After a query without search.
  void note_query(bool clear) {
    if (!clear) {
      left_ = pause_;
    } else if (left_ > 0) {
      --left_;
    }
  }

 private:
  static constexpr uint32_t kLongestOfCostly = 64;  // pause after searches that are not worth their time

  uint32_t longest_ = 1;
  uint32_t pause_ = 1;  // after contact
  uint32_t left_ = 0;   // queries before the next search
};

}  // namespace
}  // namespace rockfall
