#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "captured_output.h"
#include "cli/commands.h"
#include "common/text.h"
#include "run/statistics.h"
#include "slope.h"
#include "temporary.h"

namespace {

nlohmann::json read_json(const std::filesystem::path& file) {
  std::ifstream stream(file);
  return nlohmann::json::parse(stream);
}

/** A scenario with two observed runs, one of each of two groups: big and small. */
sandbox::RunArguments observed_runs(const Temporary& temporary) {
  temporary.write("runs.csv", "id,x,y,block\na,0,0,small\nb,1,2,big\n");
  temporary.write("seen.csv", "id,runout,block\na,20,small\nb,30,big\n");
  std::string text = slope;
  const std::string line = "kind = \"line\"\npoints = [[0.0, -5.0], [0.0, 5.0]]\n";
  text.replace(text.find(line), line.size(),
               "kind = \"runs\"\nfile = \"runs.csv\"\nrun = \"id\"\nx = \"x\"\ny = \"y\"\nrock = \"block\"\n");
  const std::string rock = "[[rock]]\nshape = \"eota221\"\nmass = 780.0\ndensity = 2700.0\n";
  text.replace(text.find(rock), rock.size(),
               "[[rock]]\nname = \"big\"\nshape = \"box\"\n[[rock]]\nname = \"small\"\nshape = \"box\"\n"
               "size = [0.3, 0.4, 0.5]\n");
  text += "[observed]\nfile = \"seen.csv\"\nrun = \"id\"\nrunout = \"runout\"\ngroup = \"block\"\n";
  sandbox::RunArguments arguments;
  arguments.scenario = temporary.write("s.toml", text).string();
  arguments.out = (temporary.folder / "results").string();
  arguments.quiet = arguments.no_map = true;
  return arguments;
}

}  // namespace

TEST_CASE("trajectories are recorded from the start to the end") {
  const Temporary temporary;
  const sandbox::BuiltScene built(sandbox::read_scenario(temporary.write("s.toml", slope)));
  const sandbox::RunResult result = run(built, 1);
  REQUIRE(result.tracks.size() == 3);
  CHECK(result.tracks[0].front().time == 0);
  CHECK(result.tracks[0].back().position[0] == result.ends[0].position[0]);
}

TEST_CASE("the summary holds all settings, the ground and the overrides") {
  const Temporary temporary;
  sandbox::RunArguments arguments;
  arguments.scenario = temporary.write("s.toml", slope).string();
  arguments.out = (temporary.folder / "results").string();
  arguments.overrides.set = {"settings.soil_law=face_pressure", "ground.soil_strength=3e6", "settings.gravity=5",
                             "settings.time_limit=50"};
  arguments.overrides.rocks = 2;
  arguments.no_map = arguments.quiet = true;
  sandbox::run_command(arguments);
  const auto json = read_json(temporary.folder / "results/summary.json");
  const auto& settings = json.at("settings");
  CHECK(settings.at("soil_law") == "face_pressure");
  CHECK(settings.at("gravity") == 5);
  CHECK(settings.at("time_limit") == 50);
  CHECK(settings.at("scheme") == "implicit");
  CHECK(settings.at("solver_sweeps") == 200);
  CHECK(settings.at("scar_length") == 2);
  CHECK(settings.size() == 12);  // the members of rf_settings but struct_size
  const auto& ground = json.at("ground");
  CHECK(ground.at("preset") == json.at("ground_preset"));
  CHECK(ground.at("soil_strength") == 3e6);
  CHECK(ground.size() == RF_GROUND_FIELD_COUNT + 1);
  const auto& overrides = json.at("overrides");
  CHECK(overrides.at("set") == arguments.overrides.set);
  CHECK(overrides.at("rocks") == 2);
  CHECK(overrides.at("seed").is_null());
}

TEST_CASE("a release beside the terrain is refused with its first rock, whatever the number of threads") {
  const Temporary temporary;
  std::string text = slope;
  const std::string release = "[release]";
  text.replace(text.find(release), release.size(), "[[release]]");
  text += "[[release]]\nkind = \"point\"\npoints = [5000.0, 0.0]\n";
  const sandbox::BuiltScene built(sandbox::read_scenario(temporary.write("s.toml", text)));
  sandbox::RunOptions options;
  options.rocks = 24;
  options.threads = 1;
  options.quiet = true;
  const std::string first = refusal([&] { sandbox::run_rocks(built, options); });
  CHECK(says(first, "release.points: release of rock "));
  for (unsigned attempt = 0; attempt < 50; ++attempt) {
    options.threads = 2 + attempt % 7;
    REQUIRE(refusal([&] { sandbox::run_rocks(built, options); }) == first);
  }
}

