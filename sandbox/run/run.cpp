#include "run/run.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <iterator>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/progress.h"
#include "common/threads.h"
#include "run/block.h"
#include "scenario/scattered_ground.h"

namespace sandbox {
namespace {

// Most rocks of a block: enough to keep the SIMD lanes full while some end.
constexpr std::uint32_t most_together = 128;

/** Rocks of a block. Of few rocks several threads leave half to take one by one, so that none waits long. */
std::uint32_t room_of(std::uint32_t rocks, unsigned threads) {
  return threads == 1 ? most_together : std::clamp(rocks / (2 * threads), 1u, most_together);
}

/** Results of the first rocks, for an estimate of the rest. */
class FirstRocks {
 public:
  FirstRocks(const RunOptions& options, unsigned threads)
      : options_(options), count_(32 + 2 * threads), wanted_(options.first_done && options.rocks > 2 * count_) {}

  /** After the end of a rock whose results are in `result`. @param steps  of all rocks so far */
  void one_done(std::uint32_t rock, const RunResult& result, std::uint64_t steps, double seconds) {
    if (!wanted_ || rock >= count_ || ++done_ < count_) return;
    RunResult first;
    first.ends.assign(result.ends.begin(), result.ends.begin() + count_);
    const auto tracks = std::min<std::size_t>(count_, result.tracks.size());
    first.tracks.assign(result.tracks.begin(), result.tracks.begin() + static_cast<std::ptrdiff_t>(tracks));
    first.threads = result.threads;
    first.hazard = result.hazard;
    double made = 0;
    for (const rf_state& state : first.ends) made += static_cast<double>(state.step);
    const double all = made / count_ * options_.rocks, rate = static_cast<double>(steps) / std::max(seconds, 1e-9);
    options_.first_done(first, std::max(0.0, all - static_cast<double>(steps)) / rate);
  }

 private:
  const RunOptions& options_;
  std::uint32_t count_, done_ = 0;
  bool wanted_;
};

/** Steps all rocks of a run on several threads. */
class Run {
 public:
  Run(const BuiltScene& built, const RunOptions& options, Progress& progress, RunResult& result)
      : built_(built),
        options_(options),
        meter_(built.scene()),
        sampling_{options.record_interval, options.sample_distance},
        plan_(result.hazard ? options.plan : nullptr),
        room_(room_of(options.rocks, result.threads)),
        progress_(progress),
        result_(result),
        first_(options, result.threads) {}

  /** Until no rock is left; on every thread. After an error the other threads take no more rocks. */
  void work() {
    try {
      take_rocks();
    } catch (...) {
      note_failure(no_rock);
    }
  }

  /** Throws the error of the first rock that could not start, else that of a step. Rocks are started in their order, so
   * that it is the same with every number of threads. */
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

  /** Rocks that were started: the first ones. */
  std::uint32_t started() const { return std::min<std::uint32_t>(next_, options_.rocks); }

 private:
  static constexpr std::uint32_t no_rock = UINT32_MAX;

  /** Keeps the error that is thrown, unless there is one of an earlier rock. */
  void note_failure(std::uint32_t rock) {
    const std::lock_guard<std::mutex> lock(mutex_);
    next_ = options_.rocks;
    if (failure_ && rock >= failed_rock_) return;
    failure_ = std::current_exception();
    failed_rock_ = rock;
  }

  /** The next rock; from options_.rocks on if there is none. */
  std::uint32_t take() {
    if (options_.stop != nullptr && *options_.stop) return no_rock;
    return next_++;
  }

  void take_rocks() {
    if (!built_.scatter().empty()) return work_one_by_one();
    Block block(built_.scene(), meter_, sampling_, plan_);
    bool more = true;
    while (more || block.size() > 0) {
      while (more && block.size() < room_) {
        const std::uint32_t rock = take();
        more = rock < options_.rocks;
        if (more) add(rock, block);
      }
      if (block.size() > 0) step(block);
    }
  }

  // Ground that is drawn for each rock needs a scene for each rock.
  void work_one_by_one() {
    const rf_ground largest = built_.largest_ground();
    for (std::uint32_t rock = take(); rock < options_.rocks; rock = take()) {
      const ScatteredGround scattered(built_.scene(), built_.scatter(), largest, options_.first_rock + rock,
                                      options_.seed);
      Block block(scattered.scene(), meter_, sampling_, plan_);
      add(rock, block);
      while (block.size() > 0) step(block);
    }
  }

  void add(std::uint32_t rock, Block& block) {
    std::uint32_t redrawn = 0;
    rf_state start;
    try {
      start = built_.start(options_.first_rock + rock, options_.seed, &redrawn);
    } catch (...) {
      note_failure(rock);
      throw;
    }
    block.add(rock, start, rock < result_.tracks.size());
    redrawn_ += redrawn;
  }

