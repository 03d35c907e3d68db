// A calibration whose true parameter is known. Needs NLopt.
#ifndef ROCKFALL_TESTS_SANDBOX_CALIBRATION_WORLD_H
#define ROCKFALL_TESTS_SANDBOX_CALIBRATION_WORLD_H

#include <doctest/doctest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "cli/commands.h"
#include "run/statistics.h"
#include "sandbox/captured_output.h"
#include "sandbox/temporary.h"

namespace calibration_world {

using namespace sandbox;

constexpr int run_count = 30;

/** A ramp of 40 degrees with a flat end; every run has a place of its own. */
inline std::string ramp_head_of(const std::string& time_step) {
  return "[terrain]\nkind = \"ramp\"\nslope_deg = 40.0\nslope_length = 30.0\nflat_length = 120.0\nwidth = 80.0\n"
         "roughness = 0.25\nseed = 3\n"
         "[[rock]]\nshape = \"box\"\nsize = [0.6, 0.5, 0.4]\n"
         "[release]\nkind = \"runs\"\nfile = \"runs.csv\"\nrun = \"id\"\nx = \"x\"\ny = \"y\"\nheight = 0.3\n"
         "[settings]\ntime_step = " +
         time_step + "\ntime_limit = 25.0\n[run]\nrocks = 30\nseed = 7\n";
}
/** With a long time step, so that a calibration takes little time. */
inline const std::string ramp_head = ramp_head_of("0.01");
inline const std::string observed_table =
    "[observed]\nfile = \"seen.csv\"\nrun = \"id\"\nrunout = \"runout\"\ngroup = \"half\"\n";
inline const std::string true_ground =
    "[ground]\nmu_min = 0.35\nmu_max = 0.55\nkappa = 1.0\nbeta = 20.0\ncontact_drag = 0.5\n"
    "contact_drag_height = 1.0\n";

inline std::string run_table() {
  std::ostringstream text;
  text << "id,x,y\n";
  for (int i = 0; i < run_count; ++i) text << "r" << i << "," << 1 + 0.1 * (i % 10) << "," << -15 + i << "\n";
  return text.str();
}

/** Run-outs of one rock for each run with the true ground and a seed of its own. */
inline std::string simulated_observations(const Temporary& temporary, std::uint64_t seed) {
  const Scenario truth = read_scenario(temporary.folder / "truth.toml");
  const BuiltScene built(truth);
  RunOptions options = run_options(truth, 1, true);
  options.seed = seed;
  const RunResult result = run_rocks(built, options);
  std::ostringstream text;
  text << "id,half,runout\n";
  for (std::size_t i = 0; i < run_count; ++i) {
    REQUIRE(result.ends[i].end == RF_ENDED_STOPPED);
    text << built.run_name(i) << "," << (i % 2 == 0 ? "even" : "odd") << ","
         << runout_of(result.rock_statistics[i], result.ends[i]) << "\n";
  }
  return text.str();
}

/** The same, simulated once for each scenario and seed. */
inline const std::string& observed_by_simulation(const Temporary& temporary, std::uint64_t seed) {
  static std::map<std::string, std::string> known;
  const std::string key = read_all(temporary.folder / "truth.toml") + std::to_string(seed);
  const auto found = known.find(key);
  if (found != known.end()) return found->second;
  return known.emplace(key, simulated_observations(temporary, seed)).first->second;
}

/** A folder with the observations of the true ground and a scenario that starts from a wrong one. */
struct Synthetic {
  Temporary temporary;

  explicit Synthetic(std::uint64_t observed_seed = 99, const std::string& head = ramp_head) {
    temporary.write("runs.csv", run_table());
    temporary.write("truth.toml", head + true_ground);
    temporary.write("seen.csv", observed_by_simulation(temporary, observed_seed));
    std::string ground = true_ground;
    ground.replace(ground.find("contact_drag = 0.5"), 18, "contact_drag = 1.5");
    temporary.write("s.toml", head + ground + observed_table);
  }
  CalibrateArguments arguments(std::uint32_t evaluations) const {
    CalibrateArguments arguments;
    arguments.scenario = (temporary.folder / "s.toml").string();
    arguments.out = (temporary.folder / "results").string();
    arguments.fits = {"ground.contact_drag=0.1:2:log"};
    arguments.evaluations = evaluations;
    arguments.threads = 2;
    arguments.quiet = true;
    return arguments;
  }
  nlohmann::json read(const std::string& name) const {
    std::ifstream file(temporary.folder / "results" / name);
    return nlohmann::json::parse(file);
  }
  std::string text_of(const std::string& name) const {
    std::ifstream file(temporary.folder / "results" / name);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }
};

inline std::string refusal_of(const CalibrateArguments& arguments) {
  return refusal([&] { calibrate_command(arguments); });
}

struct Printed {
  std::string text, warnings;
};

/** What a calibration of one evaluation prints. It replaces earlier results. */
inline Printed calibrate_again(const Synthetic& synthetic) {
  CalibrateArguments arguments = synthetic.arguments(1);
  arguments.force = true;
  const CapturedOutput out;
  const CapturedErrors errors;
  calibrate_command(arguments);
  return {out.text.str(), errors.text.str()};
}

}  // namespace calibration_world

#endif
