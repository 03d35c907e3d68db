// Plotted quantities of the watched rock over time.
#ifndef ROCKFALL_SANDBOX_LIVE_SERIES_H
#define ROCKFALL_SANDBOX_LIVE_SERIES_H

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace sandbox::live {

enum Quantity : std::size_t {
  omega_x,
  omega_y,
  omega_z,  ///< rad/s in K
  kinetic,
  potential,
  total,        ///< J; potential energy m g z
  slippage,     ///< m
  friction,     ///< mu(s); no value out of contact
  jump_height,  ///< m
  percussion,   ///< N s, sum of the normal ones
  sweeps,       ///< of the percussion solver
  speed,        ///< m/s
  scar_depth,   ///< m, in soil
  quantity_count
};

/** Marks a quantity that was not measured. Compare with std::isnan. */
inline constexpr float no_value = std::numeric_limits<float>::quiet_NaN();

/** One step. Percussion, friction and sweeps have no value where the rock was not watched. */
struct Sample {
  double time = 0;  ///< s
  std::array<float, quantity_count> value{};
  bool after_gap = false;  ///< the time jumped: nothing is known since the sample before
};

/** Samples in the order of time. Beyond `most` the older half is removed. */
class Series {
 public:
  static constexpr std::size_t most = 200000;
  void add(const Sample& sample) {
    if (samples_.size() >= most) samples_.erase(samples_.begin(), samples_.begin() + most / 2);
    samples_.push_back(sample);
  }
  /** Removes samples after a time. */
  void cut(double time) {
    while (!samples_.empty() && samples_.back().time > time) samples_.pop_back();
  }
  void clear() { samples_.clear(); }
  /** s, since when percussions and sweeps were measured without a gap up to the last sample; infinite if they are not
   *  known now. */
  double measured_since() const {
    double since = std::numeric_limits<double>::infinity();
    for (auto sample = samples_.rbegin(); sample != samples_.rend() && !std::isnan(sample->value[sweeps]); ++sample) {
      since = sample->time;
    }
    return since;
  }
  const std::vector<Sample>& samples() const { return samples_; }

 private:
  std::vector<Sample> samples_;
};

}  // namespace sandbox::live
#endif
