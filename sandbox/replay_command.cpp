#include <algorithm>
#include <cmath>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <vector>

#include "commands.h"
#include "error.h"
#include "io/output_file.h"
#include "recording_note.h"
#include "replay_log.h"
#include "scene_builder.h"
#include "threads.h"

namespace sandbox {
namespace {

std::vector<unsigned char> read_bytes(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw InputError(file + ": cannot be read");
  return std::vector<unsigned char>(std::istreambuf_iterator<char>(stream), {});
}

/** A recording in memory. */
struct Recording {
  std::string file;
  std::vector<unsigned char> bytes;
  rf_recording reader{};
  rf_recording_info info{};
};

Recording open_recording(const std::string& file) {
  Recording recording{file, read_bytes(file)};
  if (recording.bytes.empty()) throw InputError(file + ": is empty, no recording");
  rf_error error{};
  const rf_status status =
      rf_recording_open(&recording.reader, recording.bytes.data(), recording.bytes.size(), &recording.info, &error);
  if (status != RF_OK) throw InputError(file + ": " + error.text);
  return recording;
}

/** The scene that the user names, or the one that the recording carries, or the scenario that it names. */
Scenario scenario_of(const Recording& recording, const std::string& named) {
  if (!named.empty()) return read_scenario(find_scenario(named));
  const RecordingNote note = read_note(recording.info, recording.file);
  if (note.scene) {
    std::cout << "in the scene that the recording carries" << (note.sample.empty() ? "" : ", of sample " + note.sample)
              << "\n";
    return *note.scene;
  }
  if (note.scenario.empty()) {
    throw InputError(recording.file +
                     ": neither carries its scene nor names its scenario; name the scenario with --scenario");
  }
  return read_scenario(find_scenario(note.scenario));
}

/** A replay with the states it works on. */
struct Player {
  std::vector<rf_state> states;
  rf_replay replay = rf_default_replay();
  rf_replay_report report{};

  Player(const Recording& recording, BuiltScene& built, const rf_tasks& tasks)
      : states(std::max(recording.info.rock_count, 1u)) {
    replay.capacity = static_cast<std::uint32_t>(states.size());
    replay.states = states.data();
    replay.scene = &built.scene();
    replay.tasks = &tasks;
    replay.user = &built;
    replay.set_ground = [](void* scene, rf_scene*, const rf_ground* ground) {
      return static_cast<BuiltScene*>(scene)->set_ground(*ground);
    };
    rf_error error{};
    const rf_status status = rf_replay_begin(&replay, recording.bytes.data(), recording.bytes.size(), &error);
    if (status != RF_OK) throw InputError(recording.file + ": " + error.text);
  }

  void step() {
    rf_error error{};
    const rf_status status = rf_replay_step(&replay, &report, &error);
    if (status != RF_OK) throw RunError(std::string("the replay stopped: ") + error.text);
  }
};

/** The last bit of a position, to see that a difference is found. */
void disturb(rf_state& state) { state.position[2] = std::nextafter(state.position[2], 1e300); }

/** Plays on to where the recording has states, and writes both sides down. */
void write_difference(const Recording& recording, Player& player, const Difference& difference,
                      const std::filesystem::path& file) {
  const std::vector<RecordedState> recorded = states_after(recording.reader, difference.step);
  const std::vector<rf_state> at_difference = player.states;
  const std::uint64_t recorded_at = recorded.empty() ? difference.step : recorded.front().step;
  while (player.replay.step < recorded_at && !player.report.finished) player.step();
  write_file(file, [&](std::ostream& out) { write_log(out, difference, at_difference, recorded, player.states); });
}

}  // namespace

bool replay_command(const ReplayArguments& arguments) {
  const Recording recording = open_recording(arguments.file);
  const Scenario scenario = scenario_of(recording, arguments.scenario);
  BuiltScene built(scenario);
  ThreadPool pool(arguments.threads == 0 ? machine_threads() : arguments.threads);
  const rf_tasks tasks = pool.tasks();
  if (recording.info.library_version != rf_version()) {
    std::cout << "note: made with version " << recording.info.library_version << ", this is " << rf_version()
              << "; the same bits are promised within one version\n";
  }
  Player player(recording, built, tasks);
  Difference difference;
  while (!player.report.finished) {
    if (arguments.disturb && player.replay.step == *arguments.disturb && !player.states.empty()) {
      disturb(player.states[0]);
    }
    player.step();
    if (player.report.differs) {
      difference.step = player.report.step;
      difference.recorded_hash = player.report.recorded_hash;
      difference.replayed_hash = player.report.hash;
      const std::filesystem::path log =
          arguments.log.empty() ? std::filesystem::path(arguments.file + ".log") : std::filesystem::path(arguments.log);
      write_difference(recording, player, difference, log);
      std::cout << arguments.file << ": differs; first step that differs: " << difference.step
                << " (the last one found the same: " << difference.last_same << ")\nboth sides: " << log.string()
                << std::endl;
      return false;
    }
    if (player.report.compared) difference.last_same = player.report.step;
  }
  std::cout << arguments.file << ": the same bits, " << player.replay.count << " rocks, " << player.replay.step
            << " steps, hash at the end " << std::hex << player.report.hash << std::dec << "\n";
  return true;
}

}  // namespace sandbox
