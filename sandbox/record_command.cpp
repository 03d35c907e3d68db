#include <cmath>
#include <iostream>
#include <vector>

#include "commands.h"
#include "error.h"
#include "io/output_file.h"
#include "recording_note.h"
#include "scene_builder.h"
#include "threads.h"

namespace sandbox {
namespace {

/** Steps after which a recording ends although rocks still move. */
constexpr std::uint64_t most_steps = 10000000;

void check(rf_status status, const rf_error& error) {
  if (status != RF_OK) throw RunError(error.text[0] != '\0' ? error.text : rf_status_text(status));
}

/** The library's recorder with a block that is emptied into a stream whenever it may not do for the next call. */
class StreamRecorder {
 public:
  StreamRecorder(std::ostream& out, const rf_recording_def& def, const rf_scene& scene, std::size_t rocks)
      : out_(out), step_bytes_(rf_recorder_step_bytes(static_cast<std::uint32_t>(rocks))) {
    block_.resize((1u << 16) + step_bytes_ + rf_recorder_begin_bytes(&def));
    check(rf_recorder_begin(&recorder_, &def, &scene, block_.data(), block_.size(), &error_), error_);
  }
  void add(const rf_state& state) {
    make_room(RF_RECORD_BYTES_MAX);
    check(rf_recorder_add(&recorder_, &state, &error_), error_);
  }
  void stepped(const std::vector<rf_state>& states) {
    make_room(step_bytes_);
    check(rf_recorder_stepped(&recorder_, states.data(), static_cast<std::uint32_t>(states.size()), &error_), error_);
  }
  void end(const std::vector<rf_state>& states) {
    make_room(step_bytes_);
    check(rf_recorder_end(&recorder_, states.data(), static_cast<std::uint32_t>(states.size()), &error_), error_);
    make_room(block_.size());
  }
  std::uint64_t steps() const { return recorder_.step; }

 private:
  void make_room(std::size_t bytes) {
    if (recorder_.capacity - recorder_.used >= bytes) return;
    out_.write(reinterpret_cast<const char*>(recorder_.memory), static_cast<std::streamsize>(recorder_.used));
    recorder_.used = 0;
  }

  std::ostream& out_;
  std::size_t step_bytes_;
  std::vector<unsigned char> block_;
  rf_recorder recorder_{};
  rf_error error_{};
};

Scenario scenario_of(const RecordArguments& arguments) {
  Scenario scenario = read_scenario(find_scenario(arguments.scenario));
  if (!arguments.scheme.empty()) scenario.settings.scheme = scheme_by_name(arguments.scheme);
  if (arguments.rocks) scenario.rock_count = *arguments.rocks;
  if (arguments.seed) scenario.seed = *arguments.seed;
  if (arguments.time_step) scenario.settings.time_step = *arguments.time_step;
  rf_error error{};
  if (rf_settings_check(&scenario.settings, &error) != RF_OK) throw InputError(error.text);
  return scenario;
}

/** Steps all rocks to their ends, recording; returns the number of steps. */
std::uint64_t record_run(const BuiltScene& built, std::vector<rf_state>& states, const RecordArguments& arguments,
                         StreamRecorder& recorder) {
  ThreadPool pool(arguments.threads == 0 ? machine_threads() : arguments.threads);
  const rf_tasks tasks = pool.tasks();
  const std::uint64_t limit = arguments.steps.value_or(most_steps);
  rf_many_report report{};
  report.moving = 1;
  while (report.moving > 0 && recorder.steps() < limit) {
    const rf_status status =
        rf_step_many(&built.scene(), states.data(), static_cast<std::uint32_t>(states.size()), 1, &tasks, &report);
    if (status != RF_OK) throw RunError(std::string("a step failed: ") + rf_status_text(status));
    recorder.stepped(states);
  }
  recorder.end(states);
  return recorder.steps();
}

}  // namespace

void record_command(const RecordArguments& arguments) {
  const Scenario scenario = scenario_of(arguments);
  const BuiltScene built(scenario);
  std::vector<rf_state> states;
  for (std::uint32_t rock = 0; rock < scenario.rock_count; ++rock) states.push_back(built.start(rock, scenario.seed));

  rf_recording_def def = rf_default_recording_def();
  const std::string note = scenario_note(arguments.scenario);
  def.metadata = note.data();
  def.metadata_bytes = static_cast<std::uint32_t>(note.size());
  def.seed = scenario.seed;
  def.hash_every = arguments.hash_every;
  def.states_every = arguments.states_every;
  std::uint64_t steps = 0;
  write_file(arguments.out, [&](std::ostream& out) {
    StreamRecorder recorder(out, def, built.scene(), states.size());
    for (const rf_state& state : states) recorder.add(state);
    steps = record_run(built, states, arguments, recorder);
  });
  std::cout << arguments.out << ": " << states.size() << " rocks, " << steps << " steps, hash at the end " << std::hex
            << rf_hash_states(states.data(), static_cast<std::uint32_t>(states.size())) << std::dec << "\n";
}

}  // namespace sandbox
