#include <algorithm>
#include <atomic>
#include <iostream>
#include <optional>
#include <set>

#include "calibrate/latin_hypercube.h"
#include "cli/commands.h"
#include "common/csv.h"
#include "common/error.h"
#include "common/output_file.h"
#include "common/progress.h"
#include "common/result_folder.h"
#include "common/scale.h"
#include "common/stop_request.h"
#include "common/text.h"
#include "common/warnings.h"
#include "plot/effects_plot.h"
#include "run/hazard.h"
#include "run/sweep.h"
#include "scenario/ground_use.h"

namespace sandbox {
namespace {

using Points = std::vector<std::vector<std::string>>;

Points latin_points(const std::vector<SweepAxis>& axes, std::uint32_t count, std::uint64_t seed) {
  Points points;
  for (const SweepAxis& axis : axes) {
    if (!(axis.from < axis.to)) throw InputError("--vary " + axis.key + ": --latin needs FROM:TO");
    if (!axis.values.empty()) {
      throw InputError("--vary " + axis.key + ": --latin needs FROM:TO without COUNT; " + counted(count, "point") +
                       (count == 1 ? " is" : " are") + " asked for");
    }
  }
  for (const auto& unit : calibrate::latin_hypercube(axes.size(), count, seed)) {
    std::vector<std::string> point;
    for (std::size_t k = 0; k < axes.size(); ++k) {
      point.push_back(format_number(value_between(axes[k].from, axes[k].to, unit[k], axes[k].logarithmic), 12));
    }
    points.push_back(point);
  }
  return points;
}

void refuse(const SweepAxis& axis, const std::string& reason) {
  throw InputError("--vary " + axis.key + " has no effect: " + reason);
}

/** Keys that options of the command line replace in every run. */
void check_options(const ScenarioOverrides& overrides, const std::vector<SweepAxis>& axes) {
  for (const SweepAxis& axis : axes) {
    if (overrides.rocks && axis.key == "run.rocks") refuse(axis, "--rocks is given");
    if (overrides.seed && axis.key == "run.seed") refuse(axis, "--seed is given");
    if (overrides.time_step && axis.key == "settings.time_step") refuse(axis, "--dt is given");
    for (const std::string& change : overrides.set) {
      const std::string key = parse_assignment(change).key;
      if (is_same_key(key, axis.key)) throw InputError("--vary " + axis.key + ": --set gives the same key");
    }
  }
}

void check_keys(const std::vector<SweepAxis>& axes) {
  std::set<std::string> keys;
  for (const SweepAxis& axis : axes) {
    if (!keys.insert(axis.key).second) throw InputError("--vary " + axis.key + " is given twice");
    if (split_at(axis.key, '.').back() == "name") throw InputError("--vary " + axis.key + ": a name cannot be varied");
  }
}

/** The rf_ground_field of an axis; nothing if it is no number of the ground. */
std::optional<std::int32_t> field_of(const SweepAxis& axis) {
  const std::string table = "ground.";
  if (axis.key.rfind(table, 0) != 0) return std::nullopt;
  return ground_field_of(axis.key.substr(table.size()));
}

/** Ground parameters that no rock meets. */
void check_ground(const Scenario& scenario, const BuiltScene& built, const std::vector<SweepAxis>& axes) {
  const bool models =
      std::any_of(axes.begin(), axes.end(), [](const SweepAxis& a) { return a.key == "settings.model"; });
  if (models) return;
  for (const SweepAxis& axis : axes) {
    const std::optional<std::int32_t> field = field_of(axis);
    if (!field) continue;
    const std::string reason = unused_because(scenario, built, *field);
    if (!reason.empty()) refuse(axis, reason);
  }
}

Scenario scenario_at(const SweepArguments& arguments, const std::vector<SweepAxis>& axes,
                     const std::vector<std::string>& point) {
  ScenarioOverrides overrides = arguments.overrides;
  for (std::size_t k = 0; k < axes.size(); ++k) overrides.set.push_back(axes[k].key + "=" + point[k]);
  Scenario scenario = read_scenario(arguments.scenario, overrides);
  for (const SweepAxis& axis : axes) {
    if (const std::optional<std::int32_t> field = field_of(axis)) scenario.swept.insert(*field);
  }
  return scenario;
}

/** Of all runs. Throws InputError for combinations that no run can have. */
std::vector<Scenario> scenarios_of(const SweepArguments& arguments, const std::vector<SweepAxis>& axes,
                                   const Points& points) {
  std::vector<Scenario> scenarios;
  for (const std::vector<std::string>& point : points) {
    try {
      scenarios.push_back(scenario_at(arguments, axes, point));
    } catch (const InputError& error) {
      std::vector<std::string> values;
      for (std::size_t k = 0; k < axes.size(); ++k) values.push_back(axes[k].key + "=" + point[k]);
      throw InputError("--vary: the run with " + join(values) + ": " + error.what());
    }
  }
  return scenarios;
}

/** Empty if a signal ended the run before its last rock.
 *  @param stop  set by the signal */
std::optional<SweepRow> run_point(const SweepArguments& arguments, const std::vector<SweepAxis>& axes,
                                  const Scenario& scenario, const std::vector<std::string>& point,
                                  std::vector<std::string>& columns, Warnings& warnings,
                                  const std::atomic<bool>& stop) {
  const BuiltScene built(scenario);
  check_ground(scenario, built, axes);
  warnings.print(built.warnings());
  HazardPlan plan;
  plan.classes = built.rock_classes().size();
  plan.lines = make_lines(scenario, built);
  warnings.print(warnings_of_lines(scenario, built, plan.lines));
  std::vector<std::string> lines, classes;
  for (const CheckLine& line : plan.lines) lines.push_back(line.name);
  for (const RockClass& rock_class : built.rock_classes()) classes.push_back(rock_class.name);
  columns = line_columns(lines, classes);
  RunOptions options = run_options(scenario, arguments.threads, true);
  options.plan = &plan;
  options.stop = &stop;
  const RunResult result = run_rocks(built, options);
  if (result.ends.size() < options.rocks) return std::nullopt;
  return row_of(result, plan.classes, point);
}

void write_rows(const std::filesystem::path& file, const std::vector<SweepAxis>& axes,
                const std::vector<std::string>& columns, const std::vector<SweepRow>& rows) {
  write_file(file, [&](std::ostream& out) {
    for (const SweepAxis& axis : axes) out << csv_field(axis.key) << ",";
    out << "runout_q50_m,runout_q95_m,runout_q95_lower_m,runout_q95_upper_m,runout_max_m,energy_q95_kJ,"
           "velocity_q95_m_s,left_terrain_share,time_limit_share,fault_share";
    for (const std::string& column : columns) out << "," << csv_field(column);
    out << "\n";
    for (const SweepRow& row : rows) {
      for (const std::string& value : row.values) out << csv_field(value) << ",";
      out << csv_number(row.runout_50.value, 7);
      for (const double value :
           {row.runout_95.value, row.runout_95.low, row.runout_95.high, row.runout_max, row.energy_95.value,
            row.velocity_95.value, row.left_share, row.limit_share, row.fault_share}) {
        out << "," << csv_number(value, 7);
      }
      for (const double value : row.of_lines) out << "," << csv_number(value, 7);
      out << "\n";
    }
  });
}

/** A panel for each axis and quantity: means over the other axes; for a Latin hypercube the runs themselves. */
void write_picture(const std::filesystem::path& file, const std::vector<SweepAxis>& axes,
                   const std::vector<SweepRow>& rows) {
  const int width = 460, height = 420;
  Canvas canvas(std::max(1, static_cast<int>(axes.size())) * width, 2 * height, {255, 255, 255});
  const auto panel = [&](std::size_t axis, int row, const char* title,
                         const std::function<double(const SweepRow&)>& of) {
    const Plot plot = plot_of(title, axes[axis].key, main_effects(rows, axis, of), style_of(axes[axis]));
    draw_plot(canvas, {static_cast<int>(axis) * width, row * height, width, height}, plot);
  };
  for (std::size_t k = 0; k < axes.size(); ++k) {
    panel(k, 0, "run-out 95 %, m", [](const SweepRow& row) { return row.runout_95.value; });
    panel(k, 1, "energy 95 %, kJ", [](const SweepRow& row) { return row.energy_95.value; });
  }
  write_png(file, canvas);
}

/** Runs of a Latin hypercube differ in all parameters: the first one is repeated with another value of each. */
Points points_beside_first(const Points& points) {
  Points beside;
  for (std::size_t k = 0; points.size() > 1 && points[0].size() > 1 && k < points[0].size(); ++k) {
    beside.push_back(points[0]);
    beside[k][k] = points[1][k];
  }
  return beside;
}

/** Nothing if a signal ended the search.
 *  @param beside  see points_beside_first(), with their scenarios */
std::optional<std::vector<std::string>> without_effect_on_first(const SweepArguments& arguments,
                                                                const std::vector<SweepAxis>& axes,
                                                                const Points& beside,
                                                                const std::vector<Scenario>& scenarios,
                                                                const SweepRow& first, Warnings& warnings,
                                                                const std::atomic<bool>& stop, Progress& progress) {
  std::vector<std::string> texts, columns;
  for (std::size_t k = 0; k < beside.size(); ++k) {
    const std::optional<SweepRow> row = run_point(arguments, axes, scenarios[k], beside[k], columns, warnings, stop);
    if (!row) return std::nullopt;
    progress.one_done();
    if (row->hash != first.hash) continue;
    texts.push_back(axes[k].key + " had no effect on the first run: with " + first.values[k] + " and " + beside[k][k] +
                    " the results are the same to the last bit");
  }
  return texts;
}

/** Of a grid: every value of a Latin hypercube is that of one run. */
void print_effects(const std::vector<SweepAxis>& axes, const std::vector<SweepRow>& rows) {
  for (std::size_t k = 0; k < axes.size(); ++k) {
    std::cout << "\n"
              << pad_right(axes[k].key, 28) << pad_left("runs", 8) << pad_left("run-out 95 %, m", 18)
              << pad_left("energy 95 %, kJ", 18) << "\n";
    const auto runouts = main_effects(rows, k, [](const SweepRow& row) { return row.runout_95.value; });
    const auto energies = main_effects(rows, k, [](const SweepRow& row) { return row.energy_95.value; });
    for (std::size_t i = 0; i < runouts.size(); ++i) {
      std::cout << pad_right(runouts[i].value, 28) << pad_left(std::to_string(runouts[i].runs), 8)
                << pad_left(format_fixed(runouts[i].mean, 1), 18) << pad_left(format_fixed(energies[i].mean, 1), 18)
                << "\n";
    }
  }
}

/** Runs whose rocks did not all come to an end by themselves. */
std::vector<std::string> notes_of_ends(const std::vector<SweepRow>& rows) {
  std::vector<std::string> notes;
  const auto note = [&](double SweepRow::*share, const std::string& what) {
    const auto runs = static_cast<std::size_t>(
        std::count_if(rows.begin(), rows.end(), [&](const SweepRow& row) { return row.*share > 0; }));
    if (runs == 0) return;
    const SweepRow& most = *std::max_element(rows.begin(), rows.end(),
                                             [&](const SweepRow& a, const SweepRow& b) { return a.*share < b.*share; });
    notes.push_back("in " + std::to_string(runs) + " of " + counted(rows.size(), "run") + " rocks " + what +
                    ", at most " + format_number(100 * most.*share, 3) + " % of them");
  };
  note(&SweepRow::left_share, "left the terrain, which cuts off their run-out at its edge");
  note(&SweepRow::limit_share, "still moved at the time limit, which cuts off their run-out");
  note(&SweepRow::fault_share, "ended with a fault");
  return notes;
}

/** Throws RunError if every rock of a run ended with a fault; its results are no results. */
void check_faults(const std::vector<SweepRow>& rows) {
  const auto runs = std::count_if(rows.begin(), rows.end(), [](const SweepRow& row) { return row.fault_share == 1; });
  if (runs > 0) throw RunError("every rock of " + std::to_string(runs) + " of the runs ended with a fault");
}

/** Writes the table of the runs that are done and ends the program by the signal. */
[[noreturn]] void end_interrupted(const StopRequest& stop, const std::filesystem::path& folder,
                                  std::optional<ResultFiles>& files, std::size_t wanted,
                                  const std::vector<SweepAxis>& axes, const std::vector<std::string>& columns,
                                  const std::vector<SweepRow>& rows) {
  std::cerr << "rockfall: interrupted after " << rows.size() << " of " << counted(wanted, "run");
  if (rows.size() == wanted) std::cerr << " and before the search for parameters without effect had ended";
  if (!rows.empty()) {
    write_rows(files->add("sweep.csv"), axes, columns, rows);
    std::cerr << ", which are in " << files->finish().front().string();
    remove_former(folder, {"main_effects.png"}, {});  // of a former sweep
    files.reset();
  }
  std::cerr << std::endl;
  stop.end_program();
}

}  // namespace

void sweep_command(const SweepArguments& arguments) {
  std::vector<SweepAxis> axes;
  for (const std::string& text : arguments.vary) axes.push_back(parse_axis(text));
  check_keys(axes);
  check_options(arguments.overrides, axes);
  const Scenario scenario = read_scenario(arguments.scenario, arguments.overrides);
  const Points points = arguments.latin > 0 ? latin_points(axes, arguments.latin, scenario.seed) : grid_of(axes);
  const std::filesystem::path folder = arguments.out.empty() ? std::filesystem::path("out") / (scenario.name + "-sweep")
                                                             : std::filesystem::path(arguments.out);
  // All are read before the first run, so that a changed file loses no results.
  const std::vector<Scenario> scenarios = scenarios_of(arguments, axes, points);
  const Points beside = arguments.latin > 0 ? points_beside_first(points) : Points();
  const std::vector<Scenario> scenarios_beside = scenarios_of(arguments, axes, beside);
  refuse_former_file(folder / "sweep.csv", arguments.force);
  std::vector<std::string> columns;
  std::vector<SweepRow> rows;
  Warnings warnings;
  std::optional<ResultFiles> files;
  const StopRequest stop;
  Progress progress(static_cast<std::uint32_t>(points.size() + beside.size()), arguments.quiet, "run");
  // The first run also shows what is wrong with the scene, before a folder is made.
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::optional<SweepRow> row =
        run_point(arguments, axes, scenarios[i], points[i], columns, warnings, stop.requested());
    if (!row) break;
    rows.push_back(*row);
    if (i == 0) {
      files.emplace(folder);
      refuse_former_file(folder / "sweep.csv", arguments.force);  // another process may have finished it meanwhile
    }
    progress.one_done();
  }
  std::optional<std::vector<std::string>> notes_of_first;
  if (rows.size() == points.size()) {
    notes_of_first = without_effect_on_first(arguments, axes, beside, scenarios_beside, rows[0], warnings,
                                             stop.requested(), progress);
  }
  progress.finish();
  if (!notes_of_first) end_interrupted(stop, folder, files, points.size(), axes, columns, rows);
  std::vector<std::string> notes = without_effect(axes, rows);
  notes.insert(notes.end(), notes_of_first->begin(), notes_of_first->end());
  write_rows(files->add("sweep.csv"), axes, columns, rows);
  write_picture(files->add("main_effects.png"), axes, rows);
  const bool varied = std::any_of(axes.begin(), axes.end(), [](const SweepAxis& a) { return a.key == "run.rocks"; });
  const bool seeds = std::any_of(axes.begin(), axes.end(), [](const SweepAxis& a) { return a.key == "run.seed"; });
  std::cout << counted(rows.size(), "run") << (varied ? "" : " of " + counted(scenario.rock_count, "rock"))
            << (seeds ? " with different seeds\n" : " with the same random numbers\n");
  if (arguments.latin == 0) print_effects(axes, rows);
  for (const std::string& note : notes_of_ends(rows)) notes.push_back(note);
  if (!notes.empty()) std::cout << "\n";
  for (const std::string& note : notes) std::cout << "note: " << note << "\n";
  std::cout << "\nwritten:\n";
  for (const std::filesystem::path& file : files->finish()) std::cout << "  " << file.string() << "\n";
  check_faults(rows);
}

}  // namespace sandbox
