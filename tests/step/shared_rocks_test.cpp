#include "step/shared_rocks.h"

#include <doctest/doctest.h>

#include <atomic>
#include <thread>
#include <vector>

using rockfall::RockRange;
using rockfall::SharedRocks;

TEST_CASE("shared rocks are handed out once each, in their order, the last ones one by one") {
  for (const uint32_t count : {0u, 1u, 63u, 64u, 1000u, 5000u}) {
    CAPTURE(count);
    SharedRocks shared(count);
    uint32_t next = 0;
    RockRange range = {0, 0};
    while (shared.take(range)) {
      CHECK(range.first == next);
      REQUIRE(range.end > range.first);
      CHECK(range.end <= count);
      CHECK(range.end - range.first <= 16);
      if (count - range.first <= 64) CHECK(range.end == range.first + 1);
      next = range.end;
    }
    CHECK(next == count);
    CHECK(shared.empty());
  }
}

TEST_CASE("threads that take shared rocks at the same time never get the same one") {
  constexpr uint32_t kCount = 100000;
  SharedRocks shared(kCount);
  std::vector<int> taken(kCount, 0);  // each element is written by the thread that has the rock
  const auto take_all = [&] {
    RockRange range;
    while (shared.take(range)) {
      for (uint32_t i = range.first; i < range.end; ++i) ++taken[i];
    }
  };
  std::thread other(take_all);
  take_all();
  other.join();
  CHECK(taken == std::vector<int>(kCount, 1));
}

TEST_CASE("a thread that finds no shared rock any more is left without one") {
  constexpr int kRounds = 20000;
  std::atomic<int> round{0}, done{0}, wrong{0};
  std::vector<SharedRocks*> shared(kRounds);
  const auto drain = [&](int i) {
    RockRange range = {7, 7};
    while (shared[static_cast<size_t>(i)]->take(range)) range = {7, 7};
    if (range.first != 7 || range.end != 7) ++wrong;
  };
  std::thread other([&] {
    for (int i = 0; i < kRounds; ++i) {
      while (round.load() <= i) std::this_thread::yield();
      drain(i);
      ++done;
    }
  });
  for (int i = 0; i < kRounds; ++i) {
    SharedRocks rocks(3);
    shared[static_cast<size_t>(i)] = &rocks;
    ++round;
    drain(i);
    while (done.load() <= i) std::this_thread::yield();
  }
  other.join();
  CHECK(wrong.load() == 0);
}
