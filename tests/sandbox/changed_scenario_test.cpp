// Files and folders of a run that change or disappear while it is run.
#include <doctest/doctest.h>

#include "captured_output.h"
#include "cli/results.h"
#include "small_campaign.h"

TEST_CASE("a scenario that is removed or edited during a run changes none of its results") {
  const Temporary temporary;
  sandbox::RunArguments arguments = arguments_of(temporary, "whole");
  arguments.no_map = true;
  sandbox::run_command(arguments);
  for (const bool removed : {true, false}) {
    CAPTURE(removed);
    const fs::path folder = temporary.folder / (removed ? "removed" : "edited");
    temporary.write("s.toml", campaign_text);
    const sandbox::Scenario scenario = sandbox::read_scenario(arguments.scenario, arguments.overrides);
    const sandbox::RunInput input(arguments, scenario);
    const sandbox::RunOptions options = sandbox::options_of(arguments, scenario, input.plan);
    const sandbox::RunResult result = sandbox::run_rocks(input.built, options);
    fs::remove(arguments.scenario);
    if (!removed) temporary.write("s.toml", "edited");
    sandbox::write_results(folder, {}, arguments, input, result);
    CHECK(differences(temporary.folder / "whole", folder) == std::vector<std::string>());
  }
}

TEST_CASE("a run does not replace results that another one has written to its folder meanwhile") {
  const Temporary temporary;
  sandbox::RunArguments arguments = arguments_of(temporary, "out");
  arguments.no_map = true;
  const sandbox::Scenario scenario = sandbox::read_scenario(arguments.scenario, arguments.overrides);
  const sandbox::RunInput input(arguments, scenario);
  const sandbox::RunResult result =
      sandbox::run_rocks(input.built, sandbox::options_of(arguments, scenario, input.plan));
  arguments.overrides.seed = 77;
  sandbox::run_command(arguments);
  const std::string other = read_all(temporary.folder / "out/deposits.csv");
  arguments.overrides.seed.reset();
  const CapturedErrors errors;
  sandbox::write_results(temporary.folder / "out", {}, arguments, input, result);
  CHECK(read_all(temporary.folder / "out/deposits.csv") == other);
  CHECK(read_all(temporary.folder / "out_2/deposits.csv") != other);
  CHECK(says(errors.text.str(), "another run has written results to "));
  CHECK(says(errors.text.str(), "out_2\n"));
}
