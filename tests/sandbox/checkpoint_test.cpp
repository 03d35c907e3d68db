// Campaigns that are interrupted and continue.
#include <doctest/doctest.h>

#include "cli/results.h"
#include "cli/run_arguments.h"
#include "run/campaign.h"
#include "small_campaign.h"

TEST_CASE("a campaign that continues from a checkpoint loses and repeats no rock") {
  const Temporary temporary;
  CellCampaign of_cells(2);
  const sandbox::BuiltScene& built = of_cells.built;
  sandbox::RunOptions& options = of_cells.options;
  options.rocks = 40;
  options.recorded_rocks = 25;
  sandbox::CampaignControl control;
  control.id = {"{}", sandbox::hash_of(built, 1), 40};
  const sandbox::RunResult whole = run_campaign(built, options, control);

  // As if it had been interrupted after 17 rocks.
  options.rocks = 17;
  control.checkpoint = temporary.folder / "c.rfpart";
  write_part(control.checkpoint, control.id, run_rocks(built, options));
  options.rocks = 40;
  const sandbox::RunResult resumed = run_campaign(built, options, control);
  CHECK(resumed.ends.size() == 40);
  CHECK(resumed.tracks.size() == 25);
  CHECK(rf_hash_states(whole.ends.data(), 40) == rf_hash_states(resumed.ends.data(), 40));
  CHECK(whole.steps == resumed.steps);
  sandbox::ByteWriter first, second;
  whole.hazard->write(first);
  resumed.hazard->write(second);
  CHECK(first.bytes() == second.bytes());

  // A checkpoint that cannot be written does not end the campaign.
  control.checkpoint = temporary.folder / "missing" / "c.rfpart";
  const sandbox::RunResult without = run_campaign(built, options, control);
  CHECK(rf_hash_states(whole.ends.data(), 40) == rf_hash_states(without.ends.data(), 40));
  control.checkpoint = temporary.folder / "c.rfpart";

  options.rocks = 41;
  control.id.scene += 1;
  CHECK(says(refusal([&] { run_campaign(built, options, control); }),
             "c.rfpart: is the checkpoint of another campaign: the scenario or one of its files has changed since"));
}

TEST_CASE("a campaign that continues from a checkpoint decides as one without interruption" *
          doctest::test_suite("long")) {
  const Temporary temporary;
  const sandbox::Scenario scenario = sandbox::parse_scenario(campaign_text, "s.toml", {{"settings.time_step", "0.01"}});
  const sandbox::BuiltScene built(scenario);
  sandbox::HazardPlan plan;
  plan.cells = sandbox::cells_over(built, 5);
  sandbox::RunOptions options;
  options.rocks = 1500;
  options.threads = 2;
  options.quiet = true;
  options.plan = &plan;
  sandbox::CampaignControl control;
  control.until_reach = 0.035;
  control.id = {"{}", sandbox::hash_of(built, 1), 1500};
  const sandbox::RunResult whole = run_campaign(built, options, control);
  const std::vector<sandbox::ConvergencePoint>& whole_points = whole.decisions;
  REQUIRE(whole_points.size() >= 2);
  REQUIRE(whole.ends.size() < 1500);

  control.checkpoint = temporary.folder / "c.rfpart";
  const auto last = static_cast<std::uint32_t>(whole.ends.size());
  for (const std::uint32_t rocks : {250u, last - 10, last}) {
    CAPTURE(rocks);
    // With the decisions of an interrupted run, or as if the program had ended before it saved its last decision.
    for (const bool saved : {true, false}) {
      CAPTURE(saved);
      sandbox::RunOptions part = options;
      sandbox::CampaignControl of_part = control;
      part.rocks = rocks;
      of_part.checkpoint.clear();
      sandbox::RunResult made = run_campaign(built, part, of_part);
      if (!saved && rocks % sandbox::rocks_per_decision == 0) made.decisions.pop_back();
      write_part(control.checkpoint, control.id, made);
      const sandbox::RunResult resumed = run_campaign(built, options, control);
      const std::vector<sandbox::ConvergencePoint>& points = resumed.decisions;
      REQUIRE(resumed.ends.size() == whole.ends.size());
      CHECK(rf_hash_states(whole.ends.data(), last) == rf_hash_states(resumed.ends.data(), last));
      REQUIRE(points.size() == whole_points.size());
      for (std::size_t i = 0; i < points.size(); ++i) {
        CHECK(points[i].rocks == whole_points[i].rocks);
        CHECK(points[i].reach == whole_points[i].reach);
        CHECK(points[i].runout_mean_error == whole_points[i].runout_mean_error);
      }
    }
  }
}

TEST_CASE("a checkpoint in another format is refused with the reason") {
  const Temporary temporary;
  sandbox::RunResult result;
  std::vector<unsigned char> part = sandbox::part_bytes({"{}", 1, 5}, result);
  const auto read = [&] { return refusal([&] { const sandbox::PartReader reader(part, "a.rfpart"); }); };
  CHECK(read().empty());
  part[7] = '3';
  CHECK(says(read(), "a.rfpart: was written by another version of rockfall"));
  part[0] = 'x';
  CHECK(says(read(), "a.rfpart: neither a part of a campaign nor a checkpoint"));
}

