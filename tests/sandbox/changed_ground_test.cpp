// A built scene takes another ground over the same terrain without its files.
#include <doctest/doctest.h>

#include <functional>
#include <sstream>

#include "calibrate/simulation.h"
#include "run/part_file.h"
#include "run/run.h"
#include "scenario/scene_builder.h"
#include "temporary.h"

namespace {

namespace fs = std::filesystem;

constexpr int columns = 60, rows = 20;

/** Nodes of 1 m from (100, 200) on; x and y count from there. */
std::string grid_of(const std::function<double(int x, int y)>& value) {
  std::ostringstream text;
  text << "ncols " << columns << "\nnrows " << rows << "\nxllcenter 100\nyllcenter 200\ncellsize 1\n"
       << "nodata_value -9999\n";
  for (int y = rows - 1; y >= 0; --y) {
    for (int x = 0; x < columns; ++x) text << value(x, y) << " ";
    text << "\n";
  }
  return text.str();
}

const std::string with_preset = "[[soil]]\nfile = \"left.geojson\"\npreset = \"soft\"\nmu_max = 0.9\n";
const std::string of_classes =
    "[[soil]]\nfile = \"classes.asc\"\nmu_min = 0.3\n[soil.classes]\n1 = \"hard\"\n2 = \"medium\"\n";
const std::string everywhere =
    "[[soil]]\nkappa = 0.5\npolygon = [[0.0, 0.0], [999.0, 0.0], [999.0, 999.0], [0.0, 999.0]]\n";

/** A slope with a hole, a raster of the ground, and soils from polygons and from a raster of classes. */
fs::path write_scenario(const Temporary& temporary) {
  temporary.write("heights.asc", grid_of([](int x, int y) {
                    if (x > 55 && y > 15) return -9999.0;
                    return 300 - (x < 35 ? 0.8 * x : 28 + 0.1 * (x - 35)) + 0.1 * (x * y % 3);
                  }));
  temporary.write("drag.asc", grid_of([](int x, int y) { return 0.2 + 0.01 * x + 0.003 * y; }));
  temporary.write("classes.asc", grid_of([](int x, int y) { return x > 40 ? 1 : y > 10 && x > 20 ? 2 : -9999.0; }));
  temporary.write("left.geojson", R"({"type":"FeatureCollection","features":[)"
                                  R"({"type":"Feature","properties":{"beta":30},"geometry":{"type":"Polygon",)"
                                  R"("coordinates":[[[90,190],[112,190],[112,230],[90,230],[90,190]],)"
                                  R"([[104,204],[107,204],[107,208],[104,208],[104,204]]]}}]})");
  temporary.write("runs.csv", "id,x,y\na,103,205\nb,104,211\n");
  temporary.write("seen.csv", "id,runout\na,30\nb,35\n");
  return temporary.write("s.toml",
                         "[terrain]\nfile = \"heights.asc\"\n[[rock]]\nshape = \"eota221\"\nmass = 780.0\n"
                         "density = 2700.0\n[ground]\npreset = \"medium_soft\"\n"
                         "[ground.fields]\ncontact_drag = \"drag.asc\"\n" +
                             with_preset + of_classes + everywhere +
                             "[release]\nkind = \"runs\"\nfile = \"runs.csv\"\nrun = \"id\"\nx = \"x\"\ny = \"y\"\n"
                             "height = 1.0\n[observed]\nfile = \"seen.csv\"\nrun = \"id\"\nrunout = \"runout\"\n"
                             "[settings]\ntime_step = 0.005\ntime_limit = 20.0\n[run]\nrocks = 8\n");
}

void remove_files_of_ground(const Temporary& temporary) {
  for (const char* name : {"heights.asc", "drag.asc", "classes.asc", "left.geojson"}) {
    REQUIRE(fs::remove(temporary.folder / name));
  }
}

/** Another uniform ground, other numbers of the soils, and one that gives a number more. */
sandbox::Scenario changed(const sandbox::Scenario& scenario) {
  sandbox::Scenario other = scenario;
  other.ground.ground.mu_max = 1.3;
  other.ground.ground.soil_strength *= 2;
  other.soils[0].values[RF_GROUND_MU_MAX] = 0.7;
  other.soils[0].values[RF_GROUND_SOIL_DRAG] = 2.5;
  other.soils[1].values[RF_GROUND_MU_MIN] = 0.25;
  other.soils[2].values[RF_GROUND_KAPPA] = 1.7;
  return other;
}

std::uint64_t ends_of(const sandbox::BuiltScene& built, const sandbox::Scenario& scenario) {
  const sandbox::RunResult result = run_rocks(built, sandbox::run_options(scenario, 1, true));
  return rf_hash_states(result.ends.data(), static_cast<std::uint32_t>(result.ends.size()));
}

}  // namespace

