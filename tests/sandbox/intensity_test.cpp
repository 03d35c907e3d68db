// Intensity maps of return periods.
#include "run/intensity.h"

#include <doctest/doctest.h>

#include <cmath>

#include "captured_output.h"
#include "cli/commands.h"
#include "gdal_tools.h"
#include "io/picture.h"
#include "io/raster.h"
#include "plot/intensity_map.h"
#include "run/statistics.h"
#include "small_campaign.h"

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
  CHECK(says(info, "class (String) = low"));
}

TEST_CASE("each return period has a map of its intensities, in the report below their table") {
  const Temporary temporary;
  sandbox::RunArguments arguments = arguments_of(temporary, "r");
  sandbox::run_command(arguments);
  const sandbox::Picture map = sandbox::read_picture(temporary.folder / "r/map_intensity_T30.png");
  CHECK(map.width > 1000);
  CHECK(says(read_all(temporary.folder / "r/summary.json"), "\"map_intensity_T30.png\""));
  const std::string page = read_all(temporary.folder / "r/report.html");
  const std::string heading = "<h3>Intensity, return period 30 years</h3>\n<img ";
  const std::size_t table = page.find("<h2>Intensities</h2>"), picture = page.find(heading);
  REQUIRE(table != std::string::npos);
  REQUIRE(picture != std::string::npos);
  CHECK(page.find("</table>", table) < picture);
  CHECK(page.find("<h2>", table + 1) > picture);
  CHECK(page.find(heading, picture + 1) == std::string::npos);
}

TEST_CASE("the map of intensities names its classes, their limits and the event") {
  const CellCampaign campaign(2);
  const sandbox::RunResult result = sandbox::run_rocks(campaign.built, [&] {
    sandbox::RunOptions options = campaign.options;
    options.rocks = 4;
    return options;
  }());
  const sandbox::CampaignStatistics statistics = sandbox::summarise(result);
  const sandbox::Report report{campaign.scenario, campaign.built, result, statistics};
  sandbox::EventSpec event;
  event.return_period = 300;
  const sandbox::MapLayer layer = sandbox::intensity_layer(report, event);
  CHECK(layer.name == "intensity_T300");
  CHECK(layer.title == "Intensity, return period 300 years");
  CHECK(sandbox::text_of_class(layer, 0) == "low: below 30 kJ");
  CHECK(sandbox::text_of_class(layer, 1) == "medium: 30 to 300 kJ");
  CHECK(sandbox::text_of_class(layer, 2) == "high: 300 kJ and more");
  using Notes = std::vector<std::string>;
  const Notes notes = {"classes of Swiss hazard mapping", "1 block, probability 1 %",
                       "uncertain: 300 rocks are needed"};
  CHECK(layer.notes == notes);
  CHECK(sandbox::layer_notes(statistics, layer, {1}) == notes);
  event.blocks = 10;
  event.probability = 1;
  event.rocks = {"eota221"};
  CHECK(sandbox::intensity_layer(report, event).notes == Notes{"classes of Swiss hazard mapping",
                                                               "10 blocks, probability 100 %",
                                                               "4 rocks of the classes of the event"});
}
