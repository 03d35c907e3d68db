// Contents of report.html.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "common/text.h"
#include "io/table.h"
#include "small_campaign.h"

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

TEST_CASE("a long time step is reported, and how many rocks it is too long for" * doctest::test_suite("long")) {
  const Temporary temporary;
  for (const double step : {0.03, 0.0005}) {
    CAPTURE(step);
    sandbox::RunArguments arguments = arguments_of(temporary, step > 0.005 ? "long" : "short");
    arguments.overrides.time_step = step;
    const std::string table = "[settings]\n";
    std::string text = campaign_text;
    text.insert(text.find(table) + table.size(), "time_step = 0.05\n");
    arguments.scenario = temporary.write("l.toml", text).string();
    sandbox::run_command(arguments);
    const std::string page = read_all(fs::path(arguments.out) / "report.html");
    CHECK(says(page, "a time step of 0.03 s is long; 0.0005 to 0.005 s is recommended") == (step > 0.005));
    CHECK_FALSE(says(page, "a time step of 0.05 s"));
    CHECK(says(page, "moved farther than a quarter of the bounding radius in a step") == (step > 0.005));
    const auto json = nlohmann::json::parse(read_all(fs::path(arguments.out) / "summary.json"));
    CHECK((json.at("rocks_faster_than_steps") > 0) == (step > 0.005));
  }
}

TEST_CASE("rocks faster than any that were compared with other results are reported" * doctest::test_suite("long")) {
  const Temporary temporary;
  for (const double speed : {20.0, 120.0}) {
    CAPTURE(speed);
    sandbox::RunArguments arguments = arguments_of(temporary, speed > 100 ? "fast" : "slow");
    arguments.overrides.set = {"release.velocity=[" + std::to_string(speed) + ", 0, 0]"};
    sandbox::run_command(arguments);
    const std::string page = read_all(fs::path(arguments.out) / "report.html");
    CHECK(says(page, "faster than 100 m/s") == (speed > 100));
  }
}
