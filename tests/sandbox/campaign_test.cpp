#include "run/campaign.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "captured_output.h"
#include "cli/commands.h"
#include "cli/results.h"
#include "cli/run_arguments.h"
#include "common/text.h"
#include "gdal_tools.h"
#include "io/raster.h"
#include "io/table.h"
#include "run/intensity.h"
#include "scenario/scattered_ground.h"
#include "small_campaign.h"

TEST_CASE("the memory of a campaign is estimated with tracks of the first rocks only") {
  sandbox::RunOptions options;
  options.rocks = 1000000;
  options.recorded_rocks = 2000;
  sandbox::RunResult part;
  part.ends.resize(36);
  part.tracks.resize(36, sandbox::Track(100));
  const double per_rock = sizeof(rf_state) + sizeof(rf_rock_statistics) + sizeof(std::uint32_t);
  CHECK(sandbox::results_bytes(part, options) == 2000.0 * 100 * sizeof(sandbox::TrackPoint) + 1e6 * per_rock);
  options.rocks = 1000;
  CHECK(sandbox::results_bytes(part, options) == 1000.0 * 100 * sizeof(sandbox::TrackPoint) + 1e3 * per_rock);
  CHECK(sandbox::files_bytes(part, options, true) > 1000.0 * 100 * 60);
  CHECK(sandbox::files_bytes(part, options, false) < 1000.0 * 1000);
  part.tracks.clear();
  options.recorded_rocks = 0;
  CHECK(sandbox::results_bytes(part, options) == 1e3 * per_rock);
}

TEST_CASE("the memory of a campaign is estimated with the cells that rocks pass and with one raster") {
  sandbox::HazardPlan plan;
  plan.cells = sandbox::CellGrid{1000, 2000, 0, 0, 1};
  sandbox::RunOptions options;
  options.rocks = 100;
  sandbox::RunResult part;
  part.ends.resize(10);
  CHECK(sandbox::rasters_bytes(part) == 0);
  const double without_cells = sandbox::results_bytes(part, options);
  part.hazard.emplace(plan);
  CHECK(sandbox::rasters_bytes(part) == 2e6 * 12);
  CHECK(sandbox::results_bytes(part, options) == without_cells);
  sandbox::Footprint path(*plan.cells);
  for (std::uint32_t cell = 0; cell < 500; ++cell) path.add(rf_cell_passage{cell, 1, {}}, 1);
  for (int rock = 0; rock < 10; ++rock) part.hazard->cells->add(0, path, sandbox::no_cell);
  const double hundred = sandbox::results_bytes(part, options) - without_cells;
  CHECK(hundred > 500 * (100 * 3 * sizeof(float) + sizeof(sandbox::CellRecord)));
  CHECK(hundred < 500 * (100 * 3 * sizeof(float) + 2 * sizeof(sandbox::CellRecord)));
  options.rocks = 1000000;
  const double per_rock = sizeof(rf_state) + sizeof(rf_rock_statistics) + sizeof(std::uint32_t);
  CHECK(sandbox::results_bytes(part, options) - 1e6 * per_rock < 500 * 256 * 3 * sizeof(float) + 500 * 1000);
}

TEST_CASE("a single part of a campaign is merged, too") {
  const Temporary temporary;
  sandbox::RunArguments arguments = arguments_of(temporary, "parts");
  arguments.no_map = true;
  arguments.shard = "1/1";
  sandbox::run_command(arguments);
  sandbox::MergeArguments merge;
  merge.parts = {(temporary.folder / "parts").string()};
  merge.out = (temporary.folder / "merged").string();
  CHECK_NOTHROW(sandbox::merge_command(merge));
}

TEST_CASE("parts of a campaign are merged without pictures where the user wants none") {
  const Temporary temporary;
  sandbox::RunArguments arguments = arguments_of(temporary, "parts");
  arguments.shard = "1/1";
  sandbox::run_command(arguments);
  sandbox::MergeArguments merge;
  merge.parts = {(temporary.folder / "parts").string()};
  merge.out = (temporary.folder / "merged").string();
  merge.no_map = true;
  sandbox::merge_command(merge);
  CHECK(fs::exists(temporary.folder / "merged/summary.json"));
  CHECK(!fs::exists(temporary.folder / "merged/map.png"));
}

