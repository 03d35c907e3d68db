// A scenario: the input of a run as plain data, read from a TOML file. docs/scenario.md documents the format.
#ifndef ROCKFALL_SANDBOX_SCENARIO_SCENARIO_H
#define ROCKFALL_SANDBOX_SCENARIO_SCENARIO_H

#include <rockfall/rockfall.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sandbox {

struct TerrainSpec {
  enum class Kind { file, ramp, plane };
  Kind kind = Kind::file;
  std::filesystem::path file;
  std::string crs;                ///< coordinate system, e.g. "EPSG:2056"; empty: as the file says
  std::string crs_place;          ///< where it is given, for messages
  bool reproject = false;         ///< rasters and vectors in another system are converted, not refused
  std::optional<double> nodata;   ///< value that marks holes, beside the one that the file declares
  std::optional<double> z_scale;  ///< heights of the file are multiplied by this
  double slope_deg = 40;          ///< ramp, plane: downwards along +x
  double slope_length = 135;      ///< ramp: along the slope from x = 0, m
  double head_length = 10;        ///< ramp: horizontal length of the slope above x = 0, m
  double flat_length = 150;       ///< ramp: m
  double width = 100;             ///< ramp: from y = -width/2 to width/2, m
  double cell = 2;                ///< ramp: m
  double roughness = 0;           ///< ramp: amplitude of uniform random offsets of the heights, m
  std::uint64_t seed = 1;         ///< ramp: of the roughness
  std::filesystem::path image;    ///< PNG or JPEG over the whole terrain, for display only; empty: none
};

/** Random relief over the terrain: see rf_roughness. The heights of its obstacles are members of the ground. */
struct RoughnessSpec {
  double spacing = 1;  ///< of the lattice, m
  std::uint64_t seed = 1;
};

/** Distribution of the volumes of a rock class. */
struct VolumeSpec {
  enum class Kind { lognormal, uniform, power_law };
  Kind kind = Kind::lognormal;
  double median = 1;          ///< lognormal: m3
  double sigma = 0.5;         ///< lognormal: standard deviation of ln(volume)
  double exponent = 1;        ///< power_law: number of rocks larger than V ~ V^-exponent
  double minimum = 0;         ///< m3
  double maximum = 0;         ///< m3; lognormal: 0 for none
  std::uint32_t sizes = 200;  ///< number of different volumes, at equally spaced shares of the distribution
};

struct RockSpec {
  std::string name;            ///< in tables, and for runs that name their rock
  std::string shape_place;     ///< file, line and key of shape and size, for messages; empty: not of a file
  std::string mass_place;      ///< the same of density, mass or volume
  std::string shape;           ///< name of a standard shape; empty with a file
  std::filesystem::path file;  ///< point cloud
  std::optional<std::array<double, 3>> size;
  std::uint32_t points = 32;
  std::uint64_t seed = 1;
  rf_sizing sizing = RF_SIZE_BY_DENSITY;
  double density = 2700;
  double mass = 0;
  std::optional<double> share;  ///< of the rocks; none given: the rocks are used in turn
  std::optional<VolumeSpec> volume;
};

struct GroundSpec {
  bool given = false;      ///< by a table [ground]
  std::string preset;      ///< empty if none
  std::string calibrated;  ///< which parameters were fitted to which data; empty: none
  rf_ground ground{};
  std::map<std::int32_t, std::filesystem::path> fields;  ///< rasters by rf_ground_field
  std::string preset_place;                              ///< for messages, if the command line gives the preset
  std::map<std::int32_t, std::string> places;            ///< the same by rf_ground_field
};

/** Ground by place: polygons or a raster of classes. */
struct SoilSpec {
  std::string place;           ///< file, line and key, for messages
  std::filesystem::path file;  ///< polygons, or a raster of class numbers; empty with `polygon`
  std::string layer;           ///< of a vector file; empty: the only one
  std::vector<std::array<double, 2>> polygon;
  std::string attribute;                     ///< holds the name of a class; empty: none
  std::map<std::string, std::string> names;  ///< class of the file (raster: the number) to a preset
  std::string preset;                        ///< for all polygons; empty: the ground below is kept
  std::map<std::int32_t, double> values;     ///< by rf_ground_field, after the preset
  bool forest = false;                       ///< of a table [[forest]], not [[soil]]

  bool is_class_raster() const { return !names.empty() && attribute.empty() && !file.empty(); }
};

