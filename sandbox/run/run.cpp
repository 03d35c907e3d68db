#include "run/run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>

#include "common/error.h"
#include "common/progress.h"
#include "common/threads.h"

namespace sandbox {
namespace {

TrackPoint track_point(const rf_scene& scene, const rf_state& state, double time) {
  TrackPoint point{};
  point.time = time;
  std::copy(state.position, state.position + 3, point.position);
  rf_measure(&scene, &state, point.quantity);
  return point;
}

/** Steps one rock to its end; returns the number of steps that did not converge. */
std::uint64_t run_one(const rf_scene& scene, std::uint64_t record_every, rf_state& state, rf_rock_statistics& trace,
                      Track* track) {
  std::uint64_t unconverged = 0;
  rf_step_report report{};
  if (track != nullptr) track->push_back(track_point(scene, state, 0));
  while (state.end == RF_MOVING) {
    const rf_status status = rf_step_with_statistics(&scene, &state, &trace, &report);
    if (status != RF_OK && status != RF_FAULTY_STATE) {
      throw RunError(std::string("a step failed: ") + rf_status_text(status));
    }
    if (status == RF_OK && report.converged == 0) ++unconverged;
    const bool due = state.step % record_every == 0 || state.end != RF_MOVING;
    if (track != nullptr && due) {
      track->push_back(track_point(scene, state, static_cast<double>(state.step) * scene.settings.time_step));
    }
  }
  return unconverged;
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

RunResult run_rocks(const BuiltScene& built, const RunOptions& options) {
  const rf_scene& scene = built.scene();
  RunResult result;
  result.options = options;
  result.ends.reserve(options.rocks);
  result.traces.reserve(options.rocks);
  for (std::uint32_t rock = 0; rock < options.rocks; ++rock) {
    result.ends.push_back(built.start(rock, options.seed));
    result.traces.push_back(rf_default_rock_statistics(&result.ends.back()));
  }
  result.tracks.resize(std::min(options.rocks, options.recorded_rocks));
  const double every = std::max(1.0, std::nearbyint(options.record_interval / scene.settings.time_step));
  const auto record_every = static_cast<std::uint64_t>(std::min(every, 1e15));

  std::vector<std::uint64_t> unconverged(options.rocks, 0);
  Progress progress(options.rocks, options.quiet);
  ThreadPool pool(std::max(1u, std::min(options.threads, options.rocks)));
  const auto begin = std::chrono::steady_clock::now();
  pool.run(options.rocks, [&](std::uint32_t rock) {
    Track* track = rock < result.tracks.size() ? &result.tracks[rock] : nullptr;
    // Copies avoid false sharing with rocks of other threads.
    rf_state state = result.ends[rock];
    rf_rock_statistics trace = result.traces[rock];
    unconverged[rock] = run_one(scene, record_every, state, trace, track);
    result.ends[rock] = state;
    result.traces[rock] = trace;
    progress.one_done();
  });
  result.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  progress.finish();
  result.threads = pool.size();
  for (const rf_state& state : result.ends) result.steps += state.step;
  for (const std::uint64_t count : unconverged) result.unconverged += count;
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
