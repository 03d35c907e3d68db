#include "calibrate/parameters.h"

#include <algorithm>

#include "common/scale.h"
#include "common/text.h"
#include "scenario/ground_unit.h"

namespace sandbox::calibrate {
namespace {

/** The uniform ground of a point. */
rf_ground ground_at(const rf_ground& base, const std::vector<FitSpec>& fits, const Point& point) {
  rf_ground ground = base;
  for (std::size_t i = 0; i < fits.size(); ++i) {
    if (!fits[i].soil) ground_member(ground, fits[i].field) = value_at(fits[i], point[i]);
  }
  return ground;
}

}  // namespace

double value_at(const FitSpec& fit, double coordinate) {
  const double c = std::clamp(coordinate, 0.0, 1.0);
  if (c <= 0) return fit.from;
  if (c >= 1) return fit.to;
  return value_between(fit.from, fit.to, c, fit.logarithmic);
}

std::vector<double> values_at(const std::vector<FitSpec>& fits, const Point& point) {
  std::vector<double> values;
  for (std::size_t i = 0; i < fits.size(); ++i) values.push_back(value_at(fits[i], point[i]));
  return values;
}

Scenario scenario_at(const Scenario& scenario, const Point& point) {
  Scenario changed = scenario;
  changed.ground.ground = ground_at(scenario.ground.ground, scenario.fits, point);
  for (std::size_t i = 0; i < scenario.fits.size(); ++i) {
    const FitSpec& fit = scenario.fits[i];
    if (fit.soil) changed.soils[*fit.soil].values[fit.field] = value_at(fit, point[i]);
  }
  return changed;
}

bool is_same_parameter(const FitSpec& a, const FitSpec& b) { return a.field == b.field && a.soil == b.soil; }

std::string fit_name(const FitSpec& fit) {
  return (fit.soil ? "soil." + std::to_string(*fit.soil) + "." : "") + rf_ground_field_name(fit.field);
}

std::string fit_label(const FitSpec& fit) {
  const std::string unit = ground_unit(fit.field);
  return fit_name(fit) + (unit == "-" ? "" : ", " + unit);
}

std::string fit_names(const std::vector<FitSpec>& fits) {
  std::vector<std::string> names;
  for (const FitSpec& fit : fits) names.push_back(fit_name(fit));
  return join(names);
}

}  // namespace sandbox::calibrate
