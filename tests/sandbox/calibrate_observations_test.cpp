// rockfall calibrate with observations that are hardly meant.
#include <doctest/doctest.h>

#if defined(ROCKFALL_HAS_NLOPT)

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
  double misfits[2];
  for (int k = 0; k < 2; ++k) {
    if (k == 1) seen.replace(seen.find("1e-320"), 6, "1e-250");
    synthetic.temporary.write("seen.csv", seen);
    (void)calibrate_again(synthetic);
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
    return calibrate_again(synthetic).warnings;
  };
  CHECK(!says(warned(0), "outside the terrain"));
  CHECK(says(warned(1), "places.csv:2: x: the place of rest of run 'r0' lies outside the terrain, which covers ("));
  CHECK(says(warned(run_count), "as do those of 29 further runs\n"));
}

TEST_CASE("a calibration warns of run-outs that the terrain has no room for") {
  const Synthetic synthetic;
  const auto warned = [&](int too_long, const char* runout) {
    std::string seen = "id,half,runout\n";
    for (int i = 0; i < run_count; ++i) {
      seen += "r" + std::to_string(i) + ",all," + (i < too_long ? runout : "25") + "\n";
    }
    synthetic.temporary.write("seen.csv", seen);
    return calibrate_again(synthetic).warnings;
  };
  // From (1, -15) the farthest corner of the terrain, 22.98 m of slope and 120 m of level ground, is about 151 m away.
  CHECK(!says(warned(1, "149"), "no room"));
  CHECK(says(warned(1, "1490"),
             "seen.csv:2: runout: the terrain has no room for the run-out of run 'r0': it ends at most 15"));
  CHECK(says(warned(run_count, "1490"), " m from the release; nor for those of 29 further runs\n"));
}

TEST_CASE("a calibration leaves out what was not observed on a run") {
  const Synthetic synthetic;
  synthetic.temporary.write("s.toml", ramp_head + true_ground +
                                          "[observed]\nfile = \"seen.csv\"\nrun = \"id\"\nrunout = \"runout\"\n"
                                          "velocity = \"speed\"\ngroup = \"half\"\n");
  // Run-outs of the first ten runs, largest velocities of the next ten.
  const auto calibrated = [&](const char* runout_of_others, const char* speed_of_others) {
    std::string seen = "id,half,runout,speed\n";
    for (int i = 0; i < run_count; ++i) {
      seen += "r" + std::to_string(i) + "," + (i < 10 ? "first" : "others") + ",";
      seen += std::string(i < 10 ? "25" : runout_of_others) + "," + (i >= 10 && i < 20 ? "9" : speed_of_others) + "\n";
    }
    synthetic.temporary.write("seen.csv", seen);
    return calibrate_again(synthetic);
  };
  const auto [text, warnings] = calibrated("", "");
  CHECK(says(warnings, "nothing was observed on 10 of 30 runs"));
  const auto result = synthetic.read("calibration.json");
  const auto misfit = [&] { return synthetic.read("state.json").at("evaluations").at(0).at("misfit").get<double>(); };
  const double without_others = misfit();
  for (const auto& group : result.at("groups")) {
    CAPTURE(group.dump());
    const bool first = group.at("group") == "first", all = group.at("group") == "all";
    CHECK(group.at("runs_by_kind") == nlohmann::json({first || all ? 10 : 0, first ? 0 : 10, first || all ? 10 : 0}));
    CHECK(group.at("observed").at(0).is_null() == !(first || all));
    CHECK(group.at("observed").at(1).is_null() == first);
  }
  (void)calibrated("25", "9");
  CHECK(misfit() != without_others);
  CHECK(says(refusal_of([&] {
               synthetic.temporary.write(
                   "seen.csv", std::string("id,half,runout,speed\n") + [] {
                     std::string rows;
                     for (int i = 0; i < run_count; ++i) rows += "r" + std::to_string(i) + ",a,25,\n";
                     return rows;
                   }());
               CalibrateArguments arguments = synthetic.arguments(1);
               arguments.force = true;
               return arguments;
             }()),
             "there is no largest velocity of a run that is released"));
}

TEST_CASE("a place of rest with one coordinate is refused") {
  const Synthetic synthetic;
  synthetic.temporary.write(
      "s.toml", ramp_head + true_ground + "[observed]\nfile = \"places.csv\"\nrun = \"id\"\nx = \"x\"\ny = \"y\"\n");
  std::string places = "id,x,y\n";
  for (int i = 0; i < run_count; ++i) places += "r" + std::to_string(i) + (i == 4 ? ",65,\n" : ",65,0\n");
  synthetic.temporary.write("places.csv", places);
  CHECK(
      says(refusal_of(synthetic.arguments(1)), "places.csv:6: y: a place of rest needs both coordinates, or neither"));
}

#endif
