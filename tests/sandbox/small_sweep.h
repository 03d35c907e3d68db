// A sweep on a small slope with a line at its foot.
#pragma once

#include <cstdint>
#include <string>

#include "captured_output.h"
#include "cli/commands.h"
#include "slope.h"
#include "temporary.h"

inline const std::string swept = slope + "[[line]]\nname = \"foot\"\npoints = [[20.0, -30.0], [22.0, 30.0]]\n";

inline sandbox::SweepArguments sweep_arguments(const Temporary& temporary, const std::string& scenario) {
  sandbox::SweepArguments arguments;
  arguments.scenario = temporary.write("s.toml", scenario).string();
  arguments.out = (temporary.folder / "sweep").string();
  arguments.quiet = true;
  return arguments;
}

/** A sweep of a few rocks in long steps. */
inline sandbox::SweepArguments short_sweep(const Temporary& temporary, std::uint32_t rocks) {
  sandbox::SweepArguments arguments = sweep_arguments(temporary, swept);
  arguments.overrides.rocks = rocks;
  arguments.overrides.time_step = 0.01;
  return arguments;
}

/** What a sweep prints on standard output. */
inline std::string printed_by(const sandbox::SweepArguments& arguments) {
  const CapturedOutput out;
  sandbox::sweep_command(arguments);
  return out.text.str();
}