TEST_CASE("a campaign that is asked to stop keeps the rocks that it has started" * doctest::test_suite("long")) {
  const Temporary temporary;
  const sandbox::Scenario scenario = sandbox::parse_scenario(campaign_text, "s.toml", {{"settings.time_step", "0.01"}});
  const sandbox::BuiltScene built(scenario);
  sandbox::RunOptions options;
  options.rocks = 1500;
  options.threads = 2;
  options.recorded_rocks = 1400;
  options.quiet = true;
  sandbox::CampaignControl control;
  control.id = {"{}", sandbox::hash_of(built, 1), 1500};
  const sandbox::RunResult whole = run_campaign(built, options, control);
  control.checkpoint = temporary.folder / "c.rfpart";

  std::atomic<bool> stop{true};
  options.stop = &stop;
  CHECK(run_campaign(built, options, control).ends.empty());
  CHECK_FALSE(fs::exists(control.checkpoint));

  stop = false;
  options.first_done = [&](const sandbox::RunResult&, double) { stop = true; };
  const sandbox::RunResult part = run_rocks(built, options);
  const auto made = static_cast<std::uint32_t>(part.ends.size());
  CHECK(made >= 36);
  CHECK(made < 1500);
  CHECK(part.options.rocks == made);
  CHECK(part.tracks.size() == made);
  CHECK(rf_hash_states(whole.ends.data(), made) == rf_hash_states(part.ends.data(), made));
  write_part(control.checkpoint, control.id, part);
  stop = false;
  options.first_done = {};
  const sandbox::RunResult resumed = run_campaign(built, options, control);
  CHECK(resumed.ends.size() == 1500);
  CHECK(rf_hash_states(whole.ends.data(), 1500) == rf_hash_states(resumed.ends.data(), 1500));
}

TEST_CASE("a run continues from a checkpoint in its folder of results") {
  const Temporary temporary;
  sandbox::RunArguments arguments = arguments_of(temporary, "whole");
  arguments.no_map = true;
  sandbox::run_command(arguments);
  // The checkpoint of a run that was interrupted after 7 rocks.
  arguments.out = (temporary.folder / "out").string();
  arguments.checkpoint = (temporary.folder / "out/checkpoint").string();
  fs::create_directory(temporary.folder / "out");
  const sandbox::Scenario scenario = sandbox::read_scenario(arguments.scenario, arguments.overrides);
  const sandbox::BuiltScene built(scenario);
  const sandbox::HazardPlan plan = sandbox::plan_of(arguments, scenario, built);
  sandbox::RunOptions options = sandbox::options_of(arguments, scenario, plan);
  options.rocks = 7;
  sandbox::write_part(arguments.checkpoint,
                      {sandbox::text_of(arguments), sandbox::hash_of(built, options), scenario.rock_count},
                      sandbox::run_rocks(built, options));
  temporary.write("out/checkpoint.part", "killed while it was written");
  sandbox::run_command(arguments);
  fs::remove(temporary.folder / "out/checkpoint.part");
  CHECK(differences(temporary.folder / "whole", temporary.folder / "out") == std::vector<std::string>());
  temporary.write("out/mine.txt", "text");
  fs::remove(temporary.folder / "out/summary.json");
  CHECK(says(refusal([&] { sandbox::run_command(arguments); }), "holds no summary.json of a run"));
}

TEST_CASE("a checkpoint of another campaign is refused with the option that differs") {
  const Temporary temporary;
  const sandbox::RunArguments arguments = arguments_of(temporary, "out");
  const fs::path checkpoint = temporary.folder / "checkpoint";
  const auto write = [&](std::uint32_t first_rock) {
    sandbox::RunResult result;
    result.options.first_rock = first_rock;
    sandbox::write_part(checkpoint, {sandbox::text_of(arguments), 1, 30}, result);
  };
  write(0);
  const auto refused = [&](const auto& change) {
    sandbox::RunArguments changed = arguments;
    changed.checkpoint = checkpoint.string();
    change(changed);
    return refusal([&] { sandbox::run_command(changed); });
  };
  const std::string begin = checkpoint.string() + ": is the checkpoint of another campaign: ";
  const std::string end = "; to begin anew, give another file";
  CHECK(refused([](sandbox::RunArguments& a) { a.overrides.rocks = 40; }) ==
        begin + "'--rocks 30' before, '--rocks 40' now" + end);
  CHECK(refused([](sandbox::RunArguments& a) { a.overrides.seed = 5; }) ==
        begin + "'no --seed' before, '--seed 5' now" + end);
  CHECK(refused([](sandbox::RunArguments& a) { a.rasters = false; }) ==
        begin + "'--rasters' before, 'no --rasters' now" + end);
  CHECK(refused([](sandbox::RunArguments& a) { a.overrides.time_step = 0.004; }) ==
        begin + "'--dt 0.005' before, '--dt 0.004' now" + end);
  CHECK(refused([](sandbox::RunArguments& a) { a.overrides.set = {"run.seed=2"}; }) ==
        begin + "'no --set' before, '--set run.seed=2' now" + end);
  CHECK(refused([](sandbox::RunArguments&) {}) == begin + "the scenario or one of its files has changed since" + end);
  write(15);
  CHECK(refused([](sandbox::RunArguments&) {}) == begin + "'rocks from 15 on' before, '30 rocks from 0 on' now" + end);
}

TEST_CASE("a checkpoint with the name of a result is refused before the run") {
  const Temporary temporary;
  sandbox::RunArguments arguments = arguments_of(temporary, "out");
  for (const char* name : {"out/summary.json", "out/deposits.csv", "out/lines", "out/classes"}) {
    arguments.checkpoint = (temporary.folder / name).string();
    CHECK(says(refusal([&] { sandbox::run_command(arguments); }), "a result may have this name"));
  }
  arguments.checkpoint = arguments.out;
  CHECK(says(refusal([&] { sandbox::run_command(arguments); }), "is the folder of the results"));
  CHECK(!fs::exists(temporary.folder / "out"));
}
