// The rocks of a call of rf_step_many, of which each task takes some when it has room.
#pragma once

#include <atomic>
#include <cstdint>

namespace rockfall {

/// Adjacent rocks, from `first` to before `end`.
struct RockRange {
  uint32_t first, end;
};

/// Hands out each rock once, in their order. Thread-safe. Only the number of the next rock is shared: the host starts
/// the tasks after the states are written and reads them after all tasks have returned.
class SharedRocks {
 public:
  explicit SharedRocks(uint32_t count) : count_(count) {}

  bool empty() const { return next_.load(std::memory_order_relaxed) >= count_; }

  /// The next rocks: several while there are many, so that tasks rarely wait for each other; one after the other at the
  /// end, so that all tasks end at about the same time. False if there are none; `rocks` is then unchanged.
  bool take(RockRange& rocks) {
    uint32_t first = next_.load(std::memory_order_relaxed);
    while (first < count_) {
      const uint32_t end = first + size_of(count_ - first);
      // Fails only if another task has just taken rocks, at most count_ times.
      if (!next_.compare_exchange_strong(first, end, std::memory_order_relaxed)) continue;
      rocks = {first, end};
      return true;
    }
    return false;
  }

 private:
  static uint32_t size_of(uint32_t left) {
    constexpr uint32_t kMost = 16, kShares = 64;
    const uint32_t share = left / kShares;
    return share < 1 ? 1 : share < kMost ? share : kMost;
  }

  const uint32_t count_;
  std::atomic<uint32_t> next_{0};
};

}  // namespace rockfall
