// Round numbers for scales, and places on a linear or logarithmic scale between two bounds.
#ifndef ROCKFALL_SANDBOX_COMMON_SCALE_H
#define ROCKFALL_SANDBOX_COMMON_SCALE_H

#include <cmath>
#include <initializer_list>

namespace sandbox {

/** Smallest number >= `value` of the form 1, 2 or 5 times a power of ten; 1 if `value` is not positive and finite. */
inline double round_up(double value) {
  if (!(value > 0) || !std::isfinite(value)) return 1;
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= value * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

/** Value at a share of the way between two bounds.
 *  @param logarithmic  equal ratios for equal shares; the bounds are more than 0 */
inline double value_between(double from, double to, double share, bool logarithmic) {
  if (!logarithmic) return from + share * (to - from);
  const double ratio = to / from;
  // The ratio of very far bounds is more than a number can hold.
  return std::isinf(ratio) ? std::pow(from, 1 - share) * std::pow(to, share) : from * std::pow(ratio, share);
}

/** Share of the way between two bounds at which a value lies. */
inline double share_between(double from, double to, double value, bool logarithmic) {
  if (!logarithmic) return (value - from) / (to - from);
  const double ratio = to / from;
  return std::isinf(ratio) ? (std::log(value) - std::log(from)) / (std::log(to) - std::log(from))
                           : std::log(value / from) / std::log(ratio);
}

}  // namespace sandbox
#endif
