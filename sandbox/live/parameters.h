// The parameters that may change while rocks fall: meaning, formula, unit, range and source of each.
#ifndef ROCKFALL_SANDBOX_LIVE_PARAMETERS_H
#define ROCKFALL_SANDBOX_LIVE_PARAMETERS_H

#include <rockfall/rockfall.h>

#include <string>
#include <vector>

namespace sandbox::live {

/** The numbers that parameters are members of. */
struct ParameterSet {
  rf_ground ground{};
  rf_settings settings{};
};

struct Parameter {
  const char* name;     ///< unique; also of its widget, e.g. "ground.mu_min"
  const char* label;    ///< with the unit
  const char* symbol;   ///< of the formula
  const char* formula;  ///< empty if there is none
  const char* unit;     ///< "1" for a pure number
  const char* meaning;  ///< one sentence
  const char* source;   ///< paper and equation, or "setting of the program"
  double low, high;     ///< of the slider
  double least, most;   ///< valid values; most may be infinite
  int decades;          ///< of the slider above 0; 0: linear
  std::int32_t field;   ///< an rf_ground_field; -1 if it is none
  double (*get)(const ParameterSet& set);
  void (*put)(ParameterSet& set, double value);
  bool is_switch = false;  ///< 0 or 1: a check box instead of a slider
  double shown_unit = 1;   ///< that of the slider and its label, in units of the value: 1e6 for MPa
};

/** Members of the ground that the hard contact model uses. */
const std::vector<Parameter>& ground_parameters();
/** Members of the ground that the RocFall3 models use. */
const std::vector<Parameter>& rocfall_parameters();
/** Members of the settings. */
const std::vector<Parameter>& settings_parameters();
/** By name; null if there is none. */
const Parameter* find_parameter(const std::string& name);

/** Meaning, symbol, formula, unit, range, source and key of a scenario in lines, for a tooltip. */
std::string explanation(const Parameter& parameter);

/** A number with few digits. */
std::string short_number(double value);

}  // namespace sandbox::live
#endif
