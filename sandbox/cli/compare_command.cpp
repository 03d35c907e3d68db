#include <algorithm>
#include <iostream>

#include "cli/commands.h"
#include "common/ending_note.h"
#include "common/error.h"
#include "common/json_text.h"
#include "common/output_file.h"
#include "common/result_folder.h"
#include "common/text.h"
#include "common/warnings.h"
#include "plot/model_comparison.h"
#include "run/model_comparison.h"
#include "run/report.h"
#include "run/statistics_json.h"

namespace sandbox {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t name_width = 34, column_width = 18;
constexpr std::uint32_t rocks_drawn = 500;

/** One line of the table: a name, and for every model the text that `cell` returns. */
template <class Cell>
void print_line(std::ostream& out, const std::string& name, const std::vector<ModelRun>& runs, Cell cell) {
  out << pad_right(name, name_width);
  for (const ModelRun& run : runs) out << pad_left(cell(run), column_width);
  out << "\n";
}

void print_measure(std::ostream& out, Measure measure, const std::vector<ModelRun>& runs) {
  const MeasureText& text = text_of(measure);
  const auto at = static_cast<std::size_t>(measure);
  std::vector<Spread> spreads;
  for (const ModelRun& run : runs) spreads.push_back(spread_of(run.values[at]));
  const auto spread = [&](const ModelRun& run) -> const Spread& {
    return spreads[static_cast<std::size_t>(&run - runs.data())];
  };
  const int fewest = measure == Measure::runout || measure == Measure::energy ? 1 : 2;
  const auto number = [&](double value) { return format_fixed(value, decimals_of(value, fewest)); };
  print_line(out, std::string(text.name) + ", " + text.unit + ": mean (sd)", runs,
             [&](const ModelRun& run) { return mean_and_sd(spread(run).mean, spread(run).sd, fewest); });
  print_line(out, "  median", runs, [&](const ModelRun& run) { return number(spread(run).q50); });
  print_line(out, "  95 %", runs, [&](const ModelRun& run) { return number(spread(run).q95); });
  print_line(out, "  largest", runs, [&](const ModelRun& run) { return number(spread(run).max); });
}

void print_comparison(std::ostream& out, const Scenario& scenario, const std::vector<ModelRun>& runs) {
  out << scenario.name << ": " << counted(runs.front().result.ends.size(), "rock") << ", time step "
      << format_number(scenario.settings.time_step, 6) << " s, seed " << scenario.seed << "\n\n";
  print_line(out, "of each rock", runs, [](const ModelRun& run) { return std::string(rf_model_name(run.model)); });
  for (std::size_t i = 0; i < measure_count; ++i) print_measure(out, static_cast<Measure>(i), runs);
  print_line(out, "lateral spread, m: mean", runs,
             [](const ModelRun& run) { return format_fixed(run.statistics.lateral.mean, 1); });
  for (std::size_t end = 0; end < end_names().size(); ++end) {
    std::string name = end_names()[end];
    std::replace(name.begin(), name.end(), '_', ' ');
    print_line(out, (end == 0 ? "ended: " : "       ") + name, runs,
               [&](const ModelRun& run) { return std::to_string(run.statistics.ended[end]); });
  }
  print_line(out, "ns per rock-step", runs,
             [](const ModelRun& run) { return format_fixed(nanoseconds_per_rock_step(run.result), 0); });
  out << "\nenergy, jump height and rotation: the largest value of each rock; jump height: of the centre of mass over\n"
         "the ground below it\n";
  if (scenario.settings.rocfall_shape == RF_ROCFALL_SPHERE) {
    out << "rocfall_rigid moves the spheres of the rocks' masses and volumes, rocfall_lumped points\n";
  }
  const auto left = [](const ModelRun& run) { return run.statistics.ended[RF_ENDED_LEFT_TERRAIN - 1] > 0; };
  if (std::any_of(runs.begin(), runs.end(), left)) {
    out << "note: the run-outs of rocks that left the terrain are cut off at its edge\n";
  }
  out << "note: of the ground, the legacy models read the rocfall_... numbers only; those of defaults and presets\n"
         "are not confirmed by publications (docs/rocfall_models.md)\n";
}

void write_json(const std::filesystem::path& file, const Scenario& scenario, const std::vector<ModelRun>& runs) {
  Json json;
  json["scenario"] = scenario.name;
  json["time_step_s"] = scenario.settings.time_step;
  json["seed"] = scenario.seed;
  json["rocks"] = runs.front().result.ends.size();
  for (const ModelRun& run : runs) {
    Json model;
    for (std::size_t i = 0; i < measure_count; ++i) {
      model[text_of(static_cast<Measure>(i)).key] = json_of(spread_of(run.values[i]));
    }
    model["lateral_m"] = json_of(run.statistics.lateral);
    for (std::size_t end = 0; end < end_names().size(); ++end) {
      model["ended"][end_names()[end]] = run.statistics.ended[end];
    }
    model["ns_per_rock_step"] = nanoseconds_per_rock_step(run.result);
    json["models"][rf_model_name(run.model)] = model;
  }
  write_file(file, [&](std::ostream& out) { out << json_text(json, 2) << "\n"; });
}

void write_rows(const std::filesystem::path& file, const std::vector<ModelRun>& runs) {
  write_file(file, [&](std::ostream& out) {
    out << "model,rock,end,time_s";
    for (std::size_t i = 0; i < measure_count; ++i) out << "," << text_of(static_cast<Measure>(i)).key;
    out << "\n";
    for (const ModelRun& run : runs) {
      for (std::size_t rock = 0; rock < run.result.ends.size(); ++rock) {
        out << rf_model_name(run.model) << "," << rock << "," << end_name(run.result.ends[rock].end) << ","
            << format_fixed(run.result.rock_statistics[rock].time, 3);
        for (const auto& values : run.values) out << "," << format_number(values[rock], 7);
        out << "\n";
      }
    }
  });
}

/** What of the scenario is doubtful or without effect with one of the models. Throws InputError if --set gives a model.
 */
std::vector<std::string> warnings_of_models(const CompareArguments& arguments) {
  const std::string key = "settings.model";
  ScenarioOverrides overrides = arguments.overrides;
  for (const std::string& change : overrides.set) {
    if (is_same_key(parse_assignment(change).key, key)) {
      throw InputError("--set " + key + " has no effect: compare runs every model");
    }
  }
  std::vector<std::string> all;
  overrides.set.emplace_back();
  for (std::int32_t model = 0; model < RF_MODEL_COUNT; ++model) {
    overrides.set.back() = key + "=" + rf_model_name(model);
    const std::vector<std::string> warnings = read_scenario(arguments.scenario, overrides).warnings;
    all.insert(all.end(), warnings.begin(), warnings.end());
  }
  return all;
}

}  // namespace

