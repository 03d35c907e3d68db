// Plotted quantities of the watched rock over time.
#ifndef ROCKFALL_SANDBOX_LIVE_SERIES_H
#define ROCKFALL_SANDBOX_LIVE_SERIES_H

#include <array>
#include <cstddef>
#include <vector>

namespace sandbox::live {

enum Quantity : std::size_t {
  omega_x,
  omega_y,
  omega_z,  ///< rad/s in K
  kinetic,
  potential,
  total,        ///< J; potential energy from the start of the series
  slippage,     ///< m
  friction,     ///< mu(s); 0 out of contact
  jump_height,  ///< m
  percussion,   ///< N s, sum of the normal ones
  sweeps,       ///< of the percussion solver
  quantity_count
};

/** One step. */
struct Sample {
  double time = 0;  ///< s
  std::array<float, quantity_count> value{};
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
  const std::vector<Sample>& samples() const { return samples_; }

 private:
  std::vector<Sample> samples_;
};

}  // namespace sandbox::live
#endif
