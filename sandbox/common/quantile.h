// Quantiles of a sample.
#ifndef ROCKFALL_SANDBOX_COMMON_QUANTILE_H
#define ROCKFALL_SANDBOX_COMMON_QUANTILE_H

#include <algorithm>
#include <cstdint>

namespace sandbox {

/** The value below which a share of a sample lies: interpolated linearly between the values of the ranks beside
 *  share (count - 1), counted from 0 (type 7 of Hyndman & Fan 1996).
 *  @param count    > 0
 *  @param at_rank  function that returns the value of a rank of the sorted sample */
template <class AtRank>
double quantile_of_ranks(std::uint64_t count, double share, const AtRank& at_rank) {
  const double place = share * static_cast<double>(count - 1);
  const auto below = static_cast<std::uint64_t>(place);
  const double first = at_rank(below), second = at_rank(std::min(below + 1, count - 1));
  return first + (place - static_cast<double>(below)) * (second - first);
}

}  // namespace sandbox
#endif
