#include <algorithm>
#include <exception>
#include <iostream>
#include <optional>

#include "cli/commands.h"
#include "cli/sweep_output.h"
#include "cli/sweep_runs.h"
#include "common/error.h"
#include "common/output_file.h"
#include "common/progress.h"
#include "common/result_folder.h"
#include "common/stop_request.h"
#include "common/text.h"

namespace sandbox {
namespace {

namespace fs = std::filesystem;

constexpr const char* table_name = "sweep.csv";
constexpr const char* picture_name = "main_effects.png";
constexpr const char* state_name = "sweep_state.json";

/** Throws RunError if every rock of a run ended with a fault; its results are no results. */
void check_faults(const std::vector<SweepRow>& rows) {
  const auto runs = std::count_if(rows.begin(), rows.end(), [](const SweepRow& row) { return row.fault_share == 1; });
  if (runs > 0) throw RunError("every rock of " + std::to_string(runs) + " of the runs ended with a fault");
}

std::string how_to_continue(const SweepState& state) {
  return "; to continue, give the same command with --resume " + shell_word(state.file().string());
}

/** Results of before stay, except where they are those of the sweep that is continued. */
void refuse_former(const fs::path& folder, const SweepArguments& arguments) {
  const fs::path state = folder / state_name;
  std::error_code failed;
  if (!arguments.resume.empty() && fs::equivalent(arguments.resume, state, failed)) return;
  if (arguments.resume.empty()) refuse_former_file(state, arguments.force, "--resume to continue it");
  refuse_former_file(folder / table_name, arguments.force);
}

/** The folder of the results, held while the sweep runs. */
struct SweepPlace {
  /** Throws InputError where it may not be used. */
  SweepPlace(const fs::path& folder, const SweepArguments& arguments)
      : files(folder), of_state(lock_of_other_folder(arguments.resume, folder)) {
    refuse_former(folder, arguments);  // another process may have finished it meanwhile
    if (arguments.resume.empty()) remove_former(folder, {state_name}, {});
  }

