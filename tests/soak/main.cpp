// rockfall_soak: steps rocks on random hostile worlds and checks every step. Prints a table; exits with 1 if anything
// was violated.
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#include "table.h"

namespace {

struct Options {
  uint64_t steps = 1000000, seed = 1, first = 0, world = 0;
  uint32_t threads = 1;
  bool one_world = false;
  std::string out;
  std::vector<std::string> add;
};

const char* const kHelp =
    "usage: rockfall_soak [--steps N] [--seed S] [--first-world K] [--threads T] [--out FILE]\n"
    "       rockfall_soak --world W\n"
    "       rockfall_soak --add FILE...\n"
    "Steps rocks on random hostile worlds, one by one and by rf_step_many, checks every step, and prints a table.\n"
    "Exits with 1 if anything was violated.\n"
    "  --steps N        rock-steps to make, at least, by rf_step and rf_step_many together; default 1000000\n"
    "  --seed S         of the worlds; default 1. Equal seeds give equal tables for any number of threads\n"
    "  --first-world K  index of the first world of the seed; default 0\n"
    "  --threads T      default 1\n"
    "  --out FILE       keep the table in FILE, written every ten seconds; continue the run in FILE if it exists\n"
    "  --world W        run only this world, as listed with a violation\n"
    "  --add FILE...    print the sum of tables of different worlds\n";

constexpr uint32_t kStepsOfRock = 1024;
constexpr double kSecondsBetweenSaves = 10;

bool parse_count(const char* text, uint64_t& value) {
  char* end = nullptr;
  value = std::strtoull(text, &end, 10);
  return *text >= '0' && *text <= '9' && *end == '\0';
}

bool parse(int argc, char** argv, Options& options) {
  if (argc > 1 && std::strcmp(argv[1], "--add") == 0) {
    options.add.assign(argv + 2, argv + argc);
    return !options.add.empty();
  }
  for (int i = 1; i < argc; i += 2) {
    const std::string name = argv[i];
    if (i + 1 == argc) return false;
    if (name == "--out") {
      options.out = argv[i + 1];
      continue;
    }
    uint64_t value = 0;
    if (!parse_count(argv[i + 1], value)) return false;
    if (name == "--steps") {
      options.steps = value;
    } else if (name == "--seed") {
      options.seed = value;
    } else if (name == "--first-world") {
      options.first = value;
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

// Runs the worlds of a table from `next` on. They are added in their order, so that the table does not depend on the
// threads.
class Run {
 public:
  Run(const Options& options, soak::Table& table)
      : options_(options),
        table_(table),
        started_(table.next),
        steps_before_(table.tally.rock_steps()),
        begin_(std::chrono::steady_clock::now()) {}

  bool run() {
    if (!save()) return false;
    std::vector<std::thread> threads;
    for (uint32_t t = 1; t < options_.threads; ++t) threads.emplace_back([this] { work(); });
    work();
    for (std::thread& thread : threads) thread.join();
    if (reported_ > 0) report(seconds());
    return save();
  }

 private:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }
  bool done() const { return table_.tally.rock_steps() >= options_.steps; }

  void work() {
    for (;;) {
      uint64_t index = 0;
      {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (done()) return;
        index = started_++;
      }
      soak::Tally tally;
      soak::run_world(soak::world_seed(table_, index), kStepsOfRock, tally);
      const std::lock_guard<std::mutex> lock(mutex_);
      finished_.emplace(index, std::move(tally));
      add_finished();
    }
  }

  void add_finished() {
    for (auto first = finished_.begin(); !done() && first != finished_.end() && first->first == table_.next;
         first = finished_.begin()) {
      table_.tally.merge(first->second);
      finished_.erase(first);
      ++table_.next;
    }
    const double now = seconds();
    if (now < reported_ + kSecondsBetweenSaves) return;
    reported_ = now;
    report(now);
    save();
  }

  void report(double now) const {
    const uint64_t steps = table_.tally.rock_steps();
    const double rate = static_cast<double>(steps - steps_before_) / now,
                 rest = done() ? 0.0 : static_cast<double>(options_.steps - steps);
    std::fprintf(stderr, "%.1f of %.1f million rock-steps, %" PRIu64 " violations, %.0f per second, %.0f min left\n",
                 1e-6 * static_cast<double>(steps), 1e-6 * static_cast<double>(options_.steps),
                 table_.tally.violation_count(), rate, rest / rate / 60);
  }

  bool save() const {
    if (options_.out.empty() || soak::write_table(options_.out, table_)) return true;
    std::fprintf(stderr, "rockfall_soak: cannot write %s\n", options_.out.c_str());
    return false;
  }

  const Options& options_;
  soak::Table& table_;
  uint64_t started_;  // index of the world to start next
  const uint64_t steps_before_;
  const std::chrono::steady_clock::time_point begin_;
  double reported_ = 0;  // s
  std::mutex mutex_;     // of all that follows the options
  std::map<uint64_t, soak::Tally> finished_;
};

int refuse(const std::string& message) {
  std::fprintf(stderr, "rockfall_soak: %s\n", message.c_str());
  return 2;
}

int print_result(const soak::Tally& tally) {
  soak::print(tally);
  return tally.violation_count() == 0 ? 0 : 1;
}

int add_tables(const std::vector<std::string>& paths) {
  std::vector<soak::Table> tables;
  soak::Tally sum;
  for (const std::string& path : paths) {
    soak::Table table;
    if (!soak::read_table(path, table)) return refuse(path + " is no table of this program");
    for (const soak::Table& other : tables) {
      if (soak::overlap(other, table)) return refuse("worlds of " + path + " are in another table, too");
    }
    sum.merge(table.tally);
    tables.push_back(std::move(table));
  }
  return print_result(sum);
}

int run_worlds(const Options& options) {
  soak::Table table;
  table.seed = options.seed;
  table.first = table.next = options.first;
  if (FILE* const existing = options.out.empty() ? nullptr : std::fopen(options.out.c_str(), "r")) {
    std::fclose(existing);
    if (!soak::read_table(options.out, table)) return refuse(options.out + " is no table of this program");
    if (table.seed != options.seed || table.first != options.first) {
      return refuse(options.out + " has another seed or first world");
    }
  }
  return Run(options, table).run() ? print_result(table.tally) : 2;
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
  if (!options.add.empty()) return add_tables(options.add);
  if (!options.one_world) return run_worlds(options);
  soak::Tally tally;
  soak::run_world(options.world, kStepsOfRock, tally);
  return print_result(tally);
}
