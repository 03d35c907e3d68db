// Steps the rocks of a variant on several threads.
#ifndef ROCKFALL_SANDBOX_LIVE_STEPPER_H
#define ROCKFALL_SANDBOX_LIVE_STEPPER_H

#include "common/threads.h"
#include "live/variant.h"

namespace sandbox::live {

class Stepper {
 public:
  Stepper() : pool_(machine_threads()) {}

  /** Steps every rock that moves; keeps the state before the last step, contact marks, and what the watched rock did.
   *  @param time  s, before the steps */
  void step(Variant& variant, std::uint32_t watched, std::uint32_t steps, double time);

 private:
  ThreadPool pool_;
};

}  // namespace sandbox::live
#endif
