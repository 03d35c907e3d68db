// Options that several subcommands have.
#ifndef ROCKFALL_SANDBOX_CLI_SHARED_OPTIONS_H
#define ROCKFALL_SANDBOX_CLI_SHARED_OPTIONS_H

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "scenario/overrides.h"

namespace sandbox {

/** Adds an option for a value that may be absent. */
template <class Value>
CLI::Option* add_optional(CLI::App& app, const std::string& name, std::optional<Value>& value,
                          const std::string& help) {
  return app.add_option_function<Value>(
      name, [&value](const Value& given) { value = given; }, help);
}

void add_threads(CLI::App& app, unsigned& threads);
void add_scheme(CLI::App& app, std::string& scheme);
void add_quiet(CLI::App& app, bool& quiet);
/** For commands that write their results to a folder. */
void add_force(CLI::App& app, bool& force);

/** The scenario, mountain if none is given, and the overrides that every command with a scenario has. */
void add_scenario(CLI::App& app, std::string& scenario, ScenarioOverrides& overrides);
void add_overrides(CLI::App& app, ScenarioOverrides& overrides);

}  // namespace sandbox
#endif
