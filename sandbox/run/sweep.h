// The same campaign with different parameters and the same random numbers.
#ifndef ROCKFALL_SANDBOX_RUN_SWEEP_H
#define ROCKFALL_SANDBOX_RUN_SWEEP_H

#include <functional>
#include <string>
#include <vector>

#include "run/run.h"

namespace sandbox {

/** A key of the scenario and the range of its values. */
struct SweepAxis {
  std::string key;
  std::vector<std::string> values;  ///< of a grid; empty with a range only
  double from = 0, to = 0;          ///< of a Latin hypercube
  bool logarithmic = false;
};

/** Reads "KEY=A,B,C", "KEY=FROM:TO:COUNT" or "KEY=FROM:TO", each range with ":log" at the end for equal ratios.
 *  Throws InputError. */
SweepAxis parse_axis(const std::string& text);

/** Results of one run. */
struct SweepRow {
  std::vector<std::string> values;  ///< by axis
  Estimate runout_50, runout_95;    ///< m
  double runout_max = 0;            ///< m
  Estimate energy_95;               ///< kJ, of the largest values of the rocks
  Estimate velocity_95;             ///< m/s
  double left_share = 0;
  double limit_share = 0;  ///< of the rocks that still moved at the time limit
  double fault_share = 0;
  std::vector<double> of_lines;  ///< by column of line_columns(); NaN if no rock crossed the line
  std::uint64_t hash = 0;        ///< of ends, statistics and crossings of all rocks
};

/** All combinations of the values of the axes. Throws InputError if an axis has none. */
std::vector<std::vector<std::string>> grid_of(const std::vector<SweepAxis>& axes);

/** Names of the columns of lines: for each the share of the rocks that crossed it, then for each rock class the 95 %
 * quantiles of energy and height of the top there. With one class they do not name it.
 *  @param lines, classes  names */
std::vector<std::string> line_columns(const std::vector<std::string>& lines, const std::vector<std::string>& classes);

/** Summary of a run. @param classes  number of rock classes */
SweepRow row_of(const RunResult& result, std::size_t classes, const std::vector<std::string>& values);

/** Parameters, and values of them, that gave the same bits in all runs with the same values of the other axes; a
 * sentence each. */
std::vector<std::string> without_effect(const std::vector<SweepAxis>& axes, const std::vector<SweepRow>& rows);

/** Mean of a quantity over the runs with the same value of an axis, in the order of the values. */
struct MainEffect {
  std::string value;
  double mean = 0;
  std::size_t runs = 0;
};
std::vector<MainEffect> main_effects(const std::vector<SweepRow>& rows, std::size_t axis,
                                     const std::function<double(const SweepRow&)>& quantity);
/** Label of these values in a plot. */
const char* label_of(const std::vector<MainEffect>& effects);

}  // namespace sandbox
#endif
