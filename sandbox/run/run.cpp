#include "run/run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <mutex>
#include <numeric>
#include <string>
#include <utility>

#include "common/error.h"
#include "common/progress.h"
#include "common/threads.h"
#include "run/block.h"
#include "scenario/scattered_ground.h"

namespace sandbox {
namespace {

/** The first rock of every block, and the number of rocks at the end. Many rocks fill the SIMD lanes until few still
 *  move; blocks become smaller towards the end, so that no thread waits long for the last one. */
std::vector<std::uint32_t> blocks_of(std::uint32_t rocks, unsigned threads) {
  std::vector<std::uint32_t> first = {0};
  while (first.back() < rocks) {
    const std::uint32_t left = rocks - first.back();
    const std::uint32_t size = std::clamp(left / (3 * threads), 16u, 256u);
    first.push_back(first.back() + std::min(size, left));
  }
  return first;
}

/** Blocks of one rock. */
std::vector<std::uint32_t> single_blocks(std::uint32_t rocks) {
  std::vector<std::uint32_t> first(rocks + 1);
  std::iota(first.begin(), first.end(), 0u);
  return first;
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

void append(RunResult& result, RunResult&& more) {
  const auto add = [](auto& to, auto&& from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  };
  add(result.ends, more.ends);
  add(result.traces, more.traces);
  add(result.tracks, more.tracks);
  add(result.impacts, more.impacts);
  if (result.hazard) {
    result.hazard->add(*more.hazard);
    result.hazard->sort();
  }
  result.redrawn += more.redrawn;
  result.steps += more.steps;
  result.unconverged += more.unconverged;
  result.wall += more.wall;
  result.threads = std::max(result.threads, more.threads);
  result.options.rocks += more.options.rocks;
}

RunResult run_rocks(const BuiltScene& built, const RunOptions& options) {
  const rf_scene& scene = built.scene();
  const PassageMeter meter(scene);
  RunResult result;
  result.options = options;
  const bool hazard = options.plan != nullptr && !options.plan->empty();
  if (hazard) result.hazard.emplace(*options.plan);
  result.ends.resize(options.rocks);
  result.traces.resize(options.rocks);
  result.impacts.resize(options.rocks);
  const std::uint32_t recorded = std::max(options.recorded_rocks, options.first_rock) - options.first_rock;
  result.tracks.resize(std::min(options.rocks, recorded));

  std::optional<Progress> own;
  if (options.progress == nullptr) own.emplace(options.rocks, options.quiet);
  Progress& progress = own ? *own : *options.progress;
  const TrackSampling sampling{options.record_interval, options.sample_distance};
  std::mutex mutex;
  const unsigned threads = std::max(1u, std::min(options.threads, options.rocks));
  ThreadPool pool(threads);
  const auto begin = std::chrono::steady_clock::now();
  const std::vector<std::uint32_t> blocks =
      built.scatter().empty() ? blocks_of(options.rocks, threads) : single_blocks(options.rocks);
  const auto run_part = [&](std::uint32_t index) {
    const std::uint32_t first = blocks[index], last = blocks[index + 1];
    std::uint32_t redrawn = 0;
    std::vector<rf_state> starts;
    for (std::uint32_t i = first; i < last; ++i) {
      std::uint32_t more = 0;
      starts.push_back(built.start(options.first_rock + i, options.seed, &more));
      redrawn += more;
    }
    // Ground that is drawn for each rock needs a scene for each rock.
    std::optional<ScatteredGround> scattered;
    if (!built.scatter().empty()) {
      scattered.emplace(scene, built.scatter(), options.first_rock + first, options.seed);
    }
    Block block = make_block(std::move(starts), result.tracks.size() > first ? result.tracks.size() - first : 0);
    if (hazard) block.followers.assign(last - first, RockFollower(*options.plan));
    run_block(scattered ? scattered->scene() : scene, meter, sampling, block, [&progress] { progress.one_done(); });
    std::copy(block.states.begin(), block.states.end(), result.ends.begin() + first);
    std::copy(block.traces.begin(), block.traces.end(), result.traces.begin() + first);
    std::copy(block.impacts.begin(), block.impacts.end(), result.impacts.begin() + first);
    std::move(block.tracks.begin(), block.tracks.end(), result.tracks.begin() + first);
    // Whole numbers and maxima: the sums do not depend on the order of the blocks.
    const std::lock_guard<std::mutex> lock(mutex);
    for (std::uint32_t i = 0; i < block.followers.size(); ++i) {
      const rf_state& end = block.states[i];
      block.followers[i].finish(options.first_rock + first + i, built.class_of(end.rock), end, *result.hazard);
    }
    for (const std::uint32_t count : block.unconverged) result.unconverged += count;
    result.redrawn += redrawn;
  };
  pool.run(static_cast<std::uint32_t>(blocks.size() - 1), run_part);
  result.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (own) own->finish();
  result.threads = pool.size();
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
