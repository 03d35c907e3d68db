// The fitted parameters: from coordinates between 0 and 1 to a ground.
#ifndef ROCKFALL_SANDBOX_CALIBRATE_PARAMETERS_H
#define ROCKFALL_SANDBOX_CALIBRATE_PARAMETERS_H

#include <string>
#include <vector>

#include "scenario/scenario.h"

namespace sandbox::calibrate {

/** A place in the box of the bounds: 0 is the lower bound of a parameter, 1 the upper one. */
using Point = std::vector<double>;

/** Value of a parameter at a coordinate, which is limited to 0 ... 1. */
double value_at(const FitSpec& fit, double coordinate);

/** Values of all parameters at a point. */
std::vector<double> values_at(const std::vector<FitSpec>& fits, const Point& point);

/** The scenario with the values of a point in its ground and soils. */
Scenario scenario_at(const Scenario& scenario, const Point& point);

/** True if both are the same parameter. */
bool is_same_parameter(const FitSpec& a, const FitSpec& b);

std::string fit_name(const FitSpec& fit);

/** The name, with the unit of its number if it has one: "soil_strength, Pa". */
std::string fit_label(const FitSpec& fit);

/** The names of all, separated by commas. */
std::string fit_names(const std::vector<FitSpec>& fits);

}  // namespace sandbox::calibrate
#endif