  void step(Block& block) {
    std::vector<FinishedRock> ended;
    steps_ += block.step([&](FinishedRock&& rock) { ended.push_back(std::move(rock)); });
    if (ended.empty()) return progress_.still_working();
    // Whole numbers and maxima: the sums do not depend on the order of the rocks.
    const std::lock_guard<std::mutex> lock(mutex_);
    result_.redrawn = redrawn_;
    for (FinishedRock& rock : ended) finish(rock);
  }

  void finish(FinishedRock& rock) {
    const std::uint32_t i = rock.number;
    result_.ends[i] = rock.end;
    result_.rock_statistics[i] = rock.statistics;
    result_.impacts[i] = rock.impacts;
    result_.unconverged += rock.unconverged;
    result_.work_limited += rock.work_limited;
    if (i < result_.tracks.size()) result_.tracks[i] = std::move(rock.track);
    if (rock.follower) {
      rock.follower->finish(options_.first_rock + i, built_.class_of(rock.end.rock), rock.end, *result_.hazard);
    }
    progress_.one_done();
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_;
    first_.one_done(i, result_, steps_, passed.count());
  }

  const BuiltScene& built_;
  const RunOptions& options_;
  const PassageMeter meter_;
  const TrackSampling sampling_;
  const HazardPlan* const plan_;
  const std::uint32_t room_;  // rocks of a block
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::atomic<std::uint32_t> next_{0}, redrawn_{0};
  std::atomic<std::uint64_t> steps_{0};
  std::mutex mutex_;  // of all below
  Progress& progress_;
  RunResult& result_;
  FirstRocks first_;
  std::exception_ptr failure_;
  std::uint32_t failed_rock_ = no_rock;
};

/** Makes room for the results of so many rocks, or leaves those of the first ones. */
void set_rocks(RunResult& result, std::uint32_t rocks) {
  result.options.rocks = rocks;
  result.ends.resize(rocks);
  result.rock_statistics.resize(rocks);
  result.impacts.resize(rocks);
  result.tracks.resize(recorded_of(result.options));
}

}  // namespace

RunOptions run_options(const Scenario& scenario, unsigned threads, bool quiet) {
  RunOptions options;
  options.rocks = scenario.rock_count;
  options.seed = scenario.seed;
  options.threads = threads == 0 ? machine_threads() : threads;
  options.record_interval = scenario.record_interval;
  options.quiet = quiet;
  return options;
}

std::uint32_t recorded_of(const RunOptions& options) {
  return std::min(options.rocks, std::max(options.recorded_rocks, options.first_rock) - options.first_rock);
}

void append(RunResult& result, RunResult&& more) {
  const auto add = [](auto& to, auto&& from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  };
  add(result.ends, more.ends);
  add(result.rock_statistics, more.rock_statistics);
  add(result.tracks, more.tracks);
  add(result.impacts, more.impacts);
  if (result.hazard) {
    result.hazard->add(*more.hazard);
    result.hazard->sort();
  }
  result.redrawn += more.redrawn;
  result.steps += more.steps;
  result.unconverged += more.unconverged;
  result.work_limited += more.work_limited;
  result.wall += more.wall;
  result.threads = std::max(result.threads, more.threads);
  result.options.rocks += more.options.rocks;
}

void store_relief(BuiltScene& built, const RunOptions& options) {
  if (!built.gains_from_stored_relief(options.rocks)) return;
  ThreadPool pool(std::max(1u, options.threads));
  const rf_tasks tasks = pool.tasks();
  built.store_relief(options.rocks, &tasks);
}

RunResult run_rocks(const BuiltScene& built, const RunOptions& options) {
  RunResult result;
  result.options = options;
  if (options.plan != nullptr && !options.plan->empty()) result.hazard.emplace(*options.plan);
  set_rocks(result, options.rocks);

  std::optional<Progress> own;
  if (options.progress == nullptr) own.emplace(options.rocks, options.quiet);
  ThreadPool pool(std::max(1u, std::min(options.threads, options.rocks)));
  result.threads = pool.size();
  const auto begin = std::chrono::steady_clock::now();
  Run run(built, options, own ? *own : *options.progress, result);
  pool.run(pool.size(), [&run](std::uint32_t) { run.work(); });
  run.rethrow();
  set_rocks(result, run.started());
  result.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (own) own->finish();
  for (const rf_state& state : result.ends) result.steps += state.step;
  if (result.hazard) result.hazard->sort();
  return result;
}

void check_faults(const std::vector<rf_state>& ends) {
  const auto faults =
      std::count_if(ends.begin(), ends.end(), [](const rf_state& state) { return state.end == RF_ENDED_FAULT; });
  if (ends.empty() || static_cast<std::size_t>(faults) < ends.size()) return;
  throw RunError(
      "every rock ended with a fault: its state was no longer finite; look for extreme values in the scenario");
}

}  // namespace sandbox
