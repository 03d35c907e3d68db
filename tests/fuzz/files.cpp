// Files of users as text: rocks from points, rasters, scenarios. What is not refused with an InputError is finite and
// in range; a scenario that is written as text gives the same text again.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "common/error.h"
#include "io/points.h"
#include "io/raster.h"
#include "scenario/scenario.h"
#include "target.h"

namespace fuzz {
namespace {

// A file of this process that exists while the input is read.
class File {
 public:
  File(const char* extension, const uint8_t* data, size_t size)
      : path_(std::filesystem::temp_directory_path() / ("rockfall_fuzz_" + std::to_string(getpid()) + extension)) {
    std::ofstream(path_, std::ios::binary)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  }
  ~File() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// Of any other exception the program ends.
template <class Call>
bool accepts(Call call) {
  try {
    call();
  } catch (const sandbox::InputError& error) {
    require(error.what()[0] != '\0', "a refusal has a message");
    return false;
  }
  return true;
}

Bytes bytes_of(const std::string& text) { return Bytes(text.begin(), text.end()); }

void run_points(const uint8_t* data, size_t size) {
  for (const char* extension : {".xyz", ".obj"}) {
    const File file(extension, data, size);
    std::vector<double> points;
    if (!accepts([&] { points = sandbox::read_points(file.path()); })) continue;
    require(points.size() % 3 == 0 && finite(points.data(), points.size()), "points that are read are finite");
    require(points.size() <= 3 * size, "no more points than the file has room for");
  }
}

std::vector<Bytes> points_seeds() {
  return {bytes_of("0 0 0\n1 0 0\n0 1 0\n0 0 1\n"), bytes_of("# a rock\n1e0, 2.5,-3\n-.5;1;1\n\n1\t2\t3\r\n4 5 6 7\n"),
          bytes_of("o rock\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1/1 2/2 3/3\n")};
}

void run_raster(const uint8_t* data, size_t size) {
  const File file(".asc", data, size);
  sandbox::Raster raster;
  if (!accepts([&] { raster = sandbox::read_raster(file.path()); })) return;
  require(raster.values.size() == static_cast<size_t>(raster.columns) * raster.rows, "a raster has all its values");
  require(raster.values.size() <= size, "no more values than the file has room for");
  const double frame[] = {raster.x0, raster.y0, raster.cell_x, raster.cell_y};
  require(finite(frame, 4) && raster.cell_x > 0 && raster.cell_y > 0, "the frame of a raster is finite");
}

std::vector<Bytes> raster_seeds() {
  return {bytes_of("ncols 3\nnrows 2\nxllcenter 0\nyllcenter 0\ncellsize 10\nNODATA_value -9999\n1 2 3\n4 -9999 6\n"),
          bytes_of("NCOLS 2\nNROWS 2\nXLLCORNER 1e5\nYLLCORNER -2e5\nDX 1\nDY 2\n1 2\n3 4\n")};
}

void run_scenario(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  sandbox::Scenario scenario;
  if (!accepts([&] { scenario = sandbox::parse_scenario(text, "s.toml"); })) return;
  require(rf_settings_check(&scenario.settings, nullptr) == RF_OK, "settings that are read are in range");
  require(rf_ground_check(&scenario.ground.ground, nullptr) == RF_OK, "a ground that is read is in range");
  std::string first, second;
  if (!accepts([&] { first = sandbox::scenario_text(scenario); })) return;
  require(accepts([&] { second = sandbox::scenario_text(sandbox::parse_scenario(first, "s.toml")); }),
          "a scenario that was written can be read");
  require(first == second, "the text of a scenario is stable");
}

std::vector<Bytes> scenario_seeds() {
  const std::string rest =
      "[[rock]]\nshape = \"eota\"\nsize = [1.0, 1.0, 0.7]\nmass = 780.0\n[[rock]]\nname = \"b\"\nfile = \"b.xyz\"\n"
      "[ground]\npreset = \"medium\"\nmu_min = 0.5\n[settings]\nscheme = \"exact\"\ntime_limit = 10.0\n"
      "[run]\nrocks = 20\nseed = 7\n[roughness]\nspacing = 0.5\n";
  return {
      bytes_of("[scenario]\nname = \"a\"\n[terrain]\nkind = \"plane\"\nslope_deg = 40.0\n" + rest +
               "[release]\nkind = \"point\"\npoints = [[5.0, -0.0]]\nvelocity = [1.0, -0.0, 0.0]\n"),
      bytes_of("[terrain]\nkind = \"ramp\"\nslope_deg = 35.0\nslope_length = 100.0\nroughness = 0.1\n" + rest +
               "[release]\nkind = \"line\"\npoints = [[5.0, 0.0], [5.0, 10.0]]\nheight_min = 1.0\nheight_max = 2.0\n"),
      bytes_of("[terrain]\nfile = \"t.asc\"\nz_scale = 2.0\n" + rest +
               "[release]\nkind = \"runs\"\nfile = \"r.csv\"\nrun = \"id\"\nx = \"x\"\ny = \"y\"\n"
               "[observed]\nfile = \"o.csv\"\nrun = \"id\"\nrunout = \"d\"\n[calibrate]\nmu_max = \"0.6:2.5\"\n")};
}

}  // namespace

const Target kPoints = {"points", run_points, points_seeds};
const Target kRaster = {"raster", run_raster, raster_seeds};
const Target kScenario = {"scenario", run_scenario, scenario_seeds};

}  // namespace fuzz

#ifdef ROCKFALL_FUZZ_TARGET_OF_FILES
ROCKFALL_FUZZ_TARGET(fuzz::ROCKFALL_FUZZ_TARGET_OF_FILES)
#endif
