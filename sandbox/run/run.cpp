#include "run/run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <mutex>
#include <string>
#include <utility>

#include "common/error.h"
#include "common/progress.h"
#include "common/threads.h"
#include "run/block.h"
#include "scenario/scattered_ground.h"

namespace sandbox {
namespace {

TrackPoint track_point(const rf_scene& scene, const rf_state& state, double time) {
  TrackPoint point{};
  point.time = time;
  std::copy(state.position, state.position + 3, point.position);
  rf_measure(&scene, &state, point.quantity);
  return point;
}

/** Steps between two points of a trajectory that is recorded by time. */
std::uint64_t record_every(const RunOptions& options, double time_step) {
  const double every = std::max(1.0, std::nearbyint(options.record_interval / time_step));
  return static_cast<std::uint64_t>(std::min(every, 1e15));
}

/** Decides which steps of a trajectory are recorded. */
class Sampling {
 public:
  Sampling(const RunOptions& options, double time_step, const rf_state& start)
      : distance_(options.sample_distance),
        every_(record_every(options, time_step)),
        last_{start.position[0], start.position[1], start.position[2]} {}
  bool due(const rf_state& state) {
    if (state.end != RF_MOVING) return true;
    if (!(distance_ > 0)) return state.step % every_ == 0;
    double square = 0;
    for (std::size_t k = 0; k < 3; ++k) square += (state.position[k] - last_[k]) * (state.position[k] - last_[k]);
    if (square < distance_ * distance_) return false;
    std::copy(state.position, state.position + 3, last_);
    return true;
  }

 private:
  double distance_;
  std::uint64_t every_;
  double last_[3];
};

/** What is known of a rock after its run. */
struct RockRun {
  rf_state state;
  rf_rock_statistics trace;
  std::uint64_t unconverged = 0;
  std::uint32_t impacts = 0;
};

void follow(const rf_scene& scene, const PassageMeter& meter, const rf_state& state, RockFollower& follower) {
  // Beyond the edge there is no ground to measure heights from.
  if (state.end == RF_ENDED_LEFT_TERRAIN) return;
  double quantity[RF_QUANTITY_COUNT];
  rf_measure(&scene, &state, quantity);
  follower.add(meter.measure(state, quantity));
}

/** Steps one rock to its end. */
void run_one(const rf_scene& scene, const RunOptions& options, const PassageMeter& meter, RockFollower* follower,
             RockRun& rock, Track* track) {
  Sampling sampling(options, scene.settings.time_step, rock.state);
  rf_step_report report{};
  bool in_contact = false;
  if (track != nullptr) track->push_back(track_point(scene, rock.state, 0));
  if (follower != nullptr) follow(scene, meter, rock.state, *follower);
  while (rock.state.end == RF_MOVING) {
    const rf_status status = rf_step_with_statistics(&scene, &rock.state, &rock.trace, &report);
    if (status != RF_OK && status != RF_FAULTY_STATE) {
      throw RunError(std::string("a step failed: ") + rf_status_text(status));
    }
    if (status == RF_OK && report.converged == 0) ++rock.unconverged;
    if (report.contact_count > 0 && !in_contact) ++rock.impacts;
    in_contact = report.contact_count > 0;
    if (follower != nullptr) follow(scene, meter, rock.state, *follower);
    if (track != nullptr && sampling.due(rock.state)) {
      track->push_back(track_point(scene, rock.state, static_cast<double>(rock.state.step) * scene.settings.time_step));
    }
  }
}

/** Rocks per block: many fill the SIMD lanes until few still move, few balance the load of the threads. */
std::uint32_t rocks_per_block(std::uint32_t rocks, unsigned threads) {
  const std::uint32_t share = rocks / (4 * threads) + 1;
  return std::min(std::max(share, 16u), 256u);
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
  std::mutex mutex;
  const unsigned threads = std::max(1u, std::min(options.threads, options.rocks));
  ThreadPool pool(threads);
  const auto begin = std::chrono::steady_clock::now();
  const auto run_rock = [&](std::uint32_t i) {
    const std::uint32_t number = options.first_rock + i;
    std::uint32_t redrawn = 0;
    RockRun rock{};
    rock.state = built.start(number, options.seed, &redrawn);
    rock.trace = rf_default_rock_statistics(&rock.state);
    std::optional<RockFollower> follower;
    if (hazard) follower.emplace(*options.plan);
    std::optional<ScatteredGround> scattered;
    if (!built.scatter().empty()) scattered.emplace(scene, built.scatter(), number, options.seed);
    run_one(scattered ? scattered->scene() : scene, options, meter, follower ? &*follower : nullptr, rock,
            i < result.tracks.size() ? &result.tracks[i] : nullptr);
    result.ends[i] = rock.state;
    result.traces[i] = rock.trace;
    result.impacts[i] = rock.impacts;
    {
      // Whole numbers and maxima: the sums do not depend on the order of the rocks.
      const std::lock_guard<std::mutex> lock(mutex);
      if (follower) follower->finish(number, built.class_of(rock.state.rock), rock.state, *result.hazard);
      result.unconverged += rock.unconverged;
      result.redrawn += redrawn;
    }
    progress.one_done();
  };
  const std::uint32_t per_block = rocks_per_block(options.rocks, threads);
  const auto run_together = [&](std::uint32_t index) {
    const std::uint32_t first = index * per_block, last = std::min(first + per_block, options.rocks);
    std::uint32_t redrawn = 0;
    std::vector<rf_state> starts;
    for (std::uint32_t i = first; i < last; ++i) {
      std::uint32_t more = 0;
      starts.push_back(built.start(options.first_rock + i, options.seed, &more));
      redrawn += more;
    }
    const std::size_t tracked = result.tracks.size() > first ? result.tracks.size() - first : 0;
    Block block = make_block(std::move(starts), tracked);
    run_block(scene, record_every(options, scene.settings.time_step), block, [&progress] { progress.one_done(); });
    std::copy(block.states.begin(), block.states.end(), result.ends.begin() + first);
    std::copy(block.traces.begin(), block.traces.end(), result.traces.begin() + first);
    std::copy(block.impacts.begin(), block.impacts.end(), result.impacts.begin() + first);
    std::move(block.tracks.begin(), block.tracks.end(), result.tracks.begin() + first);
    const std::lock_guard<std::mutex> lock(mutex);
    for (const std::uint32_t count : block.unconverged) result.unconverged += count;
    result.redrawn += redrawn;
  };
  // Cells, lines and points by distance need every step of a rock, scattered ground a scene for each rock.
  if (hazard || !built.scatter().empty() || (options.sample_distance > 0 && !result.tracks.empty())) {
    pool.run(options.rocks, run_rock);
  } else {
    pool.run((options.rocks + per_block - 1) / per_block, run_together);
  }
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
