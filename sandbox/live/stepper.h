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

/** Steps of a variant with which it comes as near to a time as possible, but not beyond it.
 *  @param time  s, not before that of the variant */
std::uint32_t steps_until(const Variant& variant, double time);

class Stepper {
 public:
  Stepper() : pool_(machine_threads()) {}

  /** Steps every rock that moves; keeps the state before the last step, contact marks, and what the watched rock did.
   *  Without has_detail() the rocks are stepped together, and only impacts of the others are kept. */
  void step(Variant& variant, std::uint32_t watched, std::uint32_t steps);

 private:
  void step_rocks(Variant& variant, std::uint32_t watched, std::uint32_t steps);
  void step_together(Variant& variant, std::uint32_t steps);

  std::vector<rf_event> events_;
  ThreadPool pool_;
};

}  // namespace sandbox::live
#endif
