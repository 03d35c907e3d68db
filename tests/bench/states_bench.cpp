#include <rockfall/rockfall.h>

#include <algorithm>
#include <vector>

#include "rows.h"

namespace bench {

namespace {

// States of many rocks for snapshots.
std::vector<rf_state> test_states(std::size_t count) {
  std::vector<rf_state> states(count, rf_default_state());
  for (std::size_t i = 0; i < count; ++i) states[i].position[0] = 1.1 * static_cast<double>(i);
  return states;
}

void count_per_rock(benchmark::State& bench, std::size_t rocks) {
  bench.counters["seconds_per_rock"] = benchmark::Counter(
      static_cast<double>(rocks), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void snapshot_write(benchmark::State& bench) {
  const auto count = static_cast<uint32_t>(bench.range(0));
  const std::vector<rf_state> states = test_states(count);
  std::vector<unsigned char> memory(rf_snapshot_bytes(count));
  for (auto _ : bench) {
    benchmark::DoNotOptimize(rf_snapshot_write(states.data(), count, memory.data(), memory.size(), nullptr));
    benchmark::ClobberMemory();
  }
  count_per_rock(bench, count);
}

void snapshot_restore(benchmark::State& bench) {
  const auto count = static_cast<uint32_t>(bench.range(0));
  std::vector<rf_state> states = test_states(count);
  std::vector<unsigned char> memory(rf_snapshot_bytes(count));
  uint32_t restored = 0;
  if (rf_snapshot_write(states.data(), count, memory.data(), memory.size(), nullptr) != RF_OK) {
    bench.SkipWithError("the snapshot failed");
    return;
  }
  for (auto _ : bench) {
    benchmark::DoNotOptimize(
        rf_snapshot_restore(memory.data(), memory.size(), states.data(), count, &restored, nullptr));
    benchmark::ClobberMemory();
  }
  count_per_rock(bench, count);
}

// A copy of the states, for comparison with a snapshot.
void states_copy(benchmark::State& bench) {
  const auto count = static_cast<std::size_t>(bench.range(0));
  const std::vector<rf_state> states = test_states(count);
  std::vector<rf_state> kept(count);
  for (auto _ : bench) {
    std::copy(states.begin(), states.end(), kept.begin());
    benchmark::DoNotOptimize(kept.data());
    benchmark::ClobberMemory();
  }
  count_per_rock(bench, count);
}

void states_hash(benchmark::State& bench) {
  const auto count = static_cast<uint32_t>(bench.range(0));
  const std::vector<rf_state> states = test_states(count);
  for (auto _ : bench) benchmark::DoNotOptimize(rf_hash_states(states.data(), count));
  count_per_rock(bench, count);
}
}  // namespace

void register_states() {
  using Row = void (*)(benchmark::State&);
  const std::pair<const char*, Row> rows[] = {{"snapshot_write", snapshot_write},
                                              {"snapshot_restore", snapshot_restore},
                                              {"states_copy", states_copy},
                                              {"states_hash", states_hash}};
  for (const auto& row : rows) {
    benchmark::RegisterBenchmark(row.first, row.second)->Arg(1)->Arg(100)->Arg(10000);
  }
}

}  // namespace bench