TEST_CASE("a scene that takes another ground is that of a scene built of it, without reading a file again") {
  const Temporary temporary;
  const sandbox::Scenario scenario = sandbox::read_scenario(write_scenario(temporary));
  const sandbox::Scenario other = changed(scenario);
  const sandbox::BuiltScene anew(other), before(scenario);
  sandbox::BuiltScene built(scenario, sandbox::KeepGroundFiles{});
  remove_files_of_ground(temporary);
  REQUIRE(hash_of(built, 1) == hash_of(before, 1));
  REQUIRE(hash_of(before, 1) != hash_of(anew, 1));
  REQUIRE(ends_of(before, scenario) != ends_of(anew, scenario));

  built.set_ground_of(other);
  CHECK(hash_of(built, 1) == hash_of(anew, 1));
  CHECK(ends_of(built, scenario) == ends_of(anew, scenario));
  CHECK(built.soil_presets() == anew.soil_presets());
  for (std::int32_t field = 0; field < RF_GROUND_FIELD_COUNT; ++field) {
    CHECK(built.ground_given_somewhere(field) == anew.ground_given_somewhere(field));
    CHECK(built.ground_given_everywhere(field) == anew.ground_given_everywhere(field));
  }
  built.set_ground_of(scenario);
  CHECK(hash_of(built, 1) == hash_of(before, 1));
}

TEST_CASE("a scene that refuses another ground keeps its own and says where the ground is wrong") {
  const Temporary temporary;
  const sandbox::Scenario scenario = sandbox::read_scenario(write_scenario(temporary));
  sandbox::BuiltScene built(scenario, sandbox::KeepGroundFiles{});
  const std::uint64_t before = hash_of(built, 1);
  remove_files_of_ground(temporary);
  sandbox::Scenario wrong = scenario;
  wrong.soils[0].values[RF_GROUND_MU_MAX] = 0.01;  // below mu_min
  const std::string message = refusal([&] { built.set_ground_of(wrong); });
  CHECK(says(message, scenario.soils[0].place + ": at (1"));
  CHECK(says(message, "mu_max"));
  CHECK(hash_of(built, 1) == before);
}

TEST_CASE("evaluations of a calibration with parameters of soils read no file, and are those of scenes built anew") {
  const Temporary temporary;
  sandbox::Scenario scenario = sandbox::read_scenario(write_scenario(temporary));
  scenario.fits = {sandbox::parse_fit("soil.0.mu_max=0.7:1.2"), sandbox::parse_fit("ground.mu_max=0.8:1.5")};
  const sandbox::RunOptions options = sandbox::run_options(scenario, 2, true);
  const sandbox::calibrate::Point points[] = {{0.2, 0.7}, {0.9, 0.1}, {0.2, 0.7}};
  sandbox::BuiltScene built(scenario, sandbox::KeepGroundFiles{});
  const sandbox::calibrate::Observations observed = sandbox::calibrate::read_observations(scenario, built);
  std::vector<std::vector<double>> anew;
  for (const sandbox::calibrate::Point& point : points) {
    sandbox::Scenario there = sandbox::calibrate::scenario_at(scenario, point);
    sandbox::BuiltScene scene(there, sandbox::KeepGroundFiles{});
    there.fits.clear();
    anew.push_back(*sandbox::calibrate::Simulation(there, scene, observed, options).means({}));
  }
  REQUIRE(anew[0] != anew[1]);

  remove_files_of_ground(temporary);
  sandbox::calibrate::Simulation simulation(scenario, built, observed, options);
  for (std::size_t i = 0; i < anew.size(); ++i) CHECK(*simulation.means(points[i]) == anew[i]);
}

TEST_CASE("evaluations start from the ground of the scenario, whatever the ones before them have tried") {
  const Temporary temporary;
  temporary.write("runs.csv", "id,x,y\na,1,0\nb,2,3\n");
  temporary.write("seen.csv", "id,runout\na,30\nb,35\n");
  sandbox::Scenario scenario = sandbox::read_scenario(
      temporary.write("s.toml",
                      "[terrain]\nkind = \"ramp\"\nslope_deg = 35\nslope_length = 30.0\nflat_length = 60.0\n"
                      "[roughness]\nspacing = 1.0\n[[rock]]\nshape = \"eota221\"\nmass = 780.0\ndensity = 2700.0\n"
                      "[ground]\npreset = \"medium\"\nroughness_70 = 0.2\n"
                      "[release]\nkind = \"runs\"\nfile = \"runs.csv\"\nrun = \"id\"\nx = \"x\"\ny = \"y\"\n"
                      "height = 1.0\n[observed]\nfile = \"seen.csv\"\nrun = \"id\"\nrunout = \"runout\"\n"
                      "[settings]\ntime_step = 0.005\ntime_limit = 20.0\n[run]\nrocks = 4\n"));
  scenario.fits = {sandbox::parse_fit("roughness_70=0.1:0.6")};
  const sandbox::RunOptions options = sandbox::run_options(scenario, 1, true);
  sandbox::BuiltScene fresh(scenario), used(scenario);
  const sandbox::calibrate::Observations observed = sandbox::calibrate::read_observations(scenario, fresh);
  using sandbox::calibrate::Simulation;
  const auto wanted = Simulation(scenario, fresh, observed, options).means({0.2});
  Simulation(scenario, used, observed, options).means({1.0});
  CHECK(*Simulation(scenario, used, observed, options).means({0.2}) == *wanted);
}
