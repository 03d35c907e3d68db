#include <algorithm>
#include <cmath>
#include <iostream>
#include <vector>

#include "cli/commands.h"
#include "common/error.h"
#include "common/output_file.h"
#include "common/progress.h"
#include "common/result_folder.h"
#include "common/text.h"
#include "common/threads.h"
#include "common/version.h"
#include "run/recording_note.h"
#include "run/replay_log.h"
#include "run/replayer.h"
#include "scenario/scene_builder.h"

namespace sandbox {
namespace {

/** The scenario that the user names, else the scene stored in the recording, else the scenario that it names. */
Scenario scenario_of(const RecordingFile& recording, const std::string& named) {
  if (!named.empty()) return read_scenario(named, noted_overrides(recording.info, recording.file));
  const RecordingNote note = read_note(recording.info, recording.file, recording.attached.path());
  if (note.scene) {
    std::cout << "in the scene that the recording holds" << (note.sample.empty() ? "" : ", of sample " + note.sample)
              << "\n";
    return *note.scene;
  }
  if (note.scenario.empty()) {
    throw InputError(recording.file +
                     ": neither holds its scene nor names its scenario; name the scenario with --scenario");
  }
  return named_scenario(note, recording.file);
}

void step(Replayer& replay) {
  const rf::Status status = replay.step();
  if (!status) {
    throw InputError("the replay stopped at step " + std::to_string(replay.steps_made()) + ": " + status.text());
  }
}

/** Changes the last bit of a position, so that the comparison has something to find. */
void disturb(rf_state& state) { state.position[2] = std::nextafter(state.position[2], 1e300); }

/** Continues the replay to where the recording has states, and writes both sides; that of the replay only, where it
 *  stops before. */
void write_difference(const RecordingFile& recording, Replayer& replay, const Difference& difference,
                      const std::filesystem::path& file) {
  std::vector<RecordedState> recorded = states_after(recording.reader, difference.step);
  const std::vector<rf_state> at_difference(replay.states().begin(), replay.states().begin() + replay.count());
  const std::uint64_t recorded_at = recorded.empty() ? difference.step : recorded.front().step;
  try {
    while (replay.steps_made() < recorded_at && !replay.finished()) step(replay);
  } catch (const InputError& error) {
    std::cerr << "warning: the log has the replayed states only: " << error.what() << "\n";
    recorded.clear();
  }
  write_file(file, [&](std::ostream& out) { write_log(out, difference, at_difference, recorded, replay.states()); });
}

Difference difference_of(const rf_replay_report& report, std::uint64_t last_same) {
  Difference difference;
  difference.step = report.step;
  difference.last_same = last_same;
  difference.recorded_hash = report.recorded_hash;
  difference.replayed_hash = report.hash;
  return difference;
}

}  // namespace

bool replay_command(const ReplayArguments& arguments) {
  const RecordingFile recording = open_recording(arguments.file);
  if (arguments.disturb && *arguments.disturb >= recording.info.steps) {
    throw InputError("--disturb " + std::to_string(*arguments.disturb) + ": the recording has " +
                     counted(recording.info.steps, "step") + ", so give a step below that number");
  }
  const std::filesystem::path log(arguments.log.empty() ? arguments.file + ".log" : arguments.log);
  refuse_own_input(log, arguments.file, "--log");
  refuse_former_file(log, arguments.force, "", "--log");
  if (!arguments.log.empty()) check_place(log);
  const Scenario scenario = scenario_of(recording, arguments.scenario);
  BuiltScene built(scenario);
  ThreadPool pool(arguments.threads == 0 ? machine_threads() : arguments.threads);
  const rf_tasks tasks = pool.tasks();
  built.store_relief(recording.info.rock_count, &tasks);
  if (recording.info.library_version != rf_version()) {
    std::cout << "note: made with version " << version_text(recording.info.library_version) << ", this is "
              << version_text() << "; replays have the same bits only with the version of the recording\n";
  }
  Replayer replay(recording.info, built.scene(), &tasks,
                  [&built](rf_scene&, const rf_ground& ground) { return built.set_ground(ground); });
  const rf::Status begun = replay.begin(recording.bytes);
  if (!begun) throw InputError(recording.file + ": " + begun.text());
  std::uint64_t last_same = 0;
  const auto steps = static_cast<std::uint32_t>(std::min<std::uint64_t>(recording.info.steps, UINT32_MAX));
  Progress progress(steps, arguments.quiet, "step");
  while (!replay.finished()) {
    if (arguments.disturb && replay.steps_made() == *arguments.disturb && replay.count() > 0) {
      disturb(replay.states()[0]);
    }
    const std::uint64_t before = replay.steps_made();
    step(replay);
    if (replay.steps_made() > before) progress.one_done();  // the last call may only compare the end
    if (replay.report().differs) {
      progress.finish();
      const Difference difference = difference_of(replay.report(), last_same);
      write_difference(recording, replay, difference, log);
      std::cout << arguments.file << ": differs; first compared step that differs: " << difference.step
                << " (last one that is the same: " << difference.last_same
                << ")\nrecorded and replayed states: " << log.string() << std::endl;
      return false;
    }
    if (replay.report().compared) last_same = replay.report().step;
  }
  progress.finish();
  std::cout << arguments.file << ": the same bits, " << counted(replay.count(), "rock") << ", "
            << counted(replay.steps_made(), "step") << ", hash at the end " << hash_text(replay.report().hash) << "\n";
  return true;
}

}  // namespace sandbox
