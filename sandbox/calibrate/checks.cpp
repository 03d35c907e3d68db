#include "calibrate/checks.h"

#include <algorithm>
#include <cstddef>
#include <set>

#include "calibrate/parameters.h"
#include "common/error.h"
#include "common/text.h"
#include "scenario/ground_use.h"

namespace sandbox::calibrate {
namespace {

/** mu_min must not be above mu_max: the bounds of one must fit the other, or some value of it that is tried. */
void check_friction_bounds(const Scenario& scenario) {
  rf_ground widest = scenario.ground.ground;
  for (const FitSpec& fit : scenario.fits) {
    if (!fit.soil) ground_member(widest, fit.field) = fit.field == RF_GROUND_MU_MAX ? fit.to : fit.from;
  }
  for (const FitSpec& fit : scenario.fits) {
    if (fit.soil || (fit.field != RF_GROUND_MU_MIN && fit.field != RF_GROUND_MU_MAX)) continue;
    for (const double bound : {fit.from, fit.to}) {
      rf_ground ground = widest;
      ground_member(ground, fit.field) = bound;
      rf_error error{};
      if (rf_ground_check(&ground, &error) == RF_OK) continue;
      throw InputError(fit_name(fit) + ": the bound " + format_number(bound) + " is not possible: " + error.text);
    }
  }
}

void check_fits_act(const Scenario& scenario, const BuiltScene& built) {
  std::set<std::int32_t> fitted;
  for (const FitSpec& fit : scenario.fits) fitted.insert(fit.field);
  for (const FitSpec& fit : scenario.fits) {
    std::string reason =
        fit.soil ? replaced_or_unused_in(scenario, fit.field) : unused_because(scenario, built, fit.field);
    if (reason.empty()) reason = without_effect(scenario, built, fit.field, fitted);
    if (reason.empty()) continue;
    throw InputError((fit.place.empty() ? fit_name(fit) : fit.place) + ": cannot be fitted: " + reason);
  }
}

}  // namespace

void check_fits(const Scenario& scenario) {
  if (scenario.fits.empty()) {
    throw InputError("nothing to fit: give --fit ground.FIELD=FROM:TO[:log], or a table [calibrate] in the scenario");
  }
  const auto soils = static_cast<std::size_t>(
      std::count_if(scenario.soils.begin(), scenario.soils.end(), [](const SoilSpec& soil) { return !soil.forest; }));
  for (std::size_t i = 0; i < scenario.fits.size(); ++i) {
    const FitSpec& fit = scenario.fits[i];
    const auto is_same = [&fit](const FitSpec& other) { return is_same_parameter(fit, other); };
    if (std::any_of(scenario.fits.begin(), scenario.fits.begin() + static_cast<std::ptrdiff_t>(i), is_same)) {
      throw InputError(fit_name(fit) + ": is to be fitted twice");
    }
    if (fit.soil && *fit.soil >= soils) {
      throw InputError(fit_name(fit) + ": cannot be fitted, the scenario has " +
                       (soils == 0 ? "no [[soil]]" : counted(soils, "[[soil]]") + ", numbered from 0"));
    }
    if (!fit.soil && scenario.ground.fields.count(fit.field) != 0) {
      throw InputError(fit_name(fit) + ": cannot be fitted, the scenario has a raster of it");
    }
  }
}

void check_fits_on(const Scenario& scenario, const BuiltScene& built) {
  check_friction_bounds(scenario);
  check_fits_act(scenario, built);
  if (scenario.rock_count < built.run_count()) {
    throw InputError("a calibration needs at least one rock for each of the " + std::to_string(built.run_count()) +
                     " runs, has " + std::to_string(scenario.rock_count));
  }
}

}  // namespace sandbox::calibrate
