// When ground queries in SIMD lanes seek clear steps. Part of step/run_lanes.h: everything has internal linkage.
#pragma once

#include <cstdint>

namespace rockfall {
namespace {

// Which ground queries of a rock seek the number of steps without contact that follow. A search takes the time of
// several queries, so it pauses where searches find few steps.
class ClearStepSearches {
 public:
  // Before the first query of a rock. In calls of few steps no search is worth its time. @param longest  pause, queries
  void start(uint32_t longest) { left_ = pause_ = longest_ = longest; }

  // Does the next query seek them?
  bool wanted() const { return left_ == 0; }

  // After a query with search. @param steps  without contact after the present one; 0 in contact, too
  void note_search(uint32_t steps) {
    const bool few = steps < kFew;
    pause_ = !few ? 1 : (2 * pause_ < longest_ ? 2 * pause_ : longest_);
    left_ = few ? pause_ : 0;
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
  static constexpr uint32_t kFew = 2;

  uint32_t longest_ = 1;
  uint32_t pause_ = 1;  // after contact
  uint32_t left_ = 0;   // queries before the next search
};

}  // namespace
}  // namespace rockfall
