// rockfall sweep: combinations, main effects, parameters without effect.
#include "run/sweep.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "captured_output.h"
#include "cli/commands.h"
#include "io/table.h"
#include "plot/effects_plot.h"
#include "slope.h"
#include "temporary.h"

namespace {

const std::string swept = slope + "[[line]]\nname = \"foot\"\npoints = [[20.0, -30.0], [22.0, 30.0]]\n";

sandbox::SweepArguments sweep_arguments(const Temporary& temporary, const std::string& scenario) {
  sandbox::SweepArguments arguments;
  arguments.scenario = temporary.write("s.toml", scenario).string();
  arguments.out = (temporary.folder / "sweep").string();
  arguments.quiet = true;
  return arguments;
}

/** A sweep of a few rocks in long steps. */
sandbox::SweepArguments short_sweep(const Temporary& temporary, std::uint32_t rocks) {
  sandbox::SweepArguments arguments = sweep_arguments(temporary, swept);
  arguments.overrides.rocks = rocks;
  arguments.overrides.time_step = 0.01;
  return arguments;
}

/** What a sweep prints on standard output. */
std::string printed_by(const sandbox::SweepArguments& arguments) {
  const CapturedOutput out;
  sandbox::sweep_command(arguments);
  return out.text.str();
}

}  // namespace

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

TEST_CASE("a sweep refuses parameters that have no effect on any rock before it begins") {
  const Temporary temporary;
  sandbox::SweepArguments arguments = sweep_arguments(temporary, swept);
  const auto refused = [&](const std::string& vary, const std::string& more) {
    arguments.scenario = temporary.write("s.toml", swept + more).string();
    arguments.vary = {vary};
    return refusal([&] { sandbox::sweep_command(arguments); });
  };
  const std::string everywhere = "[[soil]]\npolygon = [[-99.0, -99.0], [999.0, -99.0], [999.0, 99.0], [-99.0, 99.0]]\n";
  CHECK(says(refused("ground.mu_min=0.2,0.3", everywhere + "preset = \"medium\"\n"),
             "--vary ground.mu_min has no effect: [ground.fields], [[soil]] or [[forest]] give it everywhere"));
  CHECK(says(refused("ground.mu_min=0.2,0.3", "[scatter]\nmu_min = \"0.1:0.2\"\n"),
             "--vary ground.mu_min has no effect: [scatter] draws it for each rock"));
  CHECK(says(refused("ground.rocfall_friction=0.2,0.3", ""),
             "--vary ground.rocfall_friction has no effect: the model hard_contact does not use it"));
  arguments.overrides.set = {"settings.model=rocfall_lumped"};
  CHECK(says(refused("ground.mu_min=0.2,0.3", ""), "the model rocfall_lumped does not use it"));
  arguments.overrides.set.clear();
  CHECK(says(refused("ground.roughness_70=0.2,0.3", ""), "there is no table [roughness]"));
  arguments.overrides.rocks = 3;
  CHECK(says(refused("run.rocks=2,3", ""), "--vary run.rocks has no effect: --rocks is given"));
  CHECK(!std::filesystem::exists(temporary.folder / "sweep"));
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
  arguments.vary = {"ground.mu_min=0.2"};
  arguments.latin = 3;
  CHECK(says(refusal([&] { sandbox::sweep_command(arguments); }), "--latin needs FROM:TO"));
  arguments.vary = {"ground.mu_min=0.2:0.4:2"};
  CHECK(refusal([&] { sandbox::sweep_command(arguments); }) ==
        "--vary ground.mu_min: --latin needs FROM:TO without COUNT; 3 points are asked for");
  arguments.latin = 1;
  CHECK(says(refusal([&] { sandbox::sweep_command(arguments); }), "without COUNT; 1 point is asked for"));
  CHECK(says(refusal([] { (void)sandbox::parse_axis("rock.0.size=[1,1,1],[2,2,2]"); }), "lists cannot be varied"));
  CHECK(sandbox::parse_axis("a=1:100:3:log").values == std::vector<std::string>{"1", "10", "100"});
  CHECK(sandbox::parse_axis("a=1e-300:1e20:3:log").values == std::vector<std::string>{"1e-300", "1e-140", "1e+20"});
  CHECK(sandbox::parse_axis("a= x , \"y, z\" ,,").values == std::vector<std::string>{"x", "y, z", "", ""});
}

