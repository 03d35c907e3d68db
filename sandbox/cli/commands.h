// The subcommands of the program, without their argument parsing.
#ifndef ROCKFALL_SANDBOX_CLI_COMMANDS_H
#define ROCKFALL_SANDBOX_CLI_COMMANDS_H

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "scenario/overrides.h"

namespace sandbox {

struct RunArguments {
  std::string scenario = "mountain";
  std::string out;  ///< empty: out/NAME
  ScenarioOverrides overrides;
  unsigned threads = 0;  ///< 0: as many as the machine has
  bool trajectories = false;
  bool rasters = false;
  double raster_cell = 2;      ///< m
  double sample_distance = 0;  ///< m; 0: points of trajectories by time
  bool no_map = false;
  bool quiet = false;
  bool force = false;      ///< older results are replaced
  std::string until;       ///< "reach=0.01": ends when this confidence is reached; empty: all rocks
  std::string checkpoint;  ///< file to save finished rocks to and to continue from; empty: none
  std::string shard;       ///< "2/4": the second quarter of the rocks, into a file for merge_command; empty: all
};

/** Runs a scenario, prints the table and writes the files. Throws InputError or RunError. */
void run_command(const RunArguments& arguments);

struct CompareArguments {
  std::string scenario = "mountain";
  std::string out;  ///< empty: out/NAME-models
  ScenarioOverrides overrides;
  unsigned threads = 0;  ///< 0: as many as the machine has
  bool no_picture = false;
  bool quiet = false;
  bool force = false;  ///< older results are replaced
};

/** Runs a scenario through every model from the same releases, prints them side by side and writes tables and picture.
 *  Throws InputError or RunError. */
void compare_command(const CompareArguments& arguments);

struct CalibrateArguments {
  std::string scenario;
  std::string out;  ///< empty: the folder of the file to resume; without one out/NAME-calibration
  ScenarioOverrides overrides;
  std::vector<std::string> fits;  ///< "ground.FIELD=FROM:TO[:log]", beside those of the scenario
  std::string optimiser = "sbplx";
  std::uint32_t evaluations = 150;
  std::optional<double> minutes;
  std::string resume;    ///< file of the evaluations of a former run; empty: begin anew
  unsigned threads = 0;  ///< 0: as many as the machine has
  bool quiet = false;
  bool force = false;  ///< older results are replaced
};

/** Names of the optimisers of calibrate_command. */
const std::vector<std::string>& calibrate_optimisers();

/** Fits ground parameters to the observations of a scenario, prints the result and writes the files. Throws InputError
 *  or RunError. */
void calibrate_command(const CalibrateArguments& arguments);

struct MergeArguments {
  std::vector<std::string> parts;  ///< files of --shard, or folders with them
  std::string out;                 ///< empty: out/NAME
  bool no_map = false;             ///< no pictures, also where the parts were made without this
  bool force = false;              ///< older results are replaced
};

/** Unites the parts of a campaign and writes what run_command on one machine writes. Throws InputError or RunError. */
void merge_command(const MergeArguments& arguments);

struct SweepArguments {
  std::string scenario = "mountain";
  std::string out;  ///< empty: the folder of the file to resume; without one out/NAME-sweep
  ScenarioOverrides overrides;
  std::vector<std::string> vary;  ///< see parse_axis
  std::uint32_t latin = 0;        ///< points of a Latin hypercube; 0: all combinations
  std::string resume;             ///< file of the runs of an interrupted sweep; empty: begin anew
  unsigned threads = 0;           ///< 0: as many as the machine has
  bool quiet = false;
  bool force = false;  ///< older results are replaced
};

/** Runs a scenario with different parameters and the same random numbers: table and picture. Throws InputError or
 *  RunError. */
void sweep_command(const SweepArguments& arguments);

struct SampleArguments {
  std::string name = "valley";
  std::string out = "valley";  ///< folder
  double cell = 2;             ///< of the terrain, m
  std::uint32_t rocks = 1000;
  bool force = false;  ///< older files are replaced
};

/** Writes a scenario with terrain, soils, forest, sources and lines to begin with. Throws InputError or RunError. */
void sample_command(const SampleArguments& arguments);

struct RecordArguments {
  std::string scenario = "mountain";
  std::string out;
  ScenarioOverrides overrides;
  std::optional<std::uint64_t> steps;  ///< none: until all rocks have ended
  std::uint32_t hash_every = 1;
  std::uint32_t states_every = 100;
  std::uint32_t keyframes = 16;  ///< budget, MB
  unsigned threads = 0;          ///< 0: as many as the machine has
  bool quiet = false;
  bool force = false;  ///< an older recording is replaced
};

/** Steps the rocks of a scenario together and records it. Throws InputError or RunError. */
void record_command(const RecordArguments& arguments);

struct ReplayArguments {
  std::string file;
  std::string scenario;                  ///< empty: the one that the recording names
  std::string log;                       ///< empty: FILE.log
  std::optional<std::uint64_t> disturb;  ///< number of steps after which the replay is disturbed
  unsigned threads = 0;
  bool force = false;  ///< an older log is replaced
  bool quiet = false;
};

/** Replays a recording and says whether all bits were the same; if not, writes a log. Throws InputError where the
 *  recording cannot be replayed, RunError. */
bool replay_command(const ReplayArguments& arguments);

struct ShapeArguments {
  std::string shape;  ///< a file or the name of a standard shape
  std::optional<double> density;
  std::optional<double> mass;
  std::string size;  ///< "x,y,z"; empty: as the file or the shape says
  std::optional<std::uint32_t> points;
  std::optional<std::uint64_t> seed;
};

/** Prints the mass properties of a rock. Throws InputError. */
void shape_command(const ShapeArguments& arguments);

struct PlausibilityArguments {
  std::string out = "out/plausibility";  ///< folder of the results
  unsigned threads = 0;                  ///< 0: as many as the machine has
  bool quick = false;                    ///< fewer rocks
  bool force = false;                    ///< older results are replaced
};

/** Compares ramps and drops on the ground presets with real slopes: tables, plausibility.json and pictures. True if no
 *  requirement fails. Throws InputError or RunError. */
bool plausibility_command(const PlausibilityArguments& arguments);

struct GroundArguments {
  std::string name;  ///< of a ground preset; empty: all
  bool json = false;
  bool markdown = false;  ///< a table with a row per preset
};

/** Prints every number of ground presets with its unit, status and source. Throws InputError. */
void ground_command(const GroundArguments& arguments, std::ostream& out);

struct SpinArguments {
  std::string out = "spin.png";  ///< plot; empty: none
  std::string only;              ///< name of the one scheme to run without comparison; empty: the comparison
  std::uint32_t steps = 1000000;
  bool force = false;  ///< an older plot is replaced
  bool quiet = false;
};

/** Compares the rotation schemes: table, and plot of cost against error. Throws InputError or RunError. */
void spin_command(const SpinArguments& arguments);

}  // namespace sandbox
#endif
