#include "run/hazard.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "cli/commands.h"
#include "gdal_tools.h"
#include "run/hazard_rasters.h"
#include "run/line_files.h"
#include "run/statistics.h"
#include "small_campaign.h"

using sandbox::BuiltScene;
using sandbox::HazardPlan;
using sandbox::RunResult;

namespace {

const std::string line_tables =
    "[[line]]\nname = \"slope\"\npoints = [[14.0, -30.0], [18.0, 0.0], [16.0, 30.0]]\n"
    "[[line]]\nname = \"far\"\npoints = [[70.0, -30.0], [70.0, 30.0]]\n";

struct Campaign {
  /** @param interval  of the points of trajectories, s; 0: a point at every step */
  explicit Campaign(double cell, unsigned threads = 2, double interval = 0)
      : scenario(sandbox::parse_scenario(slope + line_tables, "s.toml",
                                         {{"settings.time_step", "0.005"}, {"terrain.slope_deg", "40"}})),
        built(scenario) {
    plan.cells = sandbox::cells_over(built, cell);
    plan.lines = sandbox::make_lines(scenario, built);
    sandbox::RunOptions options;
    options.rocks = options.recorded_rocks = 60;
    options.threads = threads;
    options.record_interval = interval > 0 ? interval : scenario.settings.time_step;
    options.quiet = true;
    options.plan = &plan;
    result = run_rocks(built, options);
  }

  sandbox::Scenario scenario;
  BuiltScene built;
  HazardPlan plan;
  RunResult result;
};

/** Largest values of the rocks in each cell, from their trajectories. */
struct Recount {
  std::map<std::uint32_t, std::vector<double>> energy, velocity;  ///< a value for each rock

  Recount(const RunResult& result, const sandbox::CellGrid& grid) {
    for (const sandbox::Track& track : result.tracks) {
      std::map<std::uint32_t, std::array<double, 2>> of_rock;
      for (const sandbox::TrackPoint& point : track) {
        const double column = std::floor((point.position[0] - grid.left) / grid.cell);
        const double row = std::floor((point.position[1] - grid.bottom) / grid.cell);
        if (column < 0 || row < 0 || column >= grid.columns || row >= grid.rows) continue;
        auto& most = of_rock[static_cast<std::uint32_t>(row * grid.columns + column)];
        most[0] = std::max(most[0], point.quantity[RF_KINETIC_ENERGY]);
        most[1] = std::max(most[1], point.quantity[RF_VELOCITY]);
      }
      for (const auto& [cell, most] : of_rock) {
        energy[cell].push_back(most[0]);
        velocity[cell].push_back(most[1]);
      }
    }
    for (auto* values : {&energy, &velocity}) {
      for (auto& entry : *values) std::sort(entry.second.begin(), entry.second.end());
    }
  }
};

/** Height of the highest vertex of a rock above its centre of mass. */
double plain_top(const rf_scene& scene, const rf_state& state) {
  rf_rock_properties rock;
  REQUIRE(rf_rock_get(scene.rocks[state.rock], &rock) == RF_OK);
  const double w = state.orientation[0], *const u = state.orientation + 1;
  double highest = -1e300;
  for (std::uint32_t i = 0; i < rock.vertex_count; ++i) {
    const double* v = rock.vertices + 3 * std::size_t{i};
    // v + 2 u x (u x v + w v), vertical part.
    const double a = u[1] * v[2] - u[2] * v[1] + w * v[0], b = u[2] * v[0] - u[0] * v[2] + w * v[1];
    highest = std::max(highest, v[2] + 2 * (u[0] * b - u[1] * a));
  }
  return highest;
}

/** That above the ground below its centre of mass. */
double plain_passing_height(const rf_scene& scene, const rf_state& state) {
  rf_terrain_sample ground;
  REQUIRE(rf_terrain_at(&scene.terrain, state.position[0], state.position[1], &ground) == RF_OK);
  return state.position[2] + plain_top(scene, state) - ground.height;
}

/** Largest passing heights of the rocks in each cell, from single steps. */
std::map<std::uint32_t, std::vector<double>> recounted_heights(const Campaign& simulated) {
  const rf_scene& scene = simulated.built.scene();
  std::map<std::uint32_t, std::vector<double>> heights;
  for (std::uint32_t rock = 0; rock < simulated.result.ends.size(); ++rock) {
    rf_state state = simulated.built.start(rock, simulated.result.options.seed);
    std::map<std::uint32_t, double> of_rock;
    for (;;) {
      if (state.end == RF_ENDED_LEFT_TERRAIN) break;
      const std::uint32_t cell = simulated.plan.cells->cell_at(state.position[0], state.position[1]);
      const double height = plain_passing_height(scene, state);
      const auto known = of_rock.emplace(cell, height).first;
      known->second = std::max(known->second, height);
      if (state.end != RF_MOVING) break;
      REQUIRE(rf_step(&scene, &state, nullptr) == RF_OK);
    }
    for (const auto& [cell, height] : of_rock) heights[cell].push_back(height);
  }
  for (auto& entry : heights) std::sort(entry.second.begin(), entry.second.end());
  return heights;
}

std::map<std::string, std::vector<sandbox::Band>> rasters_of(const Campaign& campaign) {
  const sandbox::HazardRasters rasters(*campaign.result.hazard->cells, {0});
  std::map<std::string, std::vector<sandbox::Band>> all;
  for (const std::string& name : sandbox::HazardRasters::names()) all[name] = rasters.bands(name);
  return all;
}

const std::vector<float>& values_of(const std::map<std::string, std::vector<sandbox::Band>>& rasters,
                                    const std::string& name, std::size_t band = 0) {
  return rasters.at(name).at(band).values;
}

std::vector<unsigned char> bytes_of(const sandbox::Hazard& hazard) {
  sandbox::ByteWriter out;
  hazard.write(out);
  return out.bytes();
}

}  // namespace

