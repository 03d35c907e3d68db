// The settings by their keys in a scenario.
#ifndef ROCKFALL_SANDBOX_SCENARIO_SETTINGS_KEYS_H
#define ROCKFALL_SANDBOX_SCENARIO_SETTINGS_KEYS_H

#include <cstdint>

#include "scenario/scenario.h"

namespace sandbox {

/** Calls out.text(key, value), out.integer(key, value) or out.number(key, value) for each member of the settings, with
 *  the keys, values and units of the table [settings]. */
template <class Out>
void write_settings(Out& out, const rf_settings& settings) {
  out.text("scheme", scheme_name(settings.scheme));
  out.text("model", std::string(rf_model_name(settings.model)));
  out.text("rocfall_shape", rocfall_shape_names().at(static_cast<std::size_t>(settings.rocfall_shape)));
  out.text("soil_law", std::string(rf_soil_law_name(settings.soil_law)));
  out.number("scar_length", settings.scar_length);
  out.number("time_step", settings.time_step);
  out.number("gravity", settings.gravity);
  out.integer("solver_sweeps", static_cast<std::uint64_t>(settings.solver_sweeps));
  out.number("solver_tolerance", settings.solver_tolerance);
  out.number("stop_speed", settings.stop_speed);
  out.number("stop_time", settings.stop_time);
  out.number("time_limit", settings.time_limit);
}

}  // namespace sandbox
#endif
