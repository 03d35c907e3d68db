// A small scenario, and a run of it.
#pragma once

#include <string>

#include "run/run.h"

inline const std::string slope =
    "[terrain]\nkind = \"ramp\"\nslope_deg = 35\nslope_length = 30.0\nflat_length = 60.0\nroughness = 0.1\n"
    "[[rock]]\nshape = \"eota221\"\nmass = 780.0\ndensity = 2700.0\n"
    "[ground]\npreset = \"medium\"\n"
    "[release]\nkind = \"line\"\npoints = [[0.0, -5.0], [0.0, 5.0]]\nheight_min = 0.5\nheight_max = 2.0\n"
    "[settings]\ntime_limit = 30.0\n[run]\nrocks = 24\n";

inline sandbox::RunResult run(const sandbox::BuiltScene& built, unsigned threads) {
  sandbox::RunOptions options;
  options.rocks = 24;
  options.threads = threads;
  options.recorded_rocks = 3;
  options.quiet = true;
  return run_rocks(built, options);
}
