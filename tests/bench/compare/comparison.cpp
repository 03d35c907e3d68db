// Compares rockfall with the installed engines in the same scene: one process, one thread, processor time.
#include <algorithm>
#include <cstdio>
#include <functional>

#include "runs.h"

namespace {

using compare::Run;

constexpr const char* kHelp =
    "rockfall_engine_comparison [options]\n"
    "Runs the scene of the benchmarks (1000 rocks of 780 kg and 32 vertices on a rough ramp of 40 degrees, 2 m cells, "
    "steps\n"
    "of 0.002 s, to rest, 30 s or the edge) in rockfall and in those of Bullet, ODE and MuJoCo that were found when it "
    "was\n"
    "built. Prints the processor time per rock-step and how the rocks end.\n"
    "  --rocks N     number of rocks, 1 to 1000000 (default 1000)\n"
    "  --steps N     maximum number of steps per rock, 1 to 15000 (default 15000)\n"
    "  --repeats N   runs of every engine, in rotating order; the median is printed (default 3)\n"
    "  --together    put all rocks into one world of the other engines (not MuJoCo) instead of one after another\n"
    "  --json        print JSON\n"
    "  --help        print this text\n";

struct Options {
  uint32_t rocks = bench::kRocks, steps = 15000, repeats = 3;
  bool together = false, json = false, help = false;
};

bool read_number(const char* text, unsigned long highest, uint32_t& number) {
  char* end = nullptr;
  const unsigned long value = text && *text != '-' ? std::strtoul(text, &end, 10) : 0;
  if (value < 1 || value > highest || *end != 0) return false;
  number = static_cast<uint32_t>(value);
  return true;
}

bool read_options(int count, char** words, Options& options) {
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    const char* const next = i + 1 < count ? words[i + 1] : nullptr;
    bool good = true;
    if (word == "--together") {
      options.together = true;
    } else if (word == "--json") {
      options.json = true;
    } else if (word == "--help") {
      options.help = true;
    } else {
      good = word == "--rocks"     ? read_number(next, 1000000, options.rocks)
             : word == "--steps"   ? read_number(next, 15000, options.steps)
             : word == "--repeats" ? read_number(next, 1000, options.repeats)
                                   : false;
      ++i;
    }
    if (!good) {
      std::fprintf(stderr,
                   "rockfall_engine_comparison: %s is not an option, or its number is missing or out of range\n",
                   words[i - 1]);
      return false;
    }
  }
  return true;
}

// An engine with its runs.
struct Entry {
  std::string name, version, precision, rocks;
  std::function<Run(compare::Extent)> run;
  std::vector<Run> runs;

  double ns(const Run& run_of) const { return 1e9 * run_of.cpu_seconds / static_cast<double>(run_of.rock_steps); }
  std::vector<double> sorted() const {
    std::vector<double> all;
    for (const Run& one : runs) all.push_back(ns(one));
    std::sort(all.begin(), all.end());
    return all;
  }
  double median() const {
    const std::vector<double> all = sorted();
    return 0.5 * (all[(all.size() - 1) / 2] + all[all.size() / 2]);
  }
};

class Comparison {
 public:
  explicit Comparison(const Options& options) : options_(options), rock_(bench::plate()), ramp_(rock_) {
    ramp_.scene.settings.time_limit = options.steps * ramp_.scene.settings.time_step;
    const rf_settings& settings = ramp_.scene.settings;
    rf_rock_get(rock_.get(), &setup_.rock);
    setup_.grid = &ramp_.grid();
    setup_.friction = setup_.grid->ground.mu_max;
    setup_.restitution = setup_.grid->ground.restitution_normal;
    setup_.gravity = settings.gravity;
    setup_.time_step = settings.time_step;
    const std::string ours = version();
    add({"rockfall, rf_step_many",
         ours,
         "double",
         "one call",
         [this](compare::Extent extent) { return compare::run_rockfall_many(ramp_, extent); },
         {}});
    add({"rockfall, rf_step",
         ours,
         "double",
         "one after another",
         [this](compare::Extent extent) { return compare::run_rockfall_single(ramp_, extent); },
         {}});
    add_others();
  }

  void run() {
    for (Entry& one : entries_) one.run({std::min(options_.rocks, 3u), options_.steps});  // warm-up
    const std::size_t count = entries_.size();
    for (uint32_t repeat = 0; repeat < options_.repeats; ++repeat) {
      for (std::size_t k = 0; k < count; ++k) {
        Entry& one = entries_[(k + repeat) % count];
        one.runs.push_back(one.run({options_.rocks, options_.steps}));
      }
    }
  }

  void print_table() const;
  void print_json() const;

