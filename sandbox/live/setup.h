// What a live scene starts from: a scenario, who is compared with whom, and where to look from.
#ifndef ROCKFALL_SANDBOX_LIVE_SETUP_H
#define ROCKFALL_SANDBOX_LIVE_SETUP_H

#include <functional>
#include <string>
#include <vector>

#include "scenario.h"
#include "scene_builder.h"

namespace sandbox::live {

/** A way of computing the same scene. Several of them run side by side from the same start. */
struct LaneSpec {
  std::string name;
  std::int32_t scheme = RF_SCHEME_IMPLICIT;
  std::int32_t model = RF_MODEL_HARD_CONTACT;
};

/** Everything a live scene is made from. */
struct Setup {
  Scenario scenario;
  std::vector<LaneSpec> lanes;  ///< empty: one, as the scenario's settings say
  /** Starts of the rocks; none: the release of the scenario. */
  std::function<std::vector<rf_state>(const BuiltScene&)> starts;
  rf_rectangle shown{-60, -60, 160, 60};  ///< part of an endless plane that is drawn, m
  double distance = 60;                   ///< m from which the camera looks at first
  double ahead = 0.14;                    ///< from there down the slope to what it looks at, share of the distance
  double azimuth = -1.0;                  ///< rad, see OrbitCamera
  double elevation = 0.45;                ///< rad
  bool follow = false;                    ///< the camera follows the first rock
};

}  // namespace sandbox::live
#endif
