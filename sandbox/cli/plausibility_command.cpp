#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>

#include "cli/commands.h"
#include "common/ending_note.h"
#include "common/output_file.h"
#include "common/result_folder.h"
#include "plot/colours.h"
#include "plot/plot.h"
#include "verify/field_runs.h"
#include "verify/plausibility.h"

namespace sandbox {
namespace {

using verify::Plausibility;

/** Along the colour scale from the softest class to bedrock, without its end, which is hard to see on white. */
Colour class_colour(std::size_t index) { return velocity_colour(std::min(0.85, static_cast<double>(index) / 7)); }

void write_plot(const std::filesystem::path& file, const Plot& plot) {
  Canvas canvas(1100, 750, {255, 255, 255});
  draw_plot(canvas, {10, 0, 1070, 750}, plot);
  write_png(file, canvas);
}

Plot speed_plot(const Plausibility& found) {
  Plot plot{"Mean speed on a slope of 35 deg", "distance along the slope, m", "m/s", {}};
  plot.x_scale = plot.y_scale = PlotScale::linear;
  for (const verify::SpeedProfile& profile : found.profiles) {
    PlotCurve curve{profile.ground, class_colour(plot.curves.size()), {}};
    for (std::size_t i = 0; i < profile.speed.size(); ++i) {
      curve.points.push_back({profile.distance[i], profile.speed[i]});
    }
    plot.curves.push_back(curve);
  }
  return plot;
}

/** A vertical line from the 10 % to the 90 % quantile of each class, with a dot at the mean. */
Plot rebound_plot(const Plausibility& found) {
  Plot plot{"Rebound after a drop of 20 m: 10 %, mean, 90 %",
            "class, extra soft to extra hard",
            "velocity of S after / before",
            {}};
  plot.x_scale = PlotScale::places;
  plot.y_scale = PlotScale::linear;
  plot.headroom = 0.05;
  for (const verify::Rebound& rebound : found.rebounds) {
    const auto at = static_cast<double>(plot.curves.size());
    PlotCurve curve{"", class_colour(plot.curves.size()), {{at, rebound.q10}, {at, rebound.mean}, {at, rebound.q90}}};
    curve.labels = {"", "", rebound.ground};
    plot.curves.push_back(curve);
  }
  return plot;
}

Plot runout_plot(const Plausibility& found) {
  Plot plot{"Mean run-out and its standard error: 200 m of 35 deg, then level", "time step, ms", "m", {}};
  plot.x_scale = plot.y_scale = PlotScale::linear;
  for (const verify::RunoutOfSteps& runout : found.runouts) {
    PlotCurve curve{runout.ground, class_colour(2 * plot.curves.size()), {}};
    for (std::size_t i = 0; i < runout.runout.size(); ++i) {
      const double x = 1000 * runout.time_step[i], mean = runout.runout[i], error = runout.standard_error[i];
      for (const double y : {mean, mean - error, mean + error, mean}) curve.points.push_back({x, y});
    }
    plot.curves.push_back(curve);
  }
  return plot;
}

}  // namespace

bool plausibility_command(const PlausibilityArguments& arguments) {
  const std::filesystem::path folder = arguments.out;
  ResultFiles files(folder);
  refuse_former_file(folder / "plausibility.json", arguments.force);
  verify::require_named_data();
  const EndingNote note("\nrockfall: interrupted; nothing is written\n");
  const Plausibility found = verify::check_plausibility({arguments.threads, arguments.quick});
  verify::write_json(found.tables, files.add("plausibility.json").string());
  write_plot(files.add("speed.png"), speed_plot(found));
  write_plot(files.add("rebound.png"), rebound_plot(found));
  write_plot(files.add("runout.png"), runout_plot(found));
  files.finish();
  int count[verify::verdict_count] = {};
  for (const verify::Table& table : found.tables) {
    for (const verify::Row& row : table.rows()) ++count[static_cast<int>(row.verdict)];
  }
  std::printf("\nrequirements: %d pass, %d fail; ranges of observations: %d in range, %d outside\n",
              count[static_cast<int>(verify::Verdict::pass)], count[static_cast<int>(verify::Verdict::fail)],
              count[static_cast<int>(verify::Verdict::inside)], count[static_cast<int>(verify::Verdict::outside)]);
  std::cout << "plausibility.json, speed.png, rebound.png and runout.png are in " << folder.string() << "\n";
  return found.holds();
}

}  // namespace sandbox
