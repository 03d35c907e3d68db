// Log of the difference between a replay and its recording.
#ifndef ROCKFALL_SANDBOX_RUN_REPLAY_LOG_H
#define ROCKFALL_SANDBOX_RUN_REPLAY_LOG_H

#include <rockfall/rockfall.h>

#include <cstdint>
#include <ostream>
#include <vector>

namespace sandbox {

/** The first comparison that failed. */
struct Difference {
  std::uint64_t step = 0;
  std::uint64_t last_same = 0;      ///< the last step compared before, without a difference
  std::uint64_t recorded_hash = 0;  ///< 0: the recording has states of this step but no hash
  std::uint64_t replayed_hash = 0;
};

struct RecordedState {
  std::uint64_t step;
  std::uint32_t rock;
  rf_state state;
};

/** Recorded states of the first step, not before `step`, that has any. */
std::vector<RecordedState> states_after(rf_recording recording, std::uint64_t step);

/** Writes the difference, the replayed states of its step, and recorded and replayed states of the next step with
 *  recorded states, as hexadecimal floating-point numbers.
 *  @param at_difference  all rocks at difference.step
 *  @param recorded       from states_after
 *  @param replayed       all rocks at the step of `recorded` */
void write_log(std::ostream& out, const Difference& difference, const std::vector<rf_state>& at_difference,
               const std::vector<RecordedState>& recorded, const std::vector<rf_state>& replayed);

}  // namespace sandbox
#endif