TEST_CASE("--vary says what is wrong with a range") {
  const auto refused = [](const std::string& text) { return refusal([&] { sandbox::parse_axis(text); }); };
  CHECK(refused("ground.mu_min=0:0.5:3:log") ==
        "--vary ground.mu_min=0:0.5:3:log: with log FROM must be more than 0, is 0");
  CHECK(refused("ground.mu_min=0.5:0.2:3") == "--vary ground.mu_min=0.5:0.2:3: FROM must be below TO");
  CHECK(refused("mu=2:2:3") == "--vary mu=2:2:3: FROM must be below TO");
  CHECK(refused("mu=1:2:2.5") == "--vary mu=1:2:2.5: COUNT must be a whole number from 2 to 1000");
  CHECK(says(refused("mu=1:2:1"), "COUNT must be a whole number from 2 to 1000"));
  CHECK(says(refused("mu=1:inf:3"), "FROM and TO must be finite"));
  CHECK(says(refused("mu=a:2:3"), "--vary must be KEY=A,B,C or KEY=FROM:TO:COUNT"));
  CHECK(says(refused("mu=1::2:3"), "--vary must be KEY=A,B,C or KEY=FROM:TO:COUNT"));
  CHECK(says(refused("mu=\"1\"2,3"), "a value in quotes does not end with its quote"));
  CHECK(says(refused("mu=1:2:"), "--vary must be KEY=A,B,C or KEY=FROM:TO:COUNT"));
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

TEST_CASE("a sweep refuses impossible combinations and a parameter given twice before it begins") {
  const Temporary temporary;
  sandbox::SweepArguments arguments = sweep_arguments(temporary, swept);
  arguments.vary = {"ground.mu_min=0.2,0.9", "ground.mu_max=0.5,1"};
  const std::string impossible = refusal([&] { sandbox::sweep_command(arguments); });
  CHECK(says(impossible, "the run with ground.mu_min=0.9, ground.mu_max=0.5: "));
  CHECK(says(impossible, "must be at least mu_min"));
  CHECK(!std::filesystem::exists(arguments.out));
  arguments.vary = {"ground.mu_min=0.2,0.3", "ground.mu_min=0.4,0.5"};
  CHECK(says(refusal([&] { sandbox::sweep_command(arguments); }), "--vary ground.mu_min is given twice"));
}

TEST_CASE("a sweep refuses names, which columns of its table have") {
  const Temporary temporary;
  sandbox::SweepArguments arguments = short_sweep(temporary, 2);
  for (const char* key : {"line.0.name", "rock.0.name"}) {
    arguments.vary = {std::string(key) + "=a,b"};
    CHECK(refusal([&] { sandbox::sweep_command(arguments); }) ==
          "--vary " + std::string(key) + ": a name cannot be varied");
  }
}

TEST_CASE("a sweep refuses a parameter that --set gives, too") {
  const Temporary temporary;
  sandbox::SweepArguments arguments = short_sweep(temporary, 2);
  arguments.overrides.set = {"ground.mu_min=0.2"};
  arguments.vary = {"ground.mu_min=0.1,0.3"};
  CHECK(refusal([&] { sandbox::sweep_command(arguments); }) == "--vary ground.mu_min: --set gives the same key");
}

TEST_CASE("a sweep names --vary in messages about its keys") {
  const Temporary temporary;
  sandbox::SweepArguments arguments = sweep_arguments(temporary, swept);
  arguments.vary = {"rock.9.density=2600,2700"};
  CHECK(refusal([&] { sandbox::sweep_command(arguments); }) ==
        "--vary: the run with rock.9.density=2600: command line: rock.9.density: the scenario has 1 table [[rock]], "
        "numbered from 0");
  arguments.vary = {"ground.mu_mni=0.2,0.3"};
  CHECK(says(refusal([&] { sandbox::sweep_command(arguments); }), "--vary: the run with ground.mu_mni=0.2: "));
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

TEST_CASE("values with a colon can be listed") {
  CHECK(sandbox::parse_axis("terrain.file=data:a.tif,data:b.tif").values ==
        std::vector<std::string>{"data:a.tif", "data:b.tif"});
}

TEST_CASE("a value that is given twice is refused, whose run would be made twice") {
  CHECK(says(refusal([] { sandbox::grid_of({sandbox::parse_axis("a=0.2,0.3,0.3")}); }), "--vary a: a value is given"));
  CHECK(
      says(refusal([] { sandbox::grid_of({sandbox::parse_axis("a=0.2,0.20")}); }), "--vary a: a value is given twice"));
  CHECK(says(refusal([] { sandbox::grid_of({sandbox::parse_axis("a=1e3,2,+1000")}); }), "a value is given twice"));
  CHECK(says(refusal([] { sandbox::grid_of({sandbox::parse_axis("a=-0,0.0")}); }), "a value is given twice"));
  CHECK(says(refusal([] { sandbox::grid_of({sandbox::parse_axis("a=-0.0,0")}); }), "a value is given twice"));
  // Of texts every letter counts, and numbers that differ in the last digit are two.
  CHECK(sandbox::grid_of({sandbox::parse_axis("a=soft,Soft,0.3,0.30000000000000004")}).size() == 4);
  CHECK(sandbox::grid_of({sandbox::parse_axis("run.seed=9007199254740993,9007199254740992")}).size() == 2);
  CHECK(sandbox::grid_of({sandbox::parse_axis("release.name=01,001,1")}).size() == 3);
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

TEST_CASE("a line without extent is refused with its place in the scenario") {
  const Temporary temporary;
  sandbox::SweepArguments arguments =
      sweep_arguments(temporary, slope + "[[line]]\nname = \"zero\"\npoints = [[1.0, 1.0], [1.0, 1.0]]\n");
  arguments.vary = {"ground.mu_min=0.2,0.3"};
  CHECK(says(refusal([&] { sandbox::sweep_command(arguments); }), "s.toml:24: line.points: line 'zero' has no extent"));
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

TEST_CASE("the axes of a sweep's picture are those of the parameters, and runs of a Latin hypercube are points") {
  const auto plot_for = [](const std::string& vary) {
    const sandbox::SweepAxis axis = sandbox::parse_axis(vary);
    return sandbox::plot_of("t", axis.key, {{"1e6", 3, 1}, {"1e7", 9, 1}}, sandbox::style_of(axis));
  };
  const sandbox::Plot grid = plot_for("k=1e6:1e7:2"), ratios = plot_for("k=1e6:1e7:2:log");
  const sandbox::Plot runs = plot_for("k=1e6:1e7"), ratios_of_runs = plot_for("k=1e6:1e7:log");
  CHECK(grid.x_scale == sandbox::PlotScale::range);
  CHECK(grid.curves[0].joined);
  CHECK(ratios.x_scale == sandbox::PlotScale::logarithmic_range);
  CHECK(ratios.curves[0].joined);
  CHECK(runs.x_scale == sandbox::PlotScale::range);
  CHECK_FALSE(runs.curves[0].joined);
  CHECK(ratios_of_runs.x_scale == sandbox::PlotScale::logarithmic_range);
  CHECK_FALSE(ratios_of_runs.curves[0].joined);
}

TEST_CASE(
    "the axis of effects begins at zero, or near them where they differ by less than 10 % but more than rounding") {
  const auto scale_of = [](const char* first, double a, double b) {
    return sandbox::plot_of("t", "k", {{first, a, 1}, {"2", b, 1}, {"3", std::nan(""), 1}}).y_scale;
  };
  for (const char* first : {"1", "soft"}) {
    CHECK(scale_of(first, 287, 292) == sandbox::PlotScale::range);
    CHECK(scale_of(first, 292, 287) == sandbox::PlotScale::range);
    CHECK(scale_of(first, 200, 292) == sandbox::PlotScale::linear);
    CHECK(scale_of(first, 292, 292) == sandbox::PlotScale::linear);
    CHECK(scale_of(first, 292, 292.0000001) == sandbox::PlotScale::linear);
    CHECK(scale_of(first, 0, 0) == sandbox::PlotScale::linear);
  }
}

TEST_CASE("the picture of a sweep shows values that are texts beside their points, without a line") {
  const sandbox::Plot texts =
      sandbox::plot_of("t", "ground.preset", {{"soft", 3, 1}, {"hard", 9, 1}, {"medium", 5, 1}});
  CHECK(texts.curves[0].labels == std::vector<std::string>{"soft", "hard", "medium"});
  const sandbox::Plot mixed = sandbox::plot_of("t", "k", {{"1", 3, 1}, {"nan", 5, 1}});
  CHECK(mixed.curves[0].labels == std::vector<std::string>{"1", "nan"});
  const sandbox::Plot numbers = sandbox::plot_of("t", "k", {{"3", 3, 1}, {"1", 9, 1}, {"2", 5, 1}});
  CHECK(numbers.curves[0].labels.empty());
  CHECK(numbers.curves[0].points[0].x == 1);
  CHECK(numbers.curves[0].points[0].y == 9);

  const auto blue_in_column = [](const sandbox::Plot& plot, int column) {
    sandbox::Canvas canvas(460, 420, {255, 255, 255});
    sandbox::draw_plot(canvas, {0, 0, 460, 420}, plot);
    const std::vector<std::uint8_t> bytes = canvas.bytes();
    int count = 0;
    for (int row = 0; row < 420; ++row) {
      const std::uint8_t* pixel = &bytes[static_cast<std::size_t>(3 * (460 * row + column))];
      if (pixel[0] < 100 && pixel[2] > 150) ++count;
    }
    return count;
  };
  // The area reaches from 70 to 430: points at 130, 250 and 370, or at 190, 310 and 430.
  CHECK(blue_in_column(texts, 130) > 5);
  CHECK(blue_in_column(texts, 250) > 5);
  CHECK(blue_in_column(texts, 190) == 0);
  CHECK(blue_in_column(numbers, 160) > 0);
  CHECK(blue_in_column(texts, 160) == 0);
  CHECK(blue_in_column(numbers, 250) > 0);
}

TEST_CASE("the picture of values that are texts spreads effects that differ little over its height") {
  sandbox::Canvas canvas(460, 420, {255, 255, 255});
  sandbox::draw_plot(canvas, {0, 0, 460, 420}, sandbox::plot_of("t", "k", {{"soft", 287, 1}, {"hard", 292, 1}}));
  const std::vector<std::uint8_t> bytes = canvas.bytes();
  int first = 420, last = 0;
  for (int row = 0; row < 420; ++row) {
    for (const int column : {160, 340}) {
      const std::uint8_t* pixel = &bytes[static_cast<std::size_t>(3 * (460 * row + column))];
      if (pixel[0] > 100 || pixel[2] < 150) continue;
      first = std::min(first, row);
      last = std::max(last, row);
    }
  }
  CHECK(last - first > 150);  // of 300
}
