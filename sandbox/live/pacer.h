// Number of simulation steps per picture. The time step does not depend on the frame rate.
#ifndef ROCKFALL_SANDBOX_LIVE_PACER_H
#define ROCKFALL_SANDBOX_LIVE_PACER_H

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace sandbox::live {

class Pacer {
 public:
  bool paused = false;
  double time_scale = 1;           ///< simulated seconds per second of the clock
  std::uint32_t most_steps = 400;  ///< per picture; beyond this, simulated time falls behind the clock

  /** Requests one step for the next picture, also while paused. */
  void single_step() { ++single_; }
  bool step_requested() const { return single_ > 0; }
  /** Clears the time not yet simulated. */
  void reset() { saved_ = 0; }

  /** Notes a picture: `seconds` after the previous one, with simulated seconds in it. */
  void note_picture(double seconds, double simulated) {
    passed_ += seconds;
    simulated_ += simulated;
    ++pictures_;
    if (passed_ < 0.5) return;
    reached_ = simulated_ / passed_;
    rate_ = pictures_ / passed_;
    passed_ = simulated_ = pictures_ = 0;
  }
  /** Simulated seconds per second of the clock that were reached in the last half second. */
  double reached_scale() const { return reached_; }
  /** Pictures per second in the last half second. */
  double pictures_per_second() const { return rate_; }

  /** Steps for a picture `seconds` after the previous one. */
  std::uint32_t steps(double seconds, double time_step) {
    std::uint32_t count = single_;
    single_ = 0;
    if (paused) {
      saved_ = 0;
      return count;
    }
    // A delayed window (dragged, covered) does not catch up.
    saved_ += std::clamp(seconds, 0.0, 0.25) * time_scale;
    const double whole = std::floor(saved_ / time_step);
    count += static_cast<std::uint32_t>(std::min(whole, static_cast<double>(most_steps)));
    saved_ = whole > most_steps ? 0 : saved_ - whole * time_step;
    return count;
  }

  /** Position of the picture between the last two states: 0 the earlier, 1 the later. */
  double between(double time_step) const { return paused ? 1.0 : std::clamp(saved_ / time_step, 0.0, 1.0); }

 private:
  double saved_ = 0;
  double passed_ = 0, simulated_ = 0, pictures_ = 0;  // since reached_ and rate_ were set
  double reached_ = 0, rate_ = 0;
  std::uint32_t single_ = 0;
};

}  // namespace sandbox::live
#endif
