// Places on a linear or logarithmic scale between two bounds.
#ifndef ROCKFALL_SANDBOX_COMMON_SCALE_H
#define ROCKFALL_SANDBOX_COMMON_SCALE_H

#include <cmath>

namespace sandbox {

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
