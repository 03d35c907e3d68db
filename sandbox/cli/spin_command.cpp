#include <rockfall/step.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <iostream>

#include "cli/commands.h"
#include "common/ending_note.h"
#include "common/error.h"
#include "common/output_file.h"
#include "common/result_folder.h"
#include "common/text.h"
#include "plot/colours.h"
#include "plot/plot.h"
#include "scenario/scenario.h"
#include "spin/comparison.h"

namespace sandbox {
namespace {

constexpr double table_step = 0.01;

std::string scientific(double value) {
  if (std::isnan(value)) return "-";
  char text[32];
  std::snprintf(text, sizeof text, "%.1e", value);
  return text;
}

void print_table(const std::vector<RotationResult>& results) {
  double implicit = 1;
  for (const RotationResult& r : results) {
    if (r.scheme == RF_SCHEME_IMPLICIT && r.time_step == table_step) implicit = r.cost;
  }
  std::printf("%-9s  %8s  %8s  %9s  %5s  %10s  %11s  %12s  %14s\n", "scheme", "step, s", "cost, ns", "/implicit",
              "flips", "error, s", "angle, rad", "energy drift", "momentum drift");
  for (const RotationResult& r : results) {
    std::printf("%-9s  %8s  %8.1f  %9.2f  %5d  %10s  %11s  %12s  %14s\n", rf_scheme_name(r.scheme),
                format_number(r.time_step, 6).c_str(), r.cost, r.cost / implicit, r.flips,
                scientific(r.flip_error).c_str(), scientific(r.angle_error).c_str(), scientific(r.energy_drift).c_str(),
                scientific(r.momentum_drift).c_str());
  }
  std::printf(
      "cost: of one step; /implicit: relative to that of the implicit scheme at %s s; error: of the times of the "
      "flips;\nangle: error of the orientation after 20 s; drifts: relative, over --steps steps\n",
      format_number(table_step, 6).c_str());
}

PlotCurve curve_of(const std::vector<RotationResult>& results, std::int32_t scheme, double RotationResult::*error) {
  const Colour colour = plot_colour(rockfall_viewer::series_colour(static_cast<std::size_t>(scheme)));
  PlotCurve curve{rf_scheme_name(scheme), colour, {}};
  for (const RotationResult& r : results) {
    if (r.scheme == scheme) curve.points.push_back({r.cost / r.time_step * 1e-3, r.*error});
  }
  return curve;
}

void draw(const std::vector<RotationResult>& results, const std::string& file) {
  Canvas canvas(1400, 700, {255, 255, 255});
  const std::string work = "processor time per second of motion, microseconds";
  Plot flips{"Times of the four flips of the cuboid", work, "largest error, s", {}};
  Plot angle{"Orientation of the cuboid after 20 s", work, "error, rad", {}};
  for (std::int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    flips.curves.push_back(curve_of(results, scheme, &RotationResult::flip_error));
    angle.curves.push_back(curve_of(results, scheme, &RotationResult::angle_error));
  }
  draw_plot(canvas, {0, 0, 700, 700}, flips);
  draw_plot(canvas, {700, 0, 700, 700}, angle);
  write_png(file, canvas);
}

}  // namespace

void spin_command(const SpinArguments& arguments) {
  if (!arguments.only.empty()) {
    const std::vector<double> omega = rotate_cuboid(scheme_by_name(arguments.only), arguments.steps);
    std::printf("angular velocity after %s of 0.01 s: %.17g %.17g %.17g rad/s\n",
                counted(arguments.steps, "step").c_str(), omega[0], omega[1], omega[2]);
    return;
  }
  if (!arguments.out.empty()) {
    if (std::filesystem::path(arguments.out).extension() != ".png") {
      throw InputError("--out " + arguments.out + ": the picture is a PNG; give a name that ends in .png");
    }
    refuse_former_file(arguments.out, arguments.force);
    check_place(arguments.out);
  }
  const EndingNote note("\nrockfall: interrupted; nothing is written\n");
  const std::vector<RotationResult> results =
      compare_rotations({0.04, 0.02, table_step, 0.005, 0.0025, 0.00125}, arguments.steps, arguments.quiet);
  std::cout
      << "Cuboid 3 x 2 x 1 m, 1 kg, rotating about its intermediate axis at 10 rad/s: errors of the times of the\n"
         "four flips and of the orientation after 20 s, drifts over "
      << counted(arguments.steps, "step") << "\n\n"
      << std::flush;
  print_table(results);
  if (arguments.out.empty()) return;
  draw(results, arguments.out);
  std::cout << "\nwritten:\n  " << arguments.out << "\n";
}

}  // namespace sandbox
