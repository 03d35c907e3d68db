// rockfall calibrate: known parameters are found again, and what is written about the fit.
#include <doctest/doctest.h>

#include <cmath>

#include "captured_output.h"
#include "cli/commands.h"
#include "sandbox/temporary.h"

using namespace sandbox;

#if defined(ROCKFALL_HAS_NLOPT)

#include "sandbox/calibration_world.h"

using namespace calibration_world;

namespace {

/** Vegetation so low that no rock has its centre of mass in it. */
const char* const thin_layer = "ground.layer_height=0.001";

}  // namespace

TEST_CASE("calibrations find the parameter that made the observations, and state by how much they err" *
          doctest::test_suite("long")) {
  constexpr int calibrations = 6;
  double squared_error = 0, squared_ratio = 0;
  int determined = 0;
  for (std::uint64_t seed = 0; seed < calibrations; ++seed) {
    const Synthetic synthetic(1000 + seed);
    CalibrateArguments arguments = synthetic.arguments(20);
    arguments.overrides.set = {"run.seed=" + std::to_string(seed)};
    calibrate_command(arguments);
    const nlohmann::json result = synthetic.read("calibration.json"), &parameter = result.at("parameters").at(0);
    const double sd = parameter.at("sd_as_share_of_bounds").get<double>();
    const double error = std::log(parameter.at("value").get<double>() / 0.5) / std::log(2 / 0.1);
    squared_error += error * error / calibrations;
    squared_ratio += error / sd * (error / sd) / calibrations;
    determined += parameter.at("determined") == true;
  }
  CAPTURE(squared_ratio);
  CHECK(std::sqrt(squared_error) < 0.1);
  CHECK(std::sqrt(squared_ratio) > 0.5);
  CHECK(std::sqrt(squared_ratio) < 1.5);
  CHECK(determined == calibrations);
}

TEST_CASE(
    "a calibration writes the fitted ground as a scenario, with the fit by group and the errors of runs left out") {
  const Synthetic synthetic(1001);
  calibrate_command(synthetic.arguments(28));
  const nlohmann::json result = synthetic.read("calibration.json");
  const nlohmann::json& parameter = result.at("parameters").at(0);
  CHECK(parameter.at("name") == "contact_drag");
  CHECK(parameter.at("near_bound") == false);
  CHECK(parameter.at("value").get<double>() == doctest::Approx(0.5).epsilon(0.3));  // what made the observations
  CHECK(result.at("groups").size() == 3);
  CHECK(result.at("groups").at(2).at("group") == "all");
  CHECK(result.at("leave_one_run_out").at("each").size() == run_count);
  CHECK(result.at("leave_one_group_out").at("each").size() == 2);

  const Scenario fitted = read_scenario(synthetic.temporary.folder / "results/scenario.toml");
  CHECK(fitted.ground.ground.contact_drag == parameter.at("value").get<double>());
  CHECK(fitted.ground.ground.mu_max == 0.55);
  CHECK(fitted.settings.time_step == 0.01);
  CHECK(fitted.settings.time_limit == 25);
  CHECK(fitted.observed->runout == "runout");
  CHECK(fitted.ground.calibrated == "contact_drag to 30 runs of seen.csv by hard_contact, implicit");
  RunArguments run;
  run.scenario = (synthetic.temporary.folder / "results/scenario.toml").string();
  run.out = (synthetic.temporary.folder / "run").string();
  run.quiet = run.no_map = true;
  run_command(run);
  CHECK(says(read_all(synthetic.temporary.folder / "run/summary.json"),
             "the ground is calibrated: contact_drag to 30 runs of seen.csv by hard_contact, implicit"));
  CHECK(synthetic.text_of("calibration.png").substr(0, 8) == "\x89PNG\r\n\x1a\n");
}

