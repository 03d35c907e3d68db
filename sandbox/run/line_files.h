// Files about the crossings of lines: a table for each line, and a summary of all.
#ifndef ROCKFALL_SANDBOX_RUN_LINE_FILES_H
#define ROCKFALL_SANDBOX_RUN_LINE_FILES_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "common/output_file.h"
#include "run/report.h"

namespace sandbox {

/** Largest value of each rock that crossed a line, in the order of the rocks. */
struct LineMaxima {
  std::uint64_t rocks = 0;       ///< simulated rocks of the class, or all
  std::uint64_t crossings = 0;   ///< a rock may cross several times
  std::vector<double> energy;    ///< kJ, translation and rotation
  std::vector<double> velocity;  ///< m/s
  std::vector<double> centre;    ///< m
  std::vector<double> top;       ///< m
};

/** The largest values without the number of simulated rocks. @param rock_class  index; empty: all classes */
LineMaxima line_maxima(const std::vector<Crossing>& crossings, std::optional<std::size_t> rock_class);

/** The same with the number of simulated rocks. */
LineMaxima line_maxima(const Report& report, std::size_t line, std::optional<std::size_t> rock_class);

/** Quantile of values with its confidence interval. The values are not empty. */
Estimate quantile_of(const std::vector<double>& values, double share);

/** Counts of values in 20 bins of the same width from 0 on. */
struct Histogram {
  double width = 1;
  std::vector<std::uint32_t> counts;
};
/** @param most  the end of the last bin, at least the largest value */
Histogram histogram_of(const std::vector<double>& values, double most);

/** Writes lines/NAME.csv for each line, and lines.json. Throws RunError. */
void write_lines(ResultFiles& files, const Report& report, const std::vector<CheckLine>& lines);

}  // namespace sandbox
#endif