TEST_CASE("shards of a campaign give the files of one machine, to the last bit") {
  const Temporary temporary;
  sandbox::RunArguments arguments = arguments_of(temporary, "one");
  arguments.overrides.set = {"settings.gravity=9"};
  arguments.no_map = true;
  sandbox::run_command(arguments);
  arguments.out = (temporary.folder / "parts").string();
  for (const char* shard : {"3/3", "1/3", "2/3"}) {
    arguments.shard = shard;
    arguments.threads = shard[0] == '1' ? 1 : 3;
    sandbox::run_command(arguments);
  }
  sandbox::MergeArguments merge;
  merge.parts = {(temporary.folder / "parts").string()};
  merge.out = (temporary.folder / "merged").string();
  sandbox::merge_command(merge);
  CHECK(differences(temporary.folder / "one", temporary.folder / "merged") == std::vector<std::string>());
  CHECK(fs::exists(temporary.folder / "merged/intensity_T30.tif"));

  const std::string part = read_all(temporary.folder / "parts/part-2-of-3.rfpart");
  arguments.overrides.seed = 5;
  CHECK(says(refusal([&] { sandbox::run_command(arguments); }), "part-2-of-3.rfpart: exists; give --force to replace"));
  CHECK(read_all(temporary.folder / "parts/part-2-of-3.rfpart") == part);
  arguments.force = true;
  sandbox::run_command(arguments);
  CHECK(read_all(temporary.folder / "parts/part-2-of-3.rfpart") != part);

  merge.out = (temporary.folder / "other").string();
  merge.parts = {(temporary.folder / "parts/part-1-of-3.rfpart").string(),
                 (temporary.folder / "parts/part-3-of-3.rfpart").string()};
  CHECK(says(refusal([&] { sandbox::merge_command(merge); }), "rocks 10 to 19 are missing"));
  merge.parts.push_back(merge.parts[0]);
  CHECK(says(refusal([&] { sandbox::merge_command(merge); }), "contains rocks that another part contains"));
  temporary.write("s.toml", campaign_text + "[roughness]\n");
  CHECK(says(refusal([&] { sandbox::merge_command(merge); }), "has changed since this part was computed"));
  for (const char* more :
       {"[scatter]\nmu_max = \"2:3\"\n", "[[line]]\nname = \"new\"\npoints = [[30.0, -9.0], [30.0, 9.0]]\n"}) {
    temporary.write("s.toml", campaign_text + more);
    CHECK(says(refusal([&] { sandbox::merge_command(merge); }), "has changed since this part was computed"));
  }
  fs::resize_file(merge.parts[0], 2000);
  CHECK(says(refusal([&] { sandbox::merge_command(merge); }), "is broken or cut short"));
}

TEST_CASE("a part of a campaign with a changed byte is refused") {
  CellCampaign of_cells(2);
  of_cells.plan.lines = sandbox::make_lines(of_cells.scenario, of_cells.built);
  of_cells.options.rocks = 5;
  of_cells.options.recorded_rocks = 2;
  const std::vector<unsigned char> part = part_bytes({"{}", 1, 5}, run_rocks(of_cells.built, of_cells.options));
  const auto read = [&](const std::vector<unsigned char>& bytes) {
    return refusal([&] { sandbox::PartReader(bytes, "a.rfpart").result(of_cells.plan); });
  };
  CHECK(read(part).empty());
  for (std::size_t at = 0; at < part.size(); at += 1 + part.size() / 500) {
    CAPTURE(at);
    std::vector<unsigned char> changed = part;
    changed[at] ^= 0x10;
    CHECK_FALSE(read(changed).empty());
  }
  for (const std::size_t size : {std::size_t{0}, std::size_t{7}, part.size() - 1}) {
    CHECK_FALSE(read({part.begin(), part.begin() + static_cast<std::ptrdiff_t>(size)}).empty());
  }
}

TEST_CASE("a campaign ends when the reach probability is certain enough") {
  CellCampaign of_cells(5, {{"settings.time_step", "0.01"}});
  of_cells.options.rocks = 5000;
  of_cells.options.threads = 2;
  sandbox::CampaignControl control;
  control.until_reach = 0.06;
  std::vector<sandbox::ConvergencePoint> points;
  const sandbox::RunResult result = run_campaign(of_cells.built, of_cells.options, control, &points);
  CHECK(result.ends.size() < 1000);
  CHECK(result.ends.size() % sandbox::rocks_per_decision == 0);
  REQUIRE(points.size() == result.ends.size() / sandbox::rocks_per_decision);
  CHECK(points.back().reach <= 0.06);
  if (points.size() > 1) CHECK(points[points.size() - 2].reach > 0.06);
  CHECK(points.back().reach == sandbox::reach_uncertainty(*result.hazard->cells));
}

