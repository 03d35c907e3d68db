#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "compare.h"
#include "error.h"
#include "io/output_file.h"
#include "io/text.h"
#include "report.h"
#include "threads.h"

namespace sandbox {
namespace {

using Json = nlohmann::ordered_json;

constexpr double two_pi = 6.283185307179586;
constexpr std::size_t name_width = 34, column_width = 18;
constexpr std::uint32_t rocks_drawn = 500;

std::string right(const std::string& text) {
  return text.size() < column_width ? std::string(column_width - text.size(), ' ') + text : text;
}

std::string left(const std::string& text) {
  return text.size() < name_width ? text + std::string(name_width - text.size(), ' ') : text;
}

/** One line of the table: a name, and for every model what `cell` says. */
template <class Cell>
void print_line(std::ostream& out, const std::string& name, const std::vector<ModelRun>& runs, Cell cell) {
  out << left(name);
  for (const ModelRun& run : runs) out << right(cell(run));
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
  const int digits = measure == Measure::runout || measure == Measure::energy ? 1 : 2;
  print_line(out, std::string(text.name) + ", " + text.unit + ": mean (sd)", runs, [&](const ModelRun& run) {
    return format_fixed(spread(run).mean, digits) + " (" + format_fixed(spread(run).sd, digits) + ")";
  });
  print_line(out, "  median", runs, [&](const ModelRun& run) { return format_fixed(spread(run).q50, digits); });
  print_line(out, "  95 %", runs, [&](const ModelRun& run) { return format_fixed(spread(run).q95, digits); });
  print_line(out, "  largest", runs, [&](const ModelRun& run) { return format_fixed(spread(run).max, digits); });
}

void print_comparison(std::ostream& out, const Scenario& scenario, const std::vector<ModelRun>& runs) {
  out << scenario.name << ": " << runs.front().result.ends.size() << " rocks, time step "
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
  out << "note: the legacy models read the rocfall numbers of the ground alone; those of defaults and presets are not\n"
         "confirmed by publications (docs/rocfall_models.md)\n";
}

Json json_of(const Spread& spread) {
  return Json{{"mean", spread.mean}, {"sd", spread.sd}, {"q50", spread.q50}, {"q95", spread.q95}, {"max", spread.max}};
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
  write_file(file, [&](std::ostream& out) { out << json.dump(2) << "\n"; });
}

void write_rows(const std::filesystem::path& file, const std::vector<ModelRun>& runs) {
  write_file(file, [&](std::ostream& out) {
    out << "model,rock,end,time_s";
    for (std::size_t i = 0; i < measure_count; ++i) out << "," << text_of(static_cast<Measure>(i)).key;
    out << "\n";
    for (const ModelRun& run : runs) {
      for (std::size_t rock = 0; rock < run.result.ends.size(); ++rock) {
        out << rf_model_name(run.model) << "," << rock << "," << end_name(run.result.ends[rock].end) << ","
            << format_fixed(run.result.traces[rock].time, 3);
        for (const auto& values : run.values) out << "," << format_number(values[rock], 7);
        out << "\n";
      }
    }
  });
}

}  // namespace

const MeasureText& text_of(Measure measure) {
  static const std::array<MeasureText, measure_count> texts = {{{"run-out", "m", "runout_m"},
                                                                {"kinetic energy", "kJ", "max_kinetic_energy_kJ"},
                                                                {"jump height", "m", "max_jump_height_m"},
                                                                {"rotation", "rot/s", "max_rotation_rot_s"}}};
  return texts[static_cast<std::size_t>(measure)];
}

std::vector<ModelRun> run_models(Scenario scenario, RunOptions options) {
  std::vector<ModelRun> runs;
  for (std::int32_t model = 0; model < RF_MODEL_COUNT; ++model) {
    scenario.settings.model = model;
    const BuiltScene built(scenario);
    ModelRun run;
    run.model = model;
    run.result = run_rocks(built, options);
    run.statistics = summarise(run.result);
    run.values[0] = run.statistics.runouts;
    for (const rf_rock_statistics& trace : run.result.traces) {
      run.values[static_cast<std::size_t>(Measure::energy)].push_back(1e-3 * trace.maximum[RF_KINETIC_ENERGY]);
      run.values[static_cast<std::size_t>(Measure::jump)].push_back(trace.maximum[RF_JUMP_HEIGHT]);
      run.values[static_cast<std::size_t>(Measure::rotation)].push_back(trace.maximum[RF_ROTATION] / two_pi);
    }
    runs.push_back(std::move(run));
  }
  return runs;
}

void compare_command(const CompareArguments& arguments) {
  Scenario scenario = read_scenario(find_scenario(arguments.scenario));
  if (arguments.rocks) scenario.rock_count = *arguments.rocks;
  if (arguments.seed) scenario.seed = *arguments.seed;
  if (arguments.time_step) scenario.settings.time_step = *arguments.time_step;
  rf_error error{};
  if (rf_settings_check(&scenario.settings, &error) != RF_OK) throw InputError(error.text);
  RunOptions options;
  options.rocks = scenario.rock_count;
  options.seed = scenario.seed;
  options.threads = arguments.threads == 0 ? machine_threads() : arguments.threads;
  options.record_interval = scenario.record_interval;
  options.recorded_rocks = arguments.no_picture ? 0 : rocks_drawn;
  options.quiet = arguments.quiet;
  const std::filesystem::path folder = arguments.out.empty()
                                           ? std::filesystem::path("out") / (scenario.name + "-models")
                                           : std::filesystem::path(arguments.out);
  make_folder(folder);
  const std::vector<ModelRun> runs = run_models(scenario, options);
  print_comparison(std::cout, scenario, runs);
  std::cout << "\nwritten:\n";
  const auto written = [](const std::filesystem::path& file) { std::cout << "  " << file.string() << std::endl; };
  write_json(folder / "compare.json", scenario, runs);
  written(folder / "compare.json");
  write_rows(folder / "compare.csv", runs);
  written(folder / "compare.csv");
  if (!arguments.no_picture) {
    write_comparison(folder / "compare.png", scenario, runs);
    written(folder / "compare.png");
  }
}

}  // namespace sandbox