TEST_CASE("a calibrated scenario names the preset that its other numbers are from") {
  const Synthetic synthetic;
  CalibrateArguments arguments = synthetic.arguments(2);
  arguments.overrides.set = {"ground.preset=ramms_soft"};
  calibrate_command(arguments);
  const Scenario fitted = read_scenario(synthetic.temporary.folder / "results/scenario.toml");
  const std::string origin =
      "contact_drag to 30 runs of seen.csv by hard_contact, implicit; other numbers: preset ramms_soft, some of which "
      "no publication confirms";
  CHECK(fitted.ground.calibrated == origin);
  arguments.scenario = (synthetic.temporary.folder / "results/scenario.toml").string();
  arguments.overrides.set.clear();
  arguments.out = (synthetic.temporary.folder / "again").string();
  calibrate_command(arguments);
  CHECK(read_scenario(synthetic.temporary.folder / "again/scenario.toml").ground.calibrated == origin);
}

TEST_CASE("a parameter without influence on the observations is named" * doctest::test_suite("long")) {
  const Synthetic synthetic;
  CalibrateArguments arguments = synthetic.arguments(80);
  arguments.fits = {"contact_drag=0.1:2:log", "ground.layer_drag=1:9"};
  arguments.overrides.set = {thin_layer};
  calibrate_command(arguments);
  const nlohmann::json result = synthetic.read("calibration.json");
  CHECK(result.at("parameters").at(0).at("determined") == true);
  CHECK(result.at("parameters").at(1).at("determined") == false);
  CHECK(says(result.at("notes").dump(), "layer_drag is not determined"));
}

TEST_CASE("a calibration whose rocks reach the time limit says so") {
  const Synthetic synthetic;
  std::string text = read_all(synthetic.temporary.folder / "s.toml");
  text.replace(text.find("time_limit = 25.0"), 17, "time_limit = 1.0");
  synthetic.temporary.write("s.toml", text);
  calibrate_command(synthetic.arguments(1));
  CHECK(says(synthetic.read("calibration.json").at("notes").dump(), "100.0 % of the rocks moved until the time limit"));
}

TEST_CASE("a calibration steps its rocks on scattered ground where the scenario has it") {
  const Synthetic synthetic;
  calibrate_command(synthetic.arguments(1));
  const nlohmann::json before = synthetic.read("state.json").at("evaluations");
  synthetic.temporary.write("s.toml",
                            read_all(synthetic.temporary.folder / "s.toml") + "[scatter]\nmu_max = \"1:9\"\n");
  CalibrateArguments arguments = synthetic.arguments(1);
  arguments.force = true;
  calibrate_command(arguments);
  CHECK(synthetic.read("state.json").at("evaluations") != before);
}

TEST_CASE("a calibration in which all evaluations agree says that the misfit does not depend on its parameters") {
  const Synthetic synthetic;
  CalibrateArguments arguments = synthetic.arguments(3);
  arguments.fits = {"ground.layer_drag=1:9"};
  arguments.overrides.set = {thin_layer};
  calibrate_command(arguments);
  CHECK(says(synthetic.read("calibration.json").at("notes").dump(), "the misfit does not depend on layer_drag"));
  const Scenario written = read_scenario(std::filesystem::path(arguments.out) / "scenario.toml");
  CHECK(written.ground.calibrated.empty());
  CHECK(written.ground.ground.layer_drag == 0);
}