TEST_CASE("a campaign of few rocks tells how certain the reach probability is after the last one") {
  const Temporary temporary;
  CellCampaign of_cells(5, {{"settings.time_step", "0.01"}});
  of_cells.options.threads = 2;
  sandbox::CampaignControl control;
  control.until_reach = 1e-6;
  for (const std::uint32_t rocks : {20u, sandbox::rocks_per_decision, sandbox::rocks_per_decision + 10}) {
    CAPTURE(rocks);
    of_cells.options.rocks = rocks;
    control.checkpoint = temporary.folder / ("rocks-" + std::to_string(rocks));
    control.id.total_rocks = rocks;
    for (const bool resumed : {false, true}) {
      CAPTURE(resumed);
      std::vector<sandbox::ConvergencePoint> points;
      const sandbox::RunResult result = run_campaign(of_cells.built, of_cells.options, control, &points);
      CHECK(result.ends.size() == rocks);
      REQUIRE_FALSE(points.empty());
      CHECK(points.back().rocks == rocks);
      CHECK(points.back().reach == sandbox::reach_uncertainty(*result.hazard->cells));
      CHECK(points.size() == (rocks <= sandbox::rocks_per_decision ? 1 : 2));
    }
  }
}

TEST_CASE("the standard error of the mean run-out is that of a sample, and one rock has none") {
  const std::vector<sandbox::ConvergencePoint> points = sandbox::convergence_of({10, 20, 60});
  REQUIRE(points.size() == 1);
  CHECK(points[0].runout_mean == doctest::Approx(30));
  // Deviations -20, -10, 30: variance 1400 / 2, of the mean 700 / 3.
  CHECK(points[0].runout_mean_error == doctest::Approx(std::sqrt(700.0 / 3)));
  CHECK(std::isnan(sandbox::convergence_of({10})[0].runout_mean_error));

  const Temporary temporary;
  sandbox::RunArguments arguments = arguments_of(temporary, "r");
  arguments.overrides.rocks = 1;
  arguments.no_map = true;
  arguments.rasters = false;
  sandbox::run_command(arguments);
  const sandbox::Table table(temporary.folder / "r/convergence.csv");
  CHECK(table.text(0, table.column("runout_mean_error_m")).empty());
  CHECK(says(read_all(temporary.folder / "r/report.html"), " ± –</td>"));
}

TEST_CASE("an intensity counts where an event reaches it with its probability") {
  sandbox::EventSpec event;
  event.blocks = 1;
  event.probability = 0.05;
  sandbox::IntensityCounts counts;
  counts.rocks = 100;
  counts.passages = 30;
  counts.above_30 = 10;
  counts.above_300 = 2;
  CHECK(sandbox::intensity(counts, event) == 2);
  event.blocks = 3;  // 1 - 0.98^3 = 0.0588
  CHECK(sandbox::intensity(counts, event) == 3);
  event.blocks = 2;  // 1 - 0.98^2 = 0.0396
  CHECK(sandbox::intensity(counts, event) == 2);
  counts.passages = 4;
  counts.above_30 = counts.above_300 = 0;
  event.blocks = 1;
  CHECK(sandbox::intensity(counts, event) == 0);
  for (const std::uint32_t passages : {1u, 5u, 10u, 20u, 30u}) {  // exactly the probability
    counts.passages = passages;
    event.probability = passages / 100.0;
    CHECK(sandbox::intensity(counts, event) == 1);
  }
  CHECK(sandbox::event_name(event) == "T0");
}

TEST_CASE("the rocks that an intensity map needs follow from probability and blocks of the event") {
  sandbox::EventSpec event;
  CHECK(sandbox::deciding_share(event) == doctest::Approx(0.01));
  CHECK(sandbox::rocks_needed(event) == 300);
  event.blocks = 10;  // 1 - 0.99^0.1
  CHECK(sandbox::deciding_share(event) == doctest::Approx(0.00100453));
  CHECK(sandbox::rocks_needed(event) == 2987);
  event.probability = 1;
  CHECK(sandbox::rocks_needed(event) == 3);
}