TEST_CASE("the run command writes complete files with the documented keys") {
  const Temporary temporary;
  sandbox::RunArguments arguments;
  arguments.scenario = temporary.write("s.toml", slope).string();
  arguments.out = (temporary.folder / "results").string();
  arguments.trajectories = true;
  arguments.quiet = true;
  sandbox::run_command(arguments);
  const auto json = read_json(temporary.folder / "results/summary.json");
  CHECK(json.at("rocks") == 24);
  CHECK(json.at("steps") > 0);
  CHECK(json.at("wall_s") > 0);
  CHECK(json.at("ns_per_rock_step") > 0);
  CHECK(json.at("work_limited_steps") == 0);
  for (const char* weighting : {"distance_weighted", "time_weighted"}) {
    for (const char* key : {"kinetic_energy_J", "velocity_m_s", "rotation_rot_s", "jump_height_m"}) {
      CHECK(json.at(weighting).at(key).at("mean") > 0);
      CHECK(json.at(weighting).at(key).at("sd") > 0);
    }
  }
  for (const char* key : {"mean", "sd", "q50", "q95", "max"}) {
    CHECK(json.at("runout_m").at(key) > 0);
    CHECK(json.at("lateral_m").at(key) >= 0);
  }
  std::uint32_t ended = 0;
  for (const auto& [reason, count] : json.at("ended").items()) ended += count.get<std::uint32_t>();
  CHECK(ended == 24);
  const std::string png = read_all(temporary.folder / "results/map.png");
  CHECK(png.substr(0, 8) == std::string("\x89PNG\r\n\x1a\n"));
  const auto width = static_cast<unsigned char>(png[18]) * 256 + static_cast<unsigned char>(png[19]);
  CHECK(width >= 1200);
  const std::string deposits = read_all(temporary.folder / "results/deposits.csv");
  CHECK(std::count(deposits.begin(), deposits.end(), '\n') == 25);
  CHECK(read_all(temporary.folder / "results/trajectories.csv").size() > 1000);
  for (const auto& entry : std::filesystem::directory_iterator(temporary.folder / "results")) {
    CHECK(entry.path().filename().string().rfind(".part", 0) != 0);  // see output_file.cpp
  }
}

TEST_CASE("the points of trajectories have the depth of the scar that the rock is in") {
  const Temporary temporary;
  sandbox::RunArguments arguments;
  arguments.scenario = temporary.write("s.toml", slope).string();
  arguments.overrides.set = {"ground.preset=\"medium_soft\"", "run.record_interval=0.01"};
  arguments.out = (temporary.folder / "results").string();
  arguments.trajectories = arguments.quiet = true;
  sandbox::run_command(arguments);
  std::istringstream lines(read_all(temporary.folder / "results/trajectories.csv"));
  std::string line;
  REQUIRE(std::getline(lines, line));
  CHECK(line.substr(line.rfind(',')) == ",scar_depth_m");
  int in_soil = 0, outside = 0;
  while (std::getline(lines, line)) {
    const double depth = std::stod(line.substr(line.rfind(',') + 1));
    CHECK(depth >= 0);
    CHECK(depth < 1);
    ++(depth > 0 ? in_soil : outside);
  }
  CHECK(in_soil > 100);
  CHECK(outside > 100);
}

TEST_CASE("runs from a table are compared with the observed run-outs") {
  const Temporary temporary;
  sandbox::RunArguments arguments = observed_runs(temporary);
  arguments.overrides.rocks = 10;
  sandbox::run_command(arguments);
  const auto observed = read_json(temporary.folder / "results/summary.json").at("observed");
  CHECK(observed.at("all").at("observed_runout_m").at("mean") == 25);
  CHECK(observed.at("all").at("simulated_runout_of_stopped_m").at("mean") > 0);
  CHECK(observed.at("all").at("rocks") == 10);
  CHECK(observed.at("groups").size() == 2);
  CHECK(observed.at("groups").at(0).at("group") == "big");
  CHECK(observed.at("groups").at(0).at("runs") == 1);
  CHECK(observed.at("groups").at(0).at("rocks") == 5);
  const std::string page = sandbox::read_text(temporary.folder / "results/report.html");
  CHECK(says(page, "<h2>Observed run-outs</h2>"));
  CHECK(says(page, "<td>big</td><td>1</td>"));
  CHECK(says(page, "<td>all runs</td><td>2</td><td>25 ("));
}

