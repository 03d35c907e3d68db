// How long a rock-step takes. Every row counts "ns_per_rock_step" or, for one step of one rock, is that time itself.
//   rockfall_bench --benchmark_format=json            for machines
//   rockfall_bench --benchmark_filter=scene           the scene in which engines are compared, 1000 rocks to their ends
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <thread>
#include <vector>

#include "scene.h"

namespace {

const char* const kSchemes[] = {"implicit", "explicit", "director", "exact"};

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// One step from the same state over and over.
void step_from(benchmark::State& bench, const rf_scene& scene, const rf_state& from, uint32_t contacts,
               rf_step_report* report) {
  rf_state state = from;
  rf_contact room[RF_MAX_CONTACTS];
  rf_step_report check = {};
  check.contacts = room;
  check.contact_capacity = RF_MAX_CONTACTS;
  if (rf_step(&scene, &state, &check) != RF_OK || check.contact_count != contacts) {
    bench.SkipWithError("the step has not the contacts it should have");
    return;
  }
  for (auto _ : bench) {
    state = from;
    benchmark::DoNotOptimize(rf_step(&scene, &state, report));
    benchmark::ClobberMemory();
  }
}

void flight(benchmark::State& bench, int scheme) {
  const bench::Rock rock = bench::plate();
  bench::Ground ground(rock, 100, 2);
  ground.scene.settings.scheme = scheme;
  rf_state state = rf_default_state();
  state.position[2] = 100;
  state.velocity[0] = 12;
  state.angular_velocity[0] = 3;
  state.angular_velocity[1] = 8;
  state.angular_velocity[2] = -5;
  step_from(bench, ground.scene, state, 0, nullptr);
}

// States of many rocks as a host that rolls back has them.
std::vector<rf_state> states_to_keep(std::size_t count) {
  std::vector<rf_state> states(count, rf_default_state());
  for (std::size_t i = 0; i < count; ++i) states[i].position[0] = 1.1 * static_cast<double>(i);
  return states;
}

void count_per_rock(benchmark::State& bench, std::size_t rocks) {
  bench.counters["ns_per_rock"] = benchmark::Counter(
      1e-9 * static_cast<double>(rocks), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void snapshot_write(benchmark::State& bench) {
  const auto count = static_cast<uint32_t>(bench.range(0));
  const std::vector<rf_state> states = states_to_keep(count);
  std::vector<unsigned char> memory(rf_snapshot_bytes(count));
  for (auto _ : bench) {
    benchmark::DoNotOptimize(rf_snapshot_write(states.data(), count, memory.data(), memory.size(), nullptr));
    benchmark::ClobberMemory();
  }
  count_per_rock(bench, count);
}
BENCHMARK(snapshot_write)->Arg(1)->Arg(100)->Arg(10000);

void snapshot_restore(benchmark::State& bench) {
  const auto count = static_cast<uint32_t>(bench.range(0));
  std::vector<rf_state> states = states_to_keep(count);
  std::vector<unsigned char> memory(rf_snapshot_bytes(count));
  uint32_t restored = 0;
  if (rf_snapshot_write(states.data(), count, memory.data(), memory.size(), nullptr) != RF_OK) {
    bench.SkipWithError("no snapshot");
    return;
  }
  for (auto _ : bench) {
    benchmark::DoNotOptimize(
        rf_snapshot_restore(memory.data(), memory.size(), states.data(), count, &restored, nullptr));
    benchmark::ClobberMemory();
  }
  count_per_rock(bench, count);
}
BENCHMARK(snapshot_restore)->Arg(1)->Arg(100)->Arg(10000);

// The plain way back on one machine: copying the states.
void states_copy(benchmark::State& bench) {
  const auto count = static_cast<std::size_t>(bench.range(0));
  const std::vector<rf_state> states = states_to_keep(count);
  std::vector<rf_state> kept(count);
  for (auto _ : bench) {
    std::copy(states.begin(), states.end(), kept.begin());
    benchmark::DoNotOptimize(kept.data());
    benchmark::ClobberMemory();
  }
  count_per_rock(bench, count);
}
BENCHMARK(states_copy)->Arg(1)->Arg(100)->Arg(10000);

void states_hash(benchmark::State& bench) {
  const auto count = static_cast<uint32_t>(bench.range(0));
  const std::vector<rf_state> states = states_to_keep(count);
  for (auto _ : bench) benchmark::DoNotOptimize(rf_hash_states(states.data(), count));
  count_per_rock(bench, count);
}
BENCHMARK(states_hash)->Arg(1)->Arg(100)->Arg(10000);

// A rock pressed 1 mm into flat ground: on a corner, an edge, a face of four and of twelve corners.
void touching(benchmark::State& bench, int scheme, uint32_t contacts, bool reported) {
  const bench::Rock rock = contacts == 12 ? bench::Rock(RF_SHAPE_DISC, 1, 1, 0.5, 24, 780)
                                          : bench::Rock(RF_SHAPE_BOX, 0.9, 0.8, 0.5, 8, 780);
  bench::Ground ground(rock, 100, 2);
  ground.scene.settings.scheme = scheme;
  rf_state state = rf_default_state();
  const double turn = contacts == 1 ? 0.3 : 0;  // off the edge, about y
  if (contacts < 4) {
    // 45 degrees about x, then `turn` about y.
    const double a = 0.92387953251128674, b = 0.38268343236508977, c = std::cos(turn), s = std::sin(turn);
    const double q[4] = {c * a, c * b, s * a, -s * b};
    std::copy(q, q + 4, state.orientation);
  }
  state.position[0] = 0.7;
  state.position[1] = 0.6;
  rf_error error;
  rf_place_above_ground(&ground.scene, &state, -1e-3, &error);
  state.velocity[0] = 2;
  state.velocity[2] = -0.1;
  state.angular_velocity[1] = 0.5;
  rf_contact room[RF_MAX_CONTACTS];
  rf_step_report report = {};
  report.contacts = room;
  report.contact_capacity = RF_MAX_CONTACTS;
  step_from(bench, ground.scene, state, contacts, reported ? &report : nullptr);
}

using Runner = uint64_t (*)(const rf_scene& scene, std::vector<rf_state>& states);

uint64_t all_steps(const std::vector<rf_state>& states) {
  uint64_t steps = 0;
  for (const rf_state& state : states) steps += state.step;
  return steps;
}

uint64_t run_many(const rf_scene& scene, std::vector<rf_state>& states) {
  rf_step_many(&scene, states.data(), static_cast<uint32_t>(states.size()), 1u << 20, nullptr, nullptr);
  return all_steps(states);
}

uint64_t run_single(const rf_scene& scene, std::vector<rf_state>& states) {
  for (rf_state& state : states) {
    while (state.end == RF_MOVING) rf_step(&scene, &state, nullptr);
  }
  return all_steps(states);
}

uint64_t run_reported(const rf_scene& scene, std::vector<rf_state>& states) {
  rf_contact room[RF_MAX_CONTACTS];
  rf_step_report report = {};
  report.contacts = room;
  report.contact_capacity = RF_MAX_CONTACTS;
  for (rf_state& state : states) {
    while (state.end == RF_MOVING) rf_step(&scene, &state, &report);
  }
  return all_steps(states);
}

uint64_t run_traced(const rf_scene& scene, std::vector<rf_state>& states) {
  for (rf_state& state : states) {
    rf_trace trace = rf_default_trace(&state);
    while (state.end == RF_MOVING) rf_step_traced(&scene, &state, &trace, nullptr);
  }
  return all_steps(states);
}

// The grid hidden behind callbacks of one's own.
void foreign_sample(void* user, const double* xy, uint32_t count, rf_terrain_sample* out) {
  const rf_terrain& grid = *static_cast<const rf_terrain*>(user);
  grid.sample(grid.user, xy, count, out);
}
void foreign_plane(void* user, const rf_rectangle* area, rf_upper_plane* out) {
  const rf_terrain& grid = *static_cast<const rf_terrain*>(user);
  grid.upper_plane(grid.user, area, out);
}
uint32_t foreign_crests(void* user, const rf_rectangle* area, double* xyz, uint32_t capacity) {
  const rf_terrain& grid = *static_cast<const rf_terrain*>(user);
  return grid.crests(grid.user, area, xyz, capacity);
}

void scene(benchmark::State& bench, int scheme, Runner run, bool callbacks) {
  const bench::Rock rock = bench::plate();
  bench::Ground ramp(rock);
  ramp.scene.settings.scheme = scheme;
  const rf_terrain grid = ramp.scene.terrain;
  if (callbacks) {
    ramp.scene.terrain.user = const_cast<rf_terrain*>(&grid);
    ramp.scene.terrain.sample = foreign_sample;
    ramp.scene.terrain.upper_plane = foreign_plane;
    ramp.scene.terrain.crests = foreign_crests;
  }
  double time = 0;
  uint64_t steps = 0;
  for (auto _ : bench) {
    std::vector<rf_state> states;
    for (uint32_t i = 0; i < bench::kRocks; ++i) states.push_back(bench::start(ramp, i));
    const double begin = seconds();
    steps += run(ramp.scene, states);
    const double taken = seconds() - begin;
    time += taken;
    bench.SetIterationTime(taken);
  }
  bench.counters["ns_per_rock_step"] = 1e9 * time / static_cast<double>(steps);
  bench.counters["rock_steps"] = static_cast<double>(steps) / static_cast<double>(bench.iterations());
}

// A job system of bare threads.
struct Threads {
  unsigned count;
  static void run(void* user, rf_task_body body, void* work, uint32_t count) {
    const unsigned threads = static_cast<const Threads*>(user)->count;
    std::vector<std::thread> pool;
    for (unsigned t = 0; t < threads; ++t) {
      pool.emplace_back([=] {
        for (uint32_t i = t; i < count; i += threads) body(work, i);
      });
    }
    for (std::thread& thread : pool) thread.join();
  }
};

void threads(benchmark::State& bench) {
  const bench::Rock rock = bench::plate();
  bench::Ground ramp(rock);
  Threads pool{static_cast<unsigned>(bench.range(0))};
  const rf_tasks tasks = {&pool, Threads::run};
  double time = 0;
  uint64_t steps = 0;
  for (auto _ : bench) {
    std::vector<rf_state> states;
    for (uint32_t i = 0; i < bench::kRocks; ++i) states.push_back(bench::start(ramp, i));
    const double begin = seconds();
    rf_step_many(&ramp.scene, states.data(), bench::kRocks, 1u << 20, &tasks, nullptr);
    const double taken = seconds() - begin;
    time += taken;
    bench.SetIterationTime(taken);
    steps += all_steps(states);
  }
  bench.counters["ns_per_rock_step"] = 1e9 * time / static_cast<double>(steps);
}

// 200 steps of so many rocks at the top of the ramp.
void rocks(benchmark::State& bench) {
  const bench::Rock rock = bench::plate();
  bench::Ground ramp(rock);
  const auto count = static_cast<uint32_t>(bench.range(0));
  std::vector<rf_state> first;
  for (uint32_t i = 0; i < count; ++i) first.push_back(bench::start(ramp, i));
  std::vector<rf_state> states;
  double time = 0, steps = 0;
  for (auto _ : bench) {
    states = first;
    rf_many_report report;
    const double begin = seconds();
    rf_step_many(&ramp.scene, states.data(), count, 200, nullptr, &report);
    const double taken = seconds() - begin;
    bench.SetIterationTime(taken);
    time += taken;
    steps += static_cast<double>(report.rock_steps);
  }
  bench.counters["ns_per_rock_step"] = 1e9 * time / steps;
  bench.counters["bytes_per_rock"] = sizeof(rf_state);
}

// 1000 rocks far apart on ever larger grids, close to the ground.
void cells(benchmark::State& bench) {
  const bench::Rock rock = bench::plate();
  const auto side = static_cast<uint32_t>(bench.range(0));
  bench::Ground ground(rock, side, 2);
  const double reach = 2.0 * side - 8;
  std::vector<rf_state> first;
  for (uint32_t i = 0; i < bench::kRocks; ++i) {
    rf_state state = bench::start(ground, i);
    double random[2];
    rf_random_pair(7, i, 0, random);
    state.position[0] = reach * (random[0] - 0.5);
    state.position[1] = reach * (random[1] - 0.5);
    first.push_back(state);
  }
  double time = 0, steps = 0;
  for (auto _ : bench) {
    std::vector<rf_state> states = first;
    rf_many_report report;
    const double begin = seconds();
    rf_step_many(&ground.scene, states.data(), bench::kRocks, 500, nullptr, &report);
    const double taken = seconds() - begin;
    bench.SetIterationTime(taken);
    time += taken;
    steps += static_cast<double>(report.rock_steps);
  }
  bench.counters["ns_per_rock_step"] = 1e9 * time / steps;
  bench.counters["cells"] = static_cast<double>(side) * side;
}

void snapshot_of_states(benchmark::State& bench) {
  std::vector<rf_state> states(bench::kRocks, rf_default_state()), copy(bench::kRocks);
  for (auto _ : bench) {
    std::copy(states.begin(), states.end(), copy.begin());
    benchmark::DoNotOptimize(copy.data());
    benchmark::ClobberMemory();
  }
}

void register_all() {
  using benchmark::RegisterBenchmark;
  for (int scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    const std::string name = kSchemes[scheme];
    RegisterBenchmark(("flight/" + name).c_str(), flight, scheme);
  }
  for (const uint32_t contacts : {1u, 2u, 4u, 12u}) {
    for (int scheme = 0; scheme < 2; ++scheme) {
      const std::string name = "contacts:" + std::to_string(contacts) + "/" + kSchemes[scheme];
      RegisterBenchmark(name.c_str(), touching, scheme, contacts, false);
    }
  }
  RegisterBenchmark("contacts:4/implicit/reported", touching, 0, 4u, true);
  const auto once = [](benchmark::internal::Benchmark* row) {
    row->Iterations(1)->UseManualTime()->Unit(benchmark::kMillisecond);
  };
  for (int scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    once(RegisterBenchmark((std::string("scene/") + kSchemes[scheme]).c_str(), scene, scheme, run_many, false));
  }
  once(RegisterBenchmark("scene/implicit/step_by_step", scene, 0, run_single, false));
  once(RegisterBenchmark("scene/implicit/callbacks", scene, 0, run_many, true));
  once(RegisterBenchmark("scene/implicit/reported", scene, 0, run_reported, false));
  once(RegisterBenchmark("scene/implicit/traced", scene, 0, run_traced, false));
  auto* const scaling = RegisterBenchmark("threads", threads);
  for (unsigned n = 1; n <= std::max(1u, std::thread::hardware_concurrency()); n *= 2) scaling->Arg(n);
  once(scaling);
  auto* const many = RegisterBenchmark("rocks", rocks);
  for (const int n : {1, 10, 100, 1000, 10000, 100000, 1000000}) many->Arg(n);
  many->UseManualTime()->Unit(benchmark::kMillisecond);
  auto* const large = RegisterBenchmark("cells_per_side", cells);
  for (const int side : {32, 100, 1000, 10000}) large->Arg(side);
  large->UseManualTime()->Unit(benchmark::kMillisecond);
  RegisterBenchmark("copy_1000_states", snapshot_of_states);
}

}  // namespace

int main(int argc, char** argv) {
  register_all();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