 private:
  static std::string version() {
    const uint32_t number = rf_version();
    return std::to_string(number / 10000) + "." + std::to_string(number / 100 % 100) + "." +
           std::to_string(number % 100);
  }
  void add(Entry entry) { entries_.push_back(std::move(entry)); }
  void add_engine(const char* name, std::unique_ptr<compare::Engine> engine) {
    compare::Engine& other = *engine;
    const bool together = options_.together && other.takes_many();
    engines_.push_back(std::move(engine));
    add({name,
         other.version(),
         other.precision(),
         together ? "in one world" : "one after another",
         [this, &other, together](compare::Extent extent) {
           return together ? compare::run_together(ramp_, other, extent) : compare::run_alone(ramp_, other, extent);
         },
         {}});
  }
  void add_others() {
#ifdef ROCKFALL_HAS_BULLET
    add_engine("Bullet", compare::make_bullet(setup_, options_.rocks));
#else
    missing_.push_back("libbullet-dev");
#endif
#ifdef ROCKFALL_HAS_ODE
    add_engine("ODE", compare::make_ode(setup_, options_.rocks));
#else
    missing_.push_back("libode-dev");
#endif
#ifdef ROCKFALL_HAS_MUJOCO
    add_engine("MuJoCo", compare::make_mujoco(setup_));
#else
    missing_.push_back("libmujoco-dev");
#endif
  }

  const Options options_;
  const bench::Rock rock_;
  bench::Ground ramp_;
  compare::Setup setup_;
  std::vector<std::unique_ptr<compare::Engine>> engines_;
  std::vector<Entry> entries_;
  std::vector<const char*> missing_;
};

void Comparison::print_table() const {
  std::printf("%u rocks, at most %u steps of %g s, friction %g, restitution %g, one thread; median of %u\n\n",
              options_.rocks, options_.steps, setup_.time_step, setup_.friction, setup_.restitution, options_.repeats);
  std::printf("%-23s %-8s %-9s %12s %8s %8s %11s %6s %6s %6s %6s %16s\n", "engine", "version", "precision",
              "ns/rock-step", "lowest", "ratio", "rock-steps", "rest", "left", "moving", "below", "run-out, m");
  for (const Entry& one : entries_) {
    const Run& run = one.runs.front();
    std::printf("%-23s %-8s %-9s %12.1f %8.1f %8.2f %11llu %6u %6u %6u %6u %8.1f +- %4.1f\n", one.name.c_str(),
                one.version.c_str(), one.precision.c_str(), one.median(), one.sorted().front(),
                one.median() / entries_[0].median(), static_cast<unsigned long long>(run.rock_steps), run.stopped,
                run.left, run.moving, run.below_ground, run.run_out, run.run_out_deviation);
  }
  std::printf(
      "\nratio: to rf_step_many. rest, left, moving: numbers of rocks by end; below: rocks with their centre below the "
      "ground.\n");
  for (const char* package : missing_) {
    std::printf("not compared because it was not installed at build time: %s\n", package);
  }
}

void Comparison::print_json() const {
  std::printf(
      "{\n  \"rocks\": %u, \"steps\": %u, \"repeats\": %u, \"time_step\": %g, \"friction\": %g, \"restitution\": %g,\n",
      options_.rocks, options_.steps, options_.repeats, setup_.time_step, setup_.friction, setup_.restitution);
  std::printf("  \"missing\": [");
  for (std::size_t i = 0; i < missing_.size(); ++i) std::printf("%s\"%s\"", i ? ", " : "", missing_[i]);
  std::printf("],\n  \"engines\": [");
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& one = entries_[i];
    const Run& run = one.runs.front();
    std::printf(
        "%s\n    {\"name\": \"%s\", \"version\": \"%s\", \"precision\": \"%s\", \"rocks_are_stepped\": \"%s\",\n",
        i ? "," : "", one.name.c_str(), one.version.c_str(), one.precision.c_str(), one.rocks.c_str());
    std::printf(
        "     \"ns_per_rock_step\": %.2f, \"lowest\": %.2f, \"highest\": %.2f, \"ratio_to_step_many\": %.3f, "
        "\"ratio_to_step\": %.3f,\n",
        one.median(), one.sorted().front(), one.sorted().back(), one.median() / entries_[0].median(),
        one.median() / entries_[1].median());
    std::printf(
        "     \"rock_steps\": %llu, \"rest\": %u, \"left\": %u, \"moving\": %u, \"below_ground\": %u, "
        "\"run_out\": %.3f, \"run_out_deviation\": %.3f}",
        static_cast<unsigned long long>(run.rock_steps), run.stopped, run.left, run.moving, run.below_ground,
        run.run_out, run.run_out_deviation);
  }
  std::printf("\n  ]\n}\n");
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!read_options(argc, argv, options)) return 2;
  if (options.help) {
    std::fputs(kHelp, stdout);
    return 0;
  }
  Comparison comparison(options);
  comparison.run();
  if (options.json) {
    comparison.print_json();
  } else {
    comparison.print_table();
  }
  return 0;
}
