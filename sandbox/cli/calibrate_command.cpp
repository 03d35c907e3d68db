#include <iostream>
#include <optional>
#include <utility>

#include "calibrate/parameters.h"
#include "calibrate/report.h"
#include "calibrate/search.h"
#include "cli/commands.h"
#include "common/error.h"
#include "common/output_file.h"
#include "common/result_folder.h"
#include "common/warnings.h"

namespace sandbox {
namespace {

namespace fs = std::filesystem;

/** A fit of the command line takes the place of the scenario's for the same parameter. */
void add_fits(const std::vector<std::string>& texts, Scenario& scenario) {
  std::vector<FitSpec> fits;
  for (const std::string& text : texts) fits.push_back(parse_fit(text));
  for (const FitSpec& fit : scenario.fits) {
    bool replaced = false;
    for (const FitSpec& given : fits) replaced = replaced || calibrate::is_same_parameter(given, fit);
    if (!replaced) fits.push_back(fit);
  }
  scenario.fits = std::move(fits);
}

/** Results of before stay, except where they are those of the calibration that is continued. */
void refuse_former(const fs::path& folder, const CalibrateArguments& arguments) {
  const fs::path state = folder / "state.json";
  std::error_code failed;
  if (!arguments.resume.empty() && fs::equivalent(arguments.resume, state, failed)) return;
  if (arguments.resume.empty()) refuse_former_file(state, arguments.force, "--resume to continue it");
  for (const char* name : {"calibration.json", "scenario.toml"}) refuse_former_file(folder / name, arguments.force);
}

}  // namespace

const std::vector<std::string>& calibrate_optimisers() { return calibrate::optimiser_names(); }

void calibrate_command(const CalibrateArguments& arguments) {
  Scenario scenario = read_scenario(arguments.scenario, arguments.overrides);
  add_fits(arguments.fits, scenario);
  const fs::path folder =
      folder_of_results(arguments.out, arguments.resume, fs::path("out") / (scenario.name + "-calibration"));
  calibrate::Options options;
  options.evaluations = arguments.evaluations;
  if (arguments.minutes) options.minutes = *arguments.minutes;
  options.optimiser = arguments.optimiser;
  options.threads = arguments.threads;
  options.quiet = arguments.quiet;
  options.resume = !arguments.resume.empty();
  options.state = options.resume ? fs::path(arguments.resume) : folder / "state.json";
  calibrate::Input input(scenario, options);
  std::vector<std::string> warnings = input.built.warnings();
  for (const std::string& warning : input.observed.warnings) warnings.push_back(warning);
  for (const FitSpec& fit : scenario.fits) {
    const std::string hint = unit_hint(fit.field, fit.to);
    if (!hint.empty()) warnings.push_back("the upper bound of " + hint);
  }
  Warnings().print(warnings);
  refuse_own_input(folder / "scenario.toml", scenario.file);
  ResultFiles files(folder);
  const std::optional<PlaceLock> of_state = lock_of_other_folder(options.state, folder);
  refuse_former(folder, arguments);
  // So that no result of another calibration lies beside the new state if this one is interrupted.
  if (!options.resume)
    remove_former(folder, {"calibration.json", "calibration.png", "scenario.toml", "state.json"}, {});

  const calibrate::Result result = calibrate::calibrate(scenario, options, std::move(input));
  calibrate::print(std::cout, scenario, result);
  calibrate::write_json(files.add("calibration.json"), scenario, result);
  const std::string text = "# Ground fitted by rockfall calibrate; see calibration.json.\n" +
                           runnable_text(calibrate::fitted(scenario, result));
  write_file(files.add("scenario.toml"), [&](std::ostream& out) { out << text; });
  calibrate::write_picture(files.add("calibration.png"), scenario, result);
  std::cout << "\nwritten:\n";
  for (const fs::path& file : files.finish()) std::cout << "  " << file.string() << "\n";
  std::cout << "  " << options.state.string() << "\n";
}

}  // namespace sandbox
