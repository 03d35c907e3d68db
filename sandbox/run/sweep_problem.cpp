#include "run/sweep_problem.h"

#include <algorithm>
#include <cstddef>

#include "common/text.h"

namespace sandbox {
namespace {

using Options = std::vector<SweepOption>;

std::string difference_of_scenarios(const std::string& there, const std::string& here) {
  const LineDifference difference = difference_of_lines(there, here);
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

std::string difference_of_options(const Options& there, const Options& here) {
  for (const SweepOption& option : there) {
    if (has(here, option)) continue;
    const SweepOption* other = named(here, option.name);
    return other == nullptr ? option.text + " is given there only"
                            : "'" + option.text + "' there, '" + other->text + "' here";
  }
  for (const SweepOption& option : here) {
    if (!has(there, option)) return option.text + " is given here only";
  }
  if (std::equal(there.begin(), there.end(), here.begin(), here.end(), is_same)) return "";
  return "the options are given in another order";
}

}  // namespace

std::string difference_of(const SweepProblem& there, const SweepProblem& here) {
  if (there.scenario != here.scenario) return difference_of_scenarios(there.scenario, here.scenario);
  return difference_of_options(there.options, here.options);
}

}  // namespace sandbox