TEST_CASE("hazard rasters are those of a recount from every step of every rock") {
  const Campaign campaign(2);
  const sandbox::CellGrid& grid = *campaign.plan.cells;
  const Recount recount(campaign.result, grid);
  const auto rasters = rasters_of(campaign);
  CHECK(recount.energy.size() > 100);
  std::size_t reached = 0;
  for (std::uint32_t cell = 0; cell < grid.count(); ++cell) {
    const float passages = values_of(rasters, "passages")[cell];
    const auto found = recount.energy.find(cell);
    if (found == recount.energy.end()) {
      CHECK(std::isnan(passages));
      continue;
    }
    ++reached;
    const std::vector<double>& energy = found->second;
    const std::vector<double>& velocity = recount.velocity.at(cell);
    CHECK(passages == energy.size());
    CHECK(values_of(rasters, "reach_probability")[cell] ==
          doctest::Approx(100.0 * static_cast<double>(energy.size()) / 60));
    CHECK(values_of(rasters, "E_max")[cell] == doctest::Approx(1e-3 * energy.back()));
    CHECK(values_of(rasters, "E_50")[cell] == doctest::Approx(1e-3 * sandbox::quantile(energy, 0.5)));
    CHECK(values_of(rasters, "E_95")[cell] == doctest::Approx(1e-3 * sandbox::quantile(energy, 0.95)));
    CHECK(values_of(rasters, "E_99")[cell] == doctest::Approx(1e-3 * sandbox::quantile(energy, 0.99)));
    CHECK(values_of(rasters, "V_50")[cell] == doctest::Approx(sandbox::quantile(velocity, 0.5)));
    CHECK(values_of(rasters, "V_95")[cell] == doctest::Approx(sandbox::quantile(velocity, 0.95)));
  }
  CHECK(reached == recount.energy.size());
}

TEST_CASE("quantiles of the passing height are those of a recount from single steps") {
  const Campaign campaign(2);
  const auto rasters = rasters_of(campaign);
  const auto recount = recounted_heights(campaign);
  CHECK(recount.size() > 100);
  for (const auto& entry : recount) {
    const auto cell = entry.first;
    const auto& heights = entry.second;
    if (cell == sandbox::no_cell) continue;
    CAPTURE(cell);
    CHECK(values_of(rasters, "PH_50")[cell] == doctest::Approx(sandbox::quantile(heights, 0.5)));
    CHECK(values_of(rasters, "PH_95")[cell] == doctest::Approx(sandbox::quantile(heights, 0.95)));
    CHECK(values_of(rasters, "PH_99")[cell] == doctest::Approx(sandbox::quantile(heights, 0.99)));
  }
}

TEST_CASE("cells and crossings do not depend on how many steps the rocks make between points of trajectories") {
  const Campaign every_step(2);
  REQUIRE(every_step.result.hazard->crossings[0].size() > 30);
  for (const double interval : {0.035, 0.25, 10.0}) {
    CAPTURE(interval);
    const Campaign campaign(2, 1, interval);
    CHECK(bytes_of(*campaign.result.hazard) == bytes_of(*every_step.result.hazard));
  }
}

