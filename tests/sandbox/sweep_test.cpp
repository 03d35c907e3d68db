// rockfall sweep: combinations, their results, main effects, parameters without effect.
#include "run/sweep.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "captured_output.h"
#include "cli/commands.h"
#include "io/table.h"
#include "slope.h"
#include "small_sweep.h"
#include "temporary.h"

TEST_CASE("a sweep says which parameters had no effect on the results") {
  const Temporary temporary;
  sandbox::SweepArguments arguments = short_sweep(temporary, 4);
  arguments.force = true;
  const auto printed = [&](const std::vector<std::string>& vary, std::uint32_t latin) {
    arguments.vary = vary;
    arguments.latin = latin;
    return printed_by(arguments);
  };
  // Rocks that all start alike.
  std::string same_start = swept.substr(0, swept.find("[[line]]"));
  same_start.replace(same_start.find("kind = \"line\""), 13, "kind = \"point\"\norientation = [1.0, 0.0, 0.0, 0.0]");
  same_start.replace(same_start.find("[[0.0, -5.0], [0.0, 5.0]]"), 25, "[0.0, 0.0]");
  same_start.replace(same_start.find("height_max = 2.0"), 16, "height_max = 0.5");
  const std::string with_lines = arguments.scenario;
  arguments.scenario = temporary.write("fixed.toml", same_start).string();
  arguments.overrides.rocks.reset();
  CHECK(says(printed({"run.rocks=1,3"}, 0), "note: run.rocks had no effect"));
  arguments.scenario = with_lines;
  arguments.overrides.rocks = 4;
  // Vegetation without drag.
  const std::string grid = printed({"ground.layer_height=1,2,3", "ground.mu_min=0.2,0.3"}, 0);
  CHECK(says(grid, "note: ground.layer_height had no effect: the results are the same to the last bit for all its"));
  CHECK(!says(grid, "ground.mu_min had"));
  // Longer than any rock moves.
  CHECK(says(printed({"settings.time_limit=0.5,60,90"}, 0), "note: settings.time_limit: 60, 90 give the same results"));
  const std::string latin = printed({"ground.layer_height=1:3", "ground.mu_min=0.2:0.3"}, 3);
  CHECK(says(latin, "note: ground.layer_height had no effect on the first run: "));
  CHECK(!says(latin, "ground.mu_min had"));
}

TEST_CASE("a sweep runs all combinations with the same random numbers") {
  const Temporary temporary;
  sandbox::SweepArguments arguments = short_sweep(temporary, 12);
  arguments.vary = {"ground.mu_min=0.2:0.4:2", "settings.scheme=implicit,exact"};
  sandbox::sweep_command(arguments);
  const sandbox::Table table(temporary.folder / "sweep/sweep.csv");
  REQUIRE(table.rows() == 4);
  CHECK(table.text(0, 0) == "0.2");
  CHECK(table.text(1, 1) == "exact");
  CHECK(table.text(3, 0) == "0.4");
  // The run of the sweep is the run of its parameters.
  sandbox::RunArguments run;
  run.scenario = arguments.scenario;
  run.out = (temporary.folder / "run").string();
  run.overrides = arguments.overrides;
  run.overrides.set = {"ground.mu_min=0.4", "settings.scheme=exact"};
  run.quiet = run.no_map = true;
  sandbox::run_command(run);
  const sandbox::Table deposits(temporary.folder / "run/deposits.csv");
  double most = 0;
  for (std::size_t i = 0; i < deposits.rows(); ++i) {
    most = std::fmax(most, deposits.number(i, deposits.column("runout_m")));
  }
  CHECK(table.number(3, table.column("runout_max_m")) == doctest::Approx(most).epsilon(1e-4));
}

TEST_CASE("--vary lists values, with a colon or quotes too, or takes them from a range") {
  CHECK(sandbox::parse_axis("a=1:100:3:log").values == std::vector<std::string>{"1", "10", "100"});
  CHECK(sandbox::parse_axis("a=1e-300:1e20:3:log").values == std::vector<std::string>{"1e-300", "1e-140", "1e+20"});
  CHECK(sandbox::parse_axis("a= x , \"y, z\" ,,").values == std::vector<std::string>{"x", "y, z", "", ""});
  CHECK(sandbox::parse_axis("terrain.file=data:a.tif,data:b.tif").values ==
        std::vector<std::string>{"data:a.tif", "data:b.tif"});
}

TEST_CASE("a sweep of a single run prints one run") {
  const Temporary temporary;
  sandbox::SweepArguments arguments = short_sweep(temporary, 1);
  arguments.vary = {"ground.mu_min=0.2"};
  CHECK(says(printed_by(arguments), "1 run of 1 rock with the same random numbers"));
}

TEST_CASE("a sweep leaves the fields of bounds that few rocks do not have empty") {
  const Temporary temporary;
  sandbox::SweepArguments arguments = short_sweep(temporary, 3);
  arguments.vary = {"ground.mu_min=0.2,0.3"};
  printed_by(arguments);
  CHECK(!says(read_all(temporary.folder / "sweep/sweep.csv"), "nan"));
  const sandbox::Table table(temporary.folder / "sweep/sweep.csv");
  CHECK(!table.text(0, table.column("runout_q95_m")).empty());
  CHECK(table.text(0, table.column("runout_q95_upper_m")).empty());
}

TEST_CASE("a sweep prints headings only where rows follow") {
  const Temporary temporary;
  sandbox::SweepArguments arguments = short_sweep(temporary, 2);
  arguments.force = true;
  const auto prints_heading = [&](const std::string& vary, std::uint32_t latin) {
    arguments.vary = {vary};
    arguments.latin = latin;
    return says(printed_by(arguments), "run-out 95 %, m");
  };
  CHECK(prints_heading("ground.mu_min=0.2,0.3", 0));
  CHECK(!prints_heading("ground.mu_min=0.2:0.3", 2));
}

