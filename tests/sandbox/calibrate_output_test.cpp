// rockfall calibrate: what it prints.
#include <doctest/doctest.h>

#include <string>

#include "sandbox/captured_output.h"

#if defined(ROCKFALL_HAS_NLOPT)

#include "sandbox/calibration_world.h"

using namespace calibration_world;

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

TEST_CASE("runs with an empty cell in the column of groups belong to no group of a calibration") {
  const Synthetic synthetic;
  std::string seen = "id,half,runout\n";
  for (int i = 0; i < run_count; ++i) {
    const char* group = i % 3 == 0 ? "" : i % 3 == 1 ? "first" : "second";
    seen += "r" + std::to_string(i) + "," + group + ",30\n";
  }
  synthetic.temporary.write("seen.csv", seen);
  const CapturedOutput out;
  calibrate_command(synthetic.arguments(2));
  const nlohmann::json result = synthetic.read("calibration.json");
  CHECK(result.at("groups").size() == 3);
  const nlohmann::json& left_out = result.at("leave_one_group_out").at("each");
  REQUIRE(left_out.size() == 2);
  CHECK(left_out.at(0).dump().find("first") != std::string::npos);
  CHECK(left_out.at(1).dump().find("second") != std::string::npos);
  CHECK(says(out.text.str(), "(rms over 2)"));
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

TEST_CASE("a calibration without time notes which share of its rocks moved until the time limit") {
  const Synthetic synthetic;
  CalibrateArguments arguments = synthetic.arguments(9);
  arguments.minutes = 1e-9;
  arguments.overrides.set = {"settings.time_limit=0.5"};
  const CapturedOutput out;
  calibrate_command(arguments);
  CHECK(says(out.text.str(), ", with another seed -\n"));
  CHECK(says(out.text.str(), "note: 100.0 % of the rocks moved until the time limit"));
}

#endif
