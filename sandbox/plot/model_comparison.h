// The picture of a comparison of models.
#ifndef ROCKFALL_SANDBOX_PLOT_MODEL_COMPARISON_H
#define ROCKFALL_SANDBOX_PLOT_MODEL_COMPARISON_H

#include <filesystem>
#include <vector>

#include "run/model_comparison.h"

namespace sandbox {

/** Draws for run-out, energy and jump height which share of the rocks exceeds them, and where the rocks went. Throws
 *  RunError. */
void write_comparison(const std::filesystem::path& file, const Scenario& scenario, const std::vector<ModelRun>& runs);

}  // namespace sandbox
#endif
