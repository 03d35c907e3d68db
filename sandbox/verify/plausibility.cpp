#include "verify/plausibility.h"

#include <algorithm>
#include <limits>

#include "common/quantile.h"
#include "common/threads.h"
#include "scenario/scenario.h"
#include "verify/field_runs.h"
#include "verify/impact_energy.h"
#include "verify/slope_trial.h"

namespace sandbox::verify {
namespace {

const char* const experiments = "Vaujany, Chant Sura";
const char* const rebound_source = "Rockyfor3D soil table";

const std::vector<const char*>& classes() {
  static const std::vector<const char*> names = {"extra_soft",  "soft", "medium_soft", "medium",
                                                 "medium_hard", "hard", "extra_hard"};
  return names;
}
bool is_bedrock(const std::string& name) { return name == "extra_hard"; }
bool is_meadow(const std::string& name) { return name == "soft" || name == "medium_soft" || name == "medium"; }

TrialOptions trial_options(const PlausibilityOptions& options, std::uint32_t rocks, double time_limit) {
  TrialOptions trial;
  trial.rocks = rocks;
  trial.start_speed = 5;
  trial.clearance = 0.5;
  trial.threads = options.threads;
  trial.quiet = false;
  trial.settings.time_limit = time_limit;
  return trial;
}

bool between(double value, double low, double high) { return value >= low && value <= high; }

/** The value below which a share of the values lies. */
double quantile(std::vector<double> values, double share) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::sort(values.begin(), values.end());
  return quantile_of_ranks(values.size(), share, [&](std::size_t rank) { return values[rank]; });
}

constexpr double long_ramp = 1500;  // m

SpeedProfile profile_of(const char* ground, const TrialResult& result) {
  SpeedProfile profile{ground, {}, {}};
  const double bin = result.bin_length;
  for (double from = 0; from < long_ramp; from += bin) {
    profile.distance.push_back(from + 0.5 * bin);
    profile.speed.push_back(result.speed_between(from, from + bin));
  }
  return profile;
}

/** The first bin of the distance in which the mean speed is that of the end, to a tenth. */
void add_onset_row(Table& table, const std::string& name, const TrialResult& result, double last) {
  const double bin = result.bin_length;
  double from = 0;
  while (from < long_ramp && !(std::fabs(result.speed_between(from, from + bin) / last - 1) < 0.1)) from += bin;
  table.compare(name + ": mean speed within 10 % of that of the last 500 m", "first after 50 to 150 m",
                text("%.0f to %.0f m", from, from + bin), experiments, from >= bin && from + bin <= 3 * bin);
}

Table long_ramps(const PlausibilityOptions& options, Plausibility& out) {
  Table table("Terminal speed",
              "35 deg, 1500 m, EOTA111 of 0.3 m3, 5 m/s at the start, relief of 0.2 m at 2 m: mean speeds");
  const Rock rock = eota111(0.3);
  // Single rocks slow down for a while: with 24, their mean speed varies by up to a tenth.
  const TrialOptions trial = trial_options(options, options.quick ? 8 : 96, 900);
  std::vector<double> last_speed;
  for (const char* name : classes()) {
    Hillside hillside;
    hillside.length = long_ramp;
    hillside.half_width = 400;
    hillside.ground = ground_of_preset(name);
    const TrialResult result = run_trial(rock, hillside, trial);
    out.profiles.push_back(profile_of(name, result));
    const double before = result.speed_between(500, 1000), last = result.speed_between(1000, 1500);
    last_speed.push_back(last);
    const double change = 100 * (last / before - 1);
    const std::string measured = text("%.1f, %.1f m/s: %+.1f %%; %u of %zu stopped", before, last, change,
                                      result.ended(RF_ENDED_STOPPED), result.rocks.size());
    const std::string row = std::string(name) + ": 500 to 1000 m, 1000 to 1500 m";
    if (is_bedrock(name)) {
      table.report(row, "no limit is known for bedrock", measured, experiments);
    } else {
      table.check_if(!options.quick, row, "change < 10 %", measured, experiments, std::fabs(change) < 10);
    }
    // Slower classes have their terminal speed from the start on.
    if (!is_bedrock(name) && last > trial.start_speed) add_onset_row(table, name, result, last);
  }
  bool ordered = true;
  std::string speeds;
  for (std::size_t k = 0; k < last_speed.size(); ++k) {
    if (k > 0) ordered = ordered && last_speed[k] > last_speed[k - 1];
    speeds += text(k == 0 ? "%.1f" : ", %.1f", last_speed[k]);
  }
  // The hardest classes differ by less than the means of few rocks vary.
  table.check_if(!options.quick, "extra_soft to extra_hard: last 500 m", "strictly increasing", speeds + " m/s",
                 "soil classes", ordered);
  const double ratio = last_speed[5] / last_speed[1];
  table.check("hard over soft: last 500 m", ">= 1.5", text("%.2f", ratio), "soil classes", ratio >= 1.5);
  return table;
}

std::vector<double> over_rocks(const TrialResult& result, double (TrialRock::*value)() const) {
  std::vector<double> values;
  for (const TrialRock& rock : result.rocks) values.push_back((rock.*value)());
  return values;
}

void add_talus_rows(Table& table, double volume, double angle, const TrialResult& r) {
  const std::string where = text("%.1f m3, %.0f deg: ", volume, angle);
  const double mean = r.mean_speed(), largest = r.max_speed(), jump = r.mean_jump_over_time();
  table.check(where + "mean speed", "10 to 20 m/s", text("%.1f m/s", mean), experiments, between(mean, 10, 20));
  table.check(where + "largest speed", "< 35 m/s", text("%.1f m/s", largest), experiments, largest < 35);
  std::vector<double> jumps;
  for (const TrialRock& rock : r.rocks) jumps.push_back(rock.max_jump);
  const double jump90 = quantile(jumps, 0.9);
  const double high = 100 * r.high_jump_share();
  table.compare(where + "height of S, mean over time; part of the distance above 5 m", "1 to 2 m; rarely (1 %) above",
                text("%.2f m; %.1f %%", jump, high), "Chant Sura", between(jump, 1, 2) && high <= 1);
  table.report(where + "height of S, mean over distance; largest of 90 % of the rocks",
               "1.5 m of a simulated plate of 780 kg", text("%.2f m; %.1f m", r.mean_jump_over_distance(), jump90),
               "Chant Sura, L21 table 3");
  const double turns = r.mean_angular_speed() / (2 * pi);
  if (volume < 1) {
    table.compare(where + "rotation", "3 to 6 rot/s", text("%.2f rot/s", turns), "Chant Sura, L21 table 3",
                  between(turns, 3, 6));
  } else {
    table.compare(where + "rotation", "less than 3 to 6 rot/s of small rocks", text("%.2f rot/s", turns),
                  "Chant Sura, L21 table 3", turns < 3);
  }
  const double share = 100 * r.rotational_share();
  table.compare(where + "rotational share of the energy", "10 to 20 %", text("%.1f %%", share),
                "Chant Sura, L21 table 3", between(share, 10, 20));
  std::vector<double> lateral = over_rocks(r, &TrialRock::lateral_deg);
  for (double& angle_of_rock : lateral) angle_of_rock = std::fabs(angle_of_rock);
  const double spread = quantile(lateral, 0.9);
  table.compare(where + "angle with the fall line of 90 % of the rocks", "<= 10 deg", text("%.1f deg", spread),
                "Azzoni & de Freitas", spread <= 10);
  const std::vector<double> reach = over_rocks(r, &TrialRock::reach_deg);
  double sum = 0;
  for (const double one : reach) sum += one / static_cast<double>(reach.size());
  const double farthest = *std::min_element(reach.begin(), reach.end());
  table.compare(where + "angle of reach, mean; farthest rock", "28 to 38 deg; 27 deg at the least",
                text("%.2f deg; %.1f deg (%u left the terrain)", sum, farthest, r.ended(RF_ENDED_LEFT_TERRAIN)),
                "Heim, Evans & Hungr, Onofri & Candian",
                between(sum, 28, 38) && farthest >= 27 && r.ended(RF_ENDED_LEFT_TERRAIN) == 0);
}

Table talus(const PlausibilityOptions& options, const char* ground) {
  Table table(text("Talus, %s", ground), "EOTA111 on 300 m of slope, then level ground of the same kind");
  // With 24, the mean height varies by 3 % and the angle of the farthest rock by 0.3 degrees.
  const TrialOptions trial = trial_options(options, options.quick ? 3 : 96, 200);
  for (const double volume : {0.3, 3.0}) {
    const Rock rock = eota111(volume);
    for (const double angle : {30.0, 35.0, 40.0}) {
      Hillside hillside;
      hillside.angle_deg = angle;
      hillside.length = 300;
      hillside.foot_length = 600;
      hillside.ground = ground_of_preset(ground);
      add_talus_rows(table, volume, angle, run_trial(rock, hillside, trial));
    }
  }
  return table;
}

void remove_obstacles(rf_ground& ground) { ground.roughness_70 = ground.roughness_20 = ground.roughness_10 = 0; }

TrialResult stop_trial(const PlausibilityOptions& options, const rf_ground& ground, double angle) {
  Hillside hillside;
  hillside.angle_deg = angle;
  hillside.length = 1000;
  hillside.half_width = 300;
  hillside.cell = 10;
  hillside.relief = 0;
  hillside.ground = ground;
  TrialOptions trial = trial_options(options, options.quick ? 3 : 24, 180);
  trial.clearance = 0;
  const Rock rock = eota111(0.3);
  return run_trial(rock, hillside, trial);
}

void add_stop_row(Table& table, const PlausibilityOptions& options, const rf_ground& ground, double angle,
                  const std::string& name, double most_time, double most_distance) {
  const TrialResult result = stop_trial(options, ground, angle);
  double time = 0, distance = 0;
  for (const TrialRock& one : result.rocks) {
    time = std::max(time, static_cast<double>(one.end.step) * rf_default_settings().time_step);
    distance = std::max(distance, one.runout());
  }
  const std::uint32_t stopped = result.ended(RF_ENDED_STOPPED);
  const bool by_time = most_time > 0;
  table.check(
      name, by_time ? text("all stop within %.0f s", most_time) : text("all stop within %.0f m", most_distance),
      text("%u of %zu stopped; last after %.1f s, farthest %.1f m", stopped, result.rocks.size(), time, distance),
      "experience", stopped == result.rocks.size() && (by_time ? time < most_time : distance < most_distance));
}

Table stops(const PlausibilityOptions& options) {
  Table table("Stopping", "EOTA111 of 0.3 m3 at 5 m/s on planes with the obstacles of the ground");
  for (const char* name : classes()) {
    if (is_bedrock(name)) continue;
    add_stop_row(table, options, ground_of_preset(name), 10, std::string(name) + ", 10 deg", 60, 0);
  }
  rf_ground smooth = ground_of_preset("medium_soft");
  remove_obstacles(smooth);
  add_stop_row(table, options, smooth, 10, "medium_soft, 10 deg, without obstacles", 60, 0);
  add_stop_row(table, options, ground_of_preset("extra_hard"), 0, "extra_hard (bedrock), level", 0, 200);
  return table;
}

/** Largest upward velocity of S within half a second of the first touch, over the velocity before it. */
double rebound(const World& world, std::uint32_t number, double height) {
  rf_state start = rf_default_state();
  rf_random_orientation(5, number, 0, start.orientation);
  place_above_ground(world.scene(), start, height);
  Run run(world.scene(), start);
  double incoming = 0, outgoing = 0, touched = -1;
  while (run.state().end == RF_MOVING && (touched < 0 || run.time() < touched + 0.5)) {
    const double before = run.velocity()[2];
    run.step();
    const bool touches = run.report().contact_count > 0 || run.report().submerged_area > 0;
    if (touched < 0 && touches) {
      touched = run.time();
      incoming = -before;
    }
    if (touched >= 0) outgoing = std::max(outgoing, run.velocity()[2]);
  }
  return outgoing / incoming;
}

Rebound rebound_on(const char* ground, const PlausibilityOptions& options) {
  const Rock rock = eota111(0.3);
  const World world(rock, {}, ground_of_preset(ground), endless(RF_SCHEME_IMPLICIT, rf_default_settings().time_step));
  std::vector<double> values(options.quick ? 16 : 100);
  ThreadPool pool(options.threads);
  pool.run(static_cast<std::uint32_t>(values.size()), [&](std::uint32_t i) { values[i] = rebound(world, i, 20); });
  Rebound result{ground, quantile(values, 0.1), quantile(values, 0.5), 0, quantile(values, 0.9)};
  for (const double value : values) result.mean += value / static_cast<double>(values.size());
  return result;
}

Table drops(const PlausibilityOptions& options, Plausibility& out) {
  Table table("Drop", "EOTA111 of 0.3 m3 from 20 m on level ground: velocity of S after over before, mean");
  for (const char* name : classes()) {
    const Rebound r = rebound_on(name, options);
    out.rebounds.push_back(r);
    const std::string measured = text("%.3f (10 %% to 90 %%: %.3f to %.3f)", r.mean, r.q10, r.q90);
    if (is_bedrock(name)) {
      table.check(std::string(name) + " (bedrock)", "0.3 to 0.5", measured, rebound_source, between(r.mean, 0.3, 0.5));
    } else if (is_meadow(name)) {
      table.compare(std::string(name) + " (meadow)", "0.05 to 0.2", measured, rebound_source,
                    between(r.mean, 0.05, 0.2));
    } else {
      table.report(name, "-", measured, "");
    }
    if (std::string(name) == "medium_soft") {
      table.check(name, "< 0.15", measured, rebound_source, r.mean < 0.15);
    }
  }
  return table;
}

/** The median at the speeds of five of the six measured impacts; empty for a few impacts only. */
std::string text_of_fast_impacts(const Rock& rock, const Hillside& hillside, const TrialOptions& trial) {
  constexpr std::size_t fewest = 30;
  ImpactLimits fast;
  fast.speed = 21;
  const std::vector<double> ratios = impact_energy_ratios(rock, hillside, trial, fast);
  if (ratios.size() < fewest) return {};
  return text("; %.2f in the median of %zu at %.0f m/s or more", quantile(ratios, 0.5), ratios.size(), fast.speed);
}

Table impact_energies(const PlausibilityOptions& options) {
  const ImpactLimits limits;
  Table table("Impact", text("EOTA111 of 0.3 m3 at %.1f m/s or more on 300 m of 35 deg, relief of 0.2 m at 2 m: "
                             "translational energy after over before",
                             limits.speed));
  const Rock rock = eota111(0.3);
  const TrialOptions trial = trial_options(options, options.quick ? 12 : 96, 200);
  for (const char* name : {"medium_soft", "medium", "medium_hard", "hard"}) {
    Hillside hillside;
    hillside.length = 300;
    hillside.ground = ground_of_preset(name);
    const std::vector<double> ratios = impact_energy_ratios(rock, hillside, trial, limits);
    const double median = quantile(ratios, 0.5);
    table.compare(std::string(name) + ": median", "0.2 to 0.55, near 0.4",
                  text("%.2f (10 %% to 90 %%: %.2f to %.2f, largest %.2f, %zu impacts)", median, quantile(ratios, 0.1),
                       quantile(ratios, 0.9), quantile(ratios, 1), ratios.size()) +
                      text_of_fast_impacts(rock, hillside, trial),
                  "Caviezel et al. 2019", between(median, 0.2, 0.55));
  }
  return table;
}

RunoutOfSteps runouts_of(const char* ground, const PlausibilityOptions& options) {
  const Rock rock = eota111(0.3);
  const std::uint32_t rocks = is_bedrock(ground) ? 800 : 200;  // run-outs on bedrock scatter more
  Hillside hillside;
  hillside.length = 200;
  hillside.foot_length = is_bedrock(ground) ? 1600 : 800;
  hillside.half_width = is_bedrock(ground) ? 600 : 150;
  hillside.ground = ground_of_preset(ground);
  RunoutOfSteps result{ground, {0.0005, 0.001, 0.002, 0.005}, {}, {}};
  if (options.quick) result.time_step = {0.002, 0.005};
  for (const double time_step : result.time_step) {
    TrialOptions trial = trial_options(options, options.quick ? 4 : rocks, 200);
    trial.settings.time_step = time_step;
    const TrialResult found = run_trial(rock, hillside, trial);
    const rf_moments runout = found.runout();
    result.runout.push_back(runout.mean);
    result.standard_error.push_back(runout.sd / std::sqrt(static_cast<double>(found.rocks.size())));
  }
  return result;
}

std::string runout_text(const RunoutOfSteps& r) {
  std::string text_of_all;
  double error = 0;
  for (std::size_t k = 0; k < r.runout.size(); ++k) {
    text_of_all += text(k == 0 ? "%.1f" : ", %.1f", r.runout[k]);
    error = std::max(error, r.standard_error[k] / r.runout[k]);
  }
  return text_of_all + text(" m: %.1f %% (standard error of each %.1f %%)", 100 * r.change(), 100 * error);
}

Table time_steps(const PlausibilityOptions& options, Plausibility& out) {
  Table table("Time step", options.quick ? "Run-out, 35 deg, 200 m, then level: dt 2, 5 ms"
                                         : "Run-out, 35 deg, 200 m, then level: dt 0.5, 1, 2, 5 ms");
  std::vector<const char*> names = {"medium"};
  if (!options.quick) names = {"medium_soft", "medium", "hard", "extra_hard"};
  for (const char* name : names) {
    RunoutOfSteps r = runouts_of(name, options);
    out.runouts.push_back(r);
    if (is_bedrock(name)) {
      table.report("extra_hard (bedrock)", "5 ms is too long at these speeds", runout_text(r), "");
      r.time_step.pop_back();
      r.runout.pop_back();
      r.standard_error.pop_back();
      table.check("extra_hard (bedrock), up to 2 ms", "change < 5 %", runout_text(r), "convergence", r.change() < 0.05);
    } else {
      table.check_if(!options.quick, name, "change < 5 %", runout_text(r), "convergence", r.change() < 0.05);
    }
  }
  return table;
}

}  // namespace

double RunoutOfSteps::change() const {
  if (runout.empty()) return 0;
  const auto ends = std::minmax_element(runout.begin(), runout.end());
  return (*ends.second - *ends.first) / runout.front();
}

bool Plausibility::holds() const {
  for (const Table& table : tables) {
    for (const Row& row : table.rows()) {
      if (row.verdict == Verdict::fail) return false;
    }
  }
  return true;
}

Plausibility check_plausibility(const PlausibilityOptions& given) {
  PlausibilityOptions options = given;
  if (options.threads == 0) options.threads = machine_threads();
  Plausibility out;
  const auto add = [&](Table table) {
    print(table);
    out.tables.push_back(std::move(table));
  };
  add(drops(options, out));
  add(impact_energies(options));
  add(stops(options));
  add(talus(options, "hard"));
  if (!options.quick) add(talus(options, "medium_hard"));
  add(long_ramps(options, out));
  add(time_steps(options, out));
  add(tschamut_runs(options));
  return out;
}

}  // namespace sandbox::verify
