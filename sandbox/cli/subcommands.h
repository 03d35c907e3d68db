// The subcommands of the program with their options. Each function adds one to the program; `arguments` receives what
// the user gives and must outlive `app`. A subcommand runs when the command line is parsed, and throws InputError or
// RunError.
#ifndef ROCKFALL_SANDBOX_CLI_SUBCOMMANDS_H
#define ROCKFALL_SANDBOX_CLI_SUBCOMMANDS_H

#include <CLI/CLI.hpp>

#include "cli/commands.h"
#include "verify/verify.h"

namespace sandbox {

void add_run(CLI::App& app, RunArguments& arguments);
void add_compare(CLI::App& app, CompareArguments& arguments);
void add_sample(CLI::App& app, SampleArguments& arguments);
void add_merge(CLI::App& app, MergeArguments& arguments);
void add_sweep(CLI::App& app, SweepArguments& arguments);
void add_calibrate(CLI::App& app, CalibrateArguments& arguments);
void add_shape(CLI::App& app, ShapeArguments& arguments);
void add_record(CLI::App& app, RecordArguments& arguments);
void add_spin(CLI::App& app, SpinArguments& arguments);
void add_ground(CLI::App& app, GroundArguments& arguments);

/** @param exit_code  set to 1 where the bits differ, a row fails, or a requirement fails */
void add_replay(CLI::App& app, ReplayArguments& arguments, int& exit_code);
void add_verify(CLI::App& app, verify::Options& options, int& exit_code);
void add_plausibility(CLI::App& app, PlausibilityArguments& arguments, int& exit_code);

}  // namespace sandbox
#endif
