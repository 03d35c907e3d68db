// One step of the legacy models of RocFall3: flight, impacts, rolling and sliding inside one fixed time step.
#pragma once

#include <rockfall/step.h>

#include <optional>

#include "body/body.h"
#include "rocfall/touch.h"
#include "terrain/grid.h"

namespace rockfall::rocfall {

/// Maximum number of events per step; the remaining time of a step with more is finished without events.
constexpr int kMaxEvents = 32;

/// What the last step of a rock has computed and the next one needs again. Valid for one rock in one unchanged scene
/// whose state only steps have changed; the steps have the same bits without it.
struct StepMemory {
  bool known = false;  // the body and the terrain
  Body body;
  std::optional<GridTerrain> grid;  // of terrains that are grids
  TouchMemory touch;
};

/// Advance a rock by settings.model, which is not RF_MODEL_HARD_CONTACT; arguments as of step_rock.
/// @param memory  nullable
rf_status legacy_step(const rf_rock& rock, const rf_terrain& terrain, const rf_settings& settings, rf_state& state,
                      rf_step_report* report, StepMemory* memory);

}  // namespace rockfall::rocfall