/** A line at which crossings of rocks are recorded. */
struct LineSpec {
  std::string name;
  std::string place;           ///< file, line and key, for messages
  std::filesystem::path file;  ///< empty with `points`
  std::string layer;
  std::vector<std::array<double, 2>> points;
};

/** A scenario of a return period: blocks of some classes that fall in one event. */
struct EventSpec {
  std::string place;               ///< file, line and key, for messages
  double return_period = 0;        ///< years
  double blocks = 1;               ///< per event
  double probability = 0.01;       ///< of an energy in an event, from which on it counts for the intensity
  std::vector<std::string> rocks;  ///< names of classes; empty: all
};

/** "T100": in the names of files and layers. */
std::string event_name(const EventSpec& event);

/** A table with a start for each run: columns by name. */
struct RunsSpec {
  std::filesystem::path file;
  std::string run, x, y;
  std::string vx, vy, vz;  ///< all empty: no start velocity
  std::string rock;        ///< holds the name of a rock; empty: all rocks in turn
};

struct ReleaseSpec {
  enum class Kind { point, line, area, runs, raster, slope };
  Kind kind = Kind::point;
  std::string name;
  std::string place;                          ///< file, line and key, for messages; empty: not of a file
  double share = 1;                           ///< of the rocks, relative to the other releases
  std::filesystem::path file;                 ///< points, lines or polygons instead of `points`; raster: cells above 0
  std::string layer;                          ///< of a vector file; empty: the only one
  double slope_min = 45;                      ///< kind slope: degrees
  double slope_max = 90;                      ///< kind slope: degrees
  std::vector<std::string> rocks;             ///< names of the classes released; empty: all
  std::vector<std::array<double, 2>> points;  ///< world coordinates
  RunsSpec runs;
  std::array<double, 2> height{0.5, 0.5};
  std::array<double, 3> velocity{};
  std::array<double, 3> angular_velocity{};
  std::optional<std::array<double, 4>> orientation;  ///< none: random
};

/** Columns of measurements in the field, to compare with simulated ones. Those without a name are not measured. */
struct ObservedSpec {
  std::filesystem::path file;
  std::string run;
  std::string runout;
  std::string x, y;         ///< of the deposit, world coordinates
  std::string velocity;     ///< largest of a run
  std::string jump_height;  ///< largest of a run
  std::string group;
};

/** A ground parameter to be fitted, and its bounds. */
struct FitSpec {
  std::int32_t field = 0;  ///< rf_ground_field
  double from = 0;
  double to = 0;
  bool logarithmic = false;              ///< equal ratios count as equal distances
  std::string place = {};                ///< file, line and key, for messages; empty: not of a file
  std::optional<std::size_t> soil = {};  ///< number of its [[soil]]; none: of [ground]
};

/** Ground parameters that differ from rock to rock, uniformly distributed between the bounds of each. */
using ScatterSpec = std::vector<FitSpec>;

struct Scenario {
  std::filesystem::path file;
  std::string source;  ///< text of the file when it was read
  std::string name;
  std::string description;
  TerrainSpec terrain;
  std::optional<RoughnessSpec> roughness;
  std::set<std::int32_t> swept;  ///< rf_ground_field of numbers of the ground that take several values in a sweep
  std::vector<RockSpec> rocks;
  GroundSpec ground;
  ReleaseSpec release;
  std::vector<ReleaseSpec> further_releases;
  std::vector<SoilSpec> soils;
  std::vector<LineSpec> lines;
  std::vector<EventSpec> events;
  ScatterSpec scatter;
  std::optional<ObservedSpec> observed;
  std::vector<FitSpec> fits;  ///< of `rockfall calibrate`
  rf_settings settings{};
  std::uint32_t rock_count = 100;
  std::uint64_t seed = 1;
  double record_interval = 0.1;       ///< s between the recorded points of a trajectory
  std::vector<std::string> warnings;  ///< what is doubtful, a sentence each
};

/** A changed key of a scenario: "ground.mu_min" and "0.4"; "rock.0.density" for a table of a list. */
struct Assignment {
  std::string key;
  std::string value;  ///< as in TOML; a bare word counts as a text
};

/** Reads "KEY=VALUE". Throws InputError. */
Assignment parse_assignment(const std::string& text);

/** The value of an assignment, the same for each way to write a number: 1000 for 1e3 and +1000. Texts stay as they are,
 *  also those of digits that are no number in TOML, such as 01. */
std::string plain_value(const std::string& value);

