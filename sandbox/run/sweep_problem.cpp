#include "run/sweep_problem.h"

#include <algorithm>
#include <cstddef>

#include "common/text.h"

namespace sandbox {
namespace {

using Options = std::vector<SweepOption>;

std::string difference_of_scenarios(const std::string& before, const std::string& now) {
  const LineDifference difference = difference_of_lines(before, now);
  if (difference.line == 0) return "the scenario file differs in the ends of its lines";
  return "the scenario file differs in line " + std::to_string(difference.line) + ": " + difference.text;
}

bool is_same(const SweepOption& a, const SweepOption& b) { return a.name == b.name && a.text == b.text; }

bool has(const Options& options, const SweepOption& wanted) {
  return std::any_of(options.begin(), options.end(),
                     [&](const SweepOption& option) { return is_same(option, wanted); });
}

/** The option with the name; null if there is none. */
const SweepOption* named(const Options& options, const std::string& name) {
  const auto found =
      std::find_if(options.begin(), options.end(), [&](const SweepOption& option) { return option.name == name; });
  return found == options.end() ? nullptr : &*found;
}

std::string difference_of_options(const Options& before, const Options& now) {
  for (const SweepOption& option : before) {
    if (has(now, option)) continue;
    const SweepOption* other = named(now, option.name);
    return other == nullptr ? option.text + " was given before only"
                            : "'" + option.text + "' before, '" + other->text + "' now";
  }
  for (const SweepOption& option : now) {
    if (!has(before, option)) return option.text + " is given now only";
  }
  if (std::equal(before.begin(), before.end(), now.begin(), now.end(), is_same)) return "";
  return "the options are given in another order";
}

}  // namespace

std::string difference_of(const SweepProblem& before, const SweepProblem& now) {
  if (before.scenario != now.scenario) return difference_of_scenarios(before.scenario, now.scenario);
  return difference_of_options(before.options, now.options);
}

}  // namespace sandbox