TEST_CASE("deposits of the cells are the rocks that stopped there") {
  const Campaign campaign(3);
  const auto rasters = rasters_of(campaign);
  std::map<std::uint32_t, float> stopped;
  for (const rf_state& end : campaign.result.ends) {
    if (end.end == RF_ENDED_STOPPED) ++stopped[campaign.plan.cells->cell_at(end.position[0], end.position[1])];
  }
  CHECK_FALSE(stopped.empty());
  for (std::uint32_t cell = 0; cell < campaign.plan.cells->count(); ++cell) {
    const float deposits = values_of(rasters, "deposits")[cell];
    CHECK((std::isnan(deposits) ? 0 : deposits) == stopped[cell]);
  }
}

TEST_CASE("the passing height is that of the top of the rock") {
  const Campaign campaign(2);
  const sandbox::PassageMeter meter(campaign.built.scene());
  for (std::uint32_t rock = 0; rock < 20; ++rock) {
    const rf_state state = campaign.built.start(rock, 1);
    double quantity[RF_QUANTITY_COUNT];
    rf_measure(&campaign.built.scene(), &state, quantity);
    const sandbox::Passage passage = meter.measure(state, quantity);
    CHECK(passage.top - passage.centre == doctest::Approx(plain_top(campaign.built.scene(), state)));
    CHECK(passage.top > passage.centre + 0.2);
  }
}

TEST_CASE("crossings of lines are those of a recount from every step") {
  const Campaign campaign(2);
  const auto& crossings = campaign.result.hazard->crossings;
  REQUIRE(crossings.size() == 2);
  const double corners[3][2] = {{14, -30}, {18, 0}, {16, 30}};
  std::size_t expected = 0;
  for (std::size_t rock = 0; rock < campaign.result.tracks.size(); ++rock) {
    const sandbox::Track& track = campaign.result.tracks[rock];
    for (std::size_t i = 1; i < track.size(); ++i) {
      for (int s = 0; s < 2; ++s) {
        const double *a = corners[s], *b = corners[s + 1], *p = track[i - 1].position, *q = track[i].position;
        // Both ends of each piece lie on different sides of the other.
        const auto side = [](const double* u, const double* v, const double* x) {
          return (v[0] - u[0]) * (x[1] - u[1]) - (v[1] - u[1]) * (x[0] - u[0]);
        };
        if (side(a, b, p) * side(a, b, q) >= 0 || side(p, q, a) * side(p, q, b) >= 0) continue;
        REQUIRE(expected < crossings[0].size());
        const sandbox::Crossing& crossing = crossings[0][expected];
        CHECK(crossing.rock == rock);
        CHECK(std::fabs(side(a, b, crossing.position)) < 1e-6);
        CHECK(crossing.time >= track[i - 1].time);
        CHECK(crossing.time <= track[i].time);
        const double before = track[i - 1].quantity[RF_KINETIC_ENERGY], after = track[i].quantity[RF_KINETIC_ENERGY];
        const double energy = crossing.translation + crossing.rotation;
        CHECK(energy >= 0.999999 * std::min(before, after));
        CHECK(energy <= 1.000001 * std::max(before, after));
        ++expected;
      }
    }
  }
  CHECK(expected > 30);
  CHECK(expected == crossings[0].size());
  CHECK(crossings[1].size() < crossings[0].size());
}

TEST_CASE("accumulated statistics are the same on any number of threads and from parts") {
  const Campaign one(2, 1), three(2, 3);
  CHECK(bytes_of(*one.result.hazard) == bytes_of(*three.result.hazard));
  sandbox::RunOptions options = one.result.options;
  options.rocks = 37;
  RunResult parts = run_rocks(one.built, options);
  options.first_rock = 37;
  options.rocks = 23;
  append(parts, run_rocks(one.built, options));
  CHECK(bytes_of(*one.result.hazard) == bytes_of(*parts.hazard));
  CHECK(parts.ends.back().position[0] == one.result.ends.back().position[0]);
  CHECK(parts.tracks.size() == 60);
}

TEST_CASE("the interval of Wilson holds published values") {
  // Newcombe 1998, table I: 81 of 263 and 15 of 148.
  sandbox::Estimate estimate = sandbox::wilson(81, 263);
  CHECK(estimate.low == doctest::Approx(0.2553).epsilon(2e-4));
  CHECK(estimate.high == doctest::Approx(0.3662).epsilon(2e-4));
  estimate = sandbox::wilson(15, 148);
  CHECK(estimate.low == doctest::Approx(0.0624).epsilon(1e-3));
  CHECK(estimate.high == doctest::Approx(0.1605).epsilon(1e-3));
  estimate = sandbox::wilson(0, 20);
  CHECK(estimate.low == 0);
  CHECK(estimate.high == doctest::Approx(0.1611).epsilon(1e-3));
}

