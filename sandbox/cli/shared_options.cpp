#include "cli/shared_options.h"

#include "common/options.h"
#include "scenario/scenario.h"

namespace sandbox {

void add_threads(CLI::App& app, unsigned& threads) {
  app.add_option("--threads", threads, "Threads (default: as many as the machine has)")
      ->check(whole_number_in(1, 1024));
}

void add_scheme(CLI::App& app, std::string& scheme) {
  app.add_option("--scheme", scheme,
                 "Rotation scheme: implicit (the default), explicit (loses the stability of axes),\n"
                 "director or exact")
      ->check(one_of(scheme_names()));
}

void add_quiet(CLI::App& app, bool& quiet) { app.add_flag("--quiet", quiet, "No progress on standard error"); }

void add_force(CLI::App& app, bool& force) {
  app.add_flag("--force", force, "Replace the results that are in the folder");
}

void add_scenario(CLI::App& app, std::string& scenario, ScenarioOverrides& overrides) {
  app.add_option("scenario", scenario,
                 "Scenario file (TOML), or the name of one that comes with rockfall (default: mountain)");
  add_overrides(app, overrides);
}

void add_overrides(CLI::App& app, ScenarioOverrides& overrides) {
  add_optional(app, "--rocks", overrides.rocks, "Number of rocks")->check(whole_number_in(1, 10000000));
  add_optional(app, "--seed", overrides.seed, "Seed of the random numbers")->check(whole_number());
  add_optional(app, "--dt", overrides.time_step, "Time step in seconds")->check(any_number());
  app.add_option("--set", overrides.set,
                 "Change a key of the scenario, e.g. --set ground.mu_min=0.4 or --set rock.0.density=2600; repeatable")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

}  // namespace sandbox