  ResultFiles files;
  std::optional<PlaceLock> of_state;
};

/** The rows of the table that are done. */
std::vector<SweepRow> rows_of(const SweepRuns& runs, const SweepState& state) {
  std::vector<SweepRow> rows;
  for (std::size_t i = 0; i < std::min(runs.rows(), state.runs().size()); ++i) rows.push_back(state.runs()[i].row);
  return rows;
}

/** Says on standard error which runs the file of the state has; nothing if it has none. */
void report_saved(const SweepState& state) {
  const std::size_t count = state.runs_in_file();
  if (count == 0) return;
  std::cerr << "rockfall: " << counted(count, "run") << (count == 1 ? " is" : " are") << " in " << state.file().string()
            << how_to_continue(state) << "\n";
}

/** Writes state and table of the runs that are done, and says on standard error how to continue. Throws InputError or
 *  RunError. */
void save_interrupted(const fs::path& folder, ResultFiles& files, const SweepRuns& runs, SweepState& state) {
  state.save();
  const std::vector<SweepRow> rows = rows_of(runs, state);
  write_rows(files.add(table_name), runs.axes(), runs.columns(), rows);
  const fs::path table = files.finish().front();
  const bool all_in_table = rows.size() == state.runs().size();
  std::cerr << (all_in_table ? ", which are in " : "; those of the table are in ") << table.string()
            << how_to_continue(state);
  remove_former(folder, {picture_name}, {});  // of a former sweep
}

/** Saves the runs that are done and ends the program by the signal, also where they cannot be saved. */
[[noreturn]] void end_interrupted(const StopRequest& stop, const fs::path& folder, std::optional<SweepPlace>& place,
                                  const SweepRuns& runs, SweepState& state) {
  std::cerr << "rockfall: interrupted after " << state.runs().size() << " of " << counted(runs.points().size(), "run");
  try {
    if (place) save_interrupted(folder, place->files, runs, state);
    std::cerr << "\n";
  } catch (const std::exception& error) {
    std::cerr << "\nrockfall: " << error.what() << "\n";
    report_saved(state);
  }
  place.reset();
  std::cerr.flush();
  stop.end_program();
}

/** Saves the runs that are done and says on standard error how to continue. */
void save_after_fault(SweepState& state) {
  const std::size_t count = state.runs().size();
  if (count == 0) return;
  try {
    state.save();
  } catch (const std::exception& error) {
    std::cerr << "rockfall: the runs that are done cannot be saved: " << error.what() << "\n";
    return report_saved(state);
  }
  std::cerr << "rockfall: " << counted(count, "run") << (count == 1 ? " is" : " are") << " saved"
            << how_to_continue(state) << "\n";
}

/** Makes the runs that are not done. False if a signal ended that.
 *  @param place  made after the first run, which also shows what is wrong with the scene */
bool make_runs(SweepRuns& runs, SweepState& state, const StopRequest& stop, const SweepArguments& arguments,
               const fs::path& folder, std::optional<SweepPlace>& place) {
  const std::size_t count = runs.points().size(), done = state.runs().size();
  Progress progress(static_cast<std::uint32_t>(count), arguments.quiet, "run", static_cast<std::uint32_t>(done));
  for (std::size_t i = done; i < count; ++i) {
    std::optional<SweepRun> run = runs.make(i, stop.requested());
    if (!run) break;
    if (!place) place.emplace(folder, arguments);
    state.add(std::move(*run));
    progress.one_done();
  }
  progress.finish();
  return state.runs().size() == count;
}

/** Checks the runs of a state. Throws InputError for those of another sweep; a signal ends the program. */
void check_runs(SweepRuns& runs, const SweepState& state, const StopRequest& stop, bool quiet) {
  const std::size_t count = state.runs().size();
  if (count == 0) return;
  if (!quiet) std::cerr << "checking " << counted(count, "run") << "\n";
  Progress progress(static_cast<std::uint32_t>(count), quiet, "run");
  for (std::size_t i = 0; i < count && !stop.requested(); ++i) {
    try {
      runs.check(i, state.runs()[i]);
    } catch (const InputError& error) {
      progress.finish();
      throw InputError(state.file().string() + ": " + error.what());
    }
    progress.one_done();
  }
  progress.finish();
  if (stop.requested()) {
    std::cerr << "rockfall: interrupted while the runs that are done were checked" << how_to_continue(state)
              << std::endl;
    stop.end_program();
  }
  if (!quiet) std::cerr << "continuing after " << counted(count, "run") << "\n";
}

void print_heading(const SweepRuns& runs) {
  const auto varies = [&](const char* key) {
    return std::any_of(runs.axes().begin(), runs.axes().end(), [&](const SweepAxis& a) { return a.key == key; });
  };
  std::cout << counted(runs.rows(), "run")
            << (varies("run.rocks") ? "" : " of " + counted(runs.scenario().rock_count, "rock"))
            << (varies("run.seed") ? " with different seeds\n" : " with the same random numbers\n");
}

/** Prints what the runs show. */
void print_results(const SweepRuns& runs, const SweepState& state, const std::vector<SweepRow>& rows, bool grid) {
  print_heading(runs);
  if (grid) print_effects(runs.axes(), rows);
  std::vector<std::string> notes = without_effect(runs.axes(), rows);
  for (const auto& more : {runs.without_effect_on_first(state.runs()), notes_of_ends(rows)}) {
    notes.insert(notes.end(), more.begin(), more.end());
  }
  if (!notes.empty()) std::cout << "\n";
  for (const std::string& note : notes) std::cout << "note: " << note << "\n";
}

/** Prints and writes the results of all runs, in this order: what is printed is not lost with a full disk. */
void finish(const SweepRuns& runs, const SweepState& state, bool grid, ResultFiles& files) {
  const std::vector<SweepRow> rows = rows_of(runs, state);
  print_results(runs, state, rows, grid);
  std::cout.flush();
  write_rows(files.add(table_name), runs.axes(), runs.columns(), rows);
  write_picture(files.add(picture_name), runs.axes(), rows);
  const std::vector<fs::path> written = files.finish();
  std::cout << "\nwritten:\n";
  for (const fs::path& file : written) std::cout << "  " << file.string() << "\n";
  state.remove();
}

}  // namespace

void sweep_command(const SweepArguments& arguments) {
  SweepRuns runs(arguments);
  const fs::path folder =
      folder_of_results(arguments.out, arguments.resume, fs::path("out") / (runs.scenario().name + "-sweep"));
  SweepState state(arguments.resume.empty() ? folder / state_name : fs::path(arguments.resume), runs.problem());
  if (!arguments.resume.empty()) state.load(runs.points());
  refuse_former(folder, arguments);
  const StopRequest stop;
  check_runs(runs, state, stop, arguments.quiet);
  std::optional<SweepPlace> place;
  if (!state.runs().empty()) place.emplace(folder, arguments);
  try {
    if (!make_runs(runs, state, stop, arguments, folder, place)) end_interrupted(stop, folder, place, runs, state);
    finish(runs, state, arguments.latin == 0, place->files);
  } catch (const std::exception&) {
    save_after_fault(state);
    throw;
  }
  check_faults(rows_of(runs, state));
}

}  // namespace sandbox