TEST_CASE("a calibration fits numbers of a soil, and those of [ground] outside the soils, as a run has them") {
  const Synthetic synthetic;
  const auto scenario = synthetic.temporary.folder / "s.toml";
  synthetic.temporary.write("s.toml", read_all(scenario) +
                                          "[[soil]]\ncontact_drag = 0.3\n"
                                          "polygon = [[-9.0, -99.0], [12.0, -99.0], [12.0, 99.0], [-9.0, 99.0]]\n");
  CalibrateArguments arguments = synthetic.arguments(6);
  arguments.fits = {"soil.0.contact_drag=0.1:2:log", "contact_drag=0.1:2:log"};
  calibrate_command(arguments);
  const nlohmann::json result = synthetic.read("calibration.json");
  CHECK(result.at("parameters").at(0).at("name") == "soil.0.contact_drag");
  CHECK(result.at("parameters").at(1).at("name") == "contact_drag");
  const Scenario fitted = read_scenario(synthetic.temporary.folder / "results/scenario.toml");
  CHECK(says(fitted.ground.calibrated, "soil.0.contact_drag, contact_drag to 30 runs"));
  REQUIRE(fitted.soils.size() == 1);
  CHECK(fitted.soils[0].values.at(RF_GROUND_CONTACT_DRAG) ==
        doctest::Approx(result.at("parameters").at(0).at("value").get<double>()));
  CHECK(fitted.ground.ground.contact_drag == doctest::Approx(result.at("parameters").at(1).at("value").get<double>()));
  // Other places give other run-outs.
  CHECK(fitted.soils[0].values.at(RF_GROUND_CONTACT_DRAG) != fitted.ground.ground.contact_drag);
  const BuiltScene built(fitted);
  const RunResult run = run_rocks(built, run_options(fitted, 2, true));
  double sum = 0;
  for (std::size_t i = 0; i < run_count; ++i) sum += runout_of(run.rock_statistics[i], run.ends[i]);
  const nlohmann::json& groups = result.at("groups");
  CHECK(sum / run_count == doctest::Approx(groups.back().at("simulated").at(0).get<double>()).epsilon(1e-9));
}

TEST_CASE("a fit that ends next to one of its bounds gets a note" * doctest::test_suite("long")) {
  // Six evaluations find the bound only if the run-outs scatter as with short steps.
  const Synthetic synthetic(1001, ramp_head_of("0.005"));
  for (const char* bounds : {"contact_drag=0.65:2", "contact_drag=0.05:0.35:log"}) {
    for (const std::uint32_t evaluations : {6u, 20u}) {
      CAPTURE(bounds);
      CAPTURE(evaluations);
      CalibrateArguments arguments = synthetic.arguments(evaluations);
      arguments.fits = {bounds};
      arguments.force = true;
      calibrate_command(arguments);
      const nlohmann::json result = synthetic.read("calibration.json");
      CAPTURE(result.at("parameters").dump());
      CHECK(result.at("parameters").at(0).at("near_bound") == true);
      CHECK(says(result.at("notes").dump(), "bound: the best value may lie "));
    }
  }
}

TEST_CASE("a scenario can name the parameters to be fitted") {
  const Synthetic synthetic;
  const std::string table = "[calibrate]\nsoil_strength = \"2e6:40e6:log\"\nmu_max = \"0.5:0.9\"\n";
  const Scenario scenario = parse_scenario(ramp_head + table, synthetic.temporary.folder / "t.toml");
  REQUIRE(scenario.fits.size() == 2);
  CHECK(scenario.fits[0].field == RF_GROUND_MU_MAX);
  CHECK(scenario.fits[1].field == RF_GROUND_SOIL_STRENGTH);
  CHECK(scenario.fits[1].from == 2e6);
  CHECK(scenario.fits[1].to == 40e6);
  CHECK(scenario.fits[1].logarithmic);
  const auto parse = [&](const std::string& line) {
    return refusal([&] { parse_scenario(ramp_head + "[calibrate]\n" + line, synthetic.temporary.folder / "t.toml"); });
  };
  CHECK(says(parse("mu_max = \"1\"\n"), "calibrate.mu_max"));
  CHECK(says(parse("softness = \"1:2\"\n"), "softness"));
}

#else

TEST_CASE("without NLopt a calibration is refused with the name of the missing package") {
  const Temporary temporary;
  CalibrateArguments arguments;
  arguments.out = (temporary.folder / "results").string();
  arguments.fits = {"ground.mu_max=0.5:0.9"};
  CHECK(says(refusal([&] { calibrate_command(arguments); }), "libnlopt-cxx-dev"));
  CHECK(!std::filesystem::exists(temporary.folder / "results"));
}

#endif
