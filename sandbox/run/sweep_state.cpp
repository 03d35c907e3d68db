#include "run/sweep_state.h"

#include <rockfall/base.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <system_error>

#include "common/error.h"
#include "common/json_text.h"
#include "common/output_file.h"
#include "common/text.h"
#include "common/version.h"
#include "common/warnings.h"

namespace sandbox {
namespace {

using Json = nlohmann::ordered_json;
/** Any change of the file raises the number. */
constexpr const char* format_name = "rockfall sweep ";
constexpr const char* format_text = "rockfall sweep 2";

/** JSON has no NaN. */
Json saved(double value) { return std::isnan(value) ? Json(nullptr) : Json(value); }

Json saved(const std::vector<double>& values) {
  Json json = Json::array();
  for (const double value : values) json.push_back(saved(value));
  return json;
}

Json saved(const Estimate& estimate) { return saved(std::vector<double>{estimate.value, estimate.low, estimate.high}); }

double number_of(const Json& json) { return json.is_null() ? std::nan("") : json.get<double>(); }

std::vector<double> numbers_of(const Json& json) {
  std::vector<double> values;
  for (const Json& value : json) values.push_back(number_of(value));
  return values;
}

Estimate estimate_of(const Json& json) { return {number_of(json.at(0)), number_of(json.at(1)), number_of(json.at(2))}; }

Json saved(const SweepRun& run) {
  const SweepRow& row = run.row;
  return Json{{"values", row.values},
              {"scene", run.scene},
              {"results", row.hash},
              {"runout_q50", saved(row.runout_50)},
              {"runout_q95", saved(row.runout_95)},
              {"runout_max", saved(row.runout_max)},
              {"energy_q95", saved(row.energy_95)},
              {"velocity_q95", saved(row.velocity_95)},
              {"left_share", saved(row.left_share)},
              {"limit_share", saved(row.limit_share)},
              {"fault_share", saved(row.fault_share)},
              {"of_lines", saved(row.of_lines)}};
}

SweepRun run_of(const Json& json) {
  SweepRun run;
  run.scene = json.at("scene").get<std::uint64_t>();
  SweepRow& row = run.row;
  row.values = json.at("values").get<std::vector<std::string>>();
  row.hash = json.at("results").get<std::uint64_t>();
  row.runout_50 = estimate_of(json.at("runout_q50"));
  row.runout_95 = estimate_of(json.at("runout_q95"));
  row.runout_max = number_of(json.at("runout_max"));
  row.energy_95 = estimate_of(json.at("energy_q95"));
  row.velocity_95 = estimate_of(json.at("velocity_q95"));
  row.left_share = number_of(json.at("left_share"));
  row.limit_share = number_of(json.at("limit_share"));
  row.fault_share = number_of(json.at("fault_share"));
  row.of_lines = numbers_of(json.at("of_lines"));
  return run;
}

Json saved(const std::vector<SweepOption>& options) {
  Json json = Json::array();
  for (const SweepOption& option : options) json.push_back(Json::array({option.name, option.text}));
  return json;
}

SweepProblem problem_of(const Json& json) {
  SweepProblem problem;
  problem.scenario = json.at("scenario").get<std::string>();
  for (const Json& option : json.at("options")) {
    problem.options.push_back({option.at(0).get<std::string>(), option.at(1).get<std::string>()});
  }
  return problem;
}

/** Throws InputError for the format of another version or program, and for results of another version of the library.
 */
void check_format(const Json& json) {
  const std::string format = json.at("format").get<std::string>();
  const std::string of_another = "is the state of a sweep of another version of rockfall";
  if (format != format_text) {
    throw InputError(format.rfind(format_name, 0) == 0 ? of_another : "is not the state of a sweep: another format");
  }
  const auto version = json.at("version").get<std::uint32_t>();
  if (version != rf_version()) {
    throw InputError(of_another + ": it has results of " + version_text(version) + ", this is " + version_text());
  }
}

bool is_share(double value) { return value >= 0 && value <= 1; }

/** False for numbers that no run has. JSON has no infinity; NaN stands for a value that too few rocks have. */
bool is_possible(const SweepRow& row) {
  std::vector<double> sizes{row.runout_max};
  for (const Estimate* estimate : {&row.runout_50, &row.runout_95, &row.energy_95, &row.velocity_95}) {
    sizes.insert(sizes.end(), {estimate->value, estimate->low, estimate->high});
  }
  return is_share(row.left_share) && is_share(row.limit_share) && is_share(row.fault_share) &&
         std::none_of(sizes.begin(), sizes.end(), [](double size) { return size < 0; });
}

/** Throws InputError for runs that the sweep does not have. */
void check_runs(const std::vector<SweepRun>& runs, const std::vector<std::vector<std::string>>& points) {
  bool right = !runs.empty() && runs.size() <= points.size();
  for (std::size_t i = 0; right && i < runs.size(); ++i) {
    right = runs[i].row.values == points[i] && runs[i].row.of_lines.size() == runs[0].row.of_lines.size();
  }
  if (!right) throw InputError("is not the state of a sweep: its runs are not those of the sweep");
  if (!std::all_of(runs.begin(), runs.end(), [](const SweepRun& run) { return is_possible(run.row); })) {
    throw InputError("is not the state of a sweep: a run has numbers that are not possible");
  }
}

}  // namespace

void SweepState::load(const std::vector<std::vector<std::string>>& points) {
  std::error_code failed;
  if (!std::filesystem::exists(file_, failed) && !failed) {
    throw InputError(file_.string() + ": there is no such file; a sweep that has made all its runs has removed it");
  }
  const std::string text = read_text(file_);
  try {
    const Json json = ordered_json_of(text);
    check_format(json);
    const std::string difference = difference_of(problem_of(json), problem_);
    if (!difference.empty()) throw InputError("is the state of another sweep: " + difference);
    for (const Json& run : json.at("runs")) runs_.push_back(run_of(run));
    check_runs(runs_, points);
  } catch (const Json::exception&) {
    throw InputError(file_.string() + ": is not the state of a sweep: the file is cut off or damaged");
  } catch (const InputError& error) {
    throw InputError(file_.string() + ": " + error.what());
  }
  saved_ = runs_.size();
}

void SweepState::add(SweepRun run) {
  runs_.push_back(std::move(run));
  const Clock::time_point begin = Clock::now();
  if (begin < due_) return;
  try {
    save();
  } catch (const std::runtime_error& error) {
    if (!warned_) Warnings().print({"no state is saved, the sweep continues: " + std::string(error.what())});
    warned_ = true;
  }
  constexpr int share = 20;
  const Clock::time_point end = Clock::now();
  due_ = end + std::max<Clock::duration>(std::chrono::seconds(1), share * (end - begin));
}

void SweepState::save() {
  if (runs_in_file() == runs_.size()) return;
  Json json;
  json["format"] = format_text;
  json["version"] = rf_version();
  json["scenario"] = problem_.scenario;
  json["options"] = saved(problem_.options);
  json["runs"] = Json::array();
  for (const SweepRun& run : runs_) json["runs"].push_back(saved(run));
  write_file(file_, [&](std::ostream& out) { out << json_text(json) << "\n"; });
  saved_ = runs_.size();
  warned_ = false;
}

std::size_t SweepState::runs_in_file() const {
  std::error_code failed;
  return std::filesystem::exists(file_, failed) ? saved_ : 0;
}

void SweepState::remove() const {
  std::error_code ignored;
  std::filesystem::remove(file_, ignored);
}

}  // namespace sandbox
