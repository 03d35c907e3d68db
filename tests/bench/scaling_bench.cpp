// Cost by number of threads, rocks and cells. The rows of one kind differ only in the amount of work or in its split
// into calls.
#ifdef __unix__
#include <unistd.h>
#endif

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <thread>

#include "pieces.h"
#include "rows.h"

namespace bench {

namespace {

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// A job system that starts threads for every call. Each thread takes the next task when it is free.
struct Threads {
  unsigned count;
  static void run(void* user, rf_task_body body, void* work, uint32_t count) {
    const unsigned threads = static_cast<const Threads*>(user)->count;
    std::vector<std::thread> pool;
    std::atomic<uint32_t> next{0};
    for (unsigned t = 0; t < threads; ++t) {
      pool.emplace_back([=, &next] {
        for (uint32_t i = next++; i < count; i = next++) body(work, i);
      });
    }
    for (std::thread& thread : pool) thread.join();
  }
};

void threads(benchmark::State& bench) {
  const Rock rock = plate();
  const Ground ramp(rock);
  Threads pool{static_cast<unsigned>(bench.range(0))};
  const rf_tasks tasks = {&pool, Threads::run, 0};
  double wall = 0, cpu = 0;
  uint64_t rock_steps = 0;
  for (auto _ : bench) {
    std::vector<rf_state> states = starts(ramp, kRocks);
    rf_many_report report;
    const double begin = wall_seconds(), cpu_begin = cpu_seconds();
    rf_step_many(&ramp.scene, states.data(), kRocks, 1u << 20, &tasks, &report);
    const double taken = wall_seconds() - begin;
    cpu += cpu_seconds() - cpu_begin;
    wall += taken;
    rock_steps += report.rock_steps;
    bench.SetIterationTime(taken);
  }
  count_rock_steps(bench, wall, rock_steps);
  bench.counters["cpu_ns_per_rock_step"] = 1e9 * cpu / static_cast<double>(rock_steps);
}

// 100 steps of at least 1000 moving rocks on the ramp; the argument is the number of rocks per call.
void rocks(benchmark::State& bench) {
  constexpr uint32_t kInitialSteps = 1500, kSteps = 100;
  const Rock rock = plate();
  const Ground ramp(rock);
  const auto per_call = static_cast<uint32_t>(bench.range(0));
  std::vector<rf_state> some = starts(ramp, kRocks);
  run(ramp.scene, some, Run::kMany, kInitialSteps);
  std::vector<rf_state> first;
  for (uint32_t i = 0; i < std::max(per_call, kRocks); ++i) first.push_back(some[i % kRocks]);
  std::vector<rf_state> states;
  double seconds = 0;
  uint64_t rock_steps = 0;
  for (auto _ : bench) {
    states = first;
    const double begin = cpu_seconds();
    for (std::size_t i = 0; i < states.size(); i += per_call) {
      rf_many_report report;
      rf_step_many(&ramp.scene, states.data() + i, per_call, kSteps, nullptr, &report);
      rock_steps += report.rock_steps;
    }
    const double taken = cpu_seconds() - begin;
    bench.SetIterationTime(taken);
    seconds += taken;
  }
  count_rock_steps(bench, seconds, rock_steps);
  bench.counters["bytes_per_state"] = sizeof(rf_state);
  const double shared = static_cast<double>(sizeof(rf_scene) + sizeof(rf_grid) + rock.bytes() + ramp.bytes());
  bench.counters["bytes_per_rock"] = sizeof(rf_state) + shared / per_call;
}

bool memory_for(double bytes) {
#ifdef _SC_AVPHYS_PAGES
  const double free = static_cast<double>(sysconf(_SC_AVPHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  return bytes < 0.8 * free;
#else
  return bytes < 1e9;
#endif
}

// 100 steps of 10000 moving rocks on a rough slope, on grids of different sizes. A rock starts at the same position of
// a tile of the slope for every grid size, but on another tile.
void cells(benchmark::State& bench) {
  constexpr uint32_t kRockCount = 10000, kInitialSteps = 400, kSteps = 100;
  const auto side = static_cast<uint32_t>(bench.range(0));
  const double nodes = (side + 1.0) * (side + 1.0);
  if (!memory_for(nodes * sizeof(float))) {
    bench.SkipWithError("not enough free memory");
    return;
  }
  const Rock rock = plate();
  const Ground slope(rock, side, 2, Surface::kRoughSlope);
  std::vector<rf_state> first;
  for (uint32_t i = 0; i < kRockCount; ++i) {
    double position[2], tile[2];
    rf_random_pair(7, i, 0, position);
    rf_random_pair(7, i, 1, tile);
    const double x = slope.grid().x0 + 2 * kTile * std::floor(tile[0] * (side / kTile)) + 4 + 36 * position[0];
    const double y = slope.grid().y0 + 2 * kTile * std::floor(tile[1] * (side / kTile)) + 4 + 56 * position[1];
    first.push_back(start(slope, i, x, y));
  }
  run(slope.scene, first, Run::kMany, kInitialSteps);
  double seconds = 0;
  uint64_t rock_steps = 0;
  for (auto _ : bench) {
    std::vector<rf_state> states = first;
    const double begin = cpu_seconds();
    rock_steps += run(slope.scene, states, Run::kMany, kSteps);
    const double taken = cpu_seconds() - begin;
    bench.SetIterationTime(taken);
    seconds += taken;
  }
  count_rock_steps(bench, seconds, rock_steps);
  bench.counters["cells"] = static_cast<double>(side) * side;
  bench.counters["rock_steps"] = static_cast<double>(rock_steps) / static_cast<double>(bench.iterations());
}

}  // namespace

void register_scaling() {
  using benchmark::RegisterBenchmark;
  auto* const by_threads = RegisterBenchmark("threads", threads);
  for (unsigned n = 1; n <= std::max(1u, std::thread::hardware_concurrency()); n *= 2) by_threads->Arg(n);
  by_threads->Iterations(1)->UseManualTime()->Unit(benchmark::kMillisecond);
  auto* const by_rocks = RegisterBenchmark("rocks", rocks);
  for (const int n : {1, 10, 100, 1000, 10000, 100000, 1000000}) by_rocks->Arg(n);
  by_rocks->UseManualTime()->Unit(benchmark::kMillisecond);
  auto* const by_cells = RegisterBenchmark("cells_per_side", cells);
  for (const int side : {32, 100, 316, 1000, 3162, 10000, 20000}) by_cells->Arg(side);
  by_cells->UseManualTime()->Unit(benchmark::kMillisecond);
}

}  // namespace bench
