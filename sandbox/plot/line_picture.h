// Distributions of energy and height at a line.
#ifndef ROCKFALL_SANDBOX_PLOT_LINE_PICTURE_H
#define ROCKFALL_SANDBOX_PLOT_LINE_PICTURE_H

#include <filesystem>

#include "run/report.h"

namespace sandbox {

/** Draws the histograms of each rock class as a PNG. Throws RunError. */
void write_line_picture(const std::filesystem::path& file, const Report& report, std::size_t line,
                        const std::string& name);

}  // namespace sandbox
#endif
