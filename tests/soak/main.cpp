// rockfall_soak: steps rocks on random hostile worlds and checks every step. Prints a table; exits with 1 if anything
// was violated.
#include <atomic>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>

#include "checks.h"

namespace {

struct Options {
  uint64_t steps = 1000000, seed = 1, world = 0;
  uint32_t threads = 1;
  bool one_world = false;
};

const char* const kHelp =
    "usage: rockfall_soak [--steps N] [--seed S] [--threads T] [--world W]\n"
    "Steps rocks on random hostile worlds, one by one and by rf_step_many, and checks every step.\n"
    "  --steps N    rock-steps to make, at least; default 1000000\n"
    "  --seed S     of the worlds; default 1. Equal seeds give equal tables for any number of threads\n"
    "  --threads T  default 1\n"
    "  --world W    run only this world, as listed with a violation\n";

bool parse(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (i + 1 == argc) return false;
    char* end = nullptr;
    const char* const text = argv[++i];
    const unsigned long long value = std::strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0') return false;
    if (name == "--steps") {
      options.steps = value;
    } else if (name == "--seed") {
      options.seed = value;
    } else if (name == "--threads" && value >= 1 && value <= 1024) {
      options.threads = static_cast<uint32_t>(value);
    } else if (name == "--world") {
      options.world = value;
      options.one_world = true;
    } else {
      return false;
    }
  }
  return true;
}

constexpr uint32_t kStepsOfRock = 4096;
constexpr size_t kWorldsOfBatch = 64;

// Runs worlds in batches, so that which worlds run does not depend on the threads.
soak::Tally run(const Options& options) {
  soak::Tally total;
  if (options.one_world) {
    soak::run_world(options.world, kStepsOfRock, total);
    return total;
  }
  uint64_t next_progress = options.steps / 10;
  for (uint64_t first = options.seed * 1000000007u; total.steps < options.steps; first += kWorldsOfBatch) {
    std::vector<soak::Tally> tallies(kWorldsOfBatch);
    std::atomic<size_t> next{0};
    const auto work = [&] {
      for (size_t i = next++; i < kWorldsOfBatch; i = next++) soak::run_world(first + i, kStepsOfRock, tallies[i]);
    };
    std::vector<std::thread> threads;
    for (uint32_t t = 1; t < options.threads; ++t) threads.emplace_back(work);
    work();
    for (std::thread& thread : threads) thread.join();
    for (const soak::Tally& tally : tallies) total.merge(tally);
    if (options.steps > 5000000 && total.steps >= next_progress) {
      std::fprintf(stderr, "%.1f million steps, %" PRIu64 " violations\n", 1e-6 * static_cast<double>(total.steps),
                   total.violation_count());
      next_progress += options.steps / 10;
    }
  }
  return total;
}

void print_share(const char* name, uint64_t part, uint64_t whole) {
  std::printf("%-26s %14" PRIu64 "  %.4f %%\n", name, part,
              whole ? 100 * static_cast<double>(part) / static_cast<double>(whole) : 0.0);
}

void print(const soak::Tally& t) {
  std::printf("%-26s %14" PRIu64 "\n%-26s %14" PRIu64 "\n%-26s %14" PRIu64 "\n%-26s %14" PRIu64 "\n", "worlds",
              t.worlds, "rocks", t.rocks, "steps by rf_step", t.steps, "steps by rf_step_many", t.steps_by_many);
  print_share("steps with contact", t.contact_steps, t.steps);
  print_share("  scaled back", t.scaled_back, t.contact_steps);
  print_share("  restitution off", t.restitution_off, t.contact_steps);
  print_share("  not converged", t.not_converged, t.contact_steps);
  const char* const ends[] = {"still moving", "stopped", "left the terrain", "time limit", "fault"};
  for (size_t i = 0; i < t.ends.size(); ++i) print_share(ends[i], t.ends[i], t.rocks);
  print_share("stopped a radius deep", t.stopped_deep, t.ends[RF_ENDED_STOPPED]);
  std::printf("\n%-26s %14s %12s %12s %12s\n", "check", "checked", "limit", "worst", "violated");
  for (uint32_t i = 0; i < soak::kCheckCount; ++i) {
    std::printf("%-26s %14" PRIu64 " %12.3g %12.3g %12" PRIu64 "\n", soak::check_name(i), t.checked[i],
                soak::check_limit(i), t.worst[i], t.violated[i]);
  }
  if (t.violations.empty()) return;
  std::printf("\nfirst violations\n%22s %5s %8s  %s\n", "world", "rock", "step", "check");
  for (const soak::Violation& v : t.violations) {
    std::printf("%22" PRIu64 " %5u %8" PRIu64 "  %s: %.4g\n", v.world, v.rock, v.step, soak::check_name(v.check),
                v.value);
  }
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (argc == 2 && (std::strcmp(argv[1], "--help") == 0 || std::strcmp(argv[1], "-h") == 0)) {
    std::fputs(kHelp, stdout);
    return 0;
  }
  if (!parse(argc, argv, options)) {
    std::fputs(kHelp, stderr);
    return 2;
  }
  const soak::Tally tally = run(options);
  print(tally);
  return tally.violation_count() == 0 ? 0 : 1;
}
