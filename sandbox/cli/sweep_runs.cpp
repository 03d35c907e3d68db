#include "cli/sweep_runs.h"

#include <algorithm>
#include <set>
#include <utility>

#include "calibrate/latin_hypercube.h"
#include "common/error.h"
#include "common/scale.h"
#include "common/text.h"
#include "run/hazard.h"
#include "run/part_file.h"
#include "scenario/ground_use.h"

namespace sandbox {
namespace {

Points latin_points(const std::vector<SweepAxis>& axes, std::uint32_t count, std::uint64_t seed) {
  Points points;
  for (const SweepAxis& axis : axes) {
    if (!(axis.from < axis.to)) throw InputError("--vary " + axis.key + ": --latin needs FROM:TO");
    if (!axis.values.empty()) {
      throw InputError("--vary " + axis.key +
                       ": --latin needs FROM:TO without COUNT; the number of points is that of --latin, " +
                       std::to_string(count));
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

std::vector<SweepAxis> axes_of(const SweepArguments& arguments) {
  std::vector<SweepAxis> axes;
  for (const std::string& text : arguments.vary) axes.push_back(parse_axis(text));
  check_keys(axes);
  check_options(arguments.overrides, axes);
  return axes;
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

/** "KEY=VALUE" of each axis. */
std::vector<std::string> assignments(const std::vector<SweepAxis>& axes, const std::vector<std::string>& point) {
  std::vector<std::string> texts;
  for (std::size_t k = 0; k < axes.size(); ++k) texts.push_back(axes[k].key + "=" + point[k]);
  return texts;
}

Scenario scenario_at(const SweepArguments& arguments, const std::vector<SweepAxis>& axes,
                     const std::vector<std::string>& point) {
  ScenarioOverrides overrides = arguments.overrides;
  for (const std::string& change : assignments(axes, point)) overrides.set.push_back(change);
  Scenario scenario = read_scenario(arguments.scenario, overrides);
  for (const SweepAxis& axis : axes) {
    if (const std::optional<std::int32_t> field = field_of(axis)) scenario.swept.insert(*field);
  }
  return scenario;
}

/** The scenarios of all runs. Throws InputError for combinations that no run can have. */
std::vector<Scenario> scenarios_of(const SweepArguments& arguments, const std::vector<SweepAxis>& axes,
                                   const Points& points) {
  std::vector<Scenario> scenarios;
  for (const std::vector<std::string>& point : points) {
    try {
      scenarios.push_back(scenario_at(arguments, axes, point));
    } catch (const InputError& error) {
      throw InputError("--vary: the run with " + join(assignments(axes, point)) + ": " + error.what());
    }
  }
  return scenarios;
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

}  // namespace

/** The scene of a run, and what is recorded of it. */
struct SweepRuns::Scene {
  Scene(const Scenario& scenario, SweepRuns& runs) : built(scenario) {
    check_ground(scenario, built, runs.axes_);
    runs.warnings_.print(built.warnings());
    plan.classes = built.rock_classes().size();
    plan.lines = make_lines(scenario, built);
    runs.warnings_.print(warnings_of_lines(scenario, built, plan.lines));
    std::vector<std::string> lines, classes;
    for (const CheckLine& line : plan.lines) lines.push_back(line.name);
    for (const RockClass& rock_class : built.rock_classes()) classes.push_back(rock_class.name);
    runs.columns_ = line_columns(lines, classes);
    options = run_options(scenario, runs.arguments_.threads, true);
    options.plan = &plan;
  }
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  BuiltScene built;
  HazardPlan plan;
  RunOptions options;
};

SweepRuns::SweepRuns(const SweepArguments& arguments)
    : arguments_(arguments),
      axes_(axes_of(arguments)),
      scenario_(read_scenario(arguments.scenario, arguments.overrides)) {
  points_ = arguments.latin > 0 ? latin_points(axes_, arguments.latin, scenario_.seed) : grid_of(axes_);
  rows_ = points_.size();
  if (arguments.latin > 0) {
    for (const std::vector<std::string>& point : points_beside_first(points_)) points_.push_back(point);
  }
  scenarios_ = scenarios_of(arguments, axes_, points_);
}

SweepProblem SweepRuns::problem() const {
  std::vector<SweepOption> options;
  const auto add = [&](const std::string& name, const std::string& value) {
    options.push_back({name, name + " " + value});
  };
  const auto add_assignment = [&](const std::string& name, const std::string& text) {
    options.push_back({name + " " + split_at(text, '=').front(), name + " " + text});
  };
  const ScenarioOverrides& overrides = arguments_.overrides;
  if (!overrides.model.empty()) add("--model", overrides.model);
  if (!overrides.scheme.empty()) add("--scheme", overrides.scheme);
  for (const std::string& change : overrides.set) add_assignment("--set", change);
  options.push_back({"rocks", counted(scenario_.rock_count, "rock")});
  add("seed", std::to_string(scenario_.seed));
  add("time step", format_exact(scenario_.settings.time_step));
  for (const std::string& axis : arguments_.vary) add_assignment("--vary", axis);
  if (arguments_.latin > 0) add("--latin", std::to_string(arguments_.latin));
  return {scenario_.source, options};
}

std::optional<SweepRun> SweepRuns::make(std::size_t index, const std::atomic<bool>& stop) {
  Scene scene(scenarios_[index], *this);
  scene.options.stop = &stop;
  store_relief(scene.built, scene.options);
  const RunResult result = run_rocks(scene.built, scene.options);
  if (result.ends.size() < scene.options.rocks) return std::nullopt;
  return SweepRun{hash_of(scene.built, scene.options), row_of(result, scene.plan.classes, points_[index])};
}

void SweepRuns::check(std::size_t index, const SweepRun& run) {
  const Scene scene(scenarios_[index], *this);
  if (hash_of(scene.built, scene.options) == run.scene && run.row.of_lines.size() == columns_.size()) return;
  throw InputError("the scenario or one of its files has changed since the run with " +
                   join(assignments(axes_, points_[index])) + " was made");
}

std::vector<std::string> SweepRuns::without_effect_on_first(const std::vector<SweepRun>& runs) const {
  std::vector<std::string> texts;
  for (std::size_t i = rows_; i < runs.size(); ++i) {
    if (runs[i].row.hash != runs[0].row.hash) continue;
    const std::size_t k = i - rows_;
    texts.push_back(axes_[k].key + " had no effect on the first run: with " + points_[0][k] + " and " + points_[i][k] +
                    " the results are the same to the last bit");
  }
  return texts;
}

}  // namespace sandbox
