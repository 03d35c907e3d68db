#include <algorithm>
#include <string>

#include "common/text.h"
#include "run/quantities.h"
#include "run/report.h"

namespace sandbox {
namespace {

/** @param classes  of rocks */
void print_moments(std::ostream& out, const rf_campaign_summary& moments, std::size_t classes) {
  out << "\n";
  if (classes > 1) out << "over all rocks of " << classes << " classes; report.html has each class\n";
  out << pad_right("mean (standard deviation)", 28) << table_cell("by distance", 20) << table_cell("by time", 20)
      << table_cell("rock maxima", 20) << "\n";
  for (std::size_t q = 0; q < RF_QUANTITY_COUNT; ++q) {
    const QuantityText& line = quantity_texts[q];
    out << pad_right(line.label(), 28);
    for (const rf_moments& m : {moments.distance_weighted[q], moments.time_weighted[q], moments.maximum[q]}) {
      out << table_cell(mean_and_sd(m.mean * line.factor, m.sd * line.factor, 2), 20);
    }
    out << "\n";
  }
}

void print_spread(std::ostream& out, const std::string& name, const Spread& spread) {
  out << pad_right(name, 28);
  for (const double value : {spread.mean, spread.sd, spread.q50, spread.q95, spread.max}) {
    out << table_cell(format_fixed(value, 1), 10);
  }
  out << "\n";
}

void print_comparisons(std::ostream& out, const std::vector<Comparison>& comparisons) {
  if (comparisons.empty()) return;
  const auto runout = [](const rf_moments& moments, std::uint32_t rocks) {
    return rocks > 0 ? mean_and_sd(moments.mean, moments.sd, 1) : "-";
  };
  std::size_t width = 21;
  for (const Comparison& group : comparisons) width = std::max(width, group.label().size());
  out << "\n"
      << pad_right("run-out, m: mean (sd)", width) << table_cell("runs", 6) << table_cell("observed", 16)
      << table_cell("simulated", 16) << table_cell("of those stopped", 18) << table_cell("left terrain", 14) << "\n";
  for (const Comparison& group : comparisons) {
    out << pad_right(group.label(), width) << table_cell(std::to_string(group.runs_with_rocks), 6)
        << table_cell(runout(group.observed, group.rocks), 16) << table_cell(runout(group.simulated, group.rocks), 16)
        << table_cell(runout(group.stopped, group.rocks_stopped), 18)
        << table_cell(group.rocks > 0 ? format_fixed(100 * group.left_share, 1) + " %" : "-", 14) << "\n";
  }
  const Comparison& all = comparisons.back();
  if (const std::uint32_t without = all.runs - all.runs_with_rocks; without > 0) {
    out << without << " of " << counted(all.runs, "run") << (without == 1 ? " has" : " have")
        << " no rock; the observed run-outs are those of the others\n";
  }
  out << "rocks that left the terrain count with the distance to its edge\n";
}

// Run-outs on bedrock change by about 5 % at this motion in a step, with restitution 0.5.
constexpr double largest_motion_in_step = 0.25;  // bounding radii

}  // namespace

std::uint32_t rocks_faster_than_steps(const Report& report) {
  const rf_settings& settings = report.scenario.settings;
  if (settings.model != RF_MODEL_HARD_CONTACT) return 0;
  std::vector<double> radius;
  for (std::uint32_t i = 0; i < report.built.scene().rock_count; ++i) {
    radius.push_back(report.built.rock(i)->bounding_radius);
  }
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < report.result.rock_statistics.size(); ++i) {
    const double motion = report.result.rock_statistics[i].maximum[RF_VELOCITY] * settings.time_step;
    count += motion > largest_motion_in_step * radius[report.result.ends[i].rock];
  }
  return count;
}

double nanoseconds_per_rock_step(const RunResult& result) {
  return result.steps == 0 ? 0 : result.wall * 1e9 * result.threads / static_cast<double>(result.steps);
}

void print_report(std::ostream& out, const Report& report) {
  const RunResult& result = report.result;
  const CampaignStatistics& statistics = report.statistics;
  out << report.scenario.name << ": " << counted(result.ends.size(), "rock") << ", "
      << method_name(report.scenario.settings) << ", time step " << format_number(report.scenario.settings.time_step, 6)
      << " s, seed " << result.options.seed << "\n";
  print_moments(out, statistics.moments, report.built.rock_classes().size());
  out << "\n" << pad_right("metres", 28);
  for (const char* name : {"mean", "sd", "median", "95 %", "max"}) out << table_cell(name, 10);
  out << "\n";
  print_spread(out, "run-out", statistics.runout);
  print_spread(out, "lateral spread", statistics.lateral);
  print_comparisons(out, statistics.observed);
  out << "\nended:";
  for (std::size_t i = 0; i < statistics.ended.size(); ++i) {
    std::string name = end_names()[i];
    std::replace(name.begin(), name.end(), '_', ' ');
    out << (i == 0 ? " " : ", ") << statistics.ended[i] << " " << name;
  }
  out << "\n"
      << counted(result.steps, "step") << " in " << format_fixed(result.wall, 2) << " s on "
      << counted(result.threads, "thread") << ": " << format_fixed(nanoseconds_per_rock_step(result), 0)
      << " ns per rock-step (wall time x threads / steps)\n";
  for (const std::string& note : step_notes(report)) out << "note: " << note << "\n";
}

}  // namespace sandbox
