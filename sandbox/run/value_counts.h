// Quantiles of many values in bounded memory.
#ifndef ROCKFALL_SANDBOX_RUN_VALUE_COUNTS_H
#define ROCKFALL_SANDBOX_RUN_VALUE_COUNTS_H

#include <cstdint>
#include <vector>

#include "common/bytes.h"

namespace sandbox {

/** Value of a quantile with the bounds of its confidence interval of 95 %. */
struct Estimate {
  double value = 0;
  double low = 0;   ///< NaN where there are too few values for a bound
  double high = 0;  ///< the same
};

/** Share of `count` in `total` with the interval of Wilson (1927), 95 %. */
Estimate wilson(std::uint64_t count, std::uint64_t total);

/** Indices, in sorted values, of the bounds of the distribution-free confidence interval of a quantile, 95 %, from the
 *  normal approximation of the binomial distribution. */
struct Ranks {
  std::uint64_t low = 0, high = 0;
  bool has_low = false, has_high = false;  ///< false with too few values
};
Ranks ranks_of(std::uint64_t count, double share);

/** A set of values that are not negative: each value up to most_exact of them, then counts in bins of 1/128 of the
 *  value. The content is the same for every order in which values are added and sets are united. */
class ValueCounts {
 public:
  static constexpr std::size_t most_exact = 256;

  void add(float value);
  void add(const ValueCounts& other);
  std::uint64_t count() const { return count_; }

  /** Quantile, interpolated between neighbours (type 7 of Hyndman & Fan 1996), and its confidence interval by
   *  ranks_of(). The set is not empty. */
  Estimate quantile(double share) const;

  void write(ByteWriter& out) const;
  /** Throws InputError for what write() does not write. */
  static ValueCounts read(ByteReader& in);

 private:
  struct Bin {
    std::uint32_t key;
    std::uint32_t count;
  };

  void extend_range(float least, float largest);
  void add_to_bins(float value);
  void add_to_bin(std::uint32_t key, std::uint32_t count);
  void make_bins();
  bool is_possible() const;
  double at_rank(std::uint64_t rank, const std::vector<float>& sorted) const;

  std::uint64_t count_ = 0;
  float least_ = 0, largest_ = 0;  ///< once there is a value
  std::vector<float> values_;      ///< in no order; empty once there are bins
  std::vector<Bin> bins_;          ///< ascending keys
};

}  // namespace sandbox
#endif
