// Rows of rockfall_bench, by topic.
#pragma once

#include <benchmark/benchmark.h>

#include <ctime>

#include "pieces.h"

namespace bench {

/// One step of one rock: in flight and with contacts.
void register_steps();
/// The scene in which engines are compared, by scheme, model and way of running it.
void register_scene();
/// Threads, rocks and cells.
void register_scaling();
/// Snapshots, copies and hashes of states.
void register_states();

/// Processor time of this process, s. Other work on the machine does not count.
inline double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Counter "ns_per_rock_step".
inline void count_rock_steps(benchmark::State& bench, double seconds, uint64_t rock_steps) {
  bench.counters["ns_per_rock_step"] = 1e9 * seconds / static_cast<double>(rock_steps);
}

}  // namespace bench