TEST_CASE(
    "a sweep says where rocks still move at the time limit, and fails where every rock of a run ends with a fault") {
  const Temporary temporary;
  sandbox::SweepArguments arguments = short_sweep(temporary, 4);
  arguments.vary = {"settings.time_limit=0.5,60"};
  CHECK(says(printed_by(arguments), "note: in 1 of 2 runs rocks still moved at the time limit"));
  arguments.vary = {"settings.gravity=9.81,1e300"};
  arguments.force = true;
  CHECK_THROWS_AS(sandbox::sweep_command(arguments), sandbox::RunError);
  CHECK(says(read_all(temporary.folder / "sweep/sweep.csv"),
             "time_limit_share,fault_share,reach_foot,energy_q95_kJ_foot,top_q95_m_foot"));
}

TEST_CASE("a sweep warns once of a line beside the terrain") {
  const Temporary temporary;
  sandbox::SweepArguments arguments =
      sweep_arguments(temporary, slope + "[[line]]\nname = \"off\"\npoints = [[9000.0, 0.0], [9000.0, 9.0]]\n");
  arguments.overrides.rocks = 2;
  arguments.overrides.set = {"settings.time_limit=1"};
  arguments.vary = {"ground.mu_min=0.2,0.3"};
  const CapturedOutput out;
  const CapturedErrors errors;
  sandbox::sweep_command(arguments);
  const std::string text = errors.text.str(), warning = "no rock can cross it";
  REQUIRE(says(text, warning));
  CHECK(text.find(warning) == text.rfind(warning));
}

TEST_CASE("a sweep has energy and height at lines as a single run has them, by rock class") {
  const Temporary temporary;
  const std::string two_classes = [] {
    std::string text = swept;
    const std::size_t at = text.find("[ground]");
    return text.insert(at,
                       "name = \"a\"\n[[rock]]\nname = \"b\"\nshape = \"eota221\"\nmass = 7800.0\ndensity = 2700.0\n");
  }();
  for (const bool several : {false, true}) {
    sandbox::SweepArguments arguments = sweep_arguments(temporary, several ? two_classes : swept);
    arguments.force = true;
    arguments.overrides.rocks = 30;
    arguments.overrides.time_step = 0.005;
    arguments.vary = {"ground.mu_min=0.2,0.3"};
    printed_by(arguments);
    sandbox::RunArguments run;
    run.scenario = arguments.scenario;
    run.overrides = arguments.overrides;
    run.overrides.set = {"ground.mu_min=0.3"};
    run.out = (temporary.folder / "run").string();
    run.quiet = run.no_map = run.force = true;
    {
      const CapturedOutput out;
      sandbox::run_command(run);
    }
    const auto json = nlohmann::json::parse(read_all(temporary.folder / "run/lines.json")).at("lines").at(0);
    const sandbox::Table table(temporary.folder / "sweep/sweep.csv");
    const std::vector<std::string> classes =
        several ? std::vector<std::string>{"a", "b"} : std::vector<std::string>{""};
    for (const std::string& name : classes) {
      CAPTURE(name);
      const auto& of_class = several ? json.at("classes").at(name) : json;
      const std::string end = several ? "_foot_" + name : "_foot";
      CHECK(table.number(1, table.column("energy_q95_kJ" + end)) ==
            doctest::Approx(of_class.at("kinetic_energy_kJ").at("q95").at("value").get<double>()).epsilon(1e-6));
      CHECK(table.number(1, table.column("top_q95_m" + end)) ==
            doctest::Approx(of_class.at("height_of_top_m").at("q95").at("value").get<double>()).epsilon(1e-6));
    }
  }
}

TEST_CASE("main effects are means over the other parameters") {
  std::vector<sandbox::SweepRow> rows(4);
  for (std::size_t i = 0; i < 4; ++i) {
    rows[i].values = {i < 2 ? "a" : "b", i % 2 == 0 ? "c" : "d"};
    rows[i].runout_max = static_cast<double>(i);
  }
  const auto effects = sandbox::main_effects(rows, 0, [](const sandbox::SweepRow& row) { return row.runout_max; });
  REQUIRE(effects.size() == 2);
  CHECK(effects[0].mean == 0.5);
  CHECK(effects[1].mean == 2.5);
  CHECK(effects[1].runs == 2);
  CHECK(std::string(sandbox::label_of(effects)) == "mean over the other parameters");
}

TEST_CASE("main effects of one parameter or a Latin hypercube are called runs, not means") {
  std::vector<sandbox::SweepRow> rows(2);
  rows[0].values = {"a"};
  rows[1].values = {"b"};
  const auto effects = sandbox::main_effects(rows, 0, [](const sandbox::SweepRow& row) { return row.runout_max; });
  CHECK(std::string(sandbox::label_of(effects)) == "one run for each value");
}

TEST_CASE("a sweep says that the run-outs of rocks that left the terrain are cut off") {
  const Temporary temporary;
  sandbox::SweepArguments arguments = short_sweep(temporary, 3);
  arguments.vary = {"ground.mu_min=0.2,0.3"};
  const std::string note = "rocks left the terrain, which cuts off their run-out at its edge";
  CHECK_FALSE(says(printed_by(arguments), note));
  arguments.overrides.set = {"terrain.flat_length=1", "ground.preset=ramms_hard"};
  arguments.force = true;
  CHECK(says(printed_by(arguments), "note: in 2 of 2 runs " + note));
}
