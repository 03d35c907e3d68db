// rockfall calibrate: known parameters are found again, a calibration is continued.
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

TEST_CASE("a calibration prints the warnings of its scenario once") {
  const Synthetic synthetic;
  CalibrateArguments arguments = synthetic.arguments(1);
  arguments.overrides.set = {"ground.soil_density=1.7"};
  const CapturedOutput out;
  const CapturedErrors errors;
  calibrate_command(arguments);
  const std::string warning = "warning: ground: soil_density is 1.7 kg/m3";
  const std::size_t first = errors.text.str().find(warning);
  REQUIRE(first != std::string::npos);
  CHECK(errors.text.str().find(warning, first + 1) == std::string::npos);
}

TEST_CASE("a calibration warns of observations of runs that are not released" * doctest::test_suite("long")) {
  const Synthetic synthetic;
  const std::string seen = read_all(synthetic.temporary.folder / "seen.csv");
  const auto warned = [&](const std::string& rows) {
    synthetic.temporary.write("seen.csv", seen + rows);
    return calibrate_again(synthetic).warnings;
  };
  CHECK(!says(warned(""), "not released"));
  CHECK(says(warned("r77,even,20\n"), "seen.csv:32: id: 'r77' is a run that is not released; not used"));
  CHECK(says(warned("r77,even,20\nr78,odd,\nr79,odd,3\n"),
             "'r77' is a run that is not released, as are the runs of 2 further rows; not used"));
}

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

TEST_CASE("a calibration without time tells which share of its rocks moved until the time limit") {
  const Synthetic synthetic;
  CalibrateArguments arguments = synthetic.arguments(9);
  arguments.minutes = 1e-9;
  arguments.overrides.set = {"settings.time_limit=0.5"};
  const CapturedOutput out;
  calibrate_command(arguments);
  CHECK(says(out.text.str(), ", with another seed -\n"));
  CHECK(says(out.text.str(), "note: 100.0 % of the rocks moved until the time limit"));
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

TEST_CASE("a calibration replaces results of before with --force only, and goes on with its own state without") {
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

  // A state from elsewhere does not replace them, and nor does a calibration the scenario of the user.
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

TEST_CASE("a calibration prints the difference of coordinates in metres, since their zero is arbitrary") {
  const Synthetic synthetic;
  std::string places = "id,x,y\n";
  for (int i = 0; i < run_count; ++i) places += "r" + std::to_string(i) + ",1000,0\n";
  synthetic.temporary.write("places.csv", places);
  synthetic.temporary.write(
      "s.toml", ramp_head + true_ground + "[observed]\nfile = \"places.csv\"\nrun = \"id\"\nx = \"x\"\ny = \"y\"\n");
  const CapturedOutput out;
  calibrate_command(synthetic.arguments(1));
  const std::string printed = out.text.str();
  const std::size_t deposit = printed.find("deposit x, m");
  REQUIRE(deposit != std::string::npos);
  const std::string table = printed.substr(deposit, 200);
  CHECK(says(table, "1000.00"));
  CHECK(table.find(" -9") != std::string::npos);  // the ramp ends near x = 140 m
  CHECK(table.substr(0, table.find("deposit y")).find('%') == std::string::npos);
}

TEST_CASE("a calibration prints that no observed rock left the terrain where places of rest were observed") {
  const Synthetic synthetic;
  const CapturedOutput out;
  calibrate_command(synthetic.arguments(1));
  const std::string printed = out.text.str();
  const std::size_t share = printed.find("share that left");
  REQUIRE(share != std::string::npos);
  CHECK(says(printed.substr(share, 200), "even                        15       0.0 %"));
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

TEST_CASE("what is left out is predicted only where something else was observed") {
  const Synthetic synthetic;
  std::string seen = "id,half,runout\n";
  for (int i = 0; i < run_count; ++i) {
    seen += "r" + std::to_string(i) + (i % 2 == 0 ? ",even,30\n" : ",odd,\n");
  }
  synthetic.temporary.write("seen.csv", seen);
  const CapturedOutput out;
  calibrate_command(synthetic.arguments(2));
  CHECK(says(out.text.str(), "leave-one-out error, each run"));
  CHECK(!says(out.text.str(), "leave-one-out error, each group"));
  CHECK(!synthetic.read("calibration.json").contains("leave_one_group_out"));
}

TEST_CASE("a calibration to run-outs of 0 prints errors of runs left out in metres, and no share of 0") {
  const Synthetic synthetic;
  std::string seen = "id,half,runout\n";
  for (int i = 0; i < run_count; ++i) seen += "r" + std::to_string(i) + (i % 2 == 0 ? ",even,0\n" : ",odd,0\n");
  synthetic.temporary.write("seen.csv", seen);
  const CapturedOutput out;
  calibrate_command(synthetic.arguments(2));
  const std::string printed = out.text.str();
  const std::size_t left_out = printed.find("leave-one-out error");
  REQUIRE(left_out != std::string::npos);
  const std::string errors = printed.substr(left_out, printed.find("written:") - left_out);
  CHECK(says(errors, " m (-)\n"));
  CHECK(!says(errors, "%"));
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
