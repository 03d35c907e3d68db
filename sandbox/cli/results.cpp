#include "cli/results.h"

#include <functional>
#include <future>
#include <iostream>
#include <optional>
#include <string>
#include <utility>

#include "cli/run_arguments.h"
#include "common/csv.h"
#include "common/output_file.h"
#include "common/result_folder.h"
#include "common/warnings.h"
#include "plot/intensity_map.h"
#include "plot/layer_map.h"
#include "plot/line_picture.h"
#include "plot/map.h"
#include "plot/report_page.h"
#include "run/hazard_rasters.h"
#include "run/intensity.h"
#include "run/line_files.h"
#include "run/report.h"
#include "run/vector_files.h"

namespace sandbox {
namespace {

/** Trajectories drawn on the map; all are kept where the user asks for them. */
constexpr std::uint32_t rocks_on_map = 2000;

void write_convergence(const std::filesystem::path& file, const std::vector<ConvergencePoint>& points) {
  write_file(file, [&](std::ostream& out) {
    out << "rocks,reach_half_width,runout_mean_m,runout_mean_error_m,runout_q95_m,runout_q95_lower_m,"
           "runout_q95_upper_m\n";
    for (const ConvergencePoint& point : points) {
      out << point.rocks;
      for (const double value : {point.reach, point.runout_mean, point.runout_mean_error, point.runout_95.value,
                                 point.runout_95.low, point.runout_95.high}) {
        out << "," << csv_number(value, 7);
      }
      out << "\n";
    }
  });
}

/** Where a picture is written that is also shown on the page. */
using AddPicture = std::function<std::filesystem::path(const std::string& title, const std::string& name)>;

/** Writes the maps of all rocks together and, if there are several classes, of each class: a quantile over different
 * classes describes none of them. */
void write_cell_maps(const AddPicture& add, const Report& report, const HazardPlan& plan) {
  const CellStatistics& cells = *report.result.hazard->cells;
  const auto write = [&](const MapLayer& layer, const HazardRasters& rasters, const std::string& folder) {
    write_layer_map(add(layer.heading(), folder + "map_" + layer.name + ".png"), report, layer,
                    rasters.bands(layer.name)[0].values, plan.lines);
  };
  std::vector<std::size_t> all;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < plan.classes; ++i) all.push_back(i);
  for (const RockClass& rock_class : report.built.rock_classes()) names.push_back(rock_class.name);
  {
    const HazardRasters rasters(cells, all);
    for (MapLayer layer : map_layers()) {
      if (all.size() > 1) layer.notes.push_back(std::to_string(all.size()) + " rock classes together");
      write(layer, rasters, "");
    }
  }
  if (all.size() < 2) return;
  const std::vector<std::string> folders = class_folders(names);
  for (const std::size_t i : all) {
    const HazardRasters rasters(cells, {i});
    for (const MapLayer& layer : map_layers()) {
      if (!layer.by_class) continue;
      write(layer_of_class(layer, names[i], cells.rocks(i)), rasters, "classes/" + folders[i] + "/");
    }
  }
}

std::vector<PagePicture> write_pictures(ResultFiles& files, const Report& report, const HazardPlan& plan) {
  std::vector<PagePicture> pictures;
  const auto add = [&](const std::string& title, const std::string& name) {
    pictures.push_back({title, files.add(name)});
    return pictures.back().file;
  };
  write_map(add("Trajectories", "map.png"), report, plan.lines);
  if (plan.cells) {
    write_cell_maps(add, report, plan);
    for (const EventSpec& event : report.scenario.events) {
      const MapLayer layer = intensity_layer(report, event);
      write_layer_map(add(layer.title, "map_" + layer.name + ".png"), report, layer,
                      intensity_of_cells(*report.result.hazard->cells, event, report.built.rock_classes()), plan.lines);
      pictures.back().of_event = true;
    }
  }
  for (std::size_t i = 0; i < plan.lines.size(); ++i) {
    const std::string& name = plan.lines[i].name;
    write_line_picture(add("Line " + name, "lines/" + name + ".png"), report, i, name);
  }
  return pictures;
}

/** The summary comes last, because it lists the files. */
void write_files(ResultFiles& files, const RunArguments& arguments, const Report& report, const RunInput& input) {
  const HazardPlan& plan = input.plan;
  write_deposits(files.add("deposits.csv"), report);
  const std::filesystem::path deposit_layers = files.add("deposits.gpkg");
  if (arguments.trajectories) {
    write_trajectories(files.add("trajectories.csv"), report);
    write_trajectory_layer(files.add("trajectories.gpkg"), report);
  }
  if (plan.cells) write_hazard_rasters(files, report, arguments.quiet);
  if (plan.cells && !report.scenario.events.empty()) write_intensities(files, report);
  if (!plan.lines.empty()) write_lines(files, report, plan.lines);
  PageInput page;
  page.command = input.command;
  page.hash = hash_of(report.built, report.result.options);
  page.source = report.scenario.source;
  page.lines = plan.lines;
  const std::vector<ConvergencePoint>& decisions = report.result.decisions;
  page.convergence = decisions.empty() ? convergence_of(report.statistics.runouts) : decisions;
  if (plan.cells && decisions.empty()) page.convergence.back().reach = reach_uncertainty(*report.result.hazard->cells);
  write_convergence(files.add("convergence.csv"), page.convergence);
  // Written while pictures are drawn, or afterwards where the system refuses another thread.
  const std::launch later = std::launch::deferred;
  std::future<void> layers = std::async(report.result.threads > 1 ? std::launch::async | later : later,
                                        [&] { write_deposit_layers(deposit_layers, report, plan.lines); });
  if (!arguments.no_map) page.pictures = write_pictures(files, report, plan);
  layers.get();
  write_page(files.add("report.html"), report, page);
  const std::filesystem::path summary = files.add("summary.json");
  write_summary(summary, report, files.names());
}

std::optional<ObservedRunouts> observed_of(const Scenario& scenario, const BuiltScene& built) {
  if (!scenario.observed || scenario.observed->runout.empty()) return std::nullopt;
  return read_observed_runouts(*scenario.observed, built);
}

std::vector<std::string> warnings_of(const Scenario& scenario, const BuiltScene& built, const HazardPlan& plan,
                                     const std::optional<ObservedRunouts>& observed) {
  std::vector<std::string> warnings = warnings_of_plan(scenario, built, plan);
  if (scenario.release.kind != ReleaseSpec::Kind::runs) return warnings;
  const std::string of_runs = warning_of_runs(built, scenario.rock_count);
  if (!observed) {
    if (!of_runs.empty()) warnings.push_back(of_runs);
    return warnings;
  }
  warnings.insert(warnings.end(), observed->warnings.begin(), observed->warnings.end());
  if (!of_runs.empty()) warnings.push_back(of_runs + "; the observed run-outs are those of the others");
  return warnings;
}

/** A folder for the results, which no other process writes to. */
struct ResultPlace {
  std::filesystem::path folder;
  PlaceLock lock;
};

/** The folder, or one with another name where another run writes results, or has written them since this one began. */
ResultPlace place_of_results(const std::filesystem::path& folder, bool force) {
  const std::filesystem::path wanted = folder.has_filename() ? folder : folder.parent_path();  // not "results/"
  std::filesystem::path place = folder;
  while (true) {
    make_folder(place);
    std::optional<PlaceLock> lock = PlaceLock::of_folder(place);
    const bool replaces = force && place == folder;
    if (lock && (replaces || !is_taken(place / "summary.json"))) {
      if (place != folder) {
        std::cerr << "warning: another run has written results to " << folder.string() << "; those of this one are in "
                  << place.string() << "\n";
      }
      return {place, std::move(*lock)};
    }
    place = free_name(wanted);
  }
}

}  // namespace

