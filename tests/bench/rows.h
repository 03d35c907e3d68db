// Rows of rockfall_bench by topic.
#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>
#include <ctime>

namespace bench {

/// Single steps in flight and with contacts.
void register_steps();
/// The scene of the engine comparison by scheme, model and stepping function.
void register_scene();
/// Cost by number of threads, rocks and cells.
void register_scaling();
/// Snapshots, copies and hashes of states.
void register_states();

/// Processor time of this process, s. It does not include other processes.
inline double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Sets the counter "ns_per_rock_step".
inline void count_rock_steps(benchmark::State& bench, double seconds, uint64_t rock_steps) {
  bench.counters["ns_per_rock_step"] = 1e9 * seconds / static_cast<double>(rock_steps);
}

}  // namespace bench