void compare_command(const CompareArguments& arguments) {
  const Scenario scenario = read_scenario(arguments.scenario, arguments.overrides);
  RunOptions options = run_options(scenario, arguments.threads, arguments.quiet);
  options.recorded_rocks = arguments.no_picture ? 0 : rocks_drawn;
  const std::filesystem::path folder = arguments.out.empty()
                                           ? std::filesystem::path("out") / (scenario.name + "-models")
                                           : std::filesystem::path(arguments.out);
  ResultFiles files(folder);
  const EndingNote note("\nrockfall: interrupted; nothing is written\n");
  refuse_former_file(folder / "compare.json", arguments.force);
  Warnings warnings;
  warnings.print(warnings_of_models(arguments));  // read before the runs, so that a changed file loses no results
  const std::vector<ModelRun> runs = run_models(scenario, options);
  for (const ModelRun& run : runs) warnings.print(run.warnings);
  print_comparison(std::cout, scenario, runs);
  write_json(files.add("compare.json"), scenario, runs);
  write_rows(files.add("compare.csv"), runs);
  if (!arguments.no_picture) write_comparison(files.add("compare.png"), scenario, runs);
  const std::vector<std::filesystem::path> written = files.finish();
  if (arguments.no_picture) remove_former(folder, {"compare.png"}, {});
  std::cout << "\nwritten:\n";
  for (const std::filesystem::path& file : written) std::cout << "  " << file.string() << "\n";
  for (const ModelRun& run : runs) check_faults(run.result.ends);
}

}  // namespace sandbox
