// rockfall calibrate with observations that are hardly meant.
#include <doctest/doctest.h>

#if defined(ROCKFALL_HAS_NLOPT)

#include "captured_output.h"
#include "sandbox/calibration_world.h"

using namespace calibration_world;

TEST_CASE("observations of impossible size are refused with file and line") {
  const Synthetic synthetic;
  std::string table = "id,half,runout,speed,x,y\n";
  for (int i = 0; i < run_count; ++i) table += "r" + std::to_string(i) + ",all,20,9,30,0\n";
  const auto refused = [&](const std::string& row, const std::string& columns) {
    std::string seen = table;
    const std::string former = "r1,all,20,9,30,0\n";
    seen.replace(seen.find(former), former.size(), row);
    synthetic.temporary.write("seen.csv", seen);
    synthetic.temporary.write("s.toml",
                              ramp_head + true_ground + "[observed]\nfile = \"seen.csv\"\nrun = \"id\"\n" + columns);
    return refusal_of(synthetic.arguments(1));
  };
  CHECK(says(refused("r1,all,1e308,9,30,0\n", "runout = \"runout\"\n"),
             "seen.csv:3: runout: '1e308' must be at most 1e+09 in size"));
  CHECK(says(refused("r1,all,20,2e9,30,0\n", "velocity = \"speed\"\n"), "seen.csv:3: speed: '2e9' must be"));
  CHECK(says(refused("r1,all,20,2e9,30,-1e200\n", "x = \"x\"\ny = \"y\"\n"), "seen.csv:3: y: '-1e200' must be"));
}

TEST_CASE("observations next to 0 count as 0 in the misfit") {
  const Synthetic synthetic;
  std::string seen = "id,half,runout\n";
  for (int i = 0; i < run_count; ++i) seen += "r" + std::to_string(i) + (i % 2 == 0 ? ",even,1e-320\n" : ",odd,0\n");
  const CapturedOutput out;
  double misfits[2];
  for (int k = 0; k < 2; ++k) {
    if (k == 1) seen.replace(seen.find("1e-320"), 6, "1e-250");
    synthetic.temporary.write("seen.csv", seen);
    CalibrateArguments arguments = synthetic.arguments(1);
    arguments.force = true;
    calibrate_command(arguments);
    misfits[k] = synthetic.read("state.json").at("evaluations").at(0).at("misfit").get<double>();
  }
  CHECK(misfits[0] > 1);  // of run-outs in metres
  CHECK(misfits[0] < 1000);
  CHECK(misfits[0] == misfits[1]);
}

TEST_CASE("a calibration warns of places of rest outside the terrain") {
  const Synthetic synthetic;
  synthetic.temporary.write(
      "s.toml", ramp_head + true_ground + "[observed]\nfile = \"places.csv\"\nrun = \"id\"\nx = \"x\"\ny = \"y\"\n");
  const auto warned = [&](int outside) {
    std::string places = "id,x,y\n";
    for (int i = 0; i < run_count; ++i) {
      places += "r" + std::to_string(i) + (i < outside ? ",2600065,1200000\n" : ",65,0\n");
    }
    synthetic.temporary.write("places.csv", places);
    CalibrateArguments arguments = synthetic.arguments(1);
    arguments.force = true;
    const CapturedOutput out;
    const CapturedErrors errors;
    calibrate_command(arguments);
    return errors.text.str();
  };
  CHECK(!says(warned(0), "outside the terrain"));
  CHECK(says(warned(1), "places.csv:2: x: the place of rest of run 'r0' lies outside the terrain, which covers ("));
  CHECK(says(warned(run_count), "as do those of 29 further runs\n"));
}

#endif
