// rockfall: the command-line program.
#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "cli/processes.h"
#include "cli/subcommands.h"
#include "common/error.h"
#include "common/options.h"
#include "common/output_file.h"
#include "common/terminal.h"
#include "common/text.h"
#include "common/version.h"

namespace {

const char* const overview =
    "rockfall: simulates how rocks of any convex shape fall down a terrain, with hard contact and friction.\n\n"
    "Examples\n"
    "  rockfall run                                  1000 rocks down a real mountain, results in out/mountain\n"
    "  rockfall run ramp_l21 --scheme explicit       a scenario that comes with rockfall, by its name\n"
    "  rockfall run my.toml --out results --rocks 50 --trajectories\n"
    "  rockfall run --model rocfall_lumped           a legacy model of RocFall3 on the same mountain\n"
    "  rockfall sample valley --out valley           a valley with GIS files, to try hazard maps with\n"
    "  rockfall run valley/valley.toml --rasters     hazard rasters, and crossings at the foot of its dam\n"
    "  rockfall compare ramp_l21                     all models side by side\n"
    "  rockfall calibrate my.toml --fit ground.soil_strength=2e6:40e6:log    fit the ground to observed run-outs\n"
    "  rockfall record mountain --rocks 100 --out mountain.rfrec\n"
    "  rockfall replay mountain.rfrec                reports whether the bits are the same\n"
    "  rockfall shape eota221 --size 0.93,0.93,0.47 --mass 780\n"
    "  rockfall shape scan.pts --density 2700        mass properties of a scanned rock\n";

/** The message about wrong arguments, and how to find the right ones. */
std::string message_of(const CLI::App& app, const CLI::ParseError& error, const char* first) {
  std::vector<std::string> commands;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    commands.push_back(command->get_name());
  }
  const std::vector<CLI::App*> used = app.get_subcommands();
  if (!used.empty()) {
    return sandbox::text_of(*used[0], error) + "\n(see rockfall " + used[0]->get_name() + " --help)";
  }
  const std::string given = sandbox::shortened(first);
  return "'" + given + "' is no command; " + sandbox::meant_text(given, commands) +
         "the commands are: " + sandbox::join(commands) + "\n(see rockfall --help)";
}

int run_program(int argc, char** argv) {
  CLI::App app(overview, "rockfall");
  app.set_version_flag("--version", "rockfall " + sandbox::version_text());
  app.require_subcommand(1);
  app.formatter(std::make_shared<sandbox::PlainFormatter>());
  sandbox::RunArguments run;
  sandbox::CompareArguments compare;
  sandbox::SampleArguments sample;
  sandbox::MergeArguments merge;
  sandbox::SweepArguments sweep;
  sandbox::CalibrateArguments calibrate;
  sandbox::ShapeArguments shape;
  sandbox::RecordArguments record;
  sandbox::ReplayArguments replay;
  sandbox::SpinArguments spin;
  sandbox::verify::Options verify;
  sandbox::PlausibilityArguments plausibility;
  sandbox::GroundArguments ground;
  int exit_code = 0;
  sandbox::add_run(app, run);
  sandbox::add_compare(app, compare);
  sandbox::add_sample(app, sample);
  sandbox::add_merge(app, merge);
  sandbox::add_sweep(app, sweep);
  sandbox::add_calibrate(app, calibrate);
  sandbox::add_shape(app, shape);
  sandbox::add_record(app, record);
  sandbox::add_replay(app, replay, exit_code);
  sandbox::add_spin(app, spin);
  sandbox::add_verify(app, verify, exit_code);
  sandbox::add_plausibility(app, plausibility, exit_code);
  sandbox::add_ground(app, ground);
  if (argc < 2) {
    std::cout << app.help();
    return 2;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    std::cerr << "rockfall: " << message_of(app, error, argv[1]) << "\n";
    return 2;
  }
  return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  const sandbox::PrintableOutput out(std::cout), err(std::cerr);
  sandbox::report_size_limit();
  std::optional<sandbox::Processes> processes;
  try {
    processes.emplace(argc, argv);
    const int exit_code = run_program(argc, argv);
    if (sandbox::flush_standard_output()) return exit_code;
    std::cerr << "rockfall: standard output cannot be written; is the disk full?\n";
    return 1;
  } catch (const sandbox::InputError& error) {
    std::cerr << "rockfall: " << error.what() << "\n";
    if (processes) sandbox::Processes::abort(2);
    return 2;
  } catch (const std::bad_alloc&) {
    std::cerr << "rockfall: not enough memory\n";
  } catch (const std::exception& error) {
    std::cerr << "rockfall: " << error.what() << "\n";
  }
  if (processes) sandbox::Processes::abort(1);
  return 1;
}
