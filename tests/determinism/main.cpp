// Prints a line for each scene: hash of its trajectories, size and hash of a snapshot after half of the steps, hash of
// the scene. The lines are the same on every platform; golden.txt contains them.
//   rockfall_determinism [--threads N] [--host MODE]   MODE: floating-point environment of the host; "modes" lists them
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "host_arithmetic.h"
#include "scenes.h"
#ifndef __EMSCRIPTEN__
#include <atomic>
#include <thread>
#endif

namespace determinism {
namespace {

struct Options {
  unsigned threads = 1;
  std::string host;  // empty: default floating-point environment
};

uint64_t combine(uint64_t hash, uint64_t next) { return (hash ^ next) * 0x9E3779B97F4A7C15u + (hash >> 29); }

uint64_t bits_of(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

#ifdef __EMSCRIPTEN__
void run_tasks(void*, rf_task_body body, void* work, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) body(work, i);
}
#else
void run_tasks(void* user, rf_task_body body, void* work, uint32_t count) {
  std::atomic<uint32_t> next{0};
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < *static_cast<unsigned*>(user); ++i) {
    threads.emplace_back([&] {
      for (uint32_t k = next++; k < count; k = next++) body(work, k);
    });
  }
  for (std::thread& thread : threads) thread.join();
}
#endif

// Makes `steps` steps and hashes the states after every tenth.
uint64_t run(World& world, uint32_t steps, const Options& options, uint64_t hash) {
  unsigned threads = options.threads;
  const rf_tasks tasks = {&threads, run_tasks, 0};
  const uint32_t count = static_cast<uint32_t>(world.states.size());
  for (uint32_t done = 0; done < steps; done += 10) {
    const HostArithmetic host(options.host);
    require(rf_step_many(&world.scene, world.states.data(), count, 10, threads > 1 ? &tasks : nullptr, nullptr), {},
            "rf_step_many");
    hash = combine(hash, rf_hash_states(world.states.data(), count));
  }
  return hash;
}

// Writes the states to a snapshot, overwrites them and restores them.
uint64_t take_snapshot(World& world, size_t& bytes) {
  const uint32_t count = static_cast<uint32_t>(world.states.size());
  bytes = rf_snapshot_bytes(count);
  std::vector<unsigned char> memory(bytes);
  rf_error error = {};
  require(rf_snapshot_write(world.states.data(), count, memory.data(), bytes, &error), error, "rf_snapshot_write");
  world.states.assign(count, rf_default_state());
  uint32_t restored = 0;
  require(rf_snapshot_restore(memory.data(), bytes, world.states.data(), count, &restored, &error), error,
          "rf_snapshot_restore");
  uint64_t hash = 0;
  for (const unsigned char byte : memory) hash = combine(hash, byte);
  return hash;
}

void print_scene(const Scene& scene, const Options& options) {
  World world;
  scene.build(world);
  rf_scene_identity identity;
  rf_error error = {};
  require(rf_hash_scene(&world.scene, &identity, &error), error, "rf_hash_scene");
  const uint64_t scene_hash =
      combine(combine(combine(identity.rocks, identity.surface), identity.ground), identity.settings);
  uint64_t hash = run(world, scene.steps / 2, options, 0);
  size_t bytes;
  const uint64_t snapshot = take_snapshot(world, bytes);
  hash = run(world, scene.steps / 2, options, hash);
  std::printf("%-23s %016" PRIx64 " %6zu %016" PRIx64 " %016" PRIx64 "\n", scene.name.c_str(), hash, bytes, snapshot,
              scene_hash);
}

uint64_t hash_doubles(uint64_t hash, const double* values, size_t count) {
  for (size_t i = 0; i < count; ++i) hash = combine(hash, bits_of(values[i]));
  return hash;
}

// Hash of the step reports and the statistics of the ramp.
void print_reports() {
  World world;
  for (const Scene& scene : scenes()) {
    if (scene.name == "ramp_implicit") scene.build(world);
  }
  rf_contact contacts[RF_MAX_CONTACTS];
  rf_step_report report = {};
  report.contacts = contacts;
  report.contact_capacity = RF_MAX_CONTACTS;
  uint64_t hash = 0;
  std::vector<rf_rock_statistics> all;
  for (rf_state& state : world.states) {
    rf_rock_statistics statistics = rf_default_rock_statistics(&state);
    for (int i = 0; i < 1000; ++i) {
      const rf_status status = rf_step_with_statistics(&world.scene, &state, &statistics, &report);
      require(status, {}, "rf_step_with_statistics");
      hash = hash_doubles(hash, &report.energy.kinetic_before, sizeof report.energy / sizeof(double));
      hash = combine(hash, report.contact_count);
      for (uint32_t k = 0; k < report.contact_count; ++k) {
        hash = hash_doubles(hash, contacts[k].point, 17);
        hash = combine(hash, contacts[k].feature);
      }
    }
    all.push_back(statistics);
  }
  rf_campaign_summary summary;
  require(rf_summarise(all.data(), static_cast<uint32_t>(all.size()), &summary), {}, "rf_summarise");
  hash = hash_doubles(hash, &summary.distance_weighted[0].mean, sizeof summary / sizeof(double));
  std::printf("%-23s %016" PRIx64 "\n", "reports", hash);
}

void print_shapes() {
  uint64_t hash = 0;
  for (int32_t kind = RF_SHAPE_BOX; kind <= RF_SHAPE_RANDOM; ++kind) {
    rf_shape_def def = rf_default_shape_def();
    def.kind = kind;
    def.size[0] = 1.7;
    double points[3 * 32];
    uint32_t count = 0;
    rf_error error = {};
    require(rf_shape_points(&def, points, 32, &count, &error), error, "rf_shape_points");
    hash = hash_doubles(hash, points, 3 * static_cast<size_t>(count));
  }
  std::printf("%-23s %016" PRIx64 "\n", "shapes", hash);
}

}  // namespace
}  // namespace determinism

int main(int argc, char** argv) {
  determinism::Options options;
  for (int i = 1; i < argc; i += 2) {
    const char* const value = i + 1 < argc ? argv[i + 1] : "";
    const int number = std::atoi(value);
    if (std::strcmp(argv[i], "--threads") == 0 && number >= 1) {
      options.threads = static_cast<unsigned>(number);
    } else if (std::strcmp(argv[i], "--host") == 0 && *value != '\0') {
      options.host = value;
    } else {
      std::fprintf(stderr, "usage: rockfall_determinism [--threads N] [--host MODE or modes]\n");
      return 2;
    }
  }
  if (options.host == "modes") {
    for (const std::string& mode : determinism::host_modes()) std::printf("%s\n", mode.c_str());
    return 0;
  }
  for (const determinism::Scene& scene : determinism::scenes()) determinism::print_scene(scene, options);
  determinism::print_reports();
  determinism::print_shapes();
  return 0;
}
