#include "scenario/overrides.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/text.h"
#include "scenario/assignments.h"
#include "scenario/ground_use.h"

namespace sandbox {
namespace {

/** Steps of a rock that would take minutes to hours; more are an error of the input. */
constexpr double most_steps_of_rock = 1e9;

void check_time_step(const rf_settings& settings) {
  const double step = settings.time_step;
  if (!(step > 0) || !(step <= largest_time_step)) {
    throw InputError("settings.time_step (--dt): the time step must be more than 0 and at most " +
                     format_number(largest_time_step) + " s, is " + format_number(step, 6) + "; " +
                     recommended_time_steps);
  }
  const double limit = settings.time_limit;
  if (limit / step > most_steps_of_rock) {
    throw InputError("settings.time_step (--dt): a time step of " + format_number(step) + " s gives a rock up to " +
                     format_number(limit / step, 2) + " steps until the time limit of " + format_number(limit) +
                     " s; at most 1e9 are possible");
  }
}

void set_time_step(double time_step, Scenario& scenario) {
  std::vector<std::string>& warnings = scenario.warnings;
  const std::string former = time_step_warning(scenario.settings);
  warnings.erase(std::remove(warnings.begin(), warnings.end(), former), warnings.end());
  scenario.settings.time_step = time_step;
  const std::string warning = time_step_warning(scenario.settings);
  if (!warning.empty()) warnings.push_back(warning);
}

/** A key, of which a scenario writes the first release in two ways. */
std::string whole_key(const std::string& key) {
  std::vector<std::string> words = split_at(key, '.');
  if (is_first_release(words)) words.erase(words.begin() + 1);
  return join(words, ".");
}

/** Throws InputError for a key of --set that an option gives as well. */
void refuse_given_twice(const ScenarioOverrides& overrides, const std::vector<Assignment>& changes) {
  const std::pair<const char*, std::pair<const char*, bool>> options[] = {
      {"--rocks", {"run.rocks", overrides.rocks.has_value()}},
      {"--seed", {"run.seed", overrides.seed.has_value()}},
      {"--dt", {"settings.time_step", overrides.time_step.has_value()}},
      {"--model", {"settings.model", !overrides.model.empty()}},
      {"--scheme", {"settings.scheme", !overrides.scheme.empty()}}};
  for (const Assignment& change : changes) {
    for (const auto& [option, given] : options) {
      if (!given.second || !is_same_key(change.key, given.first)) continue;
      throw InputError("--set " + shortened(change.key) + ": " + option + " is given as well");
    }
  }
}

/** True if the file with the changes is a scenario. */
bool is_scenario(const std::filesystem::path& file, const std::vector<Assignment>& changes) {
  try {
    read_scenario(file, changes);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

/** Reads the file with the changes. A message about what a change makes wrong elsewhere in the file names the change.
 */
Scenario read_changed(const std::filesystem::path& file, const std::vector<Assignment>& changes) {
  try {
    return read_scenario(file, changes);
  } catch (const InputError& error) {
    const std::string text = error.what();
    if (text.rfind("command line: ", 0) == 0 || !is_scenario(file, {})) throw;
    std::vector<Assignment> some;
    for (const Assignment& change : changes) {
      some.push_back(change);
      if (is_scenario(file, some)) continue;
      throw InputError("with --set " + shortened(change.key) + "=" + shortened(change.value) + ": " + text);
    }
    throw;
  }
}

}  // namespace

bool is_same_key(const std::string& a, const std::string& b) { return whole_key(a) == whole_key(b); }

void apply(const ScenarioOverrides& overrides, Scenario& scenario) {
  if (!overrides.model.empty()) scenario.settings.model = model_by_name(overrides.model);
  if (!overrides.scheme.empty()) {
    scenario.settings.scheme = scheme_by_name(overrides.scheme);
    if (scenario.settings.model != RF_MODEL_HARD_CONTACT) {
      scenario.warnings.push_back("--scheme: has no effect: " + unused_by_model(scenario.settings.model));
    }
  }
  if (overrides.rocks) scenario.rock_count = *overrides.rocks;
  if (overrides.seed) scenario.seed = *overrides.seed;
  if (overrides.time_step) set_time_step(*overrides.time_step, scenario);
  check_time_step(scenario.settings);
  rf_error error{};
  if (rf_settings_check(&scenario.settings, &error) != RF_OK) throw InputError(error.text);
}

Scenario read_scenario(const std::string& name, const ScenarioOverrides& overrides) {
  std::vector<Assignment> changes;
  for (const std::string& text : overrides.set) {
    Assignment change = parse_assignment(text);
    const bool again = std::any_of(changes.begin(), changes.end(),
                                   [&](const Assignment& earlier) { return is_same_key(earlier.key, change.key); });
    if (again) throw InputError("--set " + shortened(change.key) + " is given twice");
    changes.push_back(std::move(change));
  }
  refuse_given_twice(overrides, changes);
  // Keys without effect are found while the scenario is read; some depend on the model.
  if (!overrides.model.empty()) {
    changes.push_back({"settings.model", std::string("\"") + rf_model_name(model_by_name(overrides.model)) + "\""});
  }
  Scenario scenario = read_changed(find_scenario(name), changes);
  apply(overrides, scenario);
  return scenario;
}

}  // namespace sandbox
