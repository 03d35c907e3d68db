// Results as vector layers for geographic information systems.
#ifndef ROCKFALL_SANDBOX_RUN_VECTOR_FILES_H
#define ROCKFALL_SANDBOX_RUN_VECTOR_FILES_H

#include <filesystem>
#include <vector>

#include "run/report.h"

namespace sandbox {

/** Line in world coordinates. */
Shape part_of(const CheckLine::Segment& segment, const double* origin);

/** deposits.gpkg: layers deposits, sources, lines and soils. Throws RunError. */
void write_deposit_layers(const std::filesystem::path& file, const Report& report, const std::vector<CheckLine>& lines);

/** trajectories.gpkg: a line with z and time for each recorded rock. Throws RunError. */
void write_trajectory_layer(const std::filesystem::path& file, const Report& report);

}  // namespace sandbox
#endif