TEST_CASE("quantiles are exact for few values and within a bin for many, in any order") {
  std::vector<double> values;
  sandbox::ValueCounts few, many, backwards, first, second;
  for (std::uint32_t i = 0; i < 3000; ++i) {
    double u[2];
    rf_random_pair(5, i, 0, u);
    values.push_back(static_cast<double>(static_cast<float>(1000 * u[0] * u[0] * u[1])));
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto value = static_cast<float>(values[i]);
    if (i < 256) few.add(value);
    many.add(value);
    backwards.add(static_cast<float>(values[values.size() - 1 - i]));
    (i % 20 == 0 ? first : second).add(value);
  }
  second.add(first);
  std::vector<double> head(values.begin(), values.begin() + 256);
  std::sort(head.begin(), head.end());
  std::sort(values.begin(), values.end());
  for (const double share : {0.5, 0.95, 0.99}) {
    CHECK(few.quantile(share).value == sandbox::quantile(head, share));
    const sandbox::Estimate estimate = many.quantile(share);
    CHECK(estimate.value == doctest::Approx(sandbox::quantile(values, share)).epsilon(1.0 / 256));
    CHECK(backwards.quantile(share).value == estimate.value);
    CHECK(second.quantile(share).value == estimate.value);
    CHECK(second.quantile(share).high == estimate.high);
    CHECK(estimate.low < estimate.value);
    CHECK(estimate.value < estimate.high);
  }
}

TEST_CASE("quantiles of many values lie between the smallest and the largest") {
  sandbox::ValueCounts counts, other;
  for (int i = 0; i < 300; ++i) (i % 2 == 0 ? counts : other).add(100 + 1e-4f * static_cast<float>(i));
  counts.add(other);
  for (const double share : {0.0, 0.5, 0.99, 1.0}) {
    CHECK(counts.quantile(share).value >= 100);
    CHECK(counts.quantile(share).value <= 100.03);
  }
}

TEST_CASE("the confidence interval of a quantile contains it in 95 of 100 samples") {
  int inside = 0;
  for (std::uint32_t sample = 0; sample < 1000; ++sample) {
    std::vector<double> values;
    for (std::uint32_t i = 0; i < 200; ++i) {
      double u[2];
      rf_random_pair(9, sample, i, u);
      values.push_back(u[0]);
    }
    const sandbox::Estimate estimate = sandbox::quantile_of(values, 0.9);
    if (estimate.low <= 0.9 && 0.9 <= estimate.high) ++inside;
  }
  CHECK(inside >= 930);
  CHECK(inside <= 990);
}

TEST_CASE("rasters of very many cells are warned of with their number") {
  const sandbox::Scenario scenario = sandbox::parse_scenario(slope, "s.toml");
  const BuiltScene built(scenario);
  const auto warnings_with = [&](double cell) {
    HazardPlan plan;
    plan.cells = sandbox::cells_over(built, cell);
    return sandbox::warnings_of_plan(scenario, built, plan);
  };
  CHECK(warnings_with(1).empty());
  const auto warnings = warnings_with(0.01);
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0].find("--raster-cell 0.01: each of the 12 rasters has ") == 0);
  CHECK(warnings[0].find(" million cells") != std::string::npos);
}

TEST_CASE("cells larger than the terrain give rasters of one cell") {
  const sandbox::Scenario scenario = sandbox::parse_scenario(slope, "s.toml");
  for (const double cell : {1e4, 1e13}) {
    const sandbox::CellGrid grid = sandbox::cells_over(BuiltScene(scenario), cell);
    CHECK(grid.columns == 1);
    CHECK(grid.rows == 1);
  }
}

TEST_CASE("the bands of rasters name quantity, bound and unit") {
  if (!has_gdal_tools()) return;
  const Temporary temporary;
  sandbox::RunArguments arguments = arguments_of(temporary, "r");
  arguments.no_map = true;
  sandbox::run_command(arguments);
  const auto info = [&](const std::string& name) {
    return output_of("gdalinfo " + (temporary.folder / "r" / (name + ".tif")).string());
  };
  const std::string energy = info("E_95");
  CHECK(says(energy, "Description = E_95, kinetic energy\n"));
  CHECK(says(energy, "Description = E_95, kinetic energy, upper 95 %"));
  CHECK(says(energy, "Unit Type: kJ"));
  CHECK(says(info("reach_probability"), "Unit Type: %"));
  CHECK(says(info("V_50"), "Unit Type: m/s"));
  CHECK(says(info("PH_99"), "Unit Type: m\n"));
  const std::string passages = info("passages");
  CHECK(says(passages, "Description = passages, rocks that passed"));
  CHECK_FALSE(says(passages, "Unit Type"));
}
