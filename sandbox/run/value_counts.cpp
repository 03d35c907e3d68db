#include "run/value_counts.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "common/quantile.h"

namespace sandbox {
namespace {

constexpr double z95 = 1.959963984540054;  // of the normal distribution, two-sided 95 %
constexpr double no_quantile = std::numeric_limits<double>::quiet_NaN();

/** Exponent and the first 7 bits of the mantissa. */
std::uint32_t key_of(float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits >> 16;
}

/** The middle of a bin. */
float value_of(std::uint32_t key) {
  const std::uint32_t bits = (key << 16) | 0x8000u;
  float value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

}  // namespace

Estimate wilson(std::uint64_t count, std::uint64_t total) {
  if (total == 0) return {no_quantile, no_quantile, no_quantile};
  const auto n = static_cast<double>(total);
  const double p = static_cast<double>(count) / n;
  const double square = z95 * z95;
  const double centre = (p + square / (2 * n)) / (1 + square / n);
  const double half = z95 * std::sqrt(p * (1 - p) / n + square / (4 * n * n)) / (1 + square / n);
  return {p, count == 0 ? 0 : std::max(0.0, centre - half), count == total ? 1 : std::min(1.0, centre + half)};
}

Ranks ranks_of(std::uint64_t count, double share) {
  const auto n = static_cast<double>(count);
  const double reach = z95 * std::sqrt(n * share * (1 - share));
  const double low = std::floor(n * share - reach), high = std::ceil(n * share + reach) + 1;  // counted from 1
  Ranks ranks;
  ranks.has_low = low >= 1;
  ranks.has_high = high <= n;
  if (ranks.has_low) ranks.low = static_cast<std::uint64_t>(low) - 1;
  if (ranks.has_high) ranks.high = static_cast<std::uint64_t>(high) - 1;
  return ranks;
}

void ValueCounts::add(float value) {
  value = value > 0 ? value : 0;
  extend_range(value, value);
  ++count_;
  if (!bins_.empty()) return add_to_bins(value);
  values_.push_back(value);
  if (values_.size() > most_exact) make_bins();
}

void ValueCounts::extend_range(float least, float largest) {
  least_ = count_ == 0 ? least : std::min(least_, least);
  largest_ = count_ == 0 ? largest : std::max(largest_, largest);
}

void ValueCounts::add(const ValueCounts& other) {
  if (other.count_ == 0) return;
  extend_range(other.least_, other.largest_);
  count_ += other.count_;
  if (bins_.empty() && other.bins_.empty()) {
    values_.insert(values_.end(), other.values_.begin(), other.values_.end());
    if (values_.size() > most_exact) make_bins();
    return;
  }
  make_bins();
  for (const Bin& bin : other.bins_) add_to_bin(bin.key, bin.count);
  for (const float value : other.values_) add_to_bins(value);
}

void ValueCounts::add_to_bins(float value) { add_to_bin(key_of(value), 1); }

void ValueCounts::add_to_bin(std::uint32_t key, std::uint32_t count) {
  const auto place =
      std::lower_bound(bins_.begin(), bins_.end(), key, [](const Bin& bin, std::uint32_t k) { return bin.key < k; });
  if (place != bins_.end() && place->key == key) {
    place->count += count;
  } else {
    bins_.insert(place, {key, count});
  }
}

void ValueCounts::make_bins() {
  for (const float value : values_) add_to_bins(value);
  std::vector<float>().swap(values_);
}

double ValueCounts::at_rank(std::uint64_t rank, const std::vector<float>& sorted) const {
  if (bins_.empty()) return static_cast<double>(sorted[static_cast<std::size_t>(rank)]);
  std::uint64_t below = 0;
  for (const Bin& bin : bins_) {
    below += bin.count;
    if (rank < below) return static_cast<double>(std::min(std::max(value_of(bin.key), least_), largest_));
  }
  return static_cast<double>(largest_);
}

Estimate ValueCounts::quantile(double share) const {
  std::vector<float> sorted = values_;
  std::sort(sorted.begin(), sorted.end());
  Estimate estimate;
  estimate.value = quantile_of_ranks(count_, share, [&](std::uint64_t rank) { return at_rank(rank, sorted); });
  const Ranks ranks = ranks_of(count_, share);
  estimate.low = ranks.has_low ? at_rank(ranks.low, sorted) : no_quantile;
  estimate.high = ranks.has_high ? at_rank(ranks.high, sorted) : no_quantile;
  return estimate;
}

void ValueCounts::write(ByteWriter& out) const {
  std::vector<float> sorted = values_;
  std::sort(sorted.begin(), sorted.end());
  out.put(count_);
  out.put(least_);
  out.put(largest_);
  out.put_all(sorted);
  out.put_all(bins_);
}

/** True for what add() makes: ranks are looked up by the count, and values are sorted. */
bool ValueCounts::is_possible() const {
  std::uint64_t counted = values_.size();
  for (std::size_t i = 0; i < bins_.size(); ++i) {
    if (i > 0 && bins_[i].key <= bins_[i - 1].key) return false;
    counted += bins_[i].count;
  }
  const bool numbers = std::all_of(values_.begin(), values_.end(), [](float value) { return value >= 0; });
  return counted == count_ && numbers && (bins_.empty() || values_.empty());
}

ValueCounts ValueCounts::read(ByteReader& in) {
  ValueCounts counts;
  counts.count_ = in.get<std::uint64_t>();
  counts.least_ = in.get<float>();
  counts.largest_ = in.get<float>();
  counts.values_ = in.get_all<float>();
  counts.bins_ = in.get_all<Bin>();
  if (!counts.is_possible()) in.fail();
  return counts;
}

}  // namespace sandbox
