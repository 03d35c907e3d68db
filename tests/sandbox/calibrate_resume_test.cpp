// rockfall calibrate: what is left when it ends early, and how it continues from there.
#include <doctest/doctest.h>

#include <filesystem>

#include "sandbox/captured_output.h"

#if defined(ROCKFALL_HAS_NLOPT)

#include "sandbox/calibration_world.h"

using namespace calibration_world;

TEST_CASE("a calibration that is continued has the evaluations of one that was not interrupted" *
          doctest::test_suite("long")) {
  const Synthetic synthetic;
  calibrate_command(synthetic.arguments(14));
  const nlohmann::json whole = synthetic.read("state.json");
  REQUIRE(whole.at("evaluations").size() == 14);

  CalibrateArguments part = synthetic.arguments(9);
  part.threads = 1;
  part.force = true;
  calibrate_command(part);
  part.force = false;
  REQUIRE(synthetic.read("state.json").at("evaluations").size() == 9);
  part.evaluations = 14;
  part.resume = (synthetic.temporary.folder / "results/state.json").string();
  calibrate_command(part);
  CHECK(synthetic.read("state.json") == whole);
  CHECK(synthetic.read("calibration.json").at("resumed_evaluations") == 9);
}

TEST_CASE("a finished calibration that is continued evaluates nothing again") {
  const Synthetic synthetic;
  CalibrateArguments arguments = synthetic.arguments(5);
  calibrate_command(arguments);
  const std::string state = synthetic.text_of("state.json");
  const nlohmann::json before = synthetic.read("calibration.json");
  arguments.resume = (synthetic.temporary.folder / "results/state.json").string();
  calibrate_command(arguments);
  const nlohmann::json after = synthetic.read("calibration.json");
  CHECK(before.at("rock_steps") > 0);
  CHECK(after.at("rock_steps") == 0);
  CHECK(after.at("parameters") == before.at("parameters"));
  CHECK(after.at("misfit_other_seed") == before.at("misfit_other_seed"));
  CHECK(synthetic.text_of("state.json") == state);
}

TEST_CASE(
    "a calibration without time makes one evaluation, names those that it left out, and makes them when continued" *
    doctest::test_suite("long")) {
  const Synthetic synthetic;
  calibrate_command(synthetic.arguments(9));
  const std::string whole = synthetic.text_of("state.json");
  CalibrateArguments arguments = synthetic.arguments(9);
  arguments.force = true;
  arguments.minutes = 1e-9;
  std::string printed;
  {
    const CapturedOutput out;
    calibrate_command(arguments);
    printed = out.text.str();
  }
  CHECK(says(printed, "1 evaluation,"));
  CHECK(says(printed, ", with another seed -\n"));
  CHECK(says(printed, "note: the bound on time left out 6 of the 6 evaluations around the best one"));
  const nlohmann::json result = synthetic.read("calibration.json");
  CHECK(result.at("ended") == "the bound on time was reached");
  CHECK(result.at("misfit_other_seed").is_null());
  CHECK(result.at("groups").at(0).at("simulated_other_seed").is_null());
  CHECK(synthetic.read("state.json").at("evaluations").size() == 1);

  arguments.minutes.reset();
  arguments.resume = (synthetic.temporary.folder / "results/state.json").string();
  calibrate_command(arguments);
  CHECK(synthetic.text_of("state.json") == whole);
}

TEST_CASE("a bound on the time of a calibration holds for the evaluations around the best one, too" *
          doctest::test_suite("long")) {
  const Synthetic synthetic;
  CalibrateArguments arguments = synthetic.arguments(100000);
  arguments.overrides.rocks = 1500;
  arguments.minutes = 0.05;
  calibrate_command(arguments);
  const nlohmann::json result = synthetic.read("calibration.json"), state = synthetic.read("state.json");
  std::size_t made = state.at("evaluations").size();
  if (state.contains("neighbours")) made += 1 + state.at("neighbours").at("profiles").size();
  const double wall = result.at("wall_s").get<double>();
  CAPTURE(made);
  CHECK(wall < 60 * *arguments.minutes + 2.5 * wall / static_cast<double>(made));
}

TEST_CASE("a calibration replaces results of before with --force only, and continues with its own state without") {
  const Synthetic synthetic;
  const std::filesystem::path results = synthetic.temporary.folder / "results";
  CalibrateArguments arguments = synthetic.arguments(3);
  calibrate_command(arguments);
  CHECK(says(refusal_of(arguments), "state.json: exists; give --force to replace it, --resume to continue it, or"));

  // The state of an interrupted calibration.
  std::filesystem::remove(results / "calibration.json");
  CHECK(says(refusal_of(arguments), "state.json: exists; give --force"));
  arguments.resume = (results / "state.json").string();
  arguments.evaluations = 4;
  calibrate_command(arguments);
  CHECK(synthetic.read("calibration.json").at("resumed_evaluations") == 3);

  // Without a folder for the results they go to that of the state.
  arguments.out.clear();
  arguments.evaluations = 5;
  calibrate_command(arguments);
  CHECK(synthetic.read("calibration.json").at("resumed_evaluations") == 4);
  arguments.out = results.string();

  // A state of another folder does not replace the results. A calibration does not replace the scenario of the user.
  std::filesystem::rename(results / "state.json", synthetic.temporary.folder / "moved.json");
  arguments.resume = (synthetic.temporary.folder / "moved.json").string();
  CHECK(says(refusal_of(arguments), "calibration.json: exists; give --force to replace it, or another place by --out"));
  std::filesystem::remove(results / "calibration.json");
  CHECK(says(refusal_of(arguments), "scenario.toml: exists; give --force to replace it"));
  CHECK(!std::filesystem::exists(results / "calibration.json"));
  arguments = synthetic.arguments(3);
  arguments.force = true;
  calibrate_command(arguments);
  CHECK(synthetic.read("state.json").at("evaluations").size() == 3);
  CHECK(synthetic.read("calibration.json").at("resumed_evaluations") == 0);
}

#endif
