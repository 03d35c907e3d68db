// Steps the rocks of a variant on several threads.
#ifndef ROCKFALL_SANDBOX_LIVE_STEPPER_H
#define ROCKFALL_SANDBOX_LIVE_STEPPER_H

#include "common/threads.h"
#include "live/variant.h"

namespace sandbox::live {

/** True if contacts and energy sums of all rocks are kept; false for so many rocks that only the watched one has them.
 */
inline bool has_detail(const Variant& variant) {
  constexpr std::size_t most_rocks = 1500;
  return variant.states.size() <= most_rocks;
}

class Stepper {
 public:
  Stepper() : pool_(machine_threads()) {}

  /** Steps every rock that moves; keeps the state before the last step, contact marks, and what the watched rock did.
   *  Without has_detail() the rocks are stepped together, and only impacts of the others are kept.
   *  @param time  s, before the steps */
  void step(Variant& variant, std::uint32_t watched, std::uint32_t steps, double time);

 private:
  void step_together(Variant& variant, std::uint32_t steps, double time);

  std::vector<rf_event> events_;
  ThreadPool pool_;
};

}  // namespace sandbox::live
#endif
