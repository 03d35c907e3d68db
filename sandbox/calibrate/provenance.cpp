#include "calibrate/provenance.h"

#include <algorithm>
#include <set>
#include <vector>

#include "calibrate/parameters.h"
#include "common/text.h"

namespace sandbox::calibrate {
namespace {

std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t to = std::min(text.find("; ", from), text.size());
    parts.push_back(text.substr(from, to - from));
    from = to + 2;
  }
  return parts;
}

/** Removes the beginning of a text; false if the text begins with something else. */
bool take(std::string& text, const std::string& beginning) {
  if (text.rfind(beginning, 0) != 0) return false;
  text.erase(0, beginning.size());
  return true;
}

/** The names of a list that are not replaced, as a list; empty if there are none. */
std::string left_of(const std::string& list, const std::set<std::string>& replaced) {
  std::vector<std::string> names = split_fields(list);
  names.erase(
      std::remove_if(names.begin(), names.end(), [&](const std::string& name) { return replaced.count(name) != 0; }),
      names.end());
  return join(names);
}

/** Parts of a former text that still hold. @param fitted  names, with and without "ground." */
std::vector<std::string> parts_that_hold(const std::string& former, const std::set<std::string>& fitted) {
  std::vector<std::string> held, changes;
  std::set<std::string> replaced = fitted;
  const std::vector<std::string> parts = parts_of(former);
  for (std::string part : parts) {
    if (!take(part, "changed since: ") && !take(part, "changed before: ")) continue;
    for (std::string key : split_fields(part)) {
      take(key, "ground.");
      replaced.insert(key);
    }
    const std::string left = left_of(part, fitted);
    if (!left.empty()) changes.push_back("changed before: " + left);
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::string part = parts[i];
    if (take(part, "changed since: ") || take(part, "changed before: ")) continue;
    const bool is_fit = take(part, "before: ") || i == 0;
    const std::size_t names = is_fit ? std::min(part.find(" to "), part.size()) : 0;
    const std::string left = left_of(part.substr(0, names), replaced);
    if (!is_fit) held.push_back(part);
    if (is_fit && !left.empty()) held.push_back("before: " + left + part.substr(names));
  }
  held.insert(held.end(), changes.begin(), changes.end());
  return held;
}

}  // namespace

std::string provenance_of(const Scenario& scenario, std::size_t runs) {
  std::vector<std::string> parts = {fit_names(scenario.fits) + " to " + counted(runs, "run") + " of " +
                                    scenario.observed->file.filename().string() + " by " +
                                    model_and_scheme(scenario.settings)};
  const rf_ground_preset* preset = rf_ground_preset_find(scenario.ground.preset.c_str());
  const bool fits_ground =
      std::any_of(scenario.fits.begin(), scenario.fits.end(), [](const FitSpec& fit) { return !fit.soil; });
  if (preset != nullptr && fits_ground) {
    parts.push_back("other numbers: preset " + scenario.ground.preset +
                    (preset->confirmed == 0 ? ", some of which no publication confirms" : ""));
  }
  std::set<std::string> fitted;
  for (const FitSpec& fit : scenario.fits) {
    fitted.insert(fit_name(fit));
    fitted.insert("ground." + fit_name(fit));
  }
  for (const std::string& part : parts_that_hold(scenario.ground.calibrated, fitted)) {
    if (std::find(parts.begin(), parts.end(), part) == parts.end()) parts.push_back(part);
  }
  return join(parts, "; ");
}

}  // namespace sandbox::calibrate