TEST_CASE("an intensity map of too few rocks is warned of, in the report with the number of its rocks") {
  const Temporary temporary;
  sandbox::RunArguments arguments = arguments_of(temporary, "r");
  std::string text = campaign_text;
  const std::string rock = "[[rock]]\nshape = \"eota221\"\nmass = 780.0\ndensity = 2700.0\n";
  text.replace(text.find(rock), rock.size(), rock + "name = \"a\"\n" + rock + "name = \"b\"\n");
  text +=
      "[[event]]\nreturn_period = 100\nrocks = [\"b\"]\n[[event]]\nreturn_period = 300\nprobability = 1\n"
      "rocks = [\"a\"]\n";
  arguments.scenario = temporary.write("s.toml", text).string();
  arguments.no_map = true;
  std::string printed;
  const auto run = [&](std::uint32_t rocks) {
    arguments.overrides.rocks = rocks;
    arguments.force = true;
    const CapturedOutput out;
    sandbox::run_command(arguments);
    printed = out.text.str();
    return read_all(temporary.folder / "r/report.html");
  };
  const std::string few = run(8);
  const std::string uncertain =
      "the intensity map of T30 is uncertain: a share of 1 % of the rocks decides, which 8 rocks of its classes cannot "
      "show; at least 300 are needed";
  CHECK(says(few, uncertain));
  CHECK(says(printed, uncertain));
  CHECK(says(read_all(temporary.folder / "r/summary.json"), uncertain));
  CHECK(says(few, "which 4 rocks of its classes cannot show"));
  CHECK_FALSE(says(few, "the intensity map of T300"));
  CHECK(says(few, "<td>T100</td><td>100</td><td>1</td><td>1</td><td>1</td><td>4</td><td>300</td>"));
  CHECK(says(run(1), "the intensity map of T100 is empty because no rock of its classes was simulated"));
}

TEST_CASE("the report shows the small angles of reach, which are the critical ones") {
  const Temporary temporary;
  sandbox::RunArguments arguments = arguments_of(temporary, "r");
  arguments.no_map = true;
  sandbox::run_command(arguments);
  const std::string page = read_all(temporary.folder / "r/report.html");
  CHECK(says(page, "<th>50 %</th><th>5 %</th><th>1 %</th><th>smallest</th>"));
  CHECK(says(page, "at the edge for rocks that left the terrain"));
  const sandbox::Table deposits(temporary.folder / "r/deposits.csv");
  double smallest = 90;
  for (std::size_t row = 0; row < deposits.rows(); ++row) {
    smallest = std::min(smallest, deposits.number(row, deposits.column("reach_angle_deg")));
  }
  // Of 30 rocks the quantile of 1 % lies near the smallest one.
  const std::size_t angles = page.find("<th>smallest</th>"), end = page.find("</table>", angles);
  const std::string last = "<td>" + sandbox::format_significant(smallest, 4) + "</td></tr>";
  CHECK(says(page.substr(angles, end - angles), last));
}

TEST_CASE("the report writes one rock, numbers without exponents and no empty brackets") {
  const Temporary temporary;
  sandbox::RunArguments arguments = arguments_of(temporary, "r");
  arguments.no_map = true;
  arguments.overrides.rocks = 1;
  arguments.overrides.set = {"rock.0.mass=15194"};
  sandbox::run_command(arguments);
  const std::string page = read_all(temporary.folder / "r/report.html");
  CHECK(says(page, "<p>1 rock, "));
  CHECK(says(page, "<td>15190</td>"));
  CHECK_FALSE(says(page, "e+04<"));
  CHECK_FALSE(says(page, "(\u2013 to \u2013)"));
  CHECK(says(page, "in percentage points"));
  CHECK(says(page, "whatever their class"));
}

TEST_CASE("intensity maps are rasters and polygons") {
  const Temporary temporary;
  sandbox::RunArguments arguments = arguments_of(temporary, "r");
  arguments.no_map = true;
  sandbox::run_command(arguments);
  const auto map = sandbox::read_raster(temporary.folder / "r/intensity_T30.tif");
  const auto energy = sandbox::read_raster(temporary.folder / "r/E_max.tif");
  std::size_t reached = 0, above = 0;
  for (std::size_t i = 0; i < map.values.size(); ++i) {
    CHECK(std::isnan(map.values[i]) == std::isnan(energy.values[i]));
    if (std::isnan(map.values[i])) continue;
    ++reached;
    const int expected = energy.values[i] >= 300 ? 3 : energy.values[i] >= 30 ? 2 : 1;
    CHECK(map.values[i] == expected);
    above += expected > 1 ? 1 : 0;
  }
  CHECK(reached > 50);
  CHECK(above > 0);
  if (!has_gdal_tools()) return;
  const std::string info = output_of("ogrinfo -al " + (temporary.folder / "r/intensity.gpkg").string());
  CHECK(says(info, "Undefined Cartesian"));  // metres without a coordinate system
  CHECK(says(info, "Layer name: intensity_T30"));
  CHECK(says(info, "class (String) = weak"));
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
  CHECK(says(info("passages"), "Description = passages, rocks that passed"));
  CHECK_FALSE(says(info("passages"), "Unit Type"));
}

