// Memory and disk space that a campaign needs, and when it ends.
#include "run/campaign.h"

#include <doctest/doctest.h>

#include <cmath>

#include "cli/commands.h"
#include "io/table.h"
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

TEST_CASE("a campaign ends when the reach probability is certain enough") {
  CellCampaign of_cells(5, {{"settings.time_step", "0.01"}});
  of_cells.options.rocks = 5000;
  of_cells.options.threads = 2;
  sandbox::CampaignControl control;
  control.until_reach = 0.06;
  const sandbox::RunResult result = run_campaign(of_cells.built, of_cells.options, control);
  const std::vector<sandbox::ConvergencePoint>& points = result.decisions;
  CHECK(result.ends.size() < 1000);
  CHECK(result.ends.size() % sandbox::rocks_per_decision == 0);
  REQUIRE(points.size() == result.ends.size() / sandbox::rocks_per_decision);
  CHECK(points.back().reach <= 0.06);
  if (points.size() > 1) CHECK(points[points.size() - 2].reach > 0.06);
  CHECK(points.back().reach == sandbox::reach_uncertainty(*result.hazard->cells));
}

TEST_CASE("a campaign of few rocks reports how certain the reach probability is after the last one") {
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
      const sandbox::RunResult result = run_campaign(of_cells.built, of_cells.options, control);
      const std::vector<sandbox::ConvergencePoint>& points = result.decisions;
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