TEST_CASE("a run whose run-out was not observed is left out of the comparison, with a warning") {
  const Temporary temporary;
  sandbox::RunArguments arguments = observed_runs(temporary);
  arguments.force = true;
  arguments.overrides.rocks = 4;
  temporary.write("seen.csv", "id,runout,block\na,20,small\nb,,big\n");
  {
    const CapturedOutput out;
    const CapturedErrors errors;
    sandbox::run_command(arguments);
    CHECK(says(errors.text.str(), "no run-out was observed on 1 of 2 runs"));
  }
  const auto observed = read_json(temporary.folder / "results/summary.json").at("observed");
  CHECK(observed.at("all").at("observed_runout_m").at("mean") == 20);
  CHECK(observed.at("all").at("runs") == 1);
  CHECK(observed.at("all").at("rocks") == 2);
  CHECK(observed.at("groups").size() == 1);
  temporary.write("seen.csv", "id,runout,block\na,,small\nb,,big\n");
  CHECK_THROWS_WITH_AS(sandbox::run_command(arguments),
                       doctest::Contains("there is no run-out of a run that is released"), sandbox::InputError);
}

TEST_CASE("observed run-outs count as often as the run has rocks, and not without a rock") {
  const Temporary temporary;
  sandbox::RunArguments arguments = observed_runs(temporary);
  arguments.force = true;
  const auto observed_with = [&](std::uint32_t rocks, std::string& warnings) {
    arguments.overrides.rocks = rocks;
    const CapturedOutput out;
    const CapturedErrors errors;
    sandbox::run_command(arguments);
    warnings = errors.text.str();
    return read_json(temporary.folder / "results/summary.json").at("observed");
  };
  std::string warnings;
  const auto three = observed_with(3, warnings);
  CHECK(three.at("all").at("observed_runout_m").at("mean").get<double>() == doctest::Approx((20 + 20 + 30) / 3.0));
  CHECK(three.at("all").at("runs_with_rocks") == 2);
  CHECK_FALSE(says(warnings, "have no rock"));
  const auto one = observed_with(1, warnings);
  CHECK(one.at("all").at("observed_runout_m").at("mean") == 20);
  CHECK(one.at("all").at("runs") == 2);
  CHECK(one.at("all").at("runs_with_rocks") == 1);
  CHECK(one.at("groups").at(0).at("observed_runout_m").is_null());
  CHECK(says(warnings, "1 of 2 runs has no rock"));
  CHECK(says(read_all(temporary.folder / "results/report.html"), "1 of 2 runs has no rock"));
}

TEST_CASE("a group of observed runs may have the name all") {
  const Temporary temporary;
  sandbox::RunArguments arguments = observed_runs(temporary);
  temporary.write("seen.csv", "id,runout,block\na,20,small\nb,30,all\n");
  arguments.overrides.rocks = 10;
  sandbox::run_command(arguments);
  const auto observed = read_json(temporary.folder / "results/summary.json").at("observed");
  CHECK(observed.at("all").at("runs") == 2);
  REQUIRE(observed.at("groups").size() == 2);
  CHECK(observed.at("groups").at(0).at("group") == "all");
  CHECK(observed.at("groups").at(0).at("observed_runout_m").at("mean") == 30);
}

TEST_CASE("an observed run with an empty cell in the column of groups belongs to no group") {
  const Temporary temporary;
  sandbox::RunArguments arguments = observed_runs(temporary);
  temporary.write("seen.csv", "id,runout,block\na,20,\nb,30,big\n");
  arguments.overrides.rocks = 10;
  const CapturedOutput out;
  sandbox::run_command(arguments);
  const auto observed = read_json(temporary.folder / "results/summary.json").at("observed");
  CHECK(observed.at("all").at("runs") == 2);
  REQUIRE(observed.at("groups").size() == 1);
  CHECK(observed.at("groups").at(0).at("group") == "big");
}