TEST_CASE("the report contains classes, lines, warnings and the command, and needs no other file") {
  const Temporary temporary;
  sandbox::RunArguments arguments = arguments_of(temporary, "r");
  arguments.overrides.set = {"rock.0.density=2.7"};
  sandbox::run_command(arguments);
  const std::string page = read_all(temporary.folder / "r/report.html");
  for (const char* part : {"<h2>Rock classes</h2>", "<h2>Lines</h2>", "eota221", "foot", "data:image/png;base64,iVBOR",
                           "density of 2.7 kg/m3 is unusual", "--rocks 30", "--set rock.0.density=2.7", "hash of scene",
                           "slope_deg = 35", "assumed parameters"}) {
    CAPTURE(part);
    CHECK(says(page, part));
  }
  const std::string summary = read_all(temporary.folder / "r/summary.json");
  CHECK(says(summary, "density of 2.7 kg/m3 is unusual"));
  CHECK(says(summary, "assumed parameters"));
  CHECK_FALSE(says(page, "src=\"http"));
  CHECK(fs::exists(temporary.folder / "r/lines/foot.png"));
  CHECK(sandbox::Table(temporary.folder / "r/convergence.csv").rows() == 1);
}

TEST_CASE("a long time step is reported, and how many rocks it is too long for") {
  const Temporary temporary;
  for (const double step : {0.03, 0.0005}) {
    CAPTURE(step);
    sandbox::RunArguments arguments = arguments_of(temporary, step > 0.005 ? "long" : "short");
    arguments.overrides.time_step = step;
    arguments.overrides.set = {"settings.time_step=0.05"};
    sandbox::run_command(arguments);
    const std::string page = read_all(fs::path(arguments.out) / "report.html");
    CHECK(says(page, "a time step of 0.03 s is long; 0.0005 to 0.005 s is recommended") == (step > 0.005));
    CHECK_FALSE(says(page, "a time step of 0.05 s"));
    CHECK(says(page, "moved farther than a quarter of the bounding radius in a step") == (step > 0.005));
    const auto json = nlohmann::json::parse(read_all(fs::path(arguments.out) / "summary.json"));
    CHECK((json.at("rocks_faster_than_steps") > 0) == (step > 0.005));
  }
}

TEST_CASE("ground parameters are scattered from rock to rock within their bounds") {
  const sandbox::Scenario scenario = sandbox::parse_scenario(
      campaign_text + "[scatter]\nmu_min = \"0.2:0.4\"\nsoil_strength = \"1e6:1e8:log\"\n", "s.toml");
  const sandbox::BuiltScene built(scenario);
  double least = 1, most = 0;
  for (std::uint32_t rock = 0; rock < 200; ++rock) {
    const sandbox::ScatteredGround ground(built.scene(), built.scatter(), rock, 1);
    rf_terrain_sample sample{};
    REQUIRE(rf_terrain_at(&ground.scene().terrain, 5, 0, &sample) == RF_OK);
    least = std::fmin(least, sample.ground.mu_min);
    most = std::fmax(most, sample.ground.mu_min);
    CHECK(sample.ground.soil_strength >= 1e6);
    CHECK(sample.ground.soil_strength <= 1e8);
    CHECK(rf_ground_check(&sample.ground, nullptr) == RF_OK);
  }
  CHECK(least >= 0.2);
  CHECK(least < 0.21);
  CHECK(most <= 0.4);
  CHECK(most > 0.39);
  // Bounds without width change nothing but the way to the ground.
  sandbox::ScatterSpec fixed(1);
  fixed[0].field = RF_GROUND_MU_MIN;
  fixed[0].from = fixed[0].to = scenario.ground.ground.mu_min;
  const sandbox::ScatteredGround same(built.scene(), fixed, 0, 1);
  rf_state a = built.start(0, 1), b = a;
  for (int i = 0; i < 2000; ++i) {
    rf_step(&built.scene(), &a, nullptr);
    rf_step(&same.scene(), &b, nullptr);
  }
  CHECK(rf_hash_state(&a) == rf_hash_state(&b));
}