HazardPlan plan_of(const RunArguments& arguments, const Scenario& scenario, const BuiltScene& built) {
  HazardPlan plan;
  plan.classes = built.rock_classes().size();
  if (arguments.rasters) plan.cells = cells_over(built, arguments.raster_cell);
  plan.lines = make_lines(scenario, built);
  return plan;
}

RunOptions options_of(const RunArguments& arguments, const Scenario& scenario, const HazardPlan& plan) {
  RunOptions options = run_options(scenario, arguments.threads, arguments.quiet);
  options.sample_distance = arguments.sample_distance;
  options.recorded_rocks = arguments.trajectories ? scenario.rock_count : arguments.no_map ? 0 : rocks_on_map;
  options.plan = &plan;
  return options;
}

RunInput::RunInput(const RunArguments& arguments, const Scenario& of_run)
    : scenario(of_run),
      command(command_of(arguments, of_run.file)),
      built(of_run),
      plan(plan_of(arguments, of_run, built)),
      observed(observed_of(of_run, built)),
      warnings(warnings_of(of_run, built, plan, observed)) {
  Warnings printed;
  printed.print(built.warnings());
  printed.print(warnings);
}

void write_results(const std::filesystem::path& folder, const std::vector<std::string>& former,
                   const RunArguments& arguments, const RunInput& input, const RunResult& result) {
  ResultPlace place = place_of_results(folder, arguments.force);
  ResultFiles files(place.folder, std::move(place.lock));
  CampaignStatistics statistics = summarise(result);
  if (input.observed) statistics.observed = compare(*input.observed, input.built, result, statistics.runouts);
  const Report report{input.scenario, input.built, result, statistics, input.warnings, arguments.overrides};
  print_report(std::cout, report);
  for (const auto& notes : {end_notes(report), warnings_of_events(report), ground_notes(report)}) {
    for (const std::string& note : notes) std::cout << "note: " << note << "\n";
  }
  write_files(files, arguments, report, input);
  std::cout << "\nwritten:\n";
  for (const std::filesystem::path& file : files.finish()) std::cout << "  " << file.string() << "\n";
  if (place.folder == folder) remove_former(folder, former, files.names());
  check_faults(result.ends);
}

}  // namespace sandbox
