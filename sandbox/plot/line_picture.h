// Distributions of energy and height at a line.
#ifndef ROCKFALL_SANDBOX_PLOT_LINE_PICTURE_H
#define ROCKFALL_SANDBOX_PLOT_LINE_PICTURE_H

#include <filesystem>
#include <vector>

#include "run/report.h"

namespace sandbox {

/** True if all values of a class lie in the first bin of histograms up to the largest value of all classes: their
 *  distribution would not be seen. */
bool need_own_bins(const std::vector<std::vector<double>>& values_of_classes);

/** Draws the histograms of each rock class as a PNG: in one plot with the same bins, or in a plot for each class where
 *  they need their own. Throws RunError. */
void write_line_picture(const std::filesystem::path& file, const Report& report, std::size_t line,
                        const std::string& name);

}  // namespace sandbox
#endif