/** Reads a scenario. Throws InputError naming file, line and key. */
Scenario read_scenario(const std::filesystem::path& file, const std::vector<Assignment>& changes = {});

/** The same from a text; `file` appears in messages, and relative file names are resolved beside it. The files that it
 * names need not exist. */
Scenario parse_scenario(const std::string& text, const std::filesystem::path& file,
                        const std::vector<Assignment>& changes = {});

/** Model and, of hard contact, scheme: "hard_contact, implicit". */
std::string model_and_scheme(const rf_settings& settings);

/** Largest time step that is accepted, s. */
constexpr double largest_time_step = 0.1;
/** Largest part of a velocity at the release that is accepted, m/s. */
constexpr double largest_release_velocity = 1000;
/** Largest time limit of a trajectory that is accepted, s. */
constexpr double largest_time_limit = 1e6;
constexpr const char* recommended_time_steps = "0.0005 to 0.005 s is recommended";
/** The text of a warning if the time step is longer than recommended; otherwise empty. */
std::string time_step_warning(const rf_settings& settings);

/** The scenario as a text from which parse_scenario makes the same scene bit by bit: terrain, rocks, ground, release
 * and number of rocks; not the settings. File names are absolute, or "assets:NAME". Throws InputError if a number does
 * not fit the format, or a name is not UTF-8. */
std::string scenario_text(const Scenario& scenario);

/** The scenario as a text that can be run: scenario_text with settings, record interval, observations, scattered and
 * fitted parameters (not those of a [[soil]]), lines and events.
 *  @param folder  where the text will lie: files inside have names relative to it; empty: all names are absolute */
std::string runnable_text(const Scenario& scenario, const std::filesystem::path& folder = {});

/** Throws InputError if the member of rf_ground has a value that makes a ground invalid whatever the others are.
 *  @param field  rf_ground_field */
void check_ground_value(std::int32_t field, double value);

/** Question whether a ground parameter was given in another unit; empty if the value is plausible in its own.
 *  @param field  rf_ground_field */
std::string unit_hint(std::int32_t field, double value);

/** Reads "FROM:TO" or "FROM:TO:log". Throws InputError. */
FitSpec parse_fit_bounds(const std::string& field, const std::string& bounds);

/** Reads "ground.FIELD=FROM:TO" or "soil.N.FIELD=FROM:TO", each with ":log" at the end for equal ratios; "ground." may
 * be missing. Throws InputError. */
FitSpec parse_fit(const std::string& text);

/** A member of rf_ground by its rf_ground_field. */
double& ground_member(rf_ground& ground, std::int32_t field);
double ground_member(const rf_ground& ground, std::int32_t field);

/** The rf_ground_field of a name; nothing if there is none. */
std::optional<std::int32_t> ground_field_of(const std::string& name);

/** The numbers of a ground preset. Throws InputError if there is no such preset. */
rf_ground ground_of_preset(const std::string& name);

/** The data folder that the environment variable ROCKFALL_DATA names; empty if it names none. */
std::filesystem::path named_data_folder();

/** Resolves a file name of a scenario: "assets:NAME" lies in the folder of the assets, "data:NAME" lies in the data
 * folder (environment variable ROCKFALL_DATA, else shared/data beside the checkout), everything else beside the
 * scenario. */
std::filesystem::path resolve(const std::filesystem::path& scenario, const std::string& name);

/** The name without "." and "..", if it is still that of the same file: behind a symbolic link to a folder it may not
 * be. */
std::filesystem::path normal_name(const std::filesystem::path& file);

/** Finds a scenario by its file name, or by its name in the folder of the assets. Throws InputError that lists these
 *  names. */
std::filesystem::path find_scenario(const std::string& name);

/** Folder of the scenarios that come with the programs. */
std::filesystem::path assets_folder();

/** The names of every rf_scheme, in its order. */
const std::vector<std::string>& scheme_names();
std::string scheme_name(std::int32_t scheme);
std::int32_t scheme_by_name(const std::string& name);

/** The names of every rf_model and every rf_rocfall_shape, in their order. */
const std::vector<std::string>& model_names();
std::int32_t model_by_name(const std::string& name);
const std::vector<std::string>& rocfall_shape_names();
/** The names of every rf_soil_law, in their order. */
const std::vector<std::string>& soil_law_names();

/** Name of the method, for headings: the scheme of the hard contact model, or the name of another model. */
std::string method_name(const rf_settings& settings);

}  // namespace sandbox
#endif
