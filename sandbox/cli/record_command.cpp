#include <algorithm>
#include <iostream>
#include <vector>

#include "cli/commands.h"
#include "common/ending_note.h"
#include "common/error.h"
#include "common/output_file.h"
#include "common/progress.h"
#include "common/result_folder.h"
#include "common/text.h"
#include "common/threads.h"
#include "common/warnings.h"
#include "run/recorder.h"
#include "run/recording_note.h"
#include "run/run.h"
#include "scenario/scene_builder.h"

namespace sandbox {
namespace {

constexpr std::uint64_t most_steps_at_a_time = 100;

/** Bytes of a recording that are kept in memory before they are written. */
constexpr std::size_t block_bytes = 1u << 16;

/** Steps all rocks to their ends, recording; returns the number of steps. */
std::uint64_t record_run(const BuiltScene& built, std::vector<rf_state>& states, const RecordArguments& arguments,
                         const rf_tasks& tasks, Recorder& recorder, std::ostream& out) {
  const std::uint64_t limit = arguments.steps.value_or(UINT64_MAX);  // every scenario has a time limit
  const auto rocks = static_cast<std::uint32_t>(states.size());
  Progress progress(rocks, arguments.quiet);
  rf_many_report report{};
  report.moving = rocks;
  while (report.moving > 0 && recorder.steps() < limit) {
    // The last call may continue for some steps after all rocks have ended.
    const std::uint64_t left = std::min<std::uint64_t>(limit - recorder.steps(), most_steps_at_a_time);
    const auto steps = static_cast<std::uint32_t>(std::min<std::uint64_t>(left, recorder.steps_until_due()));
    std::uint32_t moving = report.moving;
    const rf_status status = rf_step_many(&built.scene(), states.data(), rocks, steps, &tasks, &report);
    if (status != RF_OK) throw RunError(std::string("a step failed: ") + rf_status_text(status));
    for (; moving > report.moving; --moving) progress.one_done();
    recorder.stepped(states, steps);
    if (recorder.size() > block_bytes) recorder.flush(out);
    if (!out) break;  // the caller reports that writing failed
  }
  progress.finish();
  recorder.end(states);
  recorder.flush(out);
  return recorder.steps();
}

}  // namespace

void record_command(const RecordArguments& arguments) {
  const Scenario scenario = read_scenario(arguments.scenario, arguments.overrides);
  if (!scenario.scatter.empty()) {
    throw InputError(
        scenario.file.string() +
        ": [scatter] draws the ground of each rock, but a recording has one ground for all; remove the table");
  }
  refuse_own_input(arguments.out, scenario.file);
  check_place(arguments.out);
  OutputFile file(arguments.out);
  const EndingNote at_end("\nrockfall: interrupted; nothing is recorded\n", "", file.temporary());
  refuse_former_file(arguments.out, arguments.force);  // not before: another process may just have finished it
  BuiltScene built(scenario);
  Warnings().print(built.warnings());
  std::vector<rf_state> states;
  for (std::uint32_t rock = 0; rock < scenario.rock_count; ++rock) states.push_back(built.start(rock, scenario.seed));

  rf_recording_def def = rf_default_recording_def();
  const std::string note = scenario_note(arguments.scenario, arguments.overrides);
  def.metadata = note.data();
  def.metadata_bytes = static_cast<std::uint32_t>(note.size());
  def.seed = scenario.seed;
  def.hash_every = arguments.hash_every;
  def.states_every = arguments.states_every;
  ThreadPool pool(arguments.threads == 0 ? machine_threads() : arguments.threads);
  const rf_tasks tasks = pool.tasks();
  built.store_relief(scenario.rock_count, &tasks);
  std::uint64_t steps = 0;
  const auto write = [&](std::ostream& out) {
    Recorder recorder(def, built.scene(), static_cast<std::size_t>(arguments.keyframes) << 20);
    for (const rf_state& state : states) recorder.add(state);
    steps = record_run(built, states, arguments, tasks, recorder, out);
  };
  const std::filesystem::path place = write_result(file, arguments.force, write);
  std::cout << place.string() << ": " << counted(states.size(), "rock") << ", " << counted(steps, "step")
            << ", hash at the end "
            << hash_text(rf_hash_states(states.data(), static_cast<std::uint32_t>(states.size()))) << "\n";
  check_faults(states);
}

}  // namespace sandbox
