// The map of a run: shaded terrain, trajectories coloured by velocity, deposits.
#ifndef ROCKFALL_SANDBOX_PLOT_MAP_H
#define ROCKFALL_SANDBOX_PLOT_MAP_H

#include <filesystem>
#include <vector>

#include "plot/canvas.h"
#include "run/check_lines.h"
#include "run/report.h"

namespace sandbox {

/** Draws the map as a PNG, with the lines of the plan. Throws RunError if it cannot be written. */
void write_map(const std::filesystem::path& file, const Report& report, const std::vector<CheckLine>& lines);

/** Widens an area to the paths of all rocks. */
void widen(rf_rectangle& area, const RunResult& result);

/** The mark of a rock that ended there. */
void draw_end(Canvas& canvas, double x, double y, std::int32_t end);

/** The mark of a place of release. */
void draw_release_mark(Canvas& canvas, double x, double y);

}  // namespace sandbox
#endif