TEST_CASE("observations that do not match the runs are refused or reported before a rock starts") {
  const Temporary temporary;
  const sandbox::RunArguments arguments = observed_runs(temporary);
  temporary.write("seen.csv", "id,runout,block\na,20,small\n");
  CHECK(says(refusal([&] { sandbox::run_command(arguments); }), "seen.csv: no observation of run 'b'"));
  temporary.write("seen.csv", "id,runout,block\na,20,small\nb,far,big\n");
  CHECK(says(refusal([&] { sandbox::run_command(arguments); }), "seen.csv:3"));
  temporary.write("seen.csv", "id,runout,block\na,20,small\nb,-5,big\n");
  CHECK(says(refusal([&] { sandbox::run_command(arguments); }), "the run-out is negative"));
  sandbox::RunArguments misspelt = arguments;
  misspelt.overrides.set = {"observed.velocity=speed"};
  CHECK(says(refusal([&] { sandbox::run_command(misspelt); }), "no column 'speed'"));
  CHECK_FALSE(std::filesystem::exists(arguments.out));
  temporary.write("seen.csv", "id,runout,block\na,20,small\nb,30,big\nc,5,big\n");
  std::string warnings;
  {
    const CapturedOutput out;
    const CapturedErrors errors;
    sandbox::run_command(arguments);
    warnings = errors.text.str();
  }
  CHECK(says(warnings, "'c' is a run that is not released; not used"));
  CHECK(says(read_all(temporary.folder / "results/report.html"), "'c' is a run that is not released"));
}

TEST_CASE("run-outs of groups in which no rock stopped, or without a rock, are absent from the results") {
  const Temporary temporary;
  sandbox::RunArguments arguments = observed_runs(temporary);
  arguments.overrides.rocks = 1;
  arguments.overrides.set = {"settings.time_limit=0.5"};
  std::string text;
  {
    const CapturedOutput out;
    sandbox::run_command(arguments);
    text = out.text.str();
  }
  const auto observed = read_json(temporary.folder / "results/summary.json").at("observed");
  CHECK(observed.at("all").at("simulated_runout_m").is_object());
  CHECK(observed.at("all").at("simulated_runout_of_stopped_m").is_null());
  const auto& without_rock = observed.at("groups").at(0);
  CHECK(without_rock.at("rocks") == 0);
  for (const char* key :
       {"observed_runout_m", "simulated_runout_m", "simulated_runout_of_stopped_m", "left_terrain_share"}) {
    CHECK(without_rock.at(key).is_null());
  }
  // Words of the lines of the table, from the observed values on.
  const auto runouts_of = [&](const std::string& name) {
    const std::size_t from = text.find("\n" + name + " ") + 1;
    const std::string line = text.substr(from, text.find('\n', from) - from);
    const auto words = sandbox::split_words(line);
    std::vector<std::string> rest(words.begin() + 2, words.end());
    return sandbox::join(rest, " ");
  };
  CHECK(runouts_of("big") == "- - - -");
  CHECK(says(runouts_of("all runs"), "(0.0) - 0.0 %"));
}

TEST_CASE("a run on a calibrated preset names its calibrated numbers and what they were calibrated to") {
  const Temporary temporary;
  sandbox::RunArguments arguments;
  arguments.scenario = temporary.write("s.toml", slope).string();
  arguments.out = (temporary.folder / "results").string();
  arguments.overrides.rocks = 1;
  arguments.force = arguments.quiet = arguments.no_map = true;
  const auto notes_on = [&](const std::vector<std::string>& changes) {
    const CapturedOutput out;
    arguments.overrides.set = changes;
    sandbox::run_command(arguments);
    return out.text.str();
  };
  const std::string notes = notes_on({"ground.preset=alpine_meadow"});
  CHECK(says(notes,
             "note: the ground preset alpine_meadow (steep alpine meadow: calibrated to measured run-outs of blocks of "
             "40 to 79 kg) has calibrated parameters, mu_min, rolling_resistance, soil_strength, soil_drag, "
             "soil_drag_rotation, and assumed parameters that no publication confirms; rockfall ground alpine_meadow "
             "lists their sources\n"));
  CHECK(says(notes, ": 1 rock, "));
  CHECK(!says(notes_on({"ground.preset=medium"}), "calibrated"));
  CHECK(!says(notes_on({"ground.preset=alpine_meadow", "settings.model=rocfall_lumped"}), "calibrated parameters"));
  CHECK(says(notes_on({"ground.preset=ramms_hard"}), "the ground preset ramms_hard has assumed parameters"));
  CHECK(!says(notes_on({"ground.preset=ramms_extra_hard"}), "note: the ground preset"));
}

TEST_CASE("quantiles are interpolated, also of a single value") {
  CHECK(sandbox::quantile({1, 2, 3, 4}, 0.5) == 2.5);
  CHECK(sandbox::quantile({7}, 0.95) == 7);
  const sandbox::Spread spread = sandbox::spread_of({1, 3});
  CHECK(spread.mean == 2);
  CHECK(spread.sd == 1);
  CHECK(spread.max == 3);
}
