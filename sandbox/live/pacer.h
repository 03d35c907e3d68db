// How many steps of the physics a picture needs. The physics never sees the time between two pictures.
#ifndef ROCKFALL_SANDBOX_LIVE_PACER_H
#define ROCKFALL_SANDBOX_LIVE_PACER_H

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace sandbox::live {

class Pacer {
 public:
  bool paused = false;
  double time_scale = 1;           ///< simulated seconds to a second of the clock
  std::uint32_t most_steps = 400;  ///< a picture; beyond, simulated time falls behind the clock

  /** One step for the next picture, although paused. */
  void single_step() { ++single_; }
  /** Forgets the time that has been saved up. */
  void reset() { saved_ = 0; }

  /** Steps for a picture that comes `seconds` after the one before. */
  std::uint32_t steps(double seconds, double time_step) {
    std::uint32_t count = single_;
    single_ = 0;
    if (paused) {
      saved_ = 0;
      return count;
    }
    // A window that was held up (dragged, covered) must not make up for minutes.
    saved_ += std::clamp(seconds, 0.0, 0.25) * time_scale;
    const double whole = std::floor(saved_ / time_step);
    count += static_cast<std::uint32_t>(std::min(whole, static_cast<double>(most_steps)));
    saved_ = whole > most_steps ? 0 : saved_ - whole * time_step;
    return count;
  }

  /** Where between the last two states the picture lies: 0 the earlier, 1 the later. */
  double between(double time_step) const { return paused ? 1.0 : std::clamp(saved_ / time_step, 0.0, 1.0); }

 private:
  double saved_ = 0;
  std::uint32_t single_ = 0;
};

}  // namespace sandbox::live
#endif
