// E: the 1000-rock ramp beside the printed means (Leine et al. 2021, section 6.1, tables 1 and 2). Soil and slope are
// those of assets/ramp_l21.toml.
#include <cmath>

#include "run.h"
#include "scenario.h"
#include "scene_builder.h"
#include "statistics.h"
#include "verify/groups.h"
#include "verify/vector.h"

namespace sandbox::verify {
namespace {

const char* const source = "L21 table 2";

struct Printed {
  const char* name;
  const char* unit;
  double scale;  // from SI
  rf_quantity quantity;
  rf_moments explicit_scheme;
  rf_moments implicit_scheme;
};

const Printed printed[] = {
    {"kinetic energy", "kJ", 1e-3, RF_KINETIC_ENERGY, {168.61, 113.8}, {188.03, 131.7}},
    {"velocity", "m/s", 1, RF_VELOCITY, {17.88, 7.4}, {17.75, 7.7}},
    {"rotation", "rot/s", 1 / (2 * pi), RF_ROTATION, {4.12, 1.8}, {4.77, 1.9}},
    {"jump height", "m", 1, RF_JUMP_HEIGHT, {1.93, 1.8}, {1.40, 1.1}},
};

struct Campaign {
  CampaignStatistics statistics;
  double wall = 0;
  std::uint64_t steps = 0;
  std::uint64_t unconverged = 0;
  double bend = 0;  // mean angle of the line from start to end against the fall line, degrees
};

Campaign simulate(Scenario scenario, rf_scheme scheme, const Effort& effort) {
  scenario.settings.scheme = scheme;
  const BuiltScene built(scenario);
  RunOptions options;
  options.rocks = effort.quick ? 150 : scenario.rock_count;
  options.seed = scenario.seed;
  options.threads = effort.threads;
  options.quiet = true;
  const RunResult result = run_rocks(built, options);
  Campaign campaign{summarise(result), result.wall, result.steps, result.unconverged, 0};
  for (std::size_t i = 0; i < result.ends.size(); ++i) {
    const double x = result.ends[i].position[0] - result.traces[i].start[0];
    const double y = result.ends[i].position[1] - result.traces[i].start[1];
    campaign.bend += std::fabs(std::atan2(y, x)) * 180 / pi / static_cast<double>(result.ends.size());
  }
  return campaign;
}

void add_quantity_rows(Table& table, const Printed& row, const rf_moments& paper, const Campaign& campaign,
                       const char* scheme) {
  const rf_moments& far = campaign.statistics.moments.distance_weighted[row.quantity];
  const rf_moments& time = campaign.statistics.moments.time_weighted[row.quantity];
  const double mean = far.mean * row.scale, sd = far.sd * row.scale;
  const double off_mean = mean / paper.mean - 1, off_sd = sd / paper.sd - 1;
  const std::string expected = text("%.2f (%.1f) %s", paper.mean, paper.sd, row.unit);
  table.check(text("%s, %s, weighted by distance", row.name, scheme), expected + " +- 12 % (30 %)",
              text("%.2f (%.2f) %s  %+.0f %% (%+.0f %%)", mean, sd, row.unit, 100 * off_mean, 100 * off_sd), source,
              std::fabs(off_mean) <= 0.12 && std::fabs(off_sd) <= 0.30);
  table.report(text("%s, %s, weighted by time", row.name, scheme), expected,
               text("%.2f (%.2f) %s", time.mean * row.scale, time.sd * row.scale, row.unit), source);
}

void add_contrast_rows(Table& table, const Campaign& explicit_run, const Campaign& implicit_run) {
  const auto mean = [](const Campaign& campaign, rf_quantity quantity) {
    return campaign.statistics.moments.distance_weighted[quantity].mean;
  };
  for (const Printed& row : printed) {
    const double paper = row.implicit_scheme.mean / row.explicit_scheme.mean - 1;
    const double ours = mean(implicit_run, row.quantity) / mean(explicit_run, row.quantity) - 1;
    const bool same = row.quantity == RF_VELOCITY;
    // "About the same": closer than the least of the other printed contrasts, 11.5 % of the kinetic energy.
    const bool holds = same ? std::fabs(ours) < 0.05 : paper * ours > 0;
    table.check(text("contrast: %s, implicit over explicit", row.name),
                text("%+.1f %%: %s", 100 * paper, same ? "about the same" : paper > 0 ? "more" : "less"),
                text("%+.1f %%", 100 * ours), source, holds);
  }
  const auto runout = [](const Campaign& campaign) { return campaign.statistics.runout; };
  table.check("contrast: run-out, implicit and explicit, mean (sd)", "longer",
              text("%.1f (%.1f), %.1f (%.1f) m", runout(implicit_run).mean, runout(implicit_run).sd,
                   runout(explicit_run).mean, runout(explicit_run).sd),
              "L21 6.1", runout(implicit_run).mean > runout(explicit_run).mean);
  table.check("contrast: mean angle of start to end against the fall line", "straighter",
              text("%.2f, %.2f deg", implicit_run.bend, explicit_run.bend), "L21 6.1",
              implicit_run.bend < explicit_run.bend);
}

void add_time_row(Table& table, const Campaign& campaign, const char* scheme, double paper, const Effort& effort) {
  const std::string how = effort.quick ? text(" for %zu rocks", campaign.statistics.runouts.size()) : std::string();
  const double thread_time = campaign.wall * effort.threads;
  table.report(text("computing time, %s%s", scheme, how.c_str()), text("%.2f s", paper),
               text("%.2f s on %u threads, %.0f ns per rock-step; solver at its bound in %llu of %llu steps", campaign.wall,
                    effort.threads, 1e9 * thread_time / static_cast<double>(campaign.steps),
                    static_cast<unsigned long long>(campaign.unconverged),
                    static_cast<unsigned long long>(campaign.steps)),
               "L21 table 1");
}

}  // namespace

Table ramp(const Effort& effort) {
  const Scenario scenario = read_scenario(find_scenario("ramp_l21"));
  const Campaign explicit_run = simulate(scenario, RF_SCHEME_EXPLICIT, effort);
  const Campaign implicit_run = simulate(scenario, RF_SCHEME_IMPLICIT, effort);
  Table table("E", text("The ramp of 1000 platy rocks (here %zu): mean (standard deviation)",
                        explicit_run.statistics.runouts.size()));
  for (const Printed& row : printed) {
    add_quantity_rows(table, row, row.explicit_scheme, explicit_run, "explicit");
    add_quantity_rows(table, row, row.implicit_scheme, implicit_run, "implicit");
  }
  add_contrast_rows(table, explicit_run, implicit_run);
  add_time_row(table, explicit_run, "explicit", 74.25, effort);
  add_time_row(table, implicit_run, "implicit", 161.5, effort);
  return table;
}

}  // namespace sandbox::verify
